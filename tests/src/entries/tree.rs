//! Values of a program, those that JSON cannot hold included: as an expression that makes them, and as the JSON
//! that they are if they lose nothing (rules CODE-3 and PIPE-1).

use std::fmt::Write as _;

use dsh_tools::json::{Json, Number, Object};

use super::choices::Choices;

/// A value of a program.
pub(super) enum Tree {
    /// An expression, and what it is as JSON.
    Plain(&'static str, fn() -> Option<Json>),
    Number(f64),
    /// In units of UTF-16, which need not pair.
    Text(Vec<u16>),
    Array(Vec<Tree>),
    Object(Vec<(Vec<u16>, Tree)>),
    /// So many arrays and objects around a value.
    Nested(usize, Box<Tree>),
}

/// Numbers at the edges of what is held exactly, and of what is a number.
const NUMBERS: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.5,
    2_147_483_647.0,
    2_147_483_648.0,
    -2_147_483_649.0,
    9_007_199_254_740_991.0,
    9_007_199_254_740_992.0,
    1_152_921_504_606_846_976.0,
    18_446_744_073_709_551_616.0,
    1e21,
    5e-324,
    f64::MAX,
    f64::NAN,
    f64::NEG_INFINITY,
];

const NAMES: [&str; 12] = [
    "a",
    "__proto__",
    "constructor",
    "toString",
    "length",
    "then",
    "toJSON",
    "0",
    "4294967295",
    "",
    "é😀",
    "-1",
];

const PLAIN: [Tree; 12] = [
    Tree::Plain("null", || Some(Json::Null)),
    Tree::Plain("true", || Some(Json::Bool(true))),
    Tree::Plain("false", || Some(Json::Bool(false))),
    Tree::Plain("undefined", || None),
    Tree::Plain("10n", || None),
    Tree::Plain("Symbol('s')", || None),
    Tree::Plain("(() => 1)", || None),
    Tree::Plain("new Date(0)", || None),
    Tree::Plain("[1, , 2]", || None),
    Tree::Plain("Object.assign([1], { tag: 2 })", || None),
    Tree::Plain("new (class P { x = 1 })()", || None),
    Tree::Plain("Object.create(null)", || Some(Json::Object(Object::default()))),
];

/// Levels that are few, that typed values stop at, and that the engine's border stops at.
const LEVELS: [usize; 6] = [1, 511, 513, 20_000, 99_000, 100_001];

impl Tree {
    /// A value with so many levels of branching at most.
    pub(super) fn read(choices: &mut Choices<'_>, depth: usize) -> Self {
        match choices.below(if depth == 0 { 6 } else { 12 }) {
            0 | 1 => Self::plain(choices.below(PLAIN.len())),
            2 => Self::Number(choices.pick(&NUMBERS)),
            3 => Self::Number(f64::from_bits(choices.bits())),
            4 => Self::Text(text(choices)),
            5 => Self::Number(f64::from(choices.byte())),
            6..=8 => {
                let length = choices.below(5);
                Self::Array((0..length).map(|_| Self::read(choices, depth - 1)).collect())
            }
            9 | 10 => {
                let length = choices.below(5);
                let mut members: Vec<(Vec<u16>, Self)> = Vec::new();
                for _ in 0..length {
                    let (name, member) = (name(choices), Self::read(choices, depth - 1));
                    if members.iter().all(|(known, _)| *known != name) {
                        members.push((name, member));
                    }
                }
                Self::Object(members)
            }
            _ => Self::Nested(choices.pick(&LEVELS), Box::new(Self::read(choices, 0))),
        }
    }

    fn plain(index: usize) -> Self {
        match &PLAIN[index] {
            Self::Plain(text, json) => Self::Plain(text, *json),
            _ => Self::Number(0.0),
        }
    }

