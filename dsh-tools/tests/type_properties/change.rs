//! Values near those that a type writes: members dropped, added and renamed, other types, numbers at bounds and
//! beyond, floats for integers, nulls, and text for numbers. What to change is read from a row of choices.

use dsh_tools::json::Json;
use serde_json::{Value, json};

/// Numbers around the bounds of Rust's types.
const NUMBERS: [&str; 26] = [
    "0",
    "1",
    "-1",
    "0.5",
    "-0.5",
    "127",
    "128",
    "-128",
    "-129",
    "255",
    "256",
    "32767",
    "32768",
    "-32769",
    "65535",
    "65536",
    "2147483648",
    "-2147483649",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "1e20",
    "-1e300",
];

/// Names and texts besides those that the type's schema knows.
const TEXTS: [&str; 12] =
    ["", "a", "é😀", "ab", "7", "-3", "+4", "300", "99999999999999999999", "true", "null", "extra"];

/// The choices that are left. When there are none, every choice is the first, which changes least.
pub(crate) struct Changes<'a> {
    choices: std::slice::Iter<'a, u32>,
    /// Names and texts that mean something to the type.
    words: Vec<String>,
}

impl<'a> Changes<'a> {
    pub(crate) fn new(choices: &'a [u32], schema: &Json) -> Self {
        let mut words = Vec::new();
        collect_words(&serde_json::to_value(schema).expect("JSON"), &mut words);
        words.extend(TEXTS.map(str::to_owned));
        Self { choices: choices.iter(), words }
    }

    /// A value with one to three changes.
    pub(crate) fn of(&mut self, value: &Value) -> Value {
        let mut changed = value.clone();
        for _ in 0..=self.below(3) {
            self.change(&mut changed);
        }
        changed
    }

    fn below(&mut self, count: usize) -> usize {
        self.choices.next().map_or(0, |choice| *choice as usize % count)
    }

    fn word(&mut self) -> String {
        let index = self.below(self.words.len());
        self.words[index].clone()
    }

    fn change(&mut self, value: &mut Value) {
        // Often inside, sometimes all of it.
        let inside = self.below(8) > 0;
        match value {
            Value::Array(items) if inside => self.change_array(items),
            Value::Object(members) if inside => self.change_object(members),
            Value::Number(number) if inside => *value = self.change_number(number),
            Value::String(text) if inside => *value = self.change_text(text),
            other => *other = self.literal(),
        }
    }

    fn change_array(&mut self, items: &mut Vec<Value>) {
        if items.is_empty() {
            return items.push(self.literal());
        }
        let index = self.below(items.len());
        match self.below(6) {
            0 => items.push(items[index].clone()),
            1 => drop(items.remove(index)),
            2 => items.push(self.literal()),
            _ => self.change(&mut items[index]),
        }
    }

    fn change_object(&mut self, members: &mut serde_json::Map<String, Value>) {
        let choice = self.below(7);
        let index = self.below(members.len().max(1));
        let Some(name) = members.keys().nth(index).cloned() else {
            members.insert(self.word(), self.literal());
            return;
        };
        match choice {
            0 => drop(members.insert(self.word(), self.literal())),
            1 => drop(members.insert(self.word(), members[&name].clone())),
            2 => drop(members.remove(&name)),
            3 => {
                let member = members.remove(&name).unwrap_or_default();
                members.insert(self.word(), member);
            }
            _ => self.change(&mut members[&name]),
        }
    }

    fn change_number(&mut self, number: &serde_json::Number) -> Value {
        let float = number.as_f64().unwrap_or(0.0);
        match self.below(5) {
            0 => json!(number.to_string()),
            1 => json!(float + 0.5),
            // As it would be written with a point.
            2 => json!(float),
            3 => json!(number.as_i64().map_or(0, |number| number.saturating_sub(1))),
            _ => self.number(),
        }
    }

    fn change_text(&mut self, text: &str) -> Value {
        match self.below(4) {
            0 => json!(format!("{text}x")),
            1 => json!(text.chars().skip(1).collect::<String>()),
            _ => json!(self.word()),
        }
    }

    fn literal(&mut self) -> Value {
        match self.below(7) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => self.number(),
            3 => json!([]),
            4 => json!({}),
            5 => json!([self.number(), self.word()]),
            _ => json!(self.word()),
        }
    }

    fn number(&mut self) -> Value {
        let text = NUMBERS[self.below(NUMBERS.len())];
        serde_json::from_str(text).expect("a number")
    }
}

/// The names of properties, and the texts that are allowed.
fn collect_words(schema: &Value, words: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            for (key, inner) in members {
                match (key.as_str(), inner) {
                    ("properties", Value::Object(properties)) => {
                        words.extend(properties.keys().cloned());
                    }
                    ("const" | "enum", _) => collect_texts(inner, words),
                    _ => {}
                }
                collect_words(inner, words);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_words(item, words)),
        _ => {}
    }
}

fn collect_texts(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::String(text) => words.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| collect_texts(item, words)),
        _ => {}
    }
}
