//! The author form of schemas as JSON: short specs of tools made at run time, compiled to JSON Schema.
//! Specs are read top-down into drafts, and drafts become JSON from the last to the first, so depth costs heap.

mod advice;
#[cfg(test)]
mod tests;

use std::mem;
use std::sync::Arc;

use super::Schema;
use super::error::{Offence, SchemaError};
use crate::json::{Json, Object, ObjectBuilder};

/// How many steps of a path are written, so that a deep spec full of errors stays readable and cheap.
const MOST_STEPS: usize = 32;

/// Annotations, in the order in which they are compiled.
const ANNOTATIONS: [&str; 4] = ["description", "title", "default", "examples"];

impl Schema {
    /// The schema of a tool's parameters, from specs by name (rule SCH-1).
    ///
    /// A spec is an object. Its `type` is `string`, `number`, `integer`, `boolean`, `null`, `array` (of
    /// `items`), `object` (of `properties`, which are specs by name) or `json` (anything); instead of a
    /// `type` it can have `oneOf`, a list of at least two specs of which exactly one fits. `description`,
    /// `title`, `default` and `examples` go everywhere, `enum` and `const` on values that are not
    /// containers. A property that must be there says `"required": true`. Each object says with
    /// `additionalProperties` whether it accepts members that it does not name; only the parameters
    /// themselves need not, and do (see [`Schema::closed`]).
    ///
    /// ```
    /// use dsh_tools::json::parse;
    /// use dsh_tools::schema::Schema;
    ///
    /// let schema = Schema::parameters_from_spec(&parse(
    ///     r#"{
    ///         "path": { "type": "string", "required": true },
    ///         "sort": { "type": "string", "enum": ["name", "date"] }
    ///     }"#,
    /// )?)?;
    /// assert_eq!(schema.to_json()["required"].to_string(), r#"["path"]"#);
    ///
    /// let error = Schema::parameters_from_spec(&parse(r#"{ "path": { "type": "text" } }"#)?).unwrap_err();
    /// assert_eq!(error.offences()[0].path, "parameters.path");
    /// assert_eq!(error.offences()[0].reason, "`type` is \"text\", which is unknown: write \"string\"");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SchemaError`] lists every mistake of the spec, each with its path and with what to write instead.
    pub fn parameters_from_spec(spec: &Json) -> Result<Self, SchemaError> {
        Reader::compile(spec, Root::Parameters)
    }

    /// The schema of a value, such as a tool's output, from one spec as
    /// [`parameters_from_spec`](Self::parameters_from_spec) describes them.
    ///
    /// ```
    /// use dsh_tools::json::parse;
    /// use dsh_tools::schema::Schema;
    ///
    /// let schema = Schema::from_spec(&parse(r#"{ "type": "array", "items": { "type": "json" } }"#)?)?;
    /// assert_eq!(schema.to_json().to_string(), r#"{"type":"array","items":{}}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SchemaError`] lists every mistake of the spec, each with its path and with what to write instead.
    pub fn from_spec(spec: &Json) -> Result<Self, SchemaError> {
        Reader::compile(spec, Root::Value)
    }
}

/// What a spec describes.
#[derive(Clone, Copy, PartialEq)]
enum Root {
    Parameters,
    Value,
}

impl Root {
    fn label(self) -> &'static str {
        match self {
            Self::Parameters => "parameters",
            Self::Value => "schema",
        }
    }
}

/// A draft by its place in the list of drafts; what is inside a draft comes after it.
type DraftId = usize;

/// One schema on its way from spec to JSON.
struct Draft<'a> {
    parent: Option<DraftId>,
    step: Step<'a>,
    /// Its members in the order in which they are compiled.
    parts: Vec<(&'static str, Part)>,
}

/// How a path goes on from the draft around.
#[derive(Clone, Copy)]
enum Step<'a> {
    Root,
    Parameter(&'a str),
    Property(&'a str),
    Items,
    Branch(usize),
}

/// What a member of a draft becomes.
enum Part {
    Value(Json),
    Schema(DraftId),
    Branches(Vec<DraftId>),
    Properties(Vec<(Arc<str>, DraftId)>),
}

/// What a spec describes, which decides the keys that it may have.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Scalar(&'static str),
    Array,
    Object,
    Json,
    OneOf,
    /// Its type is missing or wrong, which is said already.
    Unclear,
}

impl Form {
    fn named(name: &str) -> Option<Self> {
        const SCALARS: [&str; 5] = ["string", "number", "integer", "boolean", "null"];
        match name {
            "array" => Some(Self::Array),
            "object" => Some(Self::Object),
            "json" => Some(Self::Json),
            _ => SCALARS.into_iter().find(|scalar| *scalar == name).map(Self::Scalar),
        }
    }

