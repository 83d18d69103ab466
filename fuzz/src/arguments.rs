//! See `entries::arguments`.
#![no_main]

use dsh_tools_tests::entries;

libfuzzer_sys::fuzz_target!(|data: &[u8]| entries::arguments(data));
