//! Schemas inside the vocabulary of rule SCH-2, with every keyword that the draft has too.
//! `nullable`, lists in `items` and boolean bounds are left out: they mean nothing in draft 2020-12.

use serde_json::{Map, Value, json};

use crate::tape::Tape;

pub(crate) const NAMES: [&str; 7] = ["a", "b", "c", "kind", "x-1", "naïve", ""];

/// Patterns, and texts that match them. None needs to backtrack, where the bounds of engines differ.
pub(crate) const PATTERNS: [(&str, &[&str]); 8] = [
    ("^[a-c]", &["a", "b1", "cc"]),
    ("^x-", &["x-1", "x-long"]),
    ("[0-9]$", &["a1", "22"]),
    ("^\\d{2,3}$", &["12", "123"]),
    ("^\\w+$", &["word", "a_1"]),
    ("^(a|bc)*$", &["", "abc", "bcbca"]),
    ("é", &["é", "café"]),
    (".", &["a", "é"]),
];

const DEFINITIONS: [&str; 3] = ["A", "B", "C"];

/// A whole schema with its definitions.
pub(crate) fn document(tape: &mut Tape) -> Value {
    let definitions = tape.below(DEFINITIONS.len() + 1);
    let mut writer = Writer { tape, definitions };
    let mut root = writer.schema(4);
    let named: Map<String, Value> = DEFINITIONS[..definitions]
        .iter()
        .map(|name| ((*name).to_owned(), writer.definition(name)))
        .collect();
    if let Some(members) = root.as_object_mut()
        && definitions > 0
    {
        members.insert("$defs".to_owned(), named.into());
    }
    root
}

struct Writer<'t> {
    tape: &'t mut Tape,
    definitions: usize,
}

