//! Whether a schema can be listed in a provider's strict form, as it stands: nothing is rewritten to make it so.
//! Optional properties as nullable ones would be another schema, whose nulls the tool never agreed to.

use std::collections::HashSet;

use crate::json::Json;

const MOST_REASONS: usize = 20;

/// What a provider's strict form takes.
pub(super) struct Rules {
    pub(super) keywords: &'static [&'static str],
    pub(super) formats: &'static [&'static str],
    pub(super) all_required: bool,
    pub(super) deepest: usize,
    pub(super) most_properties: usize,
    pub(super) most_enum_values: usize,
    pub(super) longest_text: usize,
    /// Over all strict tools of a request.
    pub(super) most_tools: usize,
    pub(super) most_optional: usize,
    pub(super) most_unions: usize,
}

/// What the strict tools of a request have used up.
#[derive(Default)]
pub(super) struct Budget {
    tools: usize,
    optional: usize,
    unions: usize,
}

#[derive(Default)]
struct Count {
    properties: usize,
    enum_values: usize,
    optional: usize,
    unions: usize,
    text: usize,
}

struct Walk<'r> {
    rules: &'r Rules,
    reasons: Vec<String>,
    count: Count,
}

impl Rules {
    /// Why the schema cannot be strict; takes its share of the budget if it can.
    pub(super) fn reasons(&self, own: &Json, told: &Json, budget: &mut Budget) -> Vec<String> {
        let mut walk = Walk { rules: self, reasons: Vec::new(), count: Count::default() };
        if ["allOf", "anyOf", "oneOf", "not", "enum", "const"]
            .iter()
            .any(|&union| own.get(union).is_some())
        {
            walk.refuse("parameters", "the root is more than an object");
        }
        walk.all(told);
        let Walk { mut reasons, count, .. } = walk;
        let tools = budget.tools + 1;
        let optional = budget.optional + count.optional;
        let unions = budget.unions + count.unions;
        for (what, found, most) in [
            ("properties", count.properties, self.most_properties),
            ("enum values", count.enum_values, self.most_enum_values),
            ("bytes of names and values", count.text, self.longest_text),
            ("strict tools in a request", tools, self.most_tools),
            ("optional properties in a request", optional, self.most_optional),
            ("unions in a request", unions, self.most_unions),
        ] {
            if found > most {
                reasons.push(format!("parameters: {found} {what}, at most {most} are allowed"));
            }
        }
        if reasons.is_empty() {
            *budget = Budget { tools, optional, unions };
        }
        reasons.truncate(MOST_REASONS);
        reasons
    }
}

impl Walk<'_> {
    fn refuse(&mut self, path: &str, reason: impl std::fmt::Display) {
        if self.reasons.len() < MOST_REASONS {
            self.reasons.push(format!("{path}: {reason}"));
        }
    }

    fn all(&mut self, root: &Json) {
        let mut open = vec![(root, "parameters".to_owned(), 1)];
        while let Some((schema, path, depth)) = open.pop() {
            if self.reasons.len() >= MOST_REASONS {
                return; // Paths of deep schemas are long; enough was said.
            }
            if depth > self.rules.deepest {
                self.refuse(&path, format_args!("nests deeper than {} levels", self.rules.deepest));
                continue;
            }
            self.one(schema, &path);
            for keyword in ["properties", "$defs", "definitions"] {
                let children = schema.get(keyword).and_then(Json::as_object);
                for (name, child) in children.into_iter().flatten() {
                    self.count.text += name.len();
                    open.push((child, format!("{path}.{keyword}.{name}"), depth + 1));
                }
            }
            if let Some(items) = schema.get("items") {
                open.push((items, format!("{path}.items"), depth + 1));
            }
            for keyword in ["anyOf", "allOf"] {
                let branches = schema.get(keyword).and_then(Json::as_array);
                for (index, branch) in branches.into_iter().flat_map(|all| all.iter()).enumerate() {
                    open.push((branch, format!("{path}.{keyword}[{index}]"), depth));
                }
            }
        }
    }

    fn one(&mut self, schema: &Json, path: &str) {
        let Some(members) = schema.as_object() else {
            return self.refuse(path, "accepts anything, or nothing");
        };
        for keyword in members.keys() {
            if !self.rules.keywords.contains(&&**keyword) {
                self.refuse(path, format_args!("`{keyword}` is not supported"));
            }
        }
        if !["type", "anyOf", "allOf", "$ref", "enum", "const"]
            .iter()
            .any(|says| members.contains_key(says))
        {
            self.refuse(path, "accepts anything");
        }
        if let Some(format) = schema.get("format").and_then(Json::as_str)
            && !self.rules.formats.contains(&format)
        {
            self.refuse(path, format_args!("the format `{format}` is not supported"));
        }
        let listed = schema.get("type").is_some_and(|kind| kind.as_array().is_some());
        self.count.unions += usize::from(listed || members.contains_key("anyOf"));
        for value in
            schema.get("enum").and_then(Json::as_array).into_iter().flat_map(|all| all.iter())
        {
            self.count.enum_values += 1;
            self.count.text += value.as_str().map_or(0, str::len);
        }
        if is_object(schema) {
            self.object(schema, path);
        }
    }

    fn object(&mut self, schema: &Json, path: &str) {
        if schema["additionalProperties"].as_bool() != Some(false) {
            self.refuse(path, "allows properties that it does not declare");
        }
        let required: HashSet<&str> = schema["required"]
            .as_array()
            .into_iter()
            .flat_map(|names| names.iter())
            .filter_map(Json::as_str)
            .collect();
        for name in schema["properties"].as_object().into_iter().flat_map(|all| all.keys()) {
            self.count.properties += 1;
            if !required.contains(&**name) {
                self.count.optional += 1;
                if self.rules.all_required {
                    self.refuse(path, format_args!("`{name}` is optional"));
                }
            }
        }
    }
}

fn is_object(schema: &Json) -> bool {
    match &schema["type"] {
        Json::String(kind) => &**kind == "object",
        Json::Array(kinds) => kinds.iter().any(|kind| kind.as_str() == Some("object")),
        _ => schema.get("properties").is_some(),
    }
}
