//! The members of one schema while it is written: few, in order, the last word on each kept.

use crate::json::{Json, Object};

/// Keywords that say something to the reader and nothing about the value.
const ANNOTATIONS: [&str; 5] = ["description", "title", "default", "examples", "deprecated"];

/// Members of a JSON Schema object; a schema has few, so a list is all they need.
#[derive(Clone, Debug, Default)]
pub struct Keywords(Vec<(&'static str, Json)>);

impl Keywords {
    pub(super) fn of_type(name: &'static str) -> Self {
        Self::one("type", name.into())
    }

    pub(super) fn one(key: &'static str, value: Json) -> Self {
        Self(vec![(key, value)])
    }

    pub(super) fn get(&self, key: &str) -> Option<&Json> {
        self.0.iter().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// Adds a member; if it is there, it keeps its place and takes the new value.
    pub(super) fn set(&mut self, key: &'static str, value: Json) {
        match self.0.iter_mut().find(|(known, _)| *known == key) {
            Some((_, place)) => *place = value,
            None => self.0.push((key, value)),
        }
    }

    pub(super) fn remove(&mut self, key: &str) {
        self.0.retain(|(known, _)| *known != key);
    }

    /// The same schema, which accepts `null` too.
    pub(super) fn or_null(mut self) -> Self {
        let Some(name) = self.get("type").cloned() else { return self.beside_null() };
        self.set("type", vec![name, "null".into()].into());
        // The values that are allowed by name have to name `null` as well.
        if let Some(constant) = self.get("const").cloned() {
            self.remove("const");
            self.set("enum", vec![constant, Json::Null].into());
        } else if let Some(values) = self.get("enum").and_then(Json::as_array).cloned()
            && !values.is_empty()
            && !values.iter().any(Json::is_null)
        {
            self.set("enum", values.iter().cloned().chain([Json::Null]).collect());
        }
        self
    }

    /// A choice between this schema and `null`; what is said to the reader is said of the choice.
    fn beside_null(self) -> Self {
        let (said, inner): (Vec<_>, Vec<_>) =
            self.0.into_iter().partition(|(key, _)| ANNOTATIONS.contains(key));
        let branches = vec![Self(inner).into_json(), Self::of_type("null").into_json()];
        let mut choice = Self::one("anyOf", branches.into());
        choice.0.extend(said);
        choice
    }

    pub(super) fn into_json(self) -> Json {
        Json::Object(self.0.into_iter().collect::<Object>())
    }
}
