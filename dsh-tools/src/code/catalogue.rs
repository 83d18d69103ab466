//! `tools.$search` and `tools.$describe`: how a program finds its way where the prompt holds names alone (rules SDK-4 and
//! CODE-2). They look at the tools of the start of the run; they are no tools, and calling them is no nested call.

use std::sync::{Arc, LazyLock};

use super::runtime::BindingCall;
use crate::json::{Json, ObjectBuilder, Partial};
use crate::present::{DisclosureLevel, SearchIndex, first_line, fragment, level_of};
use crate::registry::View;
use crate::schema::{Mismatch, Schema, nearest};
use crate::tool::ToolSpec;

/// Finds tools by words.
pub(super) const SEARCH: &str = "$search";
/// Gives the SDK of tools by their names.
pub(super) const DESCRIBE: &str = "$describe";

/// How many characters of a description a search shows.
const MOST_OF_DESCRIPTION: usize = 200;
/// How many tools are described at once.
const MOST_DESCRIBED: usize = 50;
/// How many names an error offers in place of a wrong one.
const MOST_OFFERED: usize = 3;
/// How many characters of a wrong name an error shows.
const MOST_OF_NAME: usize = 100;

/// The tools that a run may look through.
pub(super) struct Catalogue<S>(Arc<View<S>>);

impl<S: Send + Sync + 'static> Catalogue<S> {
    /// The catalogue of a run, where the prompt of its scope holds names alone.
    pub(super) fn of(view: &Arc<View<S>>) -> Option<Self> {
        (level_of(view) == DisclosureLevel::Catalog).then(|| Self(view.clone()))
    }

    /// The answer to a call of one of its functions; none for a call of anything else.
    pub(super) fn answer(&self, call: &BindingCall) -> Option<Result<Json, String>> {
        match &*call.member {
            SEARCH => Some(self.search(&call.arguments)),
            DESCRIBE => Some(self.describe(&call.arguments)),
            _ => None,
        }
    }

    fn search(&self, query: &Json) -> Result<Json, String> {
        let query = query.as_str().filter(|text| !text.trim().is_empty()).ok_or_else(|| {
            expected("words as one text, as in tools.$search(\"create an issue\")", query)
        })?;
        let found = self.found(query);
        let entry = |tool: &ToolSpec| {
            let mut entry = ObjectBuilder::with_capacity(2);
            entry.insert("name", Json::from(tool.name().shared()));
            let line = first_line(tool.description(), MOST_OF_DESCRIPTION);
            entry.insert("description", Json::from(line));
            Json::from(entry.build())
        };
        Ok(found.into_iter().map(entry).collect())
    }

    /// The tools that these words are about, the best first.
    fn found(&self, words: &str) -> Vec<&ToolSpec> {
        let tools: Vec<&ToolSpec> = self.0.tools().map(|tool| &**tool.spec()).collect();
        let index = self.0.tool_set().derived(|_| SearchIndex::of(tools.iter().copied()));
        index.find(words).into_iter().filter_map(|place| tools.get(place).copied()).collect()
    }

    fn describe(&self, names: &Json) -> Result<Json, String> {
        let wanted =
            || expected("a name or a list of names, as in tools.$describe([\"read_file\"])", names);
        let names: Vec<&str> = match names {
            Json::String(name) => vec![name],
            Json::Array(names) if names.len() <= MOST_DESCRIBED => {
                names.iter().map(Json::as_str).collect::<Option<_>>().ok_or_else(wanted)?
            }
            Json::Array(names) => {
                let many = names.len();
                return Err(format!(
                    "{many} names are too many: describe at most {MOST_DESCRIBED}"
                ));
            }
            _ => return Err(wanted()),
        };
        let mut tools: Vec<&ToolSpec> = names
            .into_iter()
            .map(|name| self.tool(name).ok_or_else(|| self.unknown(name)))
            .collect::<Result<_, _>>()?;
        tools.sort_by(|left, right| left.name().cmp(right.name()));
        tools.dedup_by(|left, right| left.name() == right.name());
        Ok(Json::from(fragment(tools)))
    }

    fn tool(&self, name: &str) -> Option<&ToolSpec> {
        let tool = self.0.get(name).map(|tool| &**tool.spec());
        tool.filter(|tool| !tool.is_run_code())
    }

    /// What to tell of a name that no tool has.
    fn unknown(&self, name: &str) -> String {
        let known = self.0.tools().map(|tool| tool.spec().name().as_str());
        let mut near: Vec<&str> = nearest(name, known).into_iter().collect();
        for tool in self.found(name) {
            let name = tool.name().as_str();
            if near.len() < MOST_OFFERED && !near.contains(&name) {
                near.push(name);
            }
        }
        let name: String = name.chars().take(MOST_OF_NAME).collect();
        let offer = match &*near {
            [] => "tools.$search(\"words\") finds tools".to_owned(),
            near => {
                let near: Vec<String> = near.iter().map(|name| format!("{name:?}")).collect();
                format!(
                    "the nearest are {}; tools.$search(\"words\") finds others",
                    near.join(", ")
                )
            }
        };
        format!("there is no tool {name:?}: {offer}")
    }
}

fn expected(what: &str, found: &Json) -> String {
    let found = match found {
        Json::String(_) => "a blank text",
        Json::Object(members) if members.is_empty() => "nothing",
        Json::Array(_) => "a list of other things",
        other => other.type_name(),
    };
    format!("expected {what}, found {found}")
}

/// What is wrong with the arguments of a call in a program's text; none for another function than these two.
pub(super) fn mismatches(function: &str, arguments: &Partial) -> Option<Vec<Mismatch>> {
    static QUERY: LazyLock<Option<Schema>> = LazyLock::new(|| schema(r#"{"type":"string"}"#));
    static NAMES: LazyLock<Option<Schema>> = LazyLock::new(|| {
        schema(r#"{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}"#)
    });
    let schema = match function {
        SEARCH => &*QUERY,
        DESCRIBE => &*NAMES,
        _ => return None,
    };
    Some(schema.as_ref().map(|schema| schema.mismatches(arguments)).unwrap_or_default())
}

fn schema(text: &str) -> Option<Schema> {
    Schema::from_json(&crate::json::parse(text).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Place, What};

    #[test]
    fn code_13_the_schemas_of_both_functions_are_read() {
        let place = Place { line: 1, column: 1 };
        let number = Partial::lone(What::Scalar(Json::from(1)), place);
        for function in [SEARCH, DESCRIBE] {
            assert_eq!(mismatches(function, &number).expect(function).len(), 1);
        }
        assert!(mismatches("search", &number).is_none());
    }
}
