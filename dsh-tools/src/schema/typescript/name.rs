//! Names in generated TypeScript: keys of properties, and names of types that clash with nothing.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::comment::write_quoted;

/// A name as the key of a type: quoted unless it is an ASCII identifier.
///
/// ```
/// use dsh_tools::schema::typescript::property_key;
///
/// assert_eq!(property_key("read_file"), "read_file");
/// assert_eq!(property_key("get-logs"), "\"get-logs\"");
/// ```
#[must_use]
pub fn property_key(name: &str) -> String {
    let mut key = String::with_capacity(name.len());
    write_key(&mut key, name);
    key
}

/// Writes a name as the key of a type.
pub(super) fn write_key(out: &mut String, name: &str) {
    let letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$';
    let mut bytes = name.bytes();
    let identifier =
        bytes.next().is_some_and(letter) && bytes.all(|byte| letter(byte) || byte.is_ascii_digit());
    if identifier { out.push_str(name) } else { write_quoted(out, name) }
}

/// How long a name that is made of hints gets.
const MOST_CHARACTERS: usize = 60;

/// A name for a type, made of words: `read_file args` becomes `ReadFileArgs`.
pub(super) fn pascal(parts: &[&str]) -> String {
    let mut name = String::new();
    let words =
        parts.iter().flat_map(|part| part.split(|letter: char| !letter.is_ascii_alphanumeric()));
    for word in words {
        let mut characters = word.chars();
        name.extend(characters.next().map(|first| first.to_ascii_uppercase()));
        name.push_str(characters.as_str());
        if name.len() > MOST_CHARACTERS {
            name.truncate(MOST_CHARACTERS);
            break;
        }
    }
    if name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        name
    } else {
        format!("T{name}")
    }
}

/// The names that are taken.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: HashSet<Arc<str>>,
    /// The next number to try, by what it is put after.
    numbers: HashMap<String, usize>,
}

impl Names {
    /// A name that begins so and that nothing else has.
    pub(super) fn unique(&mut self, base: &str) -> Arc<str> {
        let mut name: Arc<str> = base.into();
        while is_reserved(&name) || self.taken.contains(&name) {
            let number = self.numbers.entry(base.to_owned()).or_insert(2);
            name = format!("{base}{number}").into();
            *number += 1;
        }
        self.taken.insert(name.clone());
        name
    }
}

/// Names that the SDK or TypeScript itself uses.
fn is_reserved(name: &str) -> bool {
    const RESERVED: [&str; 26] = [
        "JsonValue",
        "ToolArgsMap",
        "ToolOutputMap",
        "ToolName",
        "ToolCallError",
        "Tools",
        "Answer",
        "Open",
        "Record",
        "Promise",
        "Error",
        "Array",
        "Object",
        "String",
        "Number",
        "Boolean",
        "Date",
        "Map",
        "Set",
        "Function",
        "Symbol",
        "Name",
        "RegExp",
        "BigInt",
        "Infinity",
        "NaN",
    ];
    RESERVED.contains(&name)
}
