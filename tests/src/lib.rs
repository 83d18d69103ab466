//! The conformance runner: families of cases, each read from a file and held against the library.
//! The binary `conformance` prints what comes of a family; the tests run the same in process.
//! Beside it, tools over types of all shapes, whose SDK `typescript/check.sh` compiles.

pub mod case;
pub mod entries;
pub mod fixtures;
pub mod held;
pub mod hosting;
pub mod kit;
pub mod lossless;
pub mod notebook;
pub mod pipeline;
pub mod programs;
pub mod render;
pub mod report;
pub mod schemas;
pub mod scopes;
pub mod sdk;
pub mod stub;
pub mod types;

use std::path::Path;

use self::hosting::Hosting;
use self::report::Report;

/// The families, as they are named on the command line.
pub const FAMILIES: [&str; 9] = [
    "render-result",
    "programs",
    "pipeline",
    "scopes",
    "schema-accept",
    "schema-validate",
    "dsl-compile",
    "ts-types",
    "lossless-json",
];

/// Runs the cases of one file; programs among them where `hosting` says.
///
/// # Errors
///
/// An unknown family, and a file that cannot be read as cases of it.
pub async fn run(family: &str, file: &Path, hosting: &Hosting) -> anyhow::Result<Report> {
    match family {
        "render-result" => Ok(render::run(case::read(file)?).await),
        "programs" => Ok(programs::run(case::read(file)?, hosting).await),
        "pipeline" => Ok(pipeline::run(case::read(file)?).await),
        "scopes" => Ok(scopes::run(case::read(file)?).await),
        "schema-accept" => Ok(schemas::run_accept(case::read(file)?).await),
        "schema-validate" => Ok(schemas::run_validate(case::read(file)?).await),
        "dsl-compile" => Ok(schemas::run_author(case::read(file)?).await),
        "ts-types" => Ok(schemas::run_types(case::read(file)?).await),
        "lossless-json" => Ok(lossless::run(case::read(file)?, hosting).await),
        unknown => {
            anyhow::bail!("there is no family {unknown:?}; there are {}", FAMILIES.join(", "))
        }
    }
}

/// Prints a line also where a test passes, which hides what `println!` prints.
#[macro_export]
macro_rules! say {
    ($($text:tt)*) => {{
        let line = format!("{}\n", format_args!($($text)*));
        // A closed output is no reason to fail.
        let _ = std::io::Write::write_all(&mut std::io::stdout(), line.as_bytes());
    }};
}
