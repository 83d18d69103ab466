//! Reads the part of TypeScript's type notation that SDKs are made of, and writes it in one way: without
//! layout and needless parentheses, with unions as sorted sets, and with named types in place of their names.

use std::collections::{BTreeSet, HashMap};

/// Whether comments are part of a type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Comments {
    Count,
    Ignored,
}

/// The one way to write a type, given the declarations of the types that it names.
///
/// # Errors
///
/// Text that is no type of this notation.
pub(super) fn canonical(
    text: &str,
    declarations: &[String],
    comments: Comments,
) -> Result<String, String> {
    let mut named = HashMap::new();
    for declaration in declarations {
        let start = declaration.find("type ").ok_or("a declaration without `type`")?;
        let (name, body) = declaration[start + 5..].split_once(" = ").ok_or("no `=`")?;
        named.insert(name, body.trim_end_matches(';'));
    }
    let tokens = tokens(text, comments)?;
    let mut reader = Reader { tokens, at: 0, named: &named, comments };
    let written = reader.union()?;
    if reader.at < reader.tokens.len() {
        return Err(format!("what follows is no type: {:?}", &reader.tokens[reader.at..]));
    }
    Ok(written.text)
}

/// Words, literals, comments and single marks.
fn tokens(text: &str, comments: Comments) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("/**") {
            rest.find("*/").ok_or("a comment without end")? + 2
        } else if first == '"' {
            string_length(rest).ok_or("a string without end")?
        } else if is_word(first) {
            rest.find(|character| !is_word(character)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let token = &rest[..length];
        if first == '"' {
            // Escapes may differ where the text does not.
            let text: String = serde_json::from_str(token).map_err(|error| error.to_string())?;
            tokens.push(format!("{text:?}"));
        } else if !token.starts_with("/**") || comments == Comments::Count {
            tokens.push(token.to_owned());
        }
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '$' | '-' | '+' | '.')
}

fn string_length(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.char_indices().skip(1).find_map(|(at, character)| {
        let ends = character == '"' && !escaped;
        escaped = character == '\\' && !escaped;
        ends.then_some(at + 1)
    })
}

/// A type in canonical form.
struct Written {
    text: String,
    /// What a union around it takes over.
    members: BTreeSet<String>,
}

impl Written {
    fn one(text: String) -> Self {
        Self { members: BTreeSet::from([text.clone()]), text }
    }

    fn is_union(&self) -> bool {
        self.members.len() > 1
    }
}

struct Reader<'n> {
    tokens: Vec<String>,
    at: usize,
    named: &'n HashMap<&'n str, &'n str>,
    comments: Comments,
}

impl Reader<'_> {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.take(token) {
            return Ok(());
        }
        Err(format!("expected {token:?}, found {:?}", self.peek()))
    }

    fn union(&mut self) -> Result<Written, String> {
        let mut members = self.intersection()?.members;
        while self.take("|") {
            members.extend(self.intersection()?.members);
        }
        let text = members.iter().cloned().collect::<Vec<_>>().join(" | ");
        Ok(Written { text, members })
    }

    fn intersection(&mut self) -> Result<Written, String> {
        let first = self.list()?;
        if self.peek() != "&" {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.take("&") {
            parts.push(self.list()?);
        }
        let wrapped = parts
            .into_iter()
            .map(|part| if part.is_union() { format!("({})", part.text) } else { part.text });
        Ok(Written::one(wrapped.collect::<Vec<_>>().join(" & ")))
    }

    fn list(&mut self) -> Result<Written, String> {
        let mut inner = self.single()?;
        while self.peek() == "[" && self.tokens.get(self.at + 1).is_some_and(|next| next == "]") {
            self.at += 2;
            let loose = inner.is_union() || inner.text.contains(" & ");
            let text =
                if loose { format!("({})[]", inner.text) } else { format!("{}[]", inner.text) };
            inner = Written::one(text);
        }
        Ok(inner)
    }

    fn single(&mut self) -> Result<Written, String> {
        if self.take("(") {
            let inner = self.union()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.take("{") {
            return self.object();
        }
        let word = self.peek().to_owned();
        self.at += 1;
        if word == "Record" {
            self.expect("<")?;
            self.expect("string")?;
            self.expect(",")?;
            let values = self.union()?.text;
            self.expect(">")?;
            return Ok(Written::one(format!("{{[key]: {values}}}")));
        }
        if let Some(body) = self.named.get(&*word) {
            let tokens = tokens(body, self.comments)?;
            let mut inner = Reader { tokens, at: 0, named: self.named, comments: self.comments };
            return inner.union();
        }
        match word.chars().next() {
            Some(first) if first == '"' || is_word(first) => Ok(Written::one(word)),
            _ => Err(format!("expected a type, found {word:?}")),
        }
    }

    fn object(&mut self) -> Result<Written, String> {
        let mut text = String::from("{");
        while !self.take("}") {
            if self.peek().starts_with("/**") {
                text.push_str(self.peek());
                self.at += 1;
            }
            if self.take("[") {
                let rest = ["key", ":", "string", "]", ":"];
                rest.into_iter().try_for_each(|token| self.expect(token))?;
                text.push_str("[key]: ");
            } else {
                let key = self.peek().trim_matches('"').to_owned();
                self.at += 1;
                let optional = if self.take("?") { "?" } else { "" };
                self.expect(":")?;
                text.push_str(&format!("{key:?}{optional}: "));
            }
            let member = self.union()?.text;
            let ends = self.take(";");
            text.push_str(&format!("{member}{}", if ends { ";" } else { "" }));
        }
        Ok(Written::one(text + "}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(left: &str, right: &str) -> bool {
        canonical(left, &[], Comments::Ignored).unwrap()
            == canonical(right, &[], Comments::Ignored).unwrap()
    }

    #[test]
    fn equivalent_types_are_written_alike_and_others_are_not() {
        assert!(same("(\"a\" | null)[]", "( null|\"a\" )[]"));
        assert!(same("((string | null)[])[]", "(string | null)[][]"));
        assert!(same("{ a?: ((1 | 2)); }", "{\n  /** x */\n  a?: 2 | 1;\n}"));
        assert!(same("Record<string, never>", "Record<string, (never)>"));
        assert!(!same("(string | null)[]", "string | null[]"));
        assert!(!same("{ a: 1; }", "{ a?: 1; }"));
        assert!(!same("({ a: 1; } & Record<string, x>)[]", "{ a: 1; } & Record<string, x>[]"));
    }

    #[test]
    fn names_stand_for_what_they_declare() {
        let declarations = ["/** x */\ntype A = B[];".to_owned(), "type B = 1 | 2;".to_owned()];
        assert_eq!(canonical("A", &declarations, Comments::Ignored).unwrap(), "(1 | 2)[]");
    }
}
