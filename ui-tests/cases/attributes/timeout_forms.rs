// fail: what is no positive number of milliseconds, each at its value
use dsh_tools::prelude::*;

const LONG: u64 = 5_000;

/// Zero.
#[tool(timeout_ms = 0)]
fn zero() {}

/// A fraction.
#[tool(timeout_ms = 1.5)]
fn fraction() {}

/// Seconds, which would be read as milliseconds.
#[tool(timeout_ms = 5s)]
fn seconds() {}

/// A constant, which the macro cannot see.
#[tool(timeout_ms = LONG)]
fn constant() {}

/// More than any clock counts.
#[tool(timeout_ms = 99999999999999999999)]
fn endless() {}

/// No value at all.
#[tool(timeout_ms)]
fn missing() {}

fn main() {}
