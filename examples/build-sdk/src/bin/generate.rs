//! Writes `tools.d.ts`, which is committed beside the sources:
//! `cargo run -p build-sdk-example --bin generate`.

use dsh_tools::sdk::{self, Emitted, SdkError};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tools.d.ts");

fn main() -> Result<(), SdkError> {
    match sdk::emit(build_sdk_tools::tools(), FILE)? {
        Emitted::Written => println!("wrote {FILE}"),
        Emitted::Unchanged => println!("{FILE} is current"),
    }
    Ok(())
}
