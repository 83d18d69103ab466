//! Values that nearly fit a schema: made along it, and then often changed in a place or two.

use serde_json::{Map, Value, json};

use crate::schemas::{NAMES, PATTERNS, literal};
use crate::tape::Tape;

/// How far a value follows a schema, which can be recursive.
const DEEPEST: usize = 6;

/// A value that fits or is close.
pub(crate) fn near(tape: &mut Tape, root: &Value) -> Value {
    let mut value = Maker { tape, root }.fitting(root, DEEPEST);
    for _ in 0..tape.below(3) {
        change(tape, &mut value);
    }
    value
}

struct Maker<'t, 's> {
    tape: &'t mut Tape,
    root: &'s Value,
}

impl<'s> Maker<'_, 's> {
    fn fitting(&mut self, schema: &'s Value, depth: usize) -> Value {
        let Some(members) = schema.as_object() else { return literal(self.tape) };
        if depth == 0 {
            return self.tape.small();
        }
        if let Some(value) = members.get("const") {
            return value.clone();
        }
        if let Some(values) = members.get("enum").and_then(Value::as_array) {
            return self.tape.pick(values).clone();
        }
        // What the schemas beside it ask for is put together as far as it can be.
        let mut parts = Vec::new();
        if let Some(name) = self.type_of(members) {
            parts.push(self.of_type(name, members, depth));
        }
        for beside in self.beside(members) {
            parts.push(self.fitting(beside, depth - 1));
        }
        if parts.is_empty() {
            return literal(self.tape);
        }
        if parts.iter().all(Value::is_object) {
            let all = parts.into_iter().rev().filter_map(|part| match part {
                Value::Object(members) => Some(members),
                _ => None,
            });
            return all.flatten().collect::<Map<_, _>>().into();
        }
        parts.swap_remove(self.tape.below(parts.len()))
    }

    fn beside(&mut self, members: &'s Map<String, Value>) -> Vec<&'s Value> {
        let mut beside: Vec<&Value> = Vec::new();
        if let Some(target) = members.get("$ref").and_then(Value::as_str) {
            beside.extend(self.target(target));
        }
        beside.extend(members.get("allOf").and_then(Value::as_array).into_iter().flatten());
        for keyword in ["anyOf", "oneOf"] {
            if let Some(branches) = members.get(keyword).and_then(Value::as_array) {
                beside.push(self.tape.pick(branches));
            }
        }
        beside
    }

    fn target(&self, reference: &str) -> Option<&'s Value> {
        match reference.strip_prefix('#')? {
            "" => Some(self.root),
            fragment => match fragment.strip_prefix("anchor-") {
                Some(name) => self.root.pointer(&format!("/$defs/{name}")),
                None => self.root.pointer(fragment),
            },
        }
    }

    fn type_of(&mut self, members: &Map<String, Value>) -> Option<&'static str> {
        const BY_KEYWORD: [(&str, &str); 6] = [
            ("properties", "object"),
            ("required", "object"),
            ("items", "array"),
            ("minItems", "array"),
            ("pattern", "string"),
            ("minimum", "number"),
        ];
        const TYPES: [&str; 7] =
            ["object", "array", "string", "integer", "number", "boolean", "null"];
        let named = match members.get("type") {
            Some(Value::Array(names)) => self.tape.pick(names).as_str(),
            Some(name) => name.as_str(),
            None => {
                let spoken: Vec<&str> = BY_KEYWORD
                    .iter()
                    .filter(|(keyword, _)| members.contains_key(*keyword))
                    .map(|(_, name)| *name)
                    .collect();
                if spoken.is_empty() { None } else { Some(*self.tape.pick(&spoken)) }
            }
        };
        TYPES.into_iter().find(|name| Some(*name) == named)
    }

    fn of_type(&mut self, name: &str, members: &'s Map<String, Value>, depth: usize) -> Value {
        match name {
            "object" => self.object(members, depth),
            "array" => self.array(members, depth),
            "string" => self.string(members),
            "integer" => self.number(members, true),
            "number" => self.number(members, false),
            "boolean" => json!(self.tape.chance(50)),
            _ => Value::Null,
        }
    }

    fn object(&mut self, members: &'s Map<String, Value>, depth: usize) -> Value {
        let mut made = Map::new();
        let required = members.get("required").and_then(Value::as_array);
        for (name, schema) in
            members.get("properties").and_then(Value::as_object).into_iter().flatten()
        {
            let needed = required.is_some_and(|required| required.contains(&json!(name)));
            if needed || self.tape.chance(50) {
                made.insert(name.clone(), self.fitting(schema, depth - 1));
            }
        }
        for (pattern, schema) in
            members.get("patternProperties").and_then(Value::as_object).into_iter().flatten()
        {
            if self.tape.chance(50) {
                made.insert(self.matching(pattern), self.fitting(schema, depth - 1));
            }
        }
        let closed = members.get("additionalProperties") == Some(&Value::Bool(false));
        if self.tape.chance(if closed { 5 } else { 40 }) {
            let name = *self.tape.pick(&NAMES);
            let value = match members.get("additionalProperties") {
                Some(schema) => self.fitting(schema, depth - 1),
                None => literal(self.tape),
            };
            made.entry(name.to_owned()).or_insert(value);
        }
        made.into()
    }

    fn array(&mut self, members: &'s Map<String, Value>, depth: usize) -> Value {
        let least = members.get("minItems").and_then(Value::as_u64).unwrap_or(0);
        let length = usize::try_from(least).unwrap() + self.tape.below(3);
        let prefix = members.get("prefixItems").and_then(Value::as_array);
        let mut made: Vec<Value> = (0..length)
            .map(|index| {
                let place = prefix.and_then(|prefix| prefix.get(index)).or(members.get("items"));
                match place {
                    Some(schema) => self.fitting(schema, depth - 1),
                    None => literal(self.tape),
                }
            })
            .collect();
        if let Some(contains) = members.get("contains") {
            made.push(self.fitting(contains, depth - 1));
        }
        made.into()
    }

    fn string(&mut self, members: &Map<String, Value>) -> Value {
        if let Some(pattern) = members.get("pattern").and_then(Value::as_str) {
            return self.matching(pattern).into();
        }
        let least = members.get("minLength").and_then(Value::as_u64).unwrap_or(0);
        let length = usize::try_from(least).unwrap() + self.tape.below(3);
        let letter = *self.tape.pick(&["a", "é", "1", "😀"]);
        letter.repeat(length).into()
    }

    fn matching(&mut self, pattern: &str) -> String {
        let texts = PATTERNS.iter().find(|(known, _)| *known == pattern).map(|(_, texts)| *texts);
        (*self.tape.pick(texts.unwrap_or(&["a"]))).to_owned()
    }

    fn number(&mut self, members: &Map<String, Value>, integer: bool) -> Value {
        const BOUNDS: [&str; 4] = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
        let bounds: Vec<&Value> = BOUNDS.iter().filter_map(|name| members.get(*name)).collect();
        if !bounds.is_empty() && self.tape.chance(30) {
            return (*self.tape.pick(&bounds)).clone();
        }
        let start = bounds.first().and_then(|bound| bound.as_f64()).unwrap_or(0.0);
        let steps = f64::from(u8::try_from(self.tape.below(7)).unwrap());
        let below = members.contains_key("maximum") || members.contains_key("exclusiveMaximum");
        let moved = if below { start - steps } else { start + steps };
        let moved = if integer {
            moved.floor()
        } else {
            moved + *self.tape.pick(&[0.0, 0.5, 0.25, 0.1, 0.07])
        };
        number(moved, self.tape.chance(10))
    }
}

