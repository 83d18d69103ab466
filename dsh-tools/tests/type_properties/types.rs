//! Structs and enums of all shapes, and what serde's attributes make of them.
#![allow(clippy::option_option, clippy::zero_sized_map_values, reason = "types of all shapes")]

use std::collections::BTreeMap;

use dsh_tools::data;
use proptest::prelude::{BoxedStrategy, Just, Strategy};
use serde_json::Value;

use crate::sample::{Sample, one_of, structs};

#[data]
#[derive(Clone, Debug)]
pub(crate) struct Unit;

#[data]
#[derive(Clone, Debug)]
pub(crate) struct Metres(f64);

#[data]
#[derive(Clone, Debug)]
pub(crate) struct Distance(Metres);

#[data]
#[derive(Clone, Debug)]
pub(crate) struct TwoParts(u32, Option<String>);

#[data]
#[derive(Clone, Debug)]
#[serde(transparent)]
pub(crate) struct Transparent {
    inner: Vec<Metres>,
}

one_of!(Unit: Just(Unit));
one_of!(Metres: f64::any().prop_map(Metres));
one_of!(Distance: Metres::any().prop_map(Distance));
one_of!(TwoParts: <(u32, Option<String>)>::any().prop_map(|(a, b)| TwoParts(a, b)));
one_of!(Transparent: Vec::any().prop_map(|inner| Transparent { inner }));

fn answer() -> u32 {
    42
}

