//! Claims that hold for any input at all: each entry takes bytes and panics where its claim does not hold.
//! The fuzz targets in `fuzz/` call them, and so does the test `fuzzed`; `docs/fuzzing.md` says how.
#![allow(clippy::missing_panics_doc, clippy::panic, clippy::unwrap_used)] // Panicking is how an entry fails.

mod arguments;
mod choices;
mod crossing;
mod frames;
mod front_end;
mod schema;
mod tree;

use std::time::{Duration, Instant};

pub use self::arguments::arguments;
pub use self::crossing::{crossing, crossing_in};
pub use self::frames::frames;
pub use self::front_end::front_end;
pub use self::schema::schema;

/// An entry: any bytes are a case.
pub type Entry = fn(&[u8]);

/// All entries, each under the name of its fuzz target and of the folder of its corpus.
pub const ENTRIES: [(&str, Entry); 5] = [
    ("front_end", front_end),
    ("crossing", crossing),
    ("frames", frames),
    ("schema", schema),
    ("arguments", arguments),
];

/// Much more than any case takes, also without optimisation; what is quadratic in large inputs takes longer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Work that has to be done within [`PATIENCE`].
fn promptly<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let done = work();
    let taken = start.elapsed();
    assert!(taken < PATIENCE, "{what} took {taken:?}");
    done
}
