//! `localeCompare` in the order of English dictionaries: signs, digits, letters; case decides only between equals.
//! Accents decide between what is equal without them. Beyond the letters of western Europe, letters stand by their
//! code points behind all of these.

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
    let (accents, case) = match options.text("sensitivity", context)?.as_deref() {
        None | Some("variant") => (true, true),
        Some("case") => (false, true),
        Some("accent") => (true, false),
        Some("base") => (false, false),
        Some(other) => {
            let known = "only base, accent, case and variant";
            return Err(unknown(format!("the sensitivity {other} is not known here, {known}")));
        }
    };
    let mut order = compare(&left, &right, numeric);
    if accents {
        order = order.then_with(|| by_accents(&left, &right));
    }
    if case {
        order = order.then_with(|| by_case(&left, &right));
    }
    Ok(JsValue::from(order as i32))
}

/// Letters with accents by the letter without, in the order in which accents decide.
const ACCENTED: [(char, &str); 10] = [
    ('a', "áàâåäã"),
    ('c', "ç"),
    ('e', "éèêë"),
    ('i', "íìîï"),
    ('n', "ñ"),
    ('o', "óòôöõ"),
    ('s', "š"),
    ('u', "úùûü"),
    ('y', "ýÿ"),
    ('z', "ž"),
];

/// A small letter without its accent, and the place of the accent; 0 for none.
fn taken_apart(letter: char) -> (char, usize) {
    let found = ACCENTED.iter().find_map(|(plain, accented)| {
        accented.chars().position(|known| known == letter).map(|at| (*plain, at + 1))
    });
    found.unwrap_or((letter, 0))
}

fn small(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

fn accent(letter: char) -> usize {
    if letter.is_ascii() { 0 } else { taken_apart(small(letter)).1 }
}

/// Without accents and case.
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
        let (left, right) = (&self.text, &other.text);
        self.ranks
            .cmp(&other.ranks)
            .then_with(|| by_accents(left, right))
            .then_with(|| by_case(left, right))
    }
}

/// The kind of a character, and its place there.
fn rank(character: char) -> (u8, u32) {
    let lower = small(character);
    let lower = if lower.is_ascii() { lower } else { taken_apart(lower).0 };
    match SIGNS.chars().position(|sign| sign == character) {
        Some(place) => (0, u32::try_from(place).unwrap_or(u32::MAX)),
        None if lower.is_ascii_digit() => (1, lower.into()),
        None => (2, lower.into()),
    }
}

fn by_accents(left: &str, right: &str) -> Ordering {
    left.chars().map(accent).cmp(right.chars().map(accent))
}

/// At the first difference, small letters come first.
fn by_case(left: &str, right: &str) -> Ordering {
    let differing = left.chars().zip(right.chars()).find(|(left, right)| left != right);
    differing
        .map_or(Ordering::Equal, |(left, right)| left.is_uppercase().cmp(&right.is_uppercase()))
}
