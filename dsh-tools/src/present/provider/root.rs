//! The root of a schema as all providers want it: an object with properties, and no union beside them.

use std::collections::HashSet;
use std::sync::Arc;

use crate::json::{Json, Object};

const UNIONS: [&str; 3] = ["allOf", "anyOf", "oneOf"];
const REFUSED: [&str; 4] = ["not", "enum", "const", "$ref"];

/// The schema that a local reference names.
pub(super) fn resolve<'a>(root: &'a Json, reference: &str) -> Option<&'a Json> {
    let mut place = root;
    for step in reference.strip_prefix('#')?.split('/').skip(1) {
        let step = step.replace("~1", "/").replace("~0", "~");
        place = match place {
            Json::Array(items) => items.get(step.parse().ok()?)?,
            Json::Object(members) => members.get(&step)?,
            _ => return None,
        };
    }
    Some(place)
}

/// Follows references from there to a schema that is none, or to where they go round in circles.
fn target<'a>(root: &'a Json, mut schema: &'a Json) -> &'a Json {
    let mut seen = HashSet::new();
    while let Some(reference) = schema.get("$ref").and_then(Json::as_str) {
        match resolve(root, reference) {
            Some(next) if seen.insert(reference) => schema = next,
            _ => break,
        }
    }
    schema
}

/// The root without unions: properties of their branches become optional properties of it.
pub(super) fn flat(schema: &Json, losses: &mut Vec<(String, String)>) -> Json {
    let base = target(schema, schema);
    let mut members: Vec<(Arc<str>, Json)> = Vec::new();
    let mut properties: Vec<(Arc<str>, Json)> = Vec::new();
    let mut known: HashSet<Arc<str>> = HashSet::new();
    let mut add = |from: &Json, properties: &mut Vec<(Arc<str>, Json)>| {
        for (name, property) in
            from.get("properties").and_then(Json::as_object).into_iter().flatten()
        {
            if known.insert(name.clone()) {
                properties.push((name.clone(), property.clone()));
            }
        }
    };
    add(schema, &mut properties);
    add(base, &mut properties);
    for (keyword, value) in base.as_object().into_iter().flatten() {
        if UNIONS.contains(&&**keyword) {
            for branch in value.as_array().into_iter().flat_map(|branches| branches.iter()) {
                add(target(schema, branch), &mut properties);
            }
            let reason =
                "not allowed at the root: properties of its branches are listed as optional ones";
            losses.push((format!(".{keyword}"), reason.to_owned()));
        } else if REFUSED.contains(&&**keyword) {
            losses.push((format!(".{keyword}"), "not allowed at the root, left out".to_owned()));
        } else if !matches!(&**keyword, "type" | "properties" | "$schema" | "$id") {
            members.push((keyword.clone(), value.clone()));
        }
    }
    let mut flat: Vec<(Arc<str>, Json)> = vec![
        ("type".into(), "object".into()),
        ("properties".into(), properties.into_iter().collect::<Object>().into()),
    ];
    flat.extend(members);
    for keyword in ["$defs", "definitions"] {
        if let Some(definitions) = schema.get(keyword) {
            flat.push((keyword.into(), definitions.clone()));
        }
    }
    flat.into_iter().collect::<Object>().into()
}
