//! See `entries::crossing`.
#![no_main]

use dsh_tools_tests::entries;

libfuzzer_sys::fuzz_target!(|data: &[u8]| entries::crossing(data));