impl Writer<'_> {
    fn definition(&mut self, name: &str) -> Value {
        let mut schema = self.schema(2);
        if let Some(members) = schema.as_object_mut()
            && self.tape.chance(30)
        {
            members.insert("$anchor".to_owned(), format!("anchor-{name}").into());
        }
        schema
    }

    fn schema(&mut self, depth: usize) -> Value {
        let kinds = if depth == 0 { 7 } else { 26 };
        let mut members = Map::new();
        match self.tape.below(kinds) {
            0 | 1 => self.typed(&["integer"], depth, &mut members),
            2 => self.typed(&["string"], depth, &mut members),
            3 => self.typed(&["number"], depth, &mut members),
            4 => return self.plain(),
            5 => self.values(&mut members),
            6 => self.reference(&mut members),
            7..=12 => self.typed(&["object"], depth, &mut members),
            13..=15 => self.typed(&["array"], depth, &mut members),
            16 | 17 => self.branches("anyOf", depth, &mut members),
            18 => self.branches("oneOf", depth, &mut members),
            19 => self.branches("allOf", depth, &mut members),
            20 => {
                members.insert("not".to_owned(), self.schema(depth - 1));
            }
            21 => self.alternatives(depth, &mut members),
            22 => {
                let pair = *self.tape.pick(&[
                    ["string", "null"],
                    ["integer", "string"],
                    ["object", "array"],
                    ["number", "boolean"],
                ]);
                self.typed(&pair, depth, &mut members);
            }
            23 => self.flattened(depth, &mut members),
            _ => self.mixed(depth, &mut members),
        }
        self.annotations(&mut members);
        members.into()
    }

    fn plain(&mut self) -> Value {
        match self.tape.below(6) {
            0 | 1 => json!({ "type": "boolean" }),
            2 => json!({ "type": "null" }),
            3 => json!(true),
            4 => json!({}),
            _ => json!(false),
        }
    }

    fn typed(&mut self, types: &[&str], depth: usize, members: &mut Map<String, Value>) {
        let value = if types.len() == 1 { json!(types[0]) } else { json!(types) };
        members.insert("type".to_owned(), value);
        for name in types {
            match *name {
                "integer" | "number" => self.number(members),
                "string" => self.string(members),
                "array" => self.array(depth, members),
                "object" => self.object(depth, members),
                _ => {}
            }
        }
        // Branches beside a type look at the same value.
        if depth > 1 && self.tape.chance(8) {
            let keyword = *self.tape.pick(&["anyOf", "allOf", "oneOf"]);
            self.branches(keyword, 1, members);
        }
    }

    /// Without a type every keyword constrains values of its own type alone.
    fn mixed(&mut self, depth: usize, members: &mut Map<String, Value>) {
        self.number(members);
        self.string(members);
        self.array(depth, members);
        self.object(depth, members);
        if self.tape.chance(30) {
            self.reference(members);
        }
    }

    fn values(&mut self, members: &mut Map<String, Value>) {
        if self.tape.chance(40) {
            members.insert("const".to_owned(), literal(self.tape));
            return;
        }
        let count = 1 + self.tape.below(4);
        let mut values: Vec<Value> = Vec::new();
        for _ in 0..count {
            let value = literal(self.tape);
            if !values.contains(&value) {
                values.push(value);
            }
        }
        members.insert("enum".to_owned(), values.into());
    }

    fn reference(&mut self, members: &mut Map<String, Value>) {
        let target = match self.definitions {
            0 => "#".to_owned(),
            count => match self.tape.below(8) {
                7 => "#".to_owned(),
                6 => format!("#anchor-{}", DEFINITIONS[self.tape.below(count)]),
                _ => format!("#/$defs/{}", DEFINITIONS[self.tape.below(count)]),
            },
        };
        members.insert("$ref".to_owned(), target.into());
    }

    fn branches(&mut self, keyword: &str, depth: usize, members: &mut Map<String, Value>) {
        let count = 1 + self.tape.below(3);
        let branches: Vec<Value> = (0..count).map(|_| self.schema(depth - 1)).collect();
        members.insert(keyword.to_owned(), branches.into());
    }

    /// As an enum of Rust with data becomes: one constant member tells the branches apart.
    fn alternatives(&mut self, depth: usize, members: &mut Map<String, Value>) {
        let mut branches = Vec::new();
        for kind in ["p", "q", "r"] {
            branches.push(json!({
                "type": "object",
                "properties": { "kind": { "const": kind }, "a": self.schema(depth - 1) },
                "required": ["kind", "a"]
            }));
        }
        members.insert("oneOf".to_owned(), branches.into());
    }

    /// As a struct that flattens others and refuses unknown fields becomes.
    fn flattened(&mut self, depth: usize, members: &mut Map<String, Value>) {
        members.insert("type".to_owned(), "object".into());
        let name = *self.tape.pick(&NAMES);
        let inner = self.schema(depth - 1);
        members.insert("properties".to_owned(), json!({ name: inner }));
        members.insert("unevaluatedProperties".to_owned(), false.into());
        match self.tape.below(4) {
            0 => {
                let mut part = Map::new();
                self.typed(&["object"], depth - 1, &mut part);
                members.insert("allOf".to_owned(), json!([part]));
            }
            1 => self.reference(members),
            2 => self.alternatives(depth, members),
            _ => {
                let mut part = Map::new();
                self.typed(&["object"], depth - 1, &mut part);
                members.insert("anyOf".to_owned(), json!([part, { "type": "null" }]));
            }
        }
    }

    fn number(&mut self, members: &mut Map<String, Value>) {
        for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
            if self.tape.chance(20) {
                let bound = bound(self.tape, keyword.ends_with("aximum"));
                members.insert(keyword.to_owned(), bound);
            }
        }
        if self.tape.chance(15) {
            let step =
                [json!(1), json!(2), json!(3), json!(0.5), json!(2.0), json!(0.1), json!(0.01)];
            members.insert("multipleOf".to_owned(), self.tape.pick(&step).clone());
        }
    }

    fn string(&mut self, members: &mut Map<String, Value>) {
        if self.tape.chance(20) {
            members.insert("minLength".to_owned(), self.tape.below(3).into());
        }
        if self.tape.chance(20) {
            members.insert("maxLength".to_owned(), (2 + self.tape.below(4)).into());
        }
        if self.tape.chance(30) {
            members.insert("pattern".to_owned(), self.tape.pick(&PATTERNS).0.into());
        }
    }

    fn array(&mut self, depth: usize, members: &mut Map<String, Value>) {
        let inner = depth.saturating_sub(1);
        if self.tape.chance(60) {
            members.insert("items".to_owned(), self.schema(inner));
        }
        if self.tape.chance(20) {
            let count = 1 + self.tape.below(2);
            let places: Vec<Value> = (0..count).map(|_| self.schema(inner)).collect();
            members.insert("prefixItems".to_owned(), places.into());
        }
        if self.tape.chance(15) {
            members.insert("contains".to_owned(), self.schema(inner));
        }
        for (keyword, percent) in [("minContains", 8), ("minItems", 15)] {
            if self.tape.chance(percent) {
                members.insert(keyword.to_owned(), self.tape.below(3).into());
            }
        }
        for (keyword, percent) in [("maxContains", 8), ("maxItems", 15)] {
            if self.tape.chance(percent) {
                members.insert(keyword.to_owned(), (1 + self.tape.below(4)).into());
            }
        }
        if self.tape.chance(20) {
            members.insert("uniqueItems".to_owned(), self.tape.chance(80).into());
        }
    }

    fn object(&mut self, depth: usize, members: &mut Map<String, Value>) {
        let inner = depth.saturating_sub(1);
        let mut properties = Map::new();
        for _ in 0..self.tape.below(4) {
            let name = *self.tape.pick(&NAMES);
            properties.insert(name.to_owned(), self.schema(inner));
        }
        let required: Vec<Value> =
            properties.keys().filter(|_| self.tape.chance(50)).map(|name| json!(name)).collect();
        if !properties.is_empty() || self.tape.chance(50) {
            members.insert("properties".to_owned(), properties.into());
        }
        if !required.is_empty() {
            members.insert("required".to_owned(), required.into());
        }
        self.other_members(inner, members);
        if self.tape.chance(10) {
            members.insert("minProperties".to_owned(), self.tape.below(3).into());
        }
        if self.tape.chance(10) {
            members.insert("maxProperties".to_owned(), (1 + self.tape.below(4)).into());
        }
    }

    fn other_members(&mut self, inner: usize, members: &mut Map<String, Value>) {
        match self.tape.below(10) {
            9 => {
                members.insert("additionalProperties".to_owned(), self.schema(inner));
            }
            6..=8 => {
                members.insert("additionalProperties".to_owned(), false.into());
            }
            5 => {
                members.insert("additionalProperties".to_owned(), true.into());
            }
            4 => {
                members.insert("unevaluatedProperties".to_owned(), false.into());
            }
            _ => {}
        }
        if self.tape.chance(12) {
            let pattern = self.tape.pick(&PATTERNS).0;
            let schema = self.schema(inner);
            members.insert("patternProperties".to_owned(), json!({ pattern: schema }));
        }
        if self.tape.chance(8) {
            let names = [
                json!({ "maxLength": 3 }),
                json!({ "pattern": "^[a-z-]" }),
                json!({ "enum": ["a", "b", "kind"] }),
                json!({ "not": { "const": "a" } }),
            ];
            members.insert("propertyNames".to_owned(), self.tape.pick(&names).clone());
        }
    }

    fn annotations(&mut self, members: &mut Map<String, Value>) {
        if !self.tape.chance(10) {
            return;
        }
        let notes = [
            ("title", json!("A title")),
            ("description", json!("What it is.")),
            ("default", json!(1)),
            ("examples", json!([1, "a"])),
            ("deprecated", json!(true)),
            ("readOnly", json!(true)),
            ("writeOnly", json!(false)),
            ("$comment", json!("why")),
            ("format", json!("date")),
        ];
        let (keyword, value) = self.tape.pick(&notes).clone();
        members.insert(keyword.to_owned(), value);
    }
}

