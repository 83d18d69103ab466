//! Hashes of values, so that equal ones among many are found without comparing each with each.
//! A value's hash is the sum of its parts' hashes, each mixed with the way that leads to it: members may
//! then stand in any order, and nothing recurses (rule SCH-6).

use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use super::value::Json;

/// Hashes values with a seed of its own, so that no sender can make them collide.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fingerprints(RandomState);

impl Fingerprints {
    /// The same for equal values; almost surely another one for others.
    pub(crate) fn of(&self, value: &Json) -> u64 {
        let mut unlimited = usize::MAX;
        self.of_at(value, 0, &mut unlimited).unwrap_or_default()
    }

    /// The same for a value that is one of several, at that place. Spends the budget, one for each value
    /// inside, and is none when that does not suffice.
    pub(crate) fn of_at(&self, value: &Json, place: u64, budget: &mut usize) -> Option<u64> {
        let mut sum = 0_u64;
        let mut pending = vec![(value, place)];
        while let Some((value, way)) = pending.pop() {
            *budget = budget.checked_sub(1)?;
            sum = sum.wrapping_add(self.part(value, way));
            match value {
                Json::Array(items) => {
                    let step = |(index, item)| (item, self.0.hash_one((way, index)));
                    pending.extend(items.iter().enumerate().map(step));
                }
                Json::Object(members) => {
                    let step = |(key, member): (_, _)| (member, self.0.hash_one((way, key)));
                    pending.extend(members.iter().map(step));
                }
                _ => {}
            }
        }
        Some(sum)
    }

    fn part(&self, value: &Json, way: u64) -> u64 {
        let mut hasher = self.0.build_hasher();
        way.hash(&mut hasher);
        value.type_name().hash(&mut hasher);
        match value {
            Json::Null => {}
            Json::Bool(value) => value.hash(&mut hasher),
            Json::Number(number) => number.hash(&mut hasher),
            Json::String(text) => text.hash(&mut hasher),
            Json::Array(items) => items.len().hash(&mut hasher),
            Json::Object(members) => members.len().hash(&mut hasher),
        }
        hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    #[test]
    fn sch_2_equal_values_have_equal_fingerprints() {
        let fingerprints = Fingerprints::default();
        let of = |text: &str| fingerprints.of(&parse(text).expect(text));
        assert_eq!(of(r#"{"a":1,"b":[true]}"#), of(r#"{"b":[true],"a":1.0}"#));
        let others =
            ["[]", "{}", "null", "0", "\"\"", "[[]]", "[1,2]", "[2,1]", r#"{"a":1}"#, r#"{"b":1}"#];
        for (index, left) in others.iter().enumerate() {
            for right in &others[index + 1..] {
                assert_ne!(of(left), of(right), "{left} {right}");
            }
        }
    }
}
