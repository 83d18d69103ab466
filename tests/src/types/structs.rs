//! Structs and what serde and schemars attributes make of them.

#![allow(clippy::zero_sized_map_values, reason = "types of all shapes")]

use std::collections::BTreeMap;

use dsh_tools::data;
use dsh_tools::prelude::*;
use serde_json::Value;

#[data]
struct Unit;

#[data]
struct Empty {}

#[data]
struct Metres(f64);

#[data]
struct Distance(Metres);

#[data]
struct TwoParts(u32, Option<String>);

#[data]
#[serde(transparent)]
struct Transparent {
    inner: Vec<Metres>,
}

/// A place on a plane.
#[data]
struct Point {
    /// To the right.
    x: f64,
    /// Up.
    y: f64,
}

/// Nothing but these.
#[data]
#[serde(deny_unknown_fields)]
struct Closed {
    must: String,
    #[serde(default)]
    may: u8,
}

#[data]
#[serde(deny_unknown_fields)]
struct ClosedAndEmpty {}

fn answer() -> u32 {
    42
}

/// Some of it has defaults.
#[data]
struct Defaults {
    #[serde(default)]
    list: Vec<u8>,
    #[serde(default = "answer")]
    number: u32,
    #[serde(default)]
    point: Option<Point>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    more: BTreeMap<String, Unit>,
}

/// All of it has defaults.
#[data]
#[derive(Default)]
#[serde(default)]
struct AllDefaults {
    text: String,
    deep: bool,
}

#[data]
#[serde(rename_all = "camelCase")]
struct Camel {
    first_name: String,
    last_name: Option<String>,
}

#[data]
#[serde(rename_all = "kebab-case")]
struct Kebab {
    first_name: String,
    last_name: Option<String>,
}

#[data]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
struct Screaming {
    first_name: String,
}

/// Another name in each direction.
#[data]
#[serde(rename_all(serialize = "PascalCase", deserialize = "camelCase"))]
struct BothWays {
    first_name: String,
    #[serde(rename(serialize = "out"), alias = "other")]
    of_its_own: u8,
    #[serde(skip_deserializing)]
    only_written: u8,
    #[serde(skip_serializing)]
    #[allow(dead_code, reason = "nothing in Rust reads it")]
    only_read: u8,
}

#[data]
struct Flat {
    id: u32,
    #[serde(flatten)]
    point: Point,
}

#[data]
struct FlatMap {
    id: u32,
    #[serde(flatten)]
    others: BTreeMap<String, u8>,
}

#[data]
struct FlatAny {
    id: Option<u32>,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

#[data]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Part {
    Wheel { size: u8 },
    Door { open: bool },
}

#[data]
struct FlatEnum {
    id: u32,
    #[serde(flatten)]
    part: Part,
}

#[data]
struct FlatOption {
    id: u32,
    #[serde(flatten)]
    point: Option<Point>,
}

#[data]
struct FlatTwice {
    #[serde(flatten)]
    flat: Flat,
    #[serde(flatten)]
    part: Part,
    #[serde(flatten)]
    names: Camel,
}

#[data]
#[serde(deny_unknown_fields)]
struct FlatClosed {
    id: u32,
    #[serde(flatten)]
    part: Part,
}

/// What schemars can say besides.
#[data]
#[schemars(title = "Annotated", extend("examples" = [{ "stars": 3 }]))]
struct Annotated {
    #[schemars(range(min = 1, max = 5))]
    stars: u8,
    #[schemars(range(min = -0.5, max = 1e300))]
    wide: f64,
    #[schemars(length(min = 1, max = 3))]
    few: Vec<String>,
    #[schemars(length(equal = 2), regex(pattern = r"^[a-z]*/\*.*\*/$"))]
    code: String,
    #[schemars(email)]
    mail: String,
    #[schemars(url)]
    link: String,
    #[schemars(with = "Option<(u8, Point)>")]
    #[serde(default)]
    disguised: Value,
    #[deprecated]
    #[schemars(extend("readOnly" = true))]
    old: Option<u8>,
}

#[data]
struct Wide {
    a: Point,
    b: Point,
    c: [Point; 2],
    d: (Point, Metres, Unit),
    e: BTreeMap<u8, Point>,
    f: Option<Box<Point>>,
    g: Closed,
    h: Vec<Closed>,
    i: TwoParts,
    j: Vec<TwoParts>,
}

echo! {
    /// Nothing at all.
    unit_struct: Unit;
    /// An object with no members of its own.
    empty_struct: Empty;
    /// A number with a name.
    newtype: Metres;
    /// A number with two names.
    newtype_of_newtype: Distance;
    /// Two in a row.
    tuple_struct: TwoParts;
    /// What it holds.
    transparent: Transparent;
    /// A place.
    plain_struct: Point;
    /// Nothing unknown.
    closed_struct: Closed;
    /// Nothing whatsoever.
    closed_and_empty: ClosedAndEmpty;
    /// With defaults.
    defaults: Defaults;
    /// With defaults only.
    all_defaults: AllDefaults;
    /// camelCase.
    camel: Camel;
    /// kebab-case.
    kebab: Kebab;
    /// `SCREAMING_SNAKE_CASE`.
    screaming: Screaming;
    /// Read and written differently.
    both_ways: BothWays;
    /// A struct flattened.
    flat_struct: Flat;
    /// A map flattened.
    flat_map: FlatMap;
    /// Any members.
    flat_any: FlatAny;
    /// An enum flattened.
    flat_enum: FlatEnum;
    /// An option flattened.
    flat_option: FlatOption;
    /// Flattened over and over.
    flat_twice: FlatTwice;
    /// An enum flattened, and nothing else.
    flat_closed: FlatClosed;
    /// With annotations.
    annotated: Annotated;
    /// One type in many places.
    wide: Wide;
}