fn bound(tape: &mut Tape, high: bool) -> Value {
    if tape.chance(15) {
        return tape.pick(&edges()).clone();
    }
    let low = tape.below(8);
    let number = if high { low + 4 } else { low };
    if tape.chance(20) {
        json!(f64::from(u8::try_from(number).unwrap()) + 0.5)
    } else {
        json!(number)
    }
}

/// Where doubles and integers stop being the same.
pub(crate) fn edges() -> Vec<Value> {
    vec![
        json!(9_007_199_254_740_991_i64),
        json!(9_007_199_254_740_993_i64),
        json!(9_007_199_254_740_992.0),
        json!(i64::MAX),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(1e300),
        json!(-1.5),
        json!(-3),
    ]
}

/// A value of which a schema or another value may speak.
pub(crate) fn literal(tape: &mut Tape) -> Value {
    match tape.below(12) {
        0..=2 => tape.small(),
        3 => json!(tape.chance(50)),
        4 => json!(null),
        5..=7 => json!(*tape.pick(&["a", "b", "c", "x-1", "é", "", "p", "long text"])),
        8 => json!(*tape.pick(&[0.5, 1.0, 2.25, 3.0, -1.5])),
        9 => json!([tape.small()]),
        10 => json!({ *tape.pick(&NAMES): tape.small() }),
        _ => tape.pick(&edges()).clone(),
    }
}
