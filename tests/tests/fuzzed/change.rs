//! Input near to input that means something: a few tokens, bytes or parts are dropped, doubled, moved or put in from
//! elsewhere. What to change is read from a row of choices.

use serde_json::{Value, json};

/// Put in anywhere in a program: what types are made of, and what parsers stumble over.
const SNIPPETS: [&str; 48] = [
    ": number",
    "?: string",
    "!",
    "?",
    "<T>",
    "<T,>",
    " as any",
    " as const",
    " satisfies X",
    "=>",
    "async ",
    "await ",
    "yield ",
    "*",
    "abstract ",
    "declare ",
    "private ",
    "readonly ",
    "static ",
    "override ",
    "get ",
    "#p",
    "@d ",
    "enum E { A }",
    "namespace N { type X = 1 }",
    "type T = 1\n",
    "interface I { a: 1 }",
    "function f(): void;",
    "import x from 'y'",
    "export default ",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    "\n",
    "/*",
    "//",
    "`${",
    "`",
    "'",
    "/",
    "\u{2028}",
    "new.target",
    "using x = 1;",
];

const WORDS: [&str; 24] = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "prefixItems",
    "enum",
    "const",
    "oneOf",
    "anyOf",
    "allOf",
    "not",
    "minimum",
    "multipleOf",
    "minLength",
    "pattern",
    "format",
    "$ref",
    "$defs",
    "default",
    "description",
    "unevaluatedProperties",
    "contains",
    "writeOnly",
];

/// The choices that are left. When there are none, every choice is the first.
pub(crate) struct Changes<'a>(std::slice::Iter<'a, u32>);

impl<'a> Changes<'a> {
    pub(crate) fn new(choices: &'a [u32]) -> Self {
        Self(choices.iter())
    }

    fn below(&mut self, count: usize) -> usize {
        self.0.next().map_or(0, |choice| *choice as usize % count.max(1))
    }

    fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        let index = self.below(from.len());
        &from[index]
    }

    /// A program with one to three changes.
    pub(crate) fn of_program(&mut self, programs: &[String]) -> String {
        let mut parts: Vec<&str> = tokens(self.pick(programs).as_str());
        for _ in 0..=self.below(3) {
            let at = self.below(parts.len() + 1);
            match self.below(5) {
                0 if at < parts.len() => drop(parts.remove(at)),
                1 if at < parts.len() => parts.insert(at, parts[at]),
                2 if at < parts.len() => {
                    let other = self.below(parts.len());
                    parts.swap(at, other);
                }
                3 => {
                    let others = tokens(self.pick(programs).as_str());
                    let from = self.below(others.len() + 1);
                    let to = others.len().min(from + 1 + self.below(6));
                    parts.splice(at..at, others[from..to].iter().copied());
                }
                _ => parts.insert(at, *self.pick(&SNIPPETS)),
            }
        }
        parts.concat()
    }

    /// A text with one to three characters changed.
    pub(crate) fn of_text(&mut self, texts: &[String]) -> String {
        let mut chars: Vec<char> = self.pick(texts).chars().collect();
        for _ in 0..=self.below(3) {
            let at = self.below(chars.len() + 1);
            match self.below(3) {
                0 if at < chars.len() => drop(chars.remove(at)),
                1 if at < chars.len() => chars.insert(at, chars[at]),
                _ => chars.insert(
                    at,
                    *self.pick(&['0', '-', '.', 'e', '"', '\\', 'u', 'd', ',', '{', ']', ' ']),
                ),
            }
        }
        chars.into_iter().collect()
    }

    /// Bytes with one to three of them changed.
    pub(crate) fn of_bytes(&mut self, rows: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = self.pick(rows).clone();
        for _ in 0..=self.below(3) {
            let at = self.below(bytes.len());
            match self.below(4) {
                0 => drop(bytes.remove(at)),
                1 => bytes.insert(at, bytes[at]),
                2 => bytes[at] = bytes[at].wrapping_add(1),
                _ => bytes[at] = self.below(256).to_le_bytes()[0],
            }
        }
        bytes
    }

    /// A schema and a value, each with parts of others put in.
    pub(crate) fn of_schema(&mut self, pairs: &[(Value, Value)]) -> (Value, Value) {
        let (mut schema, mut value) = self.pick(pairs).clone();
        for _ in 0..=self.below(3) {
            let donor = self.pick(pairs);
            if self.below(4) > 0 {
                self.graft(&mut schema, &donor.0);
            } else {
                self.graft(&mut value, &donor.1);
            }
        }
        (schema, value)
    }

    /// Puts a part of the donor, or something small, in a place of the value.
    fn graft(&mut self, into: &mut Value, donor: &Value) {
        let part = match self.below(4) {
            0 => self.literal(),
            _ => self.part(donor).clone(),
        };
        let mut place = into;
        // Mostly inside.
        while self.below(4) > 0 {
            let count = match &*place {
                Value::Array(items) => items.len(),
                Value::Object(members) => members.len(),
                _ => 0,
            };
            if count == 0 {
                break;
            }
            let index = self.below(count);
            place = match place {
                Value::Array(items) => &mut items[index],
                Value::Object(members) => members.values_mut().nth(index).unwrap(),
                _ => unreachable!("only containers have parts"),
            };
        }
        match place {
            Value::Object(members) if self.below(2) == 0 => {
                members.insert((*self.pick(&WORDS)).to_owned(), part);
            }
            Value::Array(items) if self.below(2) == 0 => items.push(part),
            other => *other = part,
        }
    }

    fn part<'v>(&mut self, value: &'v Value) -> &'v Value {
        let mut part = value;
        while self.below(3) > 0 {
            let inside: Vec<&Value> = match part {
                Value::Array(items) => items.iter().collect(),
                Value::Object(members) => members.values().collect(),
                _ => break,
            };
            if inside.is_empty() {
                break;
            }
            part = *self.pick(&inside);
        }
        part
    }

    fn literal(&mut self) -> Value {
        let literals = [
            json!(null),
            json!(true),
            json!(false),
            json!(0),
            json!(-1),
            json!(1.5),
            json!(1e16),
            json!(9_007_199_254_740_993_i64),
            json!(""),
            json!("#"),
            json!("*/"),
            json!("object"),
            json!("string"),
            json!("integer"),
            json!([]),
            json!({}),
            json!({ "$ref": "#" }),
            json!(["string", "null"]),
        ];
        self.pick(&literals).clone()
    }
}

/// Words, runs of spaces, and every other character alone.
fn tokens(text: &str) -> Vec<&str> {
    let class = |char: char| match char {
        _ if char.is_alphanumeric() || char == '_' || char == '$' => 1,
        ' ' => 2,
        _ => 0,
    };
    let mut tokens = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((_, char)) = chars.next() {
        match chars.peek() {
            Some((_, next)) if class(char) > 0 && class(char) == class(*next) => {}
            Some((at, _)) => {
                tokens.push(&text[start..*at]);
                start = *at;
            }
            None => tokens.push(&text[start..]),
        }
    }
    tokens
}
