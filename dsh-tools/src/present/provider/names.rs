//! What a provider calls each tool: its own name where that is allowed, else one made of it and a short hash.
//! It rests on the set of names alone, so the same tools always have the same names.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::Limits;

/// `_` and eight hexadecimal digits.
const SUFFIX: usize = 9;

pub(super) struct NameMap {
    theirs: HashMap<Arc<str>, Arc<str>>,
    ours: HashMap<Arc<str>, Arc<str>>,
}

impl NameMap {
    pub(super) fn new<'a>(names: impl Iterator<Item = &'a Arc<str>>, limits: &Limits) -> Self {
        let names: BTreeSet<&Arc<str>> = names.collect();
        let mut map = Self { theirs: HashMap::new(), ours: HashMap::new() };
        // Names that may stay are given first, so that none is taken by a name that was made.
        let (stay, change): (Vec<_>, Vec<_>) =
            names.into_iter().partition(|name| allowed(name, limits));
        for name in stay {
            map.add(name, name.clone());
        }
        for name in change {
            let mut salt = 0;
            let mut made = make(name, salt, limits);
            while map.ours.contains_key(&*made) {
                salt += 1;
                made = make(name, salt, limits);
            }
            map.add(name, made.into());
        }
        map
    }

    fn add(&mut self, ours: &Arc<str>, theirs: Arc<str>) {
        self.ours.insert(theirs.clone(), ours.clone());
        self.theirs.insert(ours.clone(), theirs);
    }

    pub(super) fn theirs<'a>(&'a self, ours: &'a str) -> &'a str {
        self.theirs.get(ours).map_or(ours, |theirs| theirs)
    }

    pub(super) fn ours(&self, theirs: &str) -> Option<&Arc<str>> {
        self.ours.get(theirs)
    }
}

fn allowed(name: &str, limits: &Limits) -> bool {
    name.chars().next().is_some_and(limits.first)
        && name.chars().all(limits.rest)
        && name.len() <= limits.longest_name
}

fn make(name: &str, salt: u32, limits: &Limits) -> String {
    let mut made = String::new();
    if !name.chars().next().is_some_and(limits.first) {
        made.push('_');
    }
    let fitting = name.chars().map(|letter| if (limits.rest)(letter) { letter } else { '_' });
    made.extend(fitting.take(limits.longest_name - SUFFIX - made.len()));
    made.push_str(&format!("_{:08x}", hash(name, salt)));
    made
}

/// FNV-1a, written out because it must never change.
fn hash(name: &str, salt: u32) -> u32 {
    let bytes = name.bytes().chain(salt.to_le_bytes());
    bytes.fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompt_7_made_names_are_fixed_and_taken_ones_are_avoided() {
        let limits = super::super::openai::LIMITS;
        let taken: Arc<str> = make("a.b", 0, &limits).into();
        let names: [Arc<str>; 2] = ["a.b".into(), taken.clone()];
        let map = NameMap::new(names.iter(), &limits);
        assert_eq!(map.theirs(&taken), &*taken);
        assert_eq!(map.theirs("a.b"), make("a.b", 1, &limits));
        assert_eq!(map.ours(map.theirs("a.b")).map(|name| &**name), Some("a.b"));
    }
}
