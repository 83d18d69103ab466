//! Fails when the committed `tools.d.ts` is not what the tools are now (rule MAC-10).
//! The message shows the first line that differs, and the command that writes the file again.

use dsh_tools::sdk::{self, SdkError};

#[test]
fn mac_10_the_committed_sdk_is_current() -> Result<(), SdkError> {
    let regenerate = "cargo run -p build-sdk-example --bin generate";
    sdk::check(build_sdk_tools::tools(), "tools.d.ts", regenerate)
}

#[test]
fn mac_10_the_build_script_wrote_the_same_sdk() -> Result<(), SdkError> {
    let file = concat!(env!("OUT_DIR"), "/tools.d.ts");
    sdk::check(build_sdk_tools::tools(), file, "cargo build -p build-sdk-example")
}
