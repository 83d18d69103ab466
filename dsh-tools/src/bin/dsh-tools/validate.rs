//! `dsh-tools validate`: every violation of a value, as a line of JSON (rule SCH-4).

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use dsh_tools::json::{Json, Object};
use dsh_tools::schema::{Schema, Violation};

use crate::console::{self, Failure};
use crate::input;

/// The exit status for a value that does not fit.
const INVALID: u8 = 1;

/// Print every violation of a value as a line of JSON
///
/// The exit status is 0 for a valid value, 1 for an invalid one, and 2 when schema or value cannot be used.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A JSON Schema, or `-` for standard input
    #[arg(long, value_name = "FILE")]
    schema: PathBuf,
    /// A JSON value, or `-` for standard input
    #[arg(value_name = "VALUE_FILE")]
    value: PathBuf,
    /// Accept any JSON where the schema is not understood, instead of refusing the schema
    #[arg(long)]
    lenient: bool,
    /// Enforce `format` for dates, times, durations, addresses and identifiers
    #[arg(long)]
    formats: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if input::is_standard_input(&arguments.schema) && input::is_standard_input(&arguments.value) {
        let why = "standard input can hold the schema or the value: give the other one as a file";
        return Err(Failure::one(why));
    }
    let mut schema = schema(&arguments.schema, arguments.lenient)?;
    if arguments.formats {
        schema = schema.enforce_formats();
    }
    let value = input::read(&arguments.value)?;
    let violations = schema.validate(&value, "value");
    let lines: String = violations.iter().map(line).collect();
    console::print(&lines)?;
    Ok(if violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(INVALID) })
}

fn schema(path: &Path, lenient: bool) -> Result<Schema, Failure> {
    let json = input::read(path)?;
    if lenient {
        let (schema, losses) = Schema::from_json_lenient(&json);
        let losses: Vec<String> = losses.iter().map(ToString::to_string).collect();
        console::complain(&losses);
        return Ok(schema);
    }
    Schema::from_json(&json).map_err(|error| {
        let offences = error.offences().iter();
        Failure(offences.map(|offence| format!("{}: {}", offence.path, offence.reason)).collect())
    })
}

fn line(violation: &Violation) -> String {
    let members = [
        ("path", Json::from(&*violation.path)),
        ("kind", violation.kind.as_str().into()),
        ("message", Json::from(&*violation.message)),
    ];
    Json::Object(members.into_iter().collect::<Object>()).to_string() + "\n"
}
