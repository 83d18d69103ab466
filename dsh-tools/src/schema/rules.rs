//! What the rules of one type say of one value of that type, apart from the schemas of its parts.
//! Both the check that only answers yes or no and the walk that lists violations ask here.

use std::collections::HashMap;

use super::node::{ArrayRules, NumberRules, ObjectRules, StringRules};
use super::violation::ViolationKind as Kind;
use crate::json::{Array, Fingerprints, Number, Object};

impl NumberRules {
    /// Whether a number keeps all of them.
    pub(super) fn fits(&self, number: Number) -> bool {
        self.minimum.is_none_or(|bound| number >= bound)
            && self.maximum.is_none_or(|bound| number <= bound)
            && self.exclusive_minimum.is_none_or(|bound| number > bound)
            && self.exclusive_maximum.is_none_or(|bound| number < bound)
            && self.multiple_of.is_none_or(|step| is_multiple(number, step))
    }

    /// The bounds that a number breaks: their kind, the words for them, and the bound.
    pub(super) fn broken(
        &self,
        number: Number,
    ) -> impl Iterator<Item = (Kind, &'static str, Number)> {
        let rules = [
            (Kind::Minimum, "at least", self.minimum.filter(|bound| number < *bound)),
            (Kind::Minimum, "more than", self.exclusive_minimum.filter(|bound| number <= *bound)),
            (Kind::Maximum, "at most", self.maximum.filter(|bound| number > *bound)),
            (Kind::Maximum, "less than", self.exclusive_maximum.filter(|bound| number >= *bound)),
            (
                Kind::MultipleOf,
                "a multiple of",
                self.multiple_of.filter(|step| !is_multiple(number, *step)),
            ),
        ];
        rules.into_iter().filter_map(|(kind, words, bound)| Some((kind, words, bound?)))
    }
}

/// Whether a number is a multiple of another one, in the decimals that they are written in: 0.3 is a
/// multiple of 0.1, whatever their doubles say.
fn is_multiple(number: Number, step: Number) -> bool {
    let (digits, exponent) = number.decimal();
    let (step_digits, step_exponent) = step.decimal();
    let (digits, step_digits) = (u128::from(digits), u128::from(step_digits));
    if digits == 0 || step_digits == 0 {
        return digits == 0;
    }
    let more = i64::from(exponent) - i64::from(step_exponent);
    match u32::try_from(more) {
        Ok(more) => {
            let scaled = digits % step_digits * power_of_ten(more, step_digits);
            scaled.is_multiple_of(step_digits)
        }
        // Neither number has more than 20 digits, so a step that is larger by more is no divisor.
        Err(_) => u32::try_from(-more)
            .ok()
            .and_then(|fewer| 10_u128.checked_pow(fewer)?.checked_mul(step_digits))
            .is_some_and(|step| digits.is_multiple_of(step)),
    }
}

/// 10^exponent modulo a number below 2^64.
fn power_of_ten(mut exponent: u32, modulus: u128) -> u128 {
    let (mut power, mut base) = (1 % modulus, 10 % modulus);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = power * base % modulus;
        }
        base = base * base % modulus;
        exponent /= 2;
    }
    power
}

impl StringRules {
    /// How the length is wrong, in words, and what it is.
    pub(super) fn bad_length(&self, text: &str) -> Option<(Outside, u64)> {
        if self.min_length.is_none() && self.max_length.is_none() {
            return None;
        }
        let length = text.chars().count() as u64;
        Some((outside(length, self.min_length, self.max_length)?, length))
    }

    /// Whether the text matches the pattern and, where asked, the format.
    pub(super) fn fits(&self, text: &str, formats: bool) -> bool {
        self.bad_length(text).is_none()
            && self.pattern.as_ref().is_none_or(|pattern| pattern.matches(text))
            && (!formats || self.format.is_none_or(|format| format.matches(text)))
    }
}

impl ArrayRules {
    /// How the number of items is wrong.
    pub(super) fn bad_count(&self, items: &Array) -> Option<Outside> {
        outside(items.len() as u64, self.min_items, self.max_items)
    }

    /// The places of two equal items, where items have to differ.
    pub(super) fn equal_items(&self, items: &Array) -> Option<(usize, usize)> {
        if self.unique && items.len() > 1 { equal_items(items) } else { None }
    }

    /// How the number of items that fit `contains` is wrong.
    pub(super) fn bad_contained(&self, fitting: u64) -> Option<Outside> {
        outside(fitting, Some(self.min_contains.unwrap_or(1)), self.max_contains)
    }
}

impl ObjectRules {
    /// How the number of members is wrong.
    pub(super) fn bad_count(&self, members: usize) -> Option<Outside> {
        outside(members as u64, self.min_properties, self.max_properties)
    }

    /// Whether all required members are there, of which so many are declared and there.
    pub(super) fn has_required(&self, members: &Object, declared: usize) -> bool {
        self.required.is_empty()
            || (declared == self.required_declared
                && self.required_others.iter().all(|name| members.contains_key(name)))
    }
}

/// A limit that a count misses, and the words for it.
pub(super) struct Outside {
    pub(super) words: &'static str,
    pub(super) limit: u64,
}

fn outside(count: u64, least: Option<u64>, most: Option<u64>) -> Option<Outside> {
    match (least, most) {
        (Some(limit), _) if count < limit => Some(Outside { words: "at least", limit }),
        (_, Some(limit)) if count > limit => Some(Outside { words: "at most", limit }),
        _ => None,
    }
}

fn equal_items(items: &Array) -> Option<(usize, usize)> {
    let fingerprints = Fingerprints::default();
    let mut seen: HashMap<u64, Vec<usize>> = HashMap::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let alike = seen.entry(fingerprints.of(item)).or_default();
        if let Some(first) = alike.iter().find(|first| items.get(**first) == Some(item)) {
            return Some((*first, index));
        }
        alike.push(index);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sch_2_multiples_are_exact() {
        let number = |value: f64| Number::from_f64(value).expect("finite");
        let multiple = |value: f64, step: f64| is_multiple(number(value), number(step));
        assert!(multiple(0.3, 0.1) && multiple(0.0075, 0.0001) && multiple(12_391_239_123.0, 1e-8));
        assert!(
            !multiple(0.00751, 0.0001) && !multiple(1e308, 0.123_456_789) && !multiple(35.0, 1.5)
        );
        assert!(multiple(1e300, 1e-300) && multiple(0.0, 7.0) && !multiple(1e-300, 1.0));
        assert!(multiple(-9.0, 4.5) && !multiple(3.0, 1e300) && multiple(1e20, 1e19));
    }

    #[test]
    fn sch_2_unique_items_are_found_in_long_lists() {
        use crate::json::{Json, parse};
        let mut list: Vec<Json> =
            (0..100_000).map(|n| parse(&format!("[{n},{{\"a\":{n}}}]")).expect("JSON")).collect();
        assert_eq!(equal_items(&list.clone().into()), None);
        list.push(parse("[7,{\"a\":7.0}]").expect("JSON"));
        assert_eq!(equal_items(&list.into()), Some((7, 100_000)));
    }
}
