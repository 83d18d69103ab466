//! See `entries::front_end`.
#![no_main]

use dsh_tools_tests::entries;

libfuzzer_sys::fuzz_target!(|data: &[u8]| entries::front_end(data));