    /// The `type` that it compiles to.
    fn json_type(self) -> Option<&'static str> {
        match self {
            Self::Scalar(name) => Some(name),
            Self::Array => Some("array"),
            Self::Object => Some("object"),
            Self::Json | Self::OneOf | Self::Unclear => None,
        }
    }

    fn allows(self, key: &str) -> bool {
        match key {
            "type" => true,
            "oneOf" => matches!(self, Self::OneOf | Self::Unclear),
            "enum" | "const" => matches!(self, Self::Scalar(_) | Self::Unclear),
            "items" => matches!(self, Self::Array | Self::Unclear),
            "properties" | "additionalProperties" => matches!(self, Self::Object | Self::Unclear),
            _ => ANNOTATIONS.contains(&key),
        }
    }
}

struct Reader<'a> {
    root: Root,
    drafts: Vec<Draft<'a>>,
    /// Specs still to be read; the next one is the last.
    pending: Vec<(DraftId, &'a Json)>,
    offences: Vec<Offence>,
}

impl<'a> Reader<'a> {
    fn compile(spec: &'a Json, root: Root) -> Result<Schema, SchemaError> {
        let mut reader =
            Self { root, drafts: Vec::new(), pending: Vec::new(), offences: Vec::new() };
        let top = reader.draft(None, Step::Root);
        match root {
            Root::Parameters => reader.parameters(top, spec),
            Root::Value => reader.pending.push((top, spec)),
        }
        while let Some((id, spec)) = reader.pending.pop() {
            reader.spec(id, spec);
        }
        reader.finish()
    }

    /// What could be read goes through the strict check even beside mistakes, so that all are told at once.
    fn finish(mut self) -> Result<Schema, SchemaError> {
        let checked = Schema::from_json(&self.assembled());
        let offences = &mut self.offences;
        match checked {
            Ok(schema) if offences.is_empty() => return Ok(schema),
            Ok(_) => {}
            Err(error) => offences.extend(error.offences().iter().map(|offence| Offence {
                path: self.root.author_path(&offence.path),
                reason: offence.reason.clone(),
            })),
        }
        Err(SchemaError::new(self.offences))
    }

    fn draft(&mut self, parent: Option<DraftId>, step: Step<'a>) -> DraftId {
        self.drafts.push(Draft { parent, step, parts: Vec::new() });
        self.drafts.len() - 1
    }

    fn part(&mut self, id: DraftId, key: &'static str, part: Part) {
        self.drafts[id].parts.push((key, part));
    }

    fn offence(&mut self, id: DraftId, reason: impl Into<String>) {
        let path = self.path(id);
        self.offences.push(Offence { path, reason: reason.into() });
    }

    fn parameters(&mut self, top: DraftId, spec: &'a Json) {
        let Some(specs) = spec.as_object() else {
            return self.offence(top, advice::no_parameters(spec));
        };
        if advice::is_json_schema(specs) {
            return self.offence(top, advice::JSON_SCHEMA_AS_PARAMETERS);
        }
        self.part(top, "type", Part::Value("object".into()));
        self.properties(top, specs, Step::Parameter);
    }

    fn spec(&mut self, id: DraftId, spec: &'a Json) {
        let Some(members) = spec.as_object() else {
            return self.offence(id, advice::no_spec(spec));
        };
        let form = self.form(id, members);
        self.keys(id, form, members);
        let branches = members.get("oneOf").filter(|_| form.allows("oneOf"));
        if let Some(branches) = branches {
            self.branches(id, branches);
        }
        if let Some(name) = form.json_type() {
            self.part(id, "type", Part::Value(name.into()));
        }
        self.copy(id, form, members, &ANNOTATIONS);
        self.object(id, form, members);
        if let Some(items) = members.get("items").filter(|_| form.allows("items")) {
            let inner = self.draft(Some(id), Step::Items);
            self.part(id, "items", Part::Schema(inner));
            self.pending.push((inner, items));
        }
        if form != Form::Unclear {
            self.copy(id, form, members, &["enum", "const"]);
        }
    }

    fn form(&mut self, id: DraftId, members: &Object) -> Form {
        if members.contains_key("oneOf") {
            if members.contains_key("type") {
                self.offence(id, advice::TYPE_BESIDE_ONE_OF);
            }
            return Form::OneOf;
        }
        let Some(name) = members.get("type") else {
            self.offence(id, advice::NO_TYPE);
            return Form::Unclear;
        };
        name.as_str().and_then(Form::named).unwrap_or_else(|| {
            self.offence(id, advice::unknown_type(name));
            Form::Unclear
        })
    }