structs! {
    Point { x: f64, y: f32, }

    #[serde(deny_unknown_fields)]
    Closed {
        must: String,
        #[serde(default)] may: u8,
    }

    #[serde(deny_unknown_fields)]
    Options {
        at: Option<u8>,
        nested: Option<Option<Point>>,
        unit: Option<()>,
    }

    Defaults {
        #[serde(default)] list: Vec<u8>,
        #[serde(default = "answer")] number: u32,
        #[serde(default)] point: Option<Point>,
        #[serde(skip_serializing_if = "Option::is_none")] note: Option<String>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")] more: BTreeMap<String, Unit>,
    }

    #[derive(Default)]
    #[serde(default)]
    AllDefaults { text: String, deep: bool, }

    #[serde(rename_all = "camelCase")]
    Camel { first_name: String, last_name: Option<String>, }

    #[serde(rename_all = "SCREAMING-KEBAB-CASE")]
    Screaming { first_name: String, #[serde(rename = "odd name")] other: i16, }

    #[serde(rename_all = "camelCase")]
    BothWays {
        first_name: String,
        #[serde(rename(serialize = "out"), default)] of_its_own: u8,
        #[serde(skip_deserializing)] only_written: u8,
        #[serde(skip_serializing, default)] #[allow(dead_code)] only_read: u8,
        #[serde(skip)] #[allow(dead_code)] neither: u8,
    }

    Alias { #[serde(alias = "other")] own: u8, }

    Flat { id: u32, #[serde(flatten)] point: Point, }

    FlatMap { id: u32, #[serde(flatten)] others: BTreeMap<String, u8>, }

    FlatNumbers { #[serde(flatten)] others: BTreeMap<u8, bool>, }

    FlatAny { id: Option<u32>, #[serde(flatten)] others: BTreeMap<String, Value>, }

    FlatEnum { id: u32, #[serde(flatten)] part: Part, }

    FlatExternal { id: u32, #[serde(flatten)] shape: External, }

    FlatOption { id: u32, #[serde(flatten)] point: Option<Point>, }

    FlatTwice {
        #[serde(flatten)] flat: Flat,
        #[serde(flatten)] part: Part,
        #[serde(flatten)] names: Camel,
    }

    #[serde(deny_unknown_fields)]
    FlatClosed { id: u32, #[serde(flatten)] part: Part, }

    #[serde(deny_unknown_fields)]
    FlatPoint { id: u32, #[serde(flatten)] point: Point, }

    Size { width: u16, height: u16, }
}

#[data]
#[derive(Clone, Debug)]
pub(crate) struct Empty {}

/// A page of a list.
#[data]
#[derive(Clone, Debug)]
pub(crate) struct Page<T> {
    items: Vec<T>,
    next: Option<String>,
}

one_of!(Empty: Just(Empty {}));

impl<T: Sample> Sample for Page<T> {
    fn any() -> BoxedStrategy<Self> {
        <(Vec<T>, Option<String>)>::any().prop_map(|(items, next)| Self { items, next }).boxed()
    }
}

#[data]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Colour {
    Red,
    #[serde(rename = "dark blue")]
    DarkBlue,
}

/// How to sort.
#[data]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Documented {
    /// The newest first.
    NewestFirst,
    /// By name.
    ByName,
    Unsorted,
}

#[data]
#[derive(Clone, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Part {
    Wheel { size: u8 },
    Door { open: bool },
}

#[data]
#[derive(Clone, Debug)]
pub(crate) enum External {
    Nothing,
    Number(u32),
    Pair(u32, String),
    Named { id: u32, size: Option<Size> },
    Sized(Size),
    Unit(()),
    Maybe(Option<u8>),
}

#[data]
#[derive(Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) enum ExternalClosed {
    Nothing,
    Named { id: u32 },
}

#[data]
#[derive(Clone, Debug)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(crate) enum Internal {
    Circle {
        radius: f32,
    },
    Box(Size),
    Nothing,
    #[serde(rename_all = "kebab-case")]
    Named {
        full_name: String,
    },
    Map(BTreeMap<String, bool>),
}

#[data]
#[derive(Clone, Debug)]
#[serde(tag = "kind", deny_unknown_fields)]
pub(crate) enum InternalClosed {
    Circle { radius: f32 },
    Nothing,
}

#[data]
#[derive(Clone, Debug)]
#[serde(tag = "t", content = "c")]
pub(crate) enum Adjacent {
    Number(u32),
    Pair(u32, String),
    Named { id: u32 },
    Maybe(Option<bool>),
    Nothing,
}

#[data]
#[derive(Clone, Debug)]
#[serde(tag = "t", content = "c", deny_unknown_fields)]
pub(crate) enum AdjacentClosed {
    Sized(Size),
    Nothing,
}

#[data]
#[derive(Clone, Debug)]
#[serde(untagged)]
pub(crate) enum Untagged {
    Number(f64),
    Text(String),
    Pair(u8, u8),
    Sized(Size),
    Listed(Vec<Untagged>),
    Nothing,
}

#[data]
#[derive(Clone, Debug)]
#[serde(tag = "type")]
pub(crate) enum WithOther {
    Known {
        id: u32,
    },
    #[serde(other)]
    Other,
}

#[data]
#[derive(Clone, Debug)]
pub(crate) enum PartlyUntagged {
    Known,
    Id(u32),
    #[serde(untagged)]
    Custom(String),
}

#[data]
#[derive(Clone, Debug)]
#[serde(tag = "kind")]
pub(crate) enum OfEnums {
    Inner(Adjacent),
    Flat {
        id: u32,
        #[serde(flatten)]
        size: Size,
        #[serde(flatten)]
        others: BTreeMap<String, bool>,
    },
}

#[data]
#[derive(Clone, Debug)]
pub(crate) struct Node {
    name: String,
    kids: Vec<Node>,
    left: Option<Box<Node>>,
}

#[data]
#[derive(Clone, Debug)]
pub(crate) enum Expression {
    Number(i32),
    Sum(Box<Expression>, Box<Expression>),
    Call { name: String, arguments: Vec<Expression> },
}

#[data]
#[derive(Clone, Debug)]
#[serde(tag = "op")]
pub(crate) enum Tagged {
    Leaf { value: i8 },
    Not { of: Box<Tagged> },
    All { of: Vec<Tagged> },
}

#[data]
#[derive(Clone, Debug)]
#[serde(untagged)]
pub(crate) enum TextOrMap {
    Text(String),
    Map(BTreeMap<String, TextOrMap>),
}

one_of!(Colour: Just(Self::Red), Just(Self::DarkBlue));
one_of!(Documented: Just(Self::NewestFirst), Just(Self::ByName), Just(Self::Unsorted));
one_of!(
    Part:
    u8::any().prop_map(|size| Self::Wheel { size }),
    bool::any().prop_map(|open| Self::Door { open }),
);
one_of!(
    External:
    Just(Self::Nothing),
    u32::any().prop_map(Self::Number),
    <(u32, String)>::any().prop_map(|(a, b)| Self::Pair(a, b)),
    <(u32, Option<Size>)>::any().prop_map(|(id, size)| Self::Named { id, size }),
    Size::any().prop_map(Self::Sized),
    Just(Self::Unit(())),
    Option::any().prop_map(Self::Maybe),
);
one_of!(ExternalClosed: Just(Self::Nothing), u32::any().prop_map(|id| Self::Named { id }));
one_of!(
    Internal:
    f32::any().prop_map(|radius| Self::Circle { radius }),
    Size::any().prop_map(Self::Box),
    Just(Self::Nothing),
    String::any().prop_map(|full_name| Self::Named { full_name }),
    BTreeMap::any().prop_map(Self::Map),
);
one_of!(
    InternalClosed:
    f32::any().prop_map(|radius| Self::Circle { radius }),
    Just(Self::Nothing),
);
one_of!(
    Adjacent:
    u32::any().prop_map(Self::Number),
    <(u32, String)>::any().prop_map(|(a, b)| Self::Pair(a, b)),
    u32::any().prop_map(|id| Self::Named { id }),
    Option::any().prop_map(Self::Maybe),
    Just(Self::Nothing),
);
one_of!(AdjacentClosed: Size::any().prop_map(Self::Sized), Just(Self::Nothing));
one_of!(
    Untagged:
    f64::any().prop_map(Self::Number),
    String::any().prop_map(Self::Text),
    <(u8, u8)>::any().prop_map(|(a, b)| Self::Pair(a, b)),
    Size::any().prop_map(Self::Sized),
    f64::any().prop_map(|n| Self::Listed(vec![Self::Number(n), Self::Nothing, Self::Listed(vec![])])),
    Just(Self::Nothing),
);
one_of!(WithOther: u32::any().prop_map(|id| Self::Known { id }), Just(Self::Other));
one_of!(
    PartlyUntagged:
    Just(Self::Known),
    u32::any().prop_map(Self::Id),
    String::any().prop_map(Self::Custom),
);
one_of!(
    OfEnums:
    Adjacent::any().prop_map(Self::Inner),
    <(u32, Size, BTreeMap<String, bool>)>::any()
        .prop_map(|(id, size, others)| Self::Flat { id, size, others }),
);
one_of!(
    Node:
    String::any()
        .prop_map(|name| Self { name, kids: Vec::new(), left: None })
        .prop_recursive(3, 8, 2, |inner| {
            (String::any(), proptest::collection::vec(inner.clone(), 0..3), proptest::option::of(inner))
                .prop_map(|(name, kids, left)| Self { name, kids, left: left.map(Box::new) })
        }),
);
one_of!(
    Expression:
    i32::any().prop_map(Self::Number).prop_recursive(3, 8, 2, |inner| {
        let sum = (inner.clone(), inner.clone())
            .prop_map(|(left, right)| Self::Sum(Box::new(left), Box::new(right)));
        let call = (String::any(), proptest::collection::vec(inner, 0..3))
            .prop_map(|(name, arguments)| Self::Call { name, arguments });
        proptest::prop_oneof![sum, call]
    }),
);
one_of!(
    Tagged:
    i8::any().prop_map(|value| Self::Leaf { value }).prop_recursive(3, 8, 2, |inner| {
        let not = inner.clone().prop_map(|of| Self::Not { of: Box::new(of) });
        let all = proptest::collection::vec(inner, 0..3).prop_map(|of| Self::All { of });
        proptest::prop_oneof![not, all]
    }),
);
one_of!(
    TextOrMap:
    String::any().prop_map(Self::Text).prop_recursive(3, 8, 2, |inner| {
        proptest::collection::vec((String::any(), inner), 0..3)
            .prop_map(|members| Self::Map(members.into_iter().collect()))
    }),
);
