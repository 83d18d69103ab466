//! A schema in Gemini's subset of `OpenAPI`: no references, one type for each place, `nullable`, enums of strings only.
//! References are written out where they stand, up to a depth and a number of places; what is left out is told.

use std::sync::Arc;

use super::root::resolve;
use crate::json::{Json, Object};

const DEEPEST: usize = 32;
const MOST_PLACES: usize = 10_000;
const KEPT: [&str; 11] = [
    "title",
    "description",
    "default",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "nullable",
];
const COUNTS: [&str; 2] = ["minProperties", "maxProperties"];
/// Said by other means, or without a meaning for the model.
const SILENT: [&str; 7] =
    ["$defs", "definitions", "$schema", "$id", "$comment", "examples", "deprecated"];

/// What stands under a keyword of a place.
enum Slot {
    Value(Json),
    Place(usize),
    Named(Vec<(Arc<str>, usize)>),
    List(Vec<usize>),
}

type Place = Vec<(Arc<str>, Slot)>;

/// A place still to be read.
struct Open<'a> {
    index: usize,
    schema: &'a Json,
    path: String,
    depth: usize,
    /// The references that lead here.
    trail: Vec<&'a str>,
}

struct Projector<'a, 'l> {
    root: &'a Json,
    places: Vec<Place>,
    open: Vec<Open<'a>>,
    losses: &'l mut Vec<(String, String)>,
}

/// The schema as Gemini takes it.
pub(super) fn projected(root: &Json, losses: &mut Vec<(String, String)>) -> Json {
    let mut projector = Projector { root, places: vec![Vec::new()], open: Vec::new(), losses };
    projector.open.push(Open {
        index: 0,
        schema: root,
        path: String::new(),
        depth: 0,
        trail: Vec::new(),
    });
    while let Some(open) = projector.open.pop() {
        let index = open.index;
        let place = projector.place(open);
        projector.places[index] = place;
    }
    assembled(projector.places)
}

/// Places come after those that they lie in, so the last are finished first.
fn assembled(mut places: Vec<Place>) -> Json {
    let mut finished: Vec<Json> = vec![Json::Null; places.len()];
    while let Some(place) = places.pop() {
        let index = places.len();
        let members = place.into_iter().map(|(keyword, slot)| {
            let value = match slot {
                Slot::Value(value) => value,
                Slot::Place(child) => std::mem::take(&mut finished[child]),
                Slot::Named(children) => children
                    .into_iter()
                    .map(|(name, child)| (name, std::mem::take(&mut finished[child])))
                    .collect::<Object>()
                    .into(),
                Slot::List(children) => {
                    children.into_iter().map(|child| std::mem::take(&mut finished[child])).collect()
                }
            };
            (keyword, value)
        });
        let built: Json = members.collect::<Object>().into();
        finished[index] = built;
    }
    finished.into_iter().next().unwrap_or_default()
}