    /// An expression of JavaScript that makes the value; `nest` is a function of the program.
    pub(super) fn expression(&self, out: &mut String) {
        match self {
            Self::Plain(text, _) => out.push_str(text),
            Self::Number(number) if number.is_nan() => out.push_str("NaN"),
            Self::Number(number) if number.is_infinite() => {
                out.push_str(if *number > 0.0 { "Infinity" } else { "-Infinity" });
            }
            // Shortest digits that are read as the same double.
            Self::Number(number) => write!(out, "{number:e}").unwrap(),
            Self::Text(units) => quoted(units, out),
            Self::Array(items) => {
                out.push('[');
                for item in items {
                    item.expression(out);
                    out.push(',');
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push_str("({");
                for (name, member) in members {
                    // Computed, so that `__proto__` is a name like others.
                    out.push('[');
                    quoted(name, out);
                    out.push_str("]:");
                    member.expression(out);
                    out.push(',');
                }
                out.push_str("})");
            }
            Self::Nested(levels, inner) => {
                out.push_str("nest(");
                inner.expression(out);
                write!(out, ",{levels})").unwrap();
            }
        }
    }

    /// What it is as JSON, if that loses nothing.
    pub(super) fn json(&self) -> Option<Json> {
        match self {
            Self::Plain(_, json) => json(),
            Self::Number(number) => Number::from_f64(*number).map(Json::Number),
            Self::Text(units) => Some(Json::from(String::from_utf16(units).ok()?)),
            Self::Array(items) => {
                items.iter().map(Self::json).collect::<Option<Vec<_>>>().map(Json::from)
            }
            Self::Object(members) => {
                let member = |(name, member): &(Vec<u16>, Self)| {
                    Some((String::from_utf16(name).ok()?, member.json()?))
                };
                members.iter().map(member).collect::<Option<Object>>().map(Json::Object)
            }
            Self::Nested(levels, inner) => Some(nested(inner.json()?, *levels)),
        }
    }
}

fn nested(inner: Json, levels: usize) -> Json {
    (0..levels).fold(inner, |inner, level| {
        if level % 2 == 1 {
            Json::from(vec![inner])
        } else {
            Json::Object([("k", inner)].into_iter().collect())
        }
    })
}

/// A value of the host, with integers that no program can hold.
pub(super) fn given(choices: &mut Choices<'_>, depth: usize) -> Json {
    match choices.below(if depth == 0 { 4 } else { 7 }) {
        0 => Tree::read(choices, 0).json().unwrap_or_default(),
        1 => Json::from(choices.bits()),
        2 => Json::from(choices.bits().cast_signed()),
        3 => {
            let edge = 1_i64 << 53;
            Json::from(choices.pick(&[
                0,
                edge - 1,
                edge,
                edge + 1,
                1 - edge,
                -edge,
                i64::MIN,
                i64::MAX,
            ]))
        }
        4 => (0..choices.below(4)).map(|_| given(choices, depth - 1)).collect(),
        5 => {
            let length = choices.below(4);
            let member = |_| (String::from_utf16_lossy(&name(choices)), given(choices, depth - 1));
            Json::Object((0..length).map(member).collect())
        }
        _ => nested(given(choices, 0), choices.pick(&LEVELS)),
    }
}

fn name(choices: &mut Choices<'_>) -> Vec<u16> {
    match choices.below(16) {
        known if known < NAMES.len() => NAMES[known].encode_utf16().collect(),
        _ => text(choices),
    }
}

fn text(choices: &mut Choices<'_>) -> Vec<u16> {
    let length = choices.below(6);
    let mut units = Vec::new();
    for _ in 0..length {
        match choices.below(4) {
            0 => units.push(choices.byte().into()),
            1 => units.push(choices.unit()),
            2 => units.extend([0xd83d, 0xde00]),
            _ => units.push(choices.pick(&[0xd800, 0xdbff, 0xdc00, 0xdfff, 0x2028, 0, 0xfeff])),
        }
    }
    units
}

fn quoted(units: &[u16], out: &mut String) {
    out.push('"');
    for unit in units {
        write!(out, "\\u{unit:04x}").unwrap();
    }
    out.push('"');
}