/// An integer where the number is one, unless it is to be written with a point.
fn number(value: f64, point: bool) -> Value {
    // Whether 0.5700000000000001 is a multiple of 0.01 is a matter of taste, so sums are tidied up.
    let value = if value.abs() < 1e6 { (value * 100.0).round() / 100.0 } else { value };
    #[allow(clippy::cast_possible_truncation)] // Checked first.
    if value.fract() == 0.0 && value.abs() < 1e15 && !point {
        return json!(value as i64);
    }
    // `-0` is no value here: it is refused when text is read.
    json!(if value == 0.0 { 0.0 } else { value })
}

/// Changes one place.
fn change(tape: &mut Tape, value: &mut Value) {
    match value {
        Value::Array(items) if !items.is_empty() && tape.chance(70) => {
            let index = tape.below(items.len());
            match tape.below(5) {
                0 => items.push(items[index].clone()),
                1 => {
                    items.remove(index);
                }
                _ => change(tape, &mut items[index]),
            }
        }
        Value::Object(members) if tape.chance(75) => {
            let names: Vec<String> = members.keys().cloned().collect();
            match tape.below(5) {
                0 => {
                    members.insert((*tape.pick(&NAMES)).to_owned(), literal(tape));
                }
                1 if !names.is_empty() => {
                    members.remove(tape.pick(&names));
                }
                _ if !names.is_empty() => {
                    let name = tape.pick(&names).clone();
                    change(tape, &mut members[&name]);
                }
                _ => {}
            }
        }
        Value::String(text) if tape.chance(60) => match tape.below(3) {
            0 => text.push('a'),
            1 => text.push('1'),
            _ => {
                text.pop();
            }
        },
        Value::Number(given) if tape.chance(60) => {
            let step = *tape.pick(&[1.0, -1.0, 0.5, 5.0]);
            *value = number(given.as_f64().unwrap_or(0.0) + step, false);
        }
        other => *other = literal(tape),
    }
}