impl<'a> Projector<'a, '_> {
    fn lose(&mut self, path: &str, reason: impl Into<String>) {
        self.losses.push((path.to_owned(), reason.into()));
    }

    fn child(&mut self, under: &Open<'a>, schema: &'a Json, step: &str) -> usize {
        let index = self.places.len();
        self.places.push(Vec::new());
        let path = format!("{}{step}", under.path);
        let (depth, trail) = (under.depth + 1, under.trail.clone());
        self.open.push(Open { index, schema, path, depth, trail });
        index
    }

    /// Anything that cannot be said is a text to the model: arguments are checked against the real schema.
    fn unsaid(&mut self, path: &str, reason: &str) -> Place {
        self.lose(path, format!("{reason}; told as a string"));
        vec![("type".into(), Slot::Value("STRING".into()))]
    }

    fn place(&mut self, mut open: Open<'a>) -> Place {
        if open.depth > DEEPEST {
            return self.unsaid(&open.path, "nests too deep");
        }
        if self.places.len() > MOST_PLACES {
            return self.unsaid(&open.path, "the schema is too large");
        }
        let mut beside = Vec::new();
        while let Some(reference) = open.schema.get("$ref").and_then(Json::as_str) {
            if open.trail.contains(&reference) {
                return self.unsaid(&open.path, "is recursive");
            }
            let Some(next) = resolve(self.root, reference) else {
                return self.unsaid(&open.path, "its reference leads nowhere");
            };
            if let Some(description) = open.schema.get("description") {
                beside.push(("description".into(), Slot::Value(description.clone())));
            }
            open.trail.push(reference);
            open.schema = next;
        }
        let Some(members) = open.schema.as_object() else {
            return self.unsaid(&open.path, "accepts anything, or nothing");
        };
        self.members(&open, members, beside)
    }

    fn members(&mut self, open: &Open<'a>, members: &'a Object, beside: Place) -> Place {
        let mut place: Place = beside.into_iter().take(1).collect();
        let kind = self.kind(open, members, &mut place);
        let union = members.get("anyOf").or_else(|| members.get("oneOf")).and_then(Json::as_array);
        for (keyword, value) in members {
            match &**keyword {
                "type" | "anyOf" | "oneOf" => {}
                "enum" | "const" => self.allowed(open, kind, keyword, value, &mut place),
                "format" => self.format(open, kind, value, &mut place),
                "properties" => {
                    let children = value.as_object().into_iter().flatten();
                    let named: Vec<_> = children
                        .map(|(name, child)| {
                            (name.clone(), self.child(open, child, &format!(".properties.{name}")))
                        })
                        .collect();
                    if !named.is_empty() {
                        place.push((keyword.clone(), Slot::Named(named)));
                    }
                }
                "items" => {
                    let index = self.child(open, value, ".items");
                    place.push((keyword.clone(), Slot::Place(index)));
                }
                "required" => {
                    // A name without a property is refused.
                    let known = |name: &&Json| {
                        name.as_str()
                            .is_some_and(|name| open.schema["properties"].get(name).is_some())
                    };
                    let names = value.as_array().into_iter().flat_map(|names| names.iter());
                    let names: Vec<Json> = names.filter(known).cloned().collect();
                    if !names.is_empty() {
                        place.push((keyword.clone(), Slot::Value(names.into())));
                    }
                }
                "description" if place.iter().any(|(known, _)| known == keyword) => {}
                known if KEPT.contains(&known) || COUNTS.contains(&known) => {
                    place.push((keyword.clone(), Slot::Value(value.clone())));
                }
                known if SILENT.contains(&known) => {}
                // Whether more is allowed is checked at the call; what more may be is lost.
                "additionalProperties" if value.as_bool().is_some() => {}
                other => self.lose(&open.path, format!("`{other}` is not supported, left out")),
            }
        }
        if kind == Some("ARRAY") && !members.contains_key("items") {
            let index = self.child(open, &Json::Null, ".items");
            place.push(("items".into(), Slot::Place(index)));
        }
        if let Some(branches) = union {
            self.union(open, branches, &mut place);
        }
        if !place.iter().any(|(keyword, _)| matches!(&**keyword, "type" | "anyOf")) {
            place.extend(self.unsaid(&open.path, "accepts anything"));
        }
        place
    }

    /// The one type, and whether `null` goes too.
    fn kind(
        &mut self,
        open: &Open<'a>,
        members: &Object,
        place: &mut Place,
    ) -> Option<&'static str> {
        let named: Vec<&str> = match members.get("type") {
            Some(Json::Array(names)) => names.iter().filter_map(Json::as_str).collect(),
            Some(name) => name.as_str().into_iter().collect(),
            None if members.contains_key("properties") => vec!["object"],
            None if members.get("enum").or_else(|| members.get("const")).is_some() => {
                vec!["string"]
            }
            None => return None,
        };
        let mut kinds = named.iter().filter_map(|name| upper(name));
        let kind = kinds.next().or_else(|| named.contains(&"null").then_some("NULL"))?;
        let others = kinds.count();
        if others > 0 {
            self.lose(&open.path, format!("is one of several types; told as {kind}"));
        }
        place.push(("type".into(), Slot::Value(kind.into())));
        if named.contains(&"null") && kind != "NULL" {
            place.push(("nullable".into(), Slot::Value(true.into())));
        }
        Some(kind)
    }

    fn allowed(
        &mut self,
        open: &Open<'a>,
        kind: Option<&str>,
        keyword: &str,
        value: &Json,
        place: &mut Place,
    ) {
        let values: Vec<&Json> = match value {
            Json::Array(values) if keyword == "enum" => values.iter().collect(),
            one => vec![one],
        };
        let texts: Vec<Json> = values
            .iter()
            .filter(|value| value.as_str().is_some())
            .map(|&value| value.clone())
            .collect();
        if kind != Some("STRING") || texts.is_empty() {
            return self.lose(&open.path, format!("`{keyword}` is for strings only, left out"));
        }
        if texts.len() < values.len() {
            self.lose(
                &open.path,
                format!("values of `{keyword}` that are no strings are left out"),
            );
        }
        place.push(("enum".into(), Slot::Value(texts.into())));
    }

    fn format(&mut self, open: &Open<'a>, kind: Option<&str>, value: &Json, place: &mut Place) {
        let known: &[&str] = match kind {
            Some("STRING") => &["date-time"],
            Some("INTEGER") => &["int32", "int64"],
            Some("NUMBER") => &["float", "double"],
            _ => &[],
        };
        match value.as_str() {
            Some(name) if known.contains(&name) => {
                place.push(("format".into(), Slot::Value(value.clone())));
            }
            _ => self.lose(&open.path, "the `format` is not supported, left out"),
        }
    }

    /// Branches that are only `null` become `nullable`; of a place with a type, the type says enough.
    fn union(&mut self, open: &Open<'a>, branches: &'a crate::json::Array, place: &mut Place) {
        if place.iter().any(|(keyword, _)| &**keyword == "type") {
            return self.lose(&open.path, "a union beside a type is not supported, left out");
        }
        let is_null = |branch: &&Json| branch["type"].as_str() == Some("null");
        if branches.iter().any(|branch| is_null(&branch)) {
            place.push(("nullable".into(), Slot::Value(true.into())));
        }
        let real = branches.iter().enumerate().filter(|(_, branch)| !is_null(branch));
        let list: Vec<usize> = real
            .map(|(index, branch)| self.child(open, branch, &format!(".anyOf[{index}]")))
            .collect();
        if !list.is_empty() {
            place.push(("anyOf".into(), Slot::List(list)));
        }
    }
}

fn upper(name: &str) -> Option<&'static str> {
    Some(match name {
        "string" => "STRING",
        "integer" => "INTEGER",
        "number" => "NUMBER",
        "boolean" => "BOOLEAN",
        "array" => "ARRAY",
        "object" => "OBJECT",
        _ => return None,
    })
}
