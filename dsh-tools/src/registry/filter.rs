//! Restrictions: which of the tools that a scope inherits it sees (rule REG-3).
//! They compose visibility; they are no security boundary, guards are.

use std::collections::BTreeSet;

/// An allow list, a deny list, or both. A name is seen if it is on the first and not on the second.
///
/// ```
/// use dsh_tools::registry::Filter;
///
/// let filter = Filter::deny(["drop_table"]);
/// assert!(filter.admits("read_file") && !filter.admits("drop_table"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    allow: Option<BTreeSet<String>>,
    deny: Option<BTreeSet<String>>,
}

fn collect<N: Into<String>>(names: impl IntoIterator<Item = N>) -> BTreeSet<String> {
    names.into_iter().map(Into::into).collect()
}

impl Filter {
    /// Only these names; none if the list is empty. Tools that appear later stay hidden.
    pub fn allow<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Self {
        Self { allow: Some(collect(names)), deny: None }
    }

    /// All but these names, tools that appear later included.
    pub fn deny<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Self {
        Self { allow: None, deny: Some(collect(names)) }
    }

    /// The same filter without these names.
    #[must_use]
    pub fn and_deny<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.deny.get_or_insert_default().extend(names.into_iter().map(Into::into));
        self
    }

    /// Whether a tool of that name is seen.
    #[must_use]
    pub fn admits(&self, name: &str) -> bool {
        self.allow.as_ref().is_none_or(|allow| allow.contains(name))
            && !self.deny.as_ref().is_some_and(|deny| deny.contains(name))
    }

    /// Whether it has no list at all, and so says nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.allow.is_none() && self.deny.is_none()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.allow.iter().chain(&self.deny).flatten().map(String::as_str)
    }
}