    fn keys(&mut self, id: DraftId, form: Form, members: &Object) {
        let is_property = matches!(self.drafts[id].step, Step::Parameter(_) | Step::Property(_));
        for (key, value) in members {
            if &**key == "required" {
                if !is_property {
                    self.offence(id, advice::required_elsewhere(value));
                } else if *value != Json::Bool(true) {
                    self.offence(id, advice::required_not_true(value));
                }
            } else if !form.allows(key) {
                self.offence(id, advice::unknown_key(key, form));
            }
        }
    }

    fn copy(&mut self, id: DraftId, form: Form, members: &Object, keys: &[&'static str]) {
        for key in keys.iter().filter(|key| form.allows(key)) {
            if let Some(value) = members.get(key) {
                self.part(id, key, Part::Value(value.clone()));
            }
        }
    }

    fn object(&mut self, id: DraftId, form: Form, members: &'a Object) {
        if form == Form::Object {
            match members.get("additionalProperties") {
                Some(openness @ Json::Bool(_)) => {
                    self.part(id, "additionalProperties", Part::Value(openness.clone()));
                }
                other => self.offence(id, advice::openness(other)),
            }
        }
        match members.get("properties").filter(|_| form.allows("properties")) {
            Some(Json::Object(specs)) => self.properties(id, specs, Step::Property),
            Some(other) => self.offence(id, advice::no_properties(other)),
            None => {}
        }
    }

    fn properties(&mut self, id: DraftId, specs: &'a Object, step: fn(&'a str) -> Step<'a>) {
        let first = self.drafts.len();
        let mut named = Vec::with_capacity(specs.len());
        for name in specs.keys() {
            named.push((name.clone(), self.draft(Some(id), step(name))));
        }
        // The last one pushed is read first, so that mistakes come in the order of the spec.
        self.pending.extend((first..self.drafts.len()).zip(specs.values()).rev());
        self.part(id, "properties", Part::Properties(named));
        let required = |spec: &Json| spec.get("required") == Some(&Json::Bool(true));
        let required: Vec<Json> = specs
            .iter()
            .filter(|(_, spec)| required(spec))
            .map(|(name, _)| name.clone().into())
            .collect();
        if !required.is_empty() {
            self.part(id, "required", Part::Value(required.into()));
        }
    }

    fn branches(&mut self, id: DraftId, branches: &'a Json) {
        let Some(branches) = branches.as_array().filter(|branches| branches.len() > 1) else {
            return self.offence(id, advice::too_few_branches(branches));
        };
        let first = self.drafts.len();
        let ids: Vec<DraftId> =
            (0..branches.len()).map(|index| self.draft(Some(id), Step::Branch(index))).collect();
        self.pending.extend((first..self.drafts.len()).zip(branches).rev());
        self.part(id, "oneOf", Part::Branches(ids));
    }

    /// The compiled schema; inner drafts come after outer ones, so they are finished when they are needed.
    fn assembled(&mut self) -> Json {
        let mut finished = vec![Json::Null; self.drafts.len()];
        for id in (0..self.drafts.len()).rev() {
            let parts = mem::take(&mut self.drafts[id].parts);
            let mut members = ObjectBuilder::with_capacity(parts.len());
            let mut take = |id: DraftId| mem::take(&mut finished[id]);
            for (key, part) in parts {
                let value = match part {
                    Part::Value(value) => value,
                    Part::Schema(id) => take(id),
                    Part::Branches(ids) => ids.into_iter().map(&mut take).collect(),
                    Part::Properties(named) => {
                        Json::Object(named.into_iter().map(|(name, id)| (name, take(id))).collect())
                    }
                };
                members.insert(key, value);
            }
            finished[id] = members.build().into();
        }
        finished.swap_remove(0)
    }

    /// The way to a draft; of a very long way only the end.
    fn path(&self, id: DraftId) -> String {
        let mut steps = Vec::new();
        let mut next = Some(id);
        while let Some(id) = next.filter(|_| steps.len() < MOST_STEPS) {
            steps.push(self.drafts[id].step);
            next = self.drafts[id].parent;
        }
        let start =
            if next.is_some() { format!("{}.…", self.root.label()) } else { String::new() };
        steps.into_iter().rev().fold(start, |path, step| match step {
            Step::Root => self.root.label().to_owned(),
            Step::Parameter(name) => format!("{path}.{}", advice::shortened(name)),
            Step::Property(name) => format!("{path}.properties.{}", advice::shortened(name)),
            Step::Items => format!("{path}.items"),
            Step::Branch(index) => format!("{path}.oneOf[{index}]"),
        })
    }
}

impl Root {
    /// A path of the compiled schema as a path of the spec, where parameters stand at the root.
    fn author_path(self, path: &str) -> String {
        if self == Self::Value {
            return path.to_owned();
        }
        let inner = path.strip_prefix("schema.properties").or_else(|| path.strip_prefix("schema"));
        inner.map_or_else(|| path.to_owned(), |inner| format!("parameters{inner}"))
    }
}
