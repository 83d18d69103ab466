//! Prints the SDK that the build script wrote: it is part of the program, and costs nothing at run time.

/// What a model, an editor or a TypeScript compiler reads.
const SDK: &str = include_str!(concat!(env!("OUT_DIR"), "/tools.d.ts"));

fn main() {
    print!("{SDK}");
}
