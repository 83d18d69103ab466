//! Writes the SDK of the tools to `OUT_DIR`, where the program takes it from.
//! The source tree is not for build scripts; the committed file is written by the binary `generate`.

use std::env;
use std::error::Error;
use std::path::PathBuf;

use dsh_tools::sdk;

fn main() -> Result<(), Box<dyn Error>> {
    // Other files do not matter here; tools that change make another build script, which runs anyway.
    println!("cargo::rerun-if-changed=build.rs");
    let folder = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    sdk::emit(build_sdk_tools::tools(), folder.join("tools.d.ts"))?;
    Ok(())
}
