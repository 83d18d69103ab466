//! `localeCompare` in the order of English dictionaries: signs, digits, letters; case decides only between equals.
//! Beyond ASCII, letters stand by their code points behind all of these.

use std::cmp::Ordering;
use std::iter::Peekable;

use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue};

use super::options::{Options, unknown};

const KNOWN: [&str; 2] = ["numeric", "sensitivity"];

/// What is no letter and no digit, in order.
const SIGNS: &str = "\t\n\u{b}\u{c}\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";

pub(super) fn locale_compare(
    this: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    if this.is_null_or_undefined() {
        let why = "String.prototype.localeCompare takes a text";
        return Err(JsNativeError::typ().with_message(why).into());
    }
    let left = this.to_string(context)?.to_std_string_lossy();
    let right = match arguments.first() {
        Some(right) => right.to_string(context)?.to_std_string_lossy(),
        None => "undefined".to_owned(),
    };
    let options = Options::of(arguments.get(1), arguments.get(2), &KNOWN, context)?;
    let numeric = options.flag("numeric", context)?.unwrap_or(false);
    let ignores_case = match options.text("sensitivity", context)?.as_deref() {
        None | Some("variant" | "case") => false,
        Some("base" | "accent") => true,
        Some(other) => {
            let known = "only base, accent, case and variant";
            return Err(unknown(format!("the sensitivity {other} is not known here, {known}")));
        }
    };
    let mut order = compare(&left, &right, numeric);
    if order == Ordering::Equal && !ignores_case {
        order = by_case(&left, &right);
    }
    Ok(JsValue::from(order as i32))
}

/// Without case.
fn compare(left: &str, right: &str, numeric: bool) -> Ordering {
    let (mut left, mut right) = (left.chars().peekable(), right.chars().peekable());
    loop {
        let (Some(&first), Some(&second)) = (left.peek(), right.peek()) else {
            return left.peek().is_some().cmp(&right.peek().is_some());
        };
        let order = if numeric && first.is_ascii_digit() && second.is_ascii_digit() {
            let (first, second) = (digits(&mut left), digits(&mut right));
            first.len().cmp(&second.len()).then(first.cmp(&second))
        } else {
            left.next();
            right.next();
            rank(first).cmp(&rank(second))
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// A run of digits, without zeros before it.
fn digits(text: &mut Peekable<impl Iterator<Item = char>>) -> String {
    let mut run = String::new();
    while let Some(digit) = text.next_if(char::is_ascii_digit) {
        if digit != '0' || !run.is_empty() {
            run.push(digit);
        }
    }
    run
}

/// A text beside what it is compared by, for those that are compared many times.
pub(in crate::engine) struct Collated {
    text: String,
    ranks: Vec<(u8, u32)>,
}

impl Collated {
    pub(in crate::engine) fn of(text: &JsString) -> Self {
        let text = text.to_std_string_lossy();
        let ranks = text.chars().map(rank).collect();
        Self { text, ranks }
    }

    /// What `localeCompare` says without options.
    pub(in crate::engine) fn compare(&self, other: &Self) -> Ordering {
        self.ranks.cmp(&other.ranks).then_with(|| by_case(&self.text, &other.text))
    }
}

/// The kind of a character, and its place there.
fn rank(character: char) -> (u8, u32) {
    let lower = character.to_lowercase().next().unwrap_or(character);
    match SIGNS.chars().position(|sign| sign == character) {
        Some(place) => (0, u32::try_from(place).unwrap_or(u32::MAX)),
        None if lower.is_ascii_digit() => (1, lower.into()),
        None => (2, lower.into()),
    }
}

/// At the first difference, small letters come first.
fn by_case(left: &str, right: &str) -> Ordering {
    let differing = left.chars().zip(right.chars()).find(|(left, right)| left != right);
    differing
        .map_or(Ordering::Equal, |(left, right)| left.is_uppercase().cmp(&right.is_uppercase()))
}
