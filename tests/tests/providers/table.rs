//! The table of `docs/providers.md`, and what of a list is against it.

use std::collections::HashMap;

use dsh_tools::json::Json;
use dsh_tools::present::provider::Provider;

use super::listed;

const DOC: &str = include_str!("../../../docs/providers.md");

/// One provider's column: the cell of each row.
pub(crate) struct Column(HashMap<String, String>);

impl Column {
    pub(crate) fn of(provider: &str) -> Self {
        let mut rows = DOC.lines().skip_while(|line| !line.starts_with('|'));
        let cells = |line: &str| -> Vec<String> {
            line.trim_matches('|')
                .split('|')
                .map(|cell| cell.trim().trim_matches('`').to_owned())
                .collect()
        };
        let head = cells(rows.next().unwrap());
        let column = head.iter().position(|name| name == provider).unwrap();
        let rows = rows.skip(1).take_while(|line| line.starts_with('|')).map(|line| {
            let cells = cells(line);
            (cells[0].clone(), cells[column].clone())
        });
        Self(rows.collect())
    }

    pub(crate) fn cell(&self, row: &str) -> &str {
        self.0.get(row).unwrap_or_else(|| panic!("no row {row}"))
    }

    /// The number there; none for `any` and `none`.
    pub(crate) fn number(&self, row: &str) -> Option<usize> {
        match self.cell(row) {
            "any" | "none" => None,
            number => Some(number.parse().unwrap()),
        }
    }

    fn words(&self, row: &str) -> Option<Vec<&str>> {
        match self.cell(row) {
            "any" => None,
            "none" => Some(Vec::new()),
            words => Some(words.split(' ').collect()),
        }
    }
}

/// Whether a letter is in a set such as `A-Za-z_`.
fn within(letter: char, set: &str) -> bool {
    let letters: Vec<char> = set.chars().collect();
    let mut at = 0;
    while at < letters.len() {
        if at + 2 < letters.len() && letters[at + 1] == '-' {
            if (letters[at]..=letters[at + 2]).contains(&letter) {
                return true;
            }
            at += 3;
        } else if letters[at] == letter {
            return true;
        } else {
            at += 1;
        }
    }
    false
}

/// What of the provider's list is against its column.
pub(crate) fn offences(name: &str, provider: &Provider) -> Vec<String> {
    let column = Column::of(name);
    let mut found = Vec::new();
    let tools = listed(provider);
    let names: std::collections::HashSet<_> = tools.iter().map(|tool| &tool.name).collect();
    if names.len() < tools.len() {
        found.push("a name is there twice".to_owned());
    }
    if column.number("tools: most").is_some_and(|most| tools.len() > most) {
        found.push(format!("{} tools", tools.len()));
    }
    for tool in &tools {
        let mut say = |what: String| found.push(format!("{}: {what}", tool.name));
        let fits = tool
            .name
            .chars()
            .next()
            .is_some_and(|letter| within(letter, column.cell("name: first")))
            && tool.name.chars().all(|letter| within(letter, column.cell("name: rest")));
        if !fits || tool.name.len() > column.number("name: longest").unwrap() {
            say("refused name".to_owned());
        }
        if tool.description.chars().count() > column.number("description: longest").unwrap() {
            say("long description".to_owned());
        }
        if tool.parameters.is_null() {
            continue; // Gemini's functions without parameters.
        }
        if !matches!(tool.parameters["type"].as_str(), Some("object" | "OBJECT")) {
            say("the root is no object".to_owned());
        }
        for keyword in column.words("root: refused keywords").unwrap() {
            if tool.parameters.get(keyword).is_some() {
                say(format!("`{keyword}` at the root"));
            }
        }
        let schemas = schemas(&tool.parameters);
        if let Some(known) = column.words("schema: keywords") {
            against(&schemas, &known, &mut say);
        }
        if column
            .number("schema: deepest")
            .is_some_and(|most| schemas.iter().any(|(_, depth)| *depth > most))
        {
            say("too deep".to_owned());
        }
        if tool.strict {
            against(&schemas, &column.words("strict: keywords").unwrap(), &mut say);
            for (schema, _) in
                schemas.iter().filter(|(schema, _)| schema["type"].as_str() == Some("object"))
            {
                if schema["additionalProperties"].as_bool() != Some(false) {
                    say("strict and open".to_owned());
                }
                let properties =
                    schema["properties"].as_object().map_or(0, dsh_tools::json::Object::len);
                let required = schema["required"].as_array().map_or(0, dsh_tools::json::Array::len);
                if column.cell("strict: all required") == "yes" && properties != required {
                    say("strict with optional properties".to_owned());
                }
            }
        }
    }
    let strict = tools.iter().filter(|tool| tool.strict).count();
    if column.number("strict: tools").is_some_and(|most| strict > most) {
        found.push(format!("{strict} strict tools"));
    }
    found
}

fn against(schemas: &[(&Json, usize)], known: &[&str], say: &mut impl FnMut(String)) {
    for (schema, _) in schemas {
        for keyword in schema.as_object().unwrap().keys() {
            if !known.contains(&&**keyword) {
                say(format!("`{keyword}`"));
            }
        }
    }
}

/// Every schema in a schema, with its depth from 0.
fn schemas(root: &Json) -> Vec<(&Json, usize)> {
    let mut all = Vec::new();
    let mut open = vec![(root, 0)];
    while let Some((schema, depth)) = open.pop() {
        if schema.as_object().is_none() {
            continue;
        }
        all.push((schema, depth));
        for keyword in ["properties", "$defs", "definitions"] {
            let children = schema[keyword].as_object().into_iter().flat_map(|all| all.values());
            open.extend(children.map(|child| (child, depth + 1)));
        }
        open.extend(schema.get("items").map(|items| (items, depth + 1)));
        let branches = schema["anyOf"].as_array().into_iter().flat_map(|all| all.iter());
        open.extend(branches.map(|branch| (branch, depth + 1)));
    }
    all
}

#[test]
fn prompt_7_the_table_itself_is_read_and_can_be_offended() {
    assert_eq!(Column::of("mcp").number("name: longest"), Some(128));
    assert!(within('Q', "A-Za-z_") && within('-', "A-Z_-") && !within('.', "A-Za-z0-9_-"));
    // MCP's list held against OpenAI's column: the dot stays in one and is refused by the other.
    let provider = dsh_tools::present::provider::mcp::tools(&[super::plain("a.b")]);
    assert_eq!(offences("openai chat", &provider), ["a.b: refused name"]);
}
