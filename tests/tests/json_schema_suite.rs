//! The official JSON Schema test suite, draft 2020-12, from the folder that `JSON_SCHEMA_TEST_SUITE` names.
//! Each of its groups is run, or stands in a table here with the reason why it does not apply.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use dsh_tools::json::{Json, parse};
use dsh_tools::schema::Schema;
use dsh_tools_tests::say;

/// Why a group does not apply.
#[derive(Clone, Copy, PartialEq)]
enum Why {
    /// The strict form refuses it and names this: a keyword outside the vocabulary, or a reference.
    Refused(&'static str),
    /// For a reason of its own, which is given in words.
    Because(&'static str),
}

use Why::{Because, Refused};

/// A file, the description of a group or `*` for all the others of the file, and why they do not apply.
type Apart = (&'static str, &'static str, Why);

/// In order: the first entry that fits a group counts.
const APART: &[Apart] = &[
    (
        "additionalProperties",
        "dependentSchemas with additionalProperties",
        Refused("dependentSchemas"),
    ),
    ("anchor", "Location-independent identifier with absolute URI", Refused("$ref")),
    (
        "anchor",
        "Location-independent identifier with base URI change in subschema",
        Refused("$ref"),
    ),
    ("anchor", "same $anchor with different base uri", Refused("$ref")),
    ("contains", "contains with false if subschema", Refused("if")),
    (
        "content",
        "validation of string-encoded content based on media type",
        Refused("contentMediaType"),
    ),
    ("content", "*", Refused("contentEncoding")),
    ("defs", "*", Refused("$ref")),
    ("dependentRequired", "*", Refused("dependentRequired")),
    ("dependentSchemas", "*", Refused("dependentSchemas")),
    (
        "dynamicRef",
        "A $ref to a $dynamicAnchor in the same schema resource behaves like a normal $ref to an $anchor",
        Refused("$dynamicAnchor"),
    ),
    (
        "dynamicRef",
        "strict-tree schema, guards against misspelled properties",
        Refused("$dynamicAnchor"),
    ),
    (
        "dynamicRef",
        "tests for implementation dynamic anchor and reference link",
        Refused("$dynamicAnchor"),
    ),
    (
        "dynamicRef",
        "$ref and $dynamicAnchor are independent of order - $defs first",
        Refused("$dynamicAnchor"),
    ),
    (
        "dynamicRef",
        "$ref and $dynamicAnchor are independent of order - $ref first",
        Refused("$dynamicAnchor"),
    ),
    ("dynamicRef", "$ref to $dynamicRef finds detached $dynamicAnchor", Refused("$ref")),
    ("dynamicRef", "*", Refused("$dynamicRef")),
    ("enum", "empty enum", Refused("enum")),
    ("if-then-else", "ignore then without if", Refused("then")),
    ("if-then-else", "ignore else without if", Refused("else")),
    ("if-then-else", "*", Refused("if")),
    ("ref", "remote ref, containing refs itself", Refused("$ref")),
    ("ref", "Recursive references between schemas", Refused("$ref")),
    ("ref", "refs with relative uris and defs", Refused("$ref")),
    ("ref", "relative refs with absolute uris and defs", Refused("$ref")),
    (
        "ref",
        "$id must be resolved against nearest parent, not just immediate parent",
        Refused("$ref"),
    ),
    ("ref", "order of evaluation: $id and $ref", Refused("$ref")),
    ("ref", "order of evaluation: $id and $anchor and $ref", Refused("$id")),
    ("ref", "order of evaluation: $id and $ref on nested schema", Refused("$ref")),
    ("ref", "URN ref with nested pointer ref", Refused("$ref")),
    ("ref", "ref to if", Refused("if")),
    ("ref", "ref to then", Refused("then")),
    ("ref", "ref to else", Refused("else")),
    ("ref", "ref with absolute-path-reference", Refused("$ref")),
    ("refRemote", "*", Refused("$ref")),
    ("unevaluatedItems", "*", Refused("unevaluatedItems")),
    ("unevaluatedProperties", "unevaluatedProperties schema", Refused("unevaluatedProperties")),
    (
        "unevaluatedProperties",
        "unevaluatedProperties with nested unevaluatedProperties",
        Refused("unevaluatedProperties"),
    ),
    ("unevaluatedProperties", "unevaluatedProperties with if/then/else", Refused("if")),
    (
        "unevaluatedProperties",
        "unevaluatedProperties with if/then/else, then not defined",
        Refused("if"),
    ),
    (
        "unevaluatedProperties",
        "unevaluatedProperties with if/then/else, else not defined",
        Refused("if"),
    ),
    (
        "unevaluatedProperties",
        "unevaluatedProperties with dependentSchemas",
        Refused("dependentSchemas"),
    ),
    ("unevaluatedProperties", "unevaluatedProperties with $dynamicRef", Refused("$dynamicRef")),
    (
        "unevaluatedProperties",
        "unevaluatedProperties with null valued instance properties",
        Refused("unevaluatedProperties"),
    ),
    (
        "unevaluatedProperties",
        "unevaluatedProperties not affected by propertyNames",
        Refused("unevaluatedProperties"),
    ),
    (
        "unevaluatedProperties",
        "unevaluatedProperties can see annotations from if without then and else",
        Refused("if"),
    ),
    (
        "unevaluatedProperties",
        "dependentSchemas with unevaluatedProperties",
        Refused("dependentSchemas"),
    ),
    (
        "vocabulary",
        "schema that uses custom metaschema with with no validation vocabulary",
        Because("the metaschema that turns keywords off is another document"),
    ),
];

/// What ran, and what did not.
#[derive(Default)]
struct Run {
    tests: usize,
    groups: usize,
    apart: usize,
    used: BTreeSet<usize>,
    wrong: Vec<String>,
}

#[test]
fn sch_2_the_official_suite_agrees() {
    let Ok(folder) = std::env::var("JSON_SCHEMA_TEST_SUITE") else {
        say!("skipped: JSON_SCHEMA_TEST_SUITE is not set");
        return;
    };
    let mut run = Run::default();
    for path in files(&Path::new(&folder).join("draft2020-12")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let file = path.file_stem().unwrap().to_str().unwrap();
        for group in parse(&text).unwrap().as_array().unwrap() {
            run.group(file, group);
        }
    }
    let stale = APART.iter().enumerate().filter(|(index, _)| !run.used.contains(index));
    for (_, (file, group, _)) in stale {
        run.wrong.push(format!("{file}: no group is left for {group:?}: take it out of the table"));
    }
    say!(
        "official suite: {} tests ran in {} groups, {} groups do not apply",
        run.tests,
        run.groups,
        run.apart
    );
    assert!(run.wrong.is_empty(), "{} are wrong:\n{}", run.wrong.len(), run.wrong.join("\n"));
    assert!(run.tests > 900, "only {} tests ran", run.tests);
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| {
        panic!("JSON_SCHEMA_TEST_SUITE must hold the folder {}: {error}", folder.display())
    });
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

impl Run {
    fn group(&mut self, file: &str, group: &Json) {
        let description = group["description"].as_str().unwrap();
        let schema = &group["schema"];
        let entry = APART.iter().position(|(apart_file, apart, _)| {
            *apart_file == file && (*apart == "*" || description == *apart)
        });
        match entry {
            Some(index) => {
                self.used.insert(index);
                self.apart += 1;
                if let Refused(name) = APART[index].2 {
                    self.refused(file, description, schema, name);
                }
            }
            None => self.tests(file, description, schema, &group["tests"]),
        }
    }

    /// The strict form must not half-enforce what it does not know (rule SCH-3).
    fn refused(&mut self, file: &str, description: &str, schema: &Json, name: &str) {
        match Schema::from_json(schema) {
            Ok(_) => self.wrong.push(format!("{file}, {description}: {schema} is not refused")),
            Err(error) if error.to_string().contains(&format!("`{name}`")) => {}
            Err(error) => {
                self.wrong.push(format!("{file}, {description}: {name} is not named: {error}"));
            }
        }
    }

    /// Schemas that contradict themselves are run in the lenient form: their losses show in no verdict.
    fn tests(&mut self, file: &str, description: &str, schema: &Json, tests: &Json) {
        self.groups += 1;
        let (compiled, refusal) = match Schema::from_json(schema) {
            Ok(compiled) => (compiled, String::new()),
            Err(error) => (Schema::from_json_lenient(schema).0, format!(", lenient as {error}")),
        };
        for test in tests.as_array().unwrap() {
            self.tests += 1;
            let (value, valid) = (&test["data"], test["valid"].as_bool().unwrap());
            let violations = compiled.validate(value, "value");
            if violations.is_empty() != valid {
                let words = if valid { "is valid" } else { "is not valid" };
                self.wrong.push(format!(
                    "{file}, {description}: {value} {words} for {schema}{refusal}; found {violations:?}"
                ));
            }
        }
    }
}
