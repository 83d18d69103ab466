//! The vocabulary: what each keyword may hold, which types it speaks of, and where it goes in a node.

use std::sync::Arc;

use super::compile::{Compiler, Step, Weight};
use super::format::Format;
use super::node::{
    Additional, Allowed, ArrayRules, Node, NodeId, NumberRules, ObjectRules, Properties, Property,
    StringRules, Types,
};
use super::path::shortened;
use super::pattern::Pattern;
use super::text::shown;
use crate::json::{Json, Number, Object};

/// Reads the keywords of one schema.
pub(super) fn read<'a>(
    compiler: &mut Compiler<'a>,
    id: NodeId,
    members: &'a Object,
    json: &'a Json,
    node: &mut Node,
) {
    let mut reader = Reader { compiler, id, members, json, node };
    reader.types();
    for (keyword, value) in members {
        reader.keyword(keyword, value);
    }
    reader.mark_required();
    reader.check_values();
}

struct Reader<'r, 'a> {
    compiler: &'r mut Compiler<'a>,
    id: NodeId,
    members: &'a Object,
    json: &'a Json,
    node: &'r mut Node,
}

impl<'a> Reader<'_, 'a> {
    fn bad(&mut self, reason: impl Into<String>) {
        self.compiler.offence(self.id, Weight::Node, reason);
    }

    fn types(&mut self) {
        let Some(value) = self.members.get("type") else { return };
        let names: Vec<&Json> = match value {
            Json::Array(names) => names.iter().collect(),
            name => vec![name],
        };
        let mut types = Types::default();
        for name in &names {
            match name.as_str().and_then(Types::named) {
                Some(known) => types = types.union(known),
                None => self.bad(format!("`type` is {}, which is no JSON type", shown(name))),
            }
        }
        if names.is_empty() {
            self.bad("`type` is an empty list");
        }
        if self.members.get("nullable") == Some(&Json::Bool(true)) {
            types = types.union(Types::NULL);
        }
        if types != Types::default() {
            self.node.types = Some(types);
        }
    }

    fn keyword(&mut self, keyword: &str, value: &'a Json) {
        if let Some(about) = speaks_of(keyword)
            && let Some(types) = self.node.types
            && !types.overlaps(about)
        {
            self.bad(format!("`{keyword}` says nothing about {}", types.expected()));
            return;
        }
        match keyword {
            "$id" if self.id != 0 => {
                let reason = "`$id` below the root is not supported: references are resolved \
                              against the whole schema";
                self.compiler.offence(self.id, Weight::Keyword, reason);
            }
            "type" | "$schema" | "$id" | "$comment" | "examples" | "deprecated" | "readOnly"
            | "nullable" => {}
            "writeOnly" => self.node.secret = value == &Json::Bool(true),
            "title" => {
                self.text("title", value);
            }
            "description" => self.node.description = self.text("description", value),
            "format" => self.format(value),
            "default" => self.node.default = Some(value.clone()),
            "enum" => self.allowed(value),
            "const" => self.node.constant = Some(value.clone()),
            "$ref" => match value.as_str() {
                Some(target) => self.compiler.reference(self.id, target),
                None => self.bad("`$ref` must be text"),
            },
            "$anchor" => match value.as_str() {
                Some(name) => {
                    if !self.compiler.anchor(name, self.json) {
                        self.bad("`$anchor` is the name of another place, too");
                    }
                }
                None => self.bad("`$anchor` must be text"),
            },
            "$defs" => self.definitions("$defs", value),
            "definitions" => self.definitions("definitions", value),
            "oneOf" => self.node.one_of = self.branches("oneOf", value),
            "anyOf" => self.node.any_of = self.branches("anyOf", value),
            "allOf" => self.node.all_of = self.branches("allOf", value),
            "not" => self.node.not = Some(self.inner("not", value)),
            _ if self.typed_keyword(keyword, value) => {}
            _ => {
                let reason = format!("`{}` is not supported", shortened(keyword, 60));
                self.compiler.offence(self.id, Weight::Keyword, reason);
            }
        }
    }

    /// A keyword that speaks of one type; false if there is none of that name and form.
    fn typed_keyword(&mut self, keyword: &str, value: &'a Json) -> bool {
        match speaks_of(keyword) {
            Some(Types::NUMBER) => self.number(keyword, value),
            Some(Types::STRING) => self.string(keyword, value),
            Some(Types::ARRAY) => self.array(keyword, value),
            Some(Types::OBJECT) => return self.object(keyword, value),
            _ => return false,
        }
        true
    }

    fn format(&mut self, value: &Json) {
        self.node.format = self.text("format", value);
        if let Some(format) = self.node.format.as_deref().and_then(Format::named) {
            self.node.strings.get_or_insert_default().format = Some(format);
        }
    }

    fn text(&mut self, keyword: &str, value: &Json) -> Option<Arc<str>> {
        let text = value.as_str().map(Arc::from);
        if text.is_none() {
            self.compiler.offence(self.id, Weight::Keyword, format!("`{keyword}` must be text"));
        }
        text
    }

    fn inner(&mut self, keyword: &'static str, value: &'a Json) -> NodeId {
        self.compiler.schema(Some(self.id), Step::Keyword(keyword), value)
    }

    fn branches(&mut self, keyword: &'static str, value: &'a Json) -> Vec<NodeId> {
        match value.as_array() {
            Some(branches) if !branches.is_empty() => (0..)
                .zip(branches)
                .map(|(index, branch)| {
                    let step = Step::Indexed(keyword, index);
                    self.compiler.schema(Some(self.id), step, branch)
                })
                .collect(),
            _ => {
                self.bad(format!("`{keyword}` must be a list of schemas that is not empty"));
                Vec::new()
            }
        }
    }

    fn named(&mut self, keyword: &'static str, value: &'a Json) -> Vec<(Arc<str>, NodeId)> {
        let Some(members) = value.as_object() else {
            self.bad(format!("`{keyword}` must be an object of schemas"));
            return Vec::new();
        };
        let mut named = Vec::with_capacity(members.len());
        for (name, schema) in members {
            let step = Step::Named(keyword, name.clone());
            named.push((name.clone(), self.compiler.schema(Some(self.id), step, schema)));
        }
        named
    }

    /// Definitions are read even where nothing refers to them, unless the schema is another's.
    fn definitions(&mut self, keyword: &'static str, value: &'a Json) {
        if !self.compiler.is_lenient() || value.as_object().is_some() {
            self.named(keyword, value);
        }
    }

    fn allowed(&mut self, value: &Json) {
        match value.as_array() {
            Some(values) if !values.is_empty() => {
                self.node.allowed = Some(Box::new(Allowed::new(values.iter().cloned().collect())));
            }
            _ => self.bad("`enum` must be a list of values that is not empty"),
        }
    }

    fn count(&mut self, keyword: &str, value: &Json) -> Option<u64> {
        let count = value.as_u64().or_else(|| whole_count(value));
        if count.is_none() {
            self.bad(format!("`{keyword}` must be an integer that is not negative"));
        }
        count
    }

    fn pattern(&mut self, source: &str) -> Option<Pattern> {
        Pattern::new(source).map_err(|reason| self.bad(reason)).ok()
    }

    fn number(&mut self, keyword: &str, value: &Json) {
        // Draft 4 wrote a boolean beside `minimum` and `maximum`.
        let stricter = |keyword| self.members.get(keyword) == Some(&Json::Bool(true));
        let exclusive = match (keyword, value) {
            ("exclusiveMinimum" | "exclusiveMaximum", Json::Bool(_)) => return,
            ("minimum", _) => stricter("exclusiveMinimum"),
            ("maximum", _) => stricter("exclusiveMaximum"),
            _ => false,
        };
        let Some(bound) = value.as_number() else {
            return self.bad(format!("`{keyword}` must be a number"));
        };
        if keyword == "multipleOf" && bound <= Number::from(0) {
            return self.bad("`multipleOf` must be greater than zero");
        }
        let rules: &mut NumberRules = self.node.numbers.get_or_insert_default();
        let place: &mut Option<Number> = match (keyword, exclusive) {
            ("minimum", false) => &mut rules.minimum,
            ("maximum", false) => &mut rules.maximum,
            ("minimum", true) | ("exclusiveMinimum", _) => &mut rules.exclusive_minimum,
            ("maximum", true) | ("exclusiveMaximum", _) => &mut rules.exclusive_maximum,
            _ => &mut rules.multiple_of,
        };
        *place = Some(bound);
    }

    fn string(&mut self, keyword: &str, value: &Json) {
        let mut rules: Box<StringRules> = self.node.strings.take().unwrap_or_default();
        match (keyword, value.as_str()) {
            ("minLength", _) => rules.min_length = self.count(keyword, value),
            ("maxLength", _) => rules.max_length = self.count(keyword, value),
            (_, Some(source)) => rules.pattern = self.pattern(source),
            (_, None) => self.bad("`pattern` must be text"),
        }
        self.node.strings = Some(rules);
    }

    fn array(&mut self, keyword: &str, value: &'a Json) {
        let mut rules: Box<ArrayRules> = self.node.arrays.take().unwrap_or_default();
        match (keyword, value) {
            // Draft 7 wrote tuples as a list of items.
            ("items", Json::Array(_)) => rules.prefix = self.branches("items", value),
            ("items", _) => rules.items = Some(self.inner("items", value)),
            ("additionalItems", _) => {
                if matches!(self.members.get("items"), Some(Json::Array(_))) {
                    rules.items = Some(self.inner("additionalItems", value));
                }
            }
            ("prefixItems", _) => rules.prefix = self.branches("prefixItems", value),
            ("contains", _) => rules.contains = Some(self.inner("contains", value)),
            ("minItems", _) => rules.min_items = self.count(keyword, value),
            ("maxItems", _) => rules.max_items = self.count(keyword, value),
            ("minContains", _) => rules.min_contains = self.count(keyword, value),
            ("maxContains", _) => rules.max_contains = self.count(keyword, value),
            (_, Json::Bool(unique)) => rules.unique = *unique,
            _ => self.bad("`uniqueItems` must be a boolean"),
        }
        self.node.arrays = Some(rules);
    }

    fn object(&mut self, keyword: &str, value: &'a Json) -> bool {
        let mut rules: Box<ObjectRules> = self.node.objects.take().unwrap_or_default();
        let mut known = true;
        match (keyword, value) {
            ("properties", _) => rules.properties = self.properties(value),
            ("patternProperties", _) => {
                for (source, schema) in self.named("patternProperties", value) {
                    if let Some(pattern) = self.pattern(&source) {
                        rules.patterns.push((pattern, schema));
                    }
                }
            }
            ("required", _) => rules.required = self.names(value),
            ("additionalProperties", Json::Bool(true)) => rules.additional = Some(Additional::Open),
            ("additionalProperties", Json::Bool(false)) => {
                rules.additional = Some(Additional::Closed);
            }
            ("additionalProperties", _) => {
                let schema = self.inner("additionalProperties", value);
                rules.additional = Some(Additional::Schema(schema));
            }
            ("unevaluatedProperties", Json::Bool(open)) => rules.unevaluated = Some(*open),
            ("propertyNames", _) => rules.names = Some(self.inner("propertyNames", value)),
            ("minProperties", _) => rules.min_properties = self.count(keyword, value),
            ("maxProperties", _) => rules.max_properties = self.count(keyword, value),
            _ => known = false,
        }
        self.node.objects = Some(rules);
        known
    }

    fn properties(&mut self, value: &'a Json) -> Properties {
        let declared = self.named("properties", value).into_iter();
        declared.map(|(name, node)| (name, Property { node, required: false })).collect()
    }

    /// Notes at the declared members which of them are required.
    fn mark_required(&mut self) {
        let Some(rules) = &mut self.node.objects else { return };
        for name in &rules.required {
            match rules.properties.get_mut(name) {
                Some(property) => property.required = true,
                None => rules.required_others.push(name.clone()),
            }
        }
        rules.required_declared =
            rules.properties.values().filter(|property| property.required).count();
    }

    fn names(&mut self, value: &Json) -> Vec<Arc<str>> {
        let names = value.as_array().map(|names| {
            names.iter().map(|name| name.as_str().map(Arc::from)).collect::<Option<Vec<_>>>()
        });
        if let Some(names) = names.flatten() {
            names
        } else {
            self.bad("`required` must be a list of names");
            Vec::new()
        }
    }

    /// Values that are allowed by name must be allowed by type too.
    fn check_values(&mut self) {
        if self.node.allowed.is_none() && self.node.constant.is_none() {
            return;
        }
        let types = self.node.types;
        let excluded = |value: &Json| types.is_some_and(|types| !types.contains(Types::of(value)));
        let allowed = self.node.allowed.as_ref();
        let bad_enum = allowed
            .and_then(|allowed| allowed.values.iter().find(|value| excluded(value)))
            .cloned();
        let bad_const = self.node.constant.as_ref().filter(|value| excluded(value)).cloned();
        let contradiction = match (&self.node.constant, allowed) {
            (Some(constant), Some(values)) => !values.contains(constant),
            _ => false,
        };
        let expected = types.unwrap_or_default().expected();
        if let Some(value) = bad_enum {
            self.bad(format!("`enum` has {}, which is not {expected}", shown(&value)));
        }
        if let Some(value) = bad_const {
            self.bad(format!("`const` is {}, which is not {expected}", shown(&value)));
        }
        if contradiction {
            self.bad("`const` is not among the values of `enum`");
        }
    }
}

/// The types that a keyword speaks of; none for keywords that speak of all.
fn speaks_of(keyword: &str) -> Option<Types> {
    Some(match keyword {
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            Types::NUMBER
        }
        "minLength" | "maxLength" | "pattern" => Types::STRING,
        "items" | "prefixItems" | "additionalItems" | "contains" | "minItems" | "maxItems"
        | "uniqueItems" | "minContains" | "maxContains" => Types::ARRAY,
        "properties"
        | "patternProperties"
        | "required"
        | "additionalProperties"
        | "unevaluatedProperties"
        | "propertyNames"
        | "minProperties"
        | "maxProperties" => Types::OBJECT,
        _ => return None,
    })
}

/// A count that is stored as a double: the integer that its text says, as whoever reads the schema again reads it. Past
/// what can be counted, they are all one.
fn whole_count(value: &Json) -> Option<u64> {
    let number = value.as_number().filter(|number| number.is_integer())?;
    (number >= Number::from(0)).then(|| number.to_string().parse().unwrap_or(u64::MAX))
}
