//! Enums in the four ways that serde writes them.

use std::collections::BTreeMap;

use dsh_tools::data;
use dsh_tools::prelude::*;

#[data]
enum Plain {
    One,
    Two,
}

/// How to sort.
#[data]
#[serde(rename_all = "snake_case")]
enum Documented {
    /// The newest first.
    NewestFirst,
    /// By name, from A to Z.
    ByName,
    Unsorted,
}

#[data]
enum Only {
    This,
}

/// Texts that need care in quotes.
#[data]
enum Quoted {
    #[serde(rename = "say \"hello\"")]
    Quotes,
    #[serde(rename = "back\\slash")]
    Backslash,
    #[serde(rename = "new\nline\u{2028}\u{0}")]
    Lines,
    #[serde(rename = "*/ ${x} ` //")]
    Comment,
    #[serde(rename = "")]
    Empty,
    #[serde(rename = "日本 😀")]
    Letters,
}

#[data]
struct Size {
    width: u16,
    height: u16,
}

#[data]
enum External {
    Nothing,
    Number(u32),
    Pair(u32, String),
    Named { id: u32, size: Option<Size> },
    Sized(Size),
    Unit(()),
}

#[data]
#[serde(deny_unknown_fields)]
enum ExternalClosed {
    Nothing,
    Named { id: u32 },
}

/// A shape.
#[data]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Internal {
    /// Round.
    Circle { radius: f32 },
    /// Not round.
    Box(Size),
    /// Not there.
    Nothing,
    #[serde(rename_all = "kebab-case")]
    Named { full_name: String },
}

#[data]
#[serde(tag = "kind", deny_unknown_fields)]
enum InternalClosed {
    Circle { radius: f32 },
    Nothing,
}

#[data]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Number(u32),
    Pair(u32, String),
    Named { id: u32 },
    Nothing,
}

#[data]
#[serde(tag = "t", content = "c", deny_unknown_fields)]
enum AdjacentClosed {
    Sized(Size),
    Nothing,
}

#[data]
#[serde(untagged)]
enum Untagged {
    Number(f64),
    Text(String),
    Pair(u8, u8),
    Sized(Size),
    Listed(Vec<Untagged>),
    Nothing,
}

/// What is known, and what is not.
#[data]
#[serde(tag = "type")]
enum WithOther {
    Known {
        id: u32,
    },
    #[serde(other)]
    Other,
}

/// The last one says itself what it is.
#[data]
enum PartlyUntagged {
    Known,
    Id(u32),
    #[serde(untagged)]
    Custom(String),
}

#[data]
#[serde(tag = "kind")]
enum OfEnums {
    Inner(InternalClosed),
    #[serde(rename = "flat")]
    Flat {
        id: u32,
        #[serde(flatten)]
        size: Size,
        #[serde(flatten)]
        others: BTreeMap<String, bool>,
    },
}

/// Has no value.
#[data]
enum Never {}

#[data]
struct Places {
    one: Option<Internal>,
    many: Vec<External>,
    named: BTreeMap<String, Untagged>,
    pair: (Plain, Documented),
    never: Option<Never>,
    again: [Documented; 2],
}

echo! {
    /// One of two.
    plain_enum: Plain;
    /// One of several, each described.
    documented_enum: Documented;
    /// One of one.
    enum_of_one: Only;
    /// One of many odd texts.
    quoted_enum: Quoted;
    /// The name as a key.
    external_enum: External;
    /// The name as a key, and nothing unknown.
    external_closed: ExternalClosed;
    /// The name inside.
    internal_enum: Internal;
    /// The name inside, and nothing unknown.
    internal_closed: InternalClosed;
    /// The name beside.
    adjacent_enum: Adjacent;
    /// The name beside, and nothing unknown.
    adjacent_closed: AdjacentClosed;
    /// No name.
    untagged_enum: Untagged;
    /// Others may come.
    enum_with_other: WithOther;
    /// Some have names.
    partly_untagged: PartlyUntagged;
    /// Enums in an enum.
    enum_of_enums: OfEnums;
    /// Enums in all places.
    enums_in_places: Places;
    /// Lists of enums.
    list_of_enums: Vec<Vec<Option<Quoted>>>;
}
