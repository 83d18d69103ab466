//! JSON of which parts are not known, such as a literal in a program: what stands there, and where it was written.
//! One flat list in the order of the text, so that nothing recurses over its depth.

use std::fmt;
use std::sync::Arc;

use super::Json;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// From 1.
    pub(crate) line: usize,
    /// From 1, in UTF-16 units.
    pub(crate) column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// What is known of a part.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum What {
    /// Nothing.
    Unknown,
    /// It is this null, boolean, number or text.
    Scalar(Json),
    /// It is an array; an open one goes on with items that are not known.
    Array { open: bool },
    /// It is an object; an open one may have members that are not known. Of several members of one name the last
    /// one counts.
    Object { open: bool },
}

/// The value itself, or a member or an item of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    /// The name of a member.
    pub(crate) name: Option<Arc<str>>,
    pub(crate) what: What,
    /// Where the value, the name of the member or the item was written.
    pub(crate) at: Place,
    /// How many of the parts that follow are inside of it.
    pub(crate) inside: usize,
}

/// A value of which parts are not known.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Partial {
    parts: Vec<Part>,
}

impl Partial {
    /// A value without anything inside.
    pub(crate) fn lone(what: What, at: Place) -> Self {
        Self { parts: vec![Part { name: None, what, at, inside: 0 }] }
    }

    /// The value that these parts are; none if they are not nested as they say.
    pub(crate) fn from_parts(parts: Vec<Part>) -> Option<Self> {
        // The containers around a part: where each ends, and whether its parts have names.
        let mut around: Vec<(usize, bool)> = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            while around.last().is_some_and(|(end, _)| *end < at) {
                around.pop();
            }
            let end = at.checked_add(part.inside)?;
            let (most, named) = match around.last() {
                Some((end, named)) => (*end, *named),
                None if at == 0 => (parts.len() - 1, false),
                None => return None,
            };
            let holds = matches!(part.what, What::Array { .. } | What::Object { .. });
            let scalar = match &part.what {
                What::Scalar(value) => !matches!(value, Json::Array(_) | Json::Object(_)),
                _ => true,
            };
            let fits = end <= most && named == part.name.is_some() && scalar;
            if !fits || (part.inside > 0 && !holds) {
                return None;
            }
            around.push((end, matches!(part.what, What::Object { .. })));
        }
        let whole = parts.first().is_some_and(|root| root.inside == parts.len() - 1);
        whole.then_some(Self { parts })
    }

    /// All parts: the value itself first, everything inside a part right behind it.
    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Adds a part behind all others; whoever adds to a container closes it afterwards.
    pub(crate) fn add(&mut self, name: Option<Arc<str>>, what: What, at: Place) -> usize {
        self.parts.push(Part { name, what, at, inside: 0 });
        self.parts.len() - 1
    }

    /// Says that everything added since is inside that part.
    pub(crate) fn close(&mut self, part: usize) {
        self.parts[part].inside = self.parts.len() - 1 - part;
    }

    /// The members or items of a part.
    pub(crate) fn children(&self, part: usize) -> impl Iterator<Item = usize> {
        let end = part + self.parts[part].inside;
        let mut next = part + 1;
        std::iter::from_fn(move || {
            let child = next;
            (child <= end).then(|| {
                next = child + 1 + self.parts[child].inside;
                child
            })
        })
    }

    /// The part as a value, if all of it is known.
    pub(crate) fn known(&self, part: usize) -> Option<Json> {
        let mut done: Vec<Json> = Vec::new();
        // From the end, so that what is inside a part is there before it, its first child on top.
        for at in (part..=part + self.parts[part].inside).rev() {
            let value = match &self.parts[at].what {
                What::Unknown | What::Array { open: true } | What::Object { open: true } => {
                    return None;
                }
                What::Scalar(value) => value.clone(),
                What::Array { .. } => self.children(at).filter_map(|_| done.pop()).collect(),
                What::Object { .. } => {
                    let names = self.children(at).map(|child| self.parts[child].name.clone());
                    let members = names.map(|name| (name.unwrap_or_default(), done.pop()));
                    let members = members.filter_map(|(name, value)| Some((name, value?)));
                    Json::Object(members.collect())
                }
            };
            done.push(value);
        }
        done.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Place = Place { line: 1, column: 1 };

    /// `{ a: [1, {}], b: null }`
    fn sample() -> Partial {
        let mut value = Partial::default();
        let root = value.add(None, What::Object { open: false }, AT);
        let list = value.add(Some("a".into()), What::Array { open: false }, AT);
        value.add(None, What::Scalar(Json::from(1)), AT);
        value.add(None, What::Object { open: false }, AT);
        value.close(list);
        value.add(Some("b".into()), What::Scalar(Json::Null), AT);
        value.close(root);
        value
    }

    #[test]
    fn code_13_what_is_known_becomes_a_value() {
        let value = sample();
        assert_eq!(value.children(0).collect::<Vec<_>>(), [1, 4]);
        assert_eq!(value.known(0).unwrap().to_string(), r#"{"a":[1,{}],"b":null}"#);
        assert_eq!(value.known(1).unwrap().to_string(), "[1,{}]");
        assert_eq!(Partial::from_parts(value.parts().to_vec()), Some(value));
    }

    #[test]
    fn code_13_what_holds_unknown_parts_is_no_value() {
        for what in [What::Unknown, What::Array { open: true }, What::Object { open: true }] {
            let mut parts = sample().parts().to_vec();
            parts[3].what = what;
            let value = Partial::from_parts(parts).unwrap();
            assert_eq!(value.known(0), None);
            assert_eq!(value.known(4), Some(Json::Null));
        }
    }

    #[test]
    fn code_13_parts_that_do_not_nest_are_refused() {
        let damage: [fn(&mut Vec<Part>); 7] = [
            |parts| parts[0].inside = 3,
            |parts| parts[0].inside = usize::MAX,
            |parts| parts[1].inside = 4,
            |parts| parts[2].inside = 1,
            |parts| parts[2].name = Some("x".into()),
            |parts| parts[4].name = None,
            Vec::clear,
        ];
        for damage in damage {
            let mut parts = sample().parts().to_vec();
            damage(&mut parts);
            assert_eq!(Partial::from_parts(parts), None);
        }
    }
}
