//! `docs/records.md` says what serde does: each example reads and writes as it stands, and each variant and field of
//! the types, as their source has them, is there (rule UI-2).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use dsh_tools::call::{CallCard, Content, DurableResult, Outcome, Record, ResultCard};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::examples::{Example, examples, of, page};

/// The same JSON after it was read as a `T`.
fn again<T: DeserializeOwned + Serialize>(json: &serde_json::Value) -> serde_json::Value {
    let read: T =
        serde_json::from_value(json.clone()).unwrap_or_else(|error| panic!("{error}: {json}"));
    let text = serde_json::to_string(&read).unwrap();
    let once_more: T = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&once_more).unwrap(), text);
    serde_json::from_str(&text).unwrap()
}

fn again_as(name: &str, json: &serde_json::Value) -> serde_json::Value {
    match name {
        "Record" => again::<Record>(json),
        "Outcome" => again::<Outcome>(json),
        "DurableResult" => again::<DurableResult>(json),
        "Content" => again::<Content>(json),
        "CallCard" => again::<CallCard>(json),
        "ResultCard" => again::<ResultCard>(json),
        other => panic!("the page has an example of `{other}`, which this test does not know"),
    }
}

#[test]
fn ui_2_every_example_reads_and_is_written_as_it_stands() {
    let examples = examples();
    assert!(examples.len() >= 19, "only {} examples found", examples.len());
    for Example { of, json, .. } in examples {
        // As texts, so that the order of members counts too.
        assert_eq!(again_as(&of, &json).to_string(), json.to_string(), "{of}");
    }
}

#[test]
fn ui_2_what_a_newer_version_adds_is_passed_over() {
    for Example { of, json, .. } in examples() {
        let mut newer = json.clone();
        newer
            .as_object_mut()
            .unwrap()
            .insert("of_a_newer_version".to_owned(), serde_json::json!([1]));
        assert_eq!(again_as(&of, &newer), json, "{of}");
    }
}

#[test]
fn ui_2_a_form_of_a_newer_version_is_an_error_that_names_it() {
    fn refused<T: DeserializeOwned + std::fmt::Debug>(name: &str) {
        for Example { mut json, .. } in of(name) {
            json["type"] = "hologram".into();
            let said = serde_json::from_value::<T>(json).unwrap_err().to_string();
            assert!(said.contains("hologram"), "{said}");
        }
    }
    refused::<Record>("Record");
    refused::<Content>("Content");
    refused::<CallCard>("CallCard");
    refused::<ResultCard>("ResultCard");
    let card = serde_json::json!({ "type": "generic", "title": "x", "kind": "teleport" });
    assert_eq!(again::<CallCard>(&card)["kind"], "other");
}

#[test]
fn ui_2_an_outcome_has_a_value_or_an_error() {
    for wrong in [
        r#"{"is_error":false,"content":[]}"#,
        r#"{"is_error":true,"content":[]}"#,
        r#"{"is_error":true,"value":1,"error":{"message":"x"},"content":[]}"#,
        r#"{"is_error":true,"value":1,"content":[]}"#,
        r#"{"is_error":false,"value":1,"error":{"message":"x"},"content":[]}"#,
    ] {
        let said = serde_json::from_str::<Outcome>(wrong).unwrap_err().to_string();
        assert!(said.contains("`value`") && said.contains("`error`"), "{said}");
    }
}

#[test]
fn ui_2_null_is_a_value_where_a_field_is_there() {
    let kept = serde_json::json!({ "content": [], "is_error": false, "meta": null });
    assert_eq!(again::<DurableResult>(&kept), kept);
    let card = serde_json::json!({ "type": "generic", "title": "x", "raw_input": null });
    assert_eq!(again::<CallCard>(&card), card);
    let outcome =
        serde_json::json!({ "is_error": false, "value": null, "content": [], "meta": null });
    assert_eq!(again::<Outcome>(&outcome), outcome);
}

/// The enums and structs of the room `call`, as their source has them.
struct Source {
    enums: BTreeMap<String, syn::ItemEnum>,
    structs: BTreeMap<String, syn::ItemStruct>,
}

impl Source {
    fn read() -> Self {
        let room = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dsh-tools/src/call");
        let mut source = Self { enums: BTreeMap::new(), structs: BTreeMap::new() };
        for folder in [room.clone(), room.join("card")] {
            for file in fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
                if file.is_file() {
                    source.add(syn::parse_file(&fs::read_to_string(file).unwrap()).unwrap());
                }
            }
        }
        source
    }

    fn add(&mut self, file: syn::File) {
        for item in file.items {
            match item {
                syn::Item::Enum(item) => drop(self.enums.insert(item.ident.to_string(), item)),
                syn::Item::Struct(item) => drop(self.structs.insert(item.ident.to_string(), item)),
                _ => {}
            }
        }
    }

    /// The fields of a struct in its JSON: those of a flattened one are its own.
    fn fields(&self, name: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for field in &self.structs[name].fields {
            if serde_word(&field.attrs, "flatten").is_some() {
                found.extend(self.fields(&type_name(&field.ty)));
            } else {
                found.insert(field.ident.as_ref().unwrap().to_string());
            }
        }
        found
    }

    /// The variants of an enum by their `type`, with the fields of each.
    fn variants(&self, name: &str) -> BTreeMap<String, BTreeSet<String>> {
        let fields = |variant: &syn::Variant| match &variant.fields {
            syn::Fields::Unnamed(one) => self.fields(&type_name(&one.unnamed[0].ty)),
            named => named.iter().map(|it| it.ident.as_ref().unwrap().to_string()).collect(),
        };
        self.enums[name]
            .variants
            .iter()
            .map(|variant| (written(variant), fields(variant)))
            .collect()
    }
}

/// The name of a variant in JSON. None of those that are not renamed has two words.
fn written(variant: &syn::Variant) -> String {
    let plain = variant.ident.to_string().to_lowercase();
    serde_word(&variant.attrs, "rename").filter(|name| !name.is_empty()).unwrap_or(plain)
}

/// What `#[serde(…)]` gives for that word; an empty text for a word without a value.
fn serde_word(attributes: &[syn::Attribute], word: &str) -> Option<String> {
    let mut found = None;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        let read = attribute.parse_nested_meta(|meta| {
            let value = meta.value().and_then(syn::parse::ParseBuffer::parse::<syn::LitStr>);
            if meta.path.is_ident(word) {
                found = Some(value.map(|value| value.value()).unwrap_or_default());
            }
            Ok(())
        });
        read.unwrap();
    }
    found
}

fn type_name(of: &syn::Type) -> String {
    let syn::Type::Path(path) = of else { panic!("no name of a type") };
    path.path.segments.last().unwrap().ident.to_string()
}

fn keys(json: &serde_json::Value) -> BTreeSet<String> {
    json.as_object().unwrap().keys().cloned().collect()
}

/// Every field is in the example and in the table after it.
fn holds(example: &Example, fields: &BTreeSet<String>) {
    let mut found = keys(&example.json);
    found.remove("type");
    assert_eq!(&found, fields, "{}", example.json);
    for field in fields {
        assert!(
            example.table.contains(&format!("`{field}`")),
            "no row for `{field}` of {}",
            example.json
        );
    }
}

#[test]
fn ui_2_the_page_has_every_variant_with_every_field() {
    let source = Source::read();
    for name in ["Record", "Content", "CallCard", "ResultCard"] {
        let variants = source.variants(name);
        let examples = of(name);
        let shown: BTreeSet<&str> =
            examples.iter().filter_map(|it| it.json["type"].as_str()).collect();
        let known: BTreeSet<&str> = variants.keys().map(String::as_str).collect();
        assert_eq!(shown, known, "{name}: docs/records.md needs one example of each variant");
        assert_eq!(examples.len(), variants.len(), "{name}");
        for example in &examples {
            holds(example, &variants[example.json["type"].as_str().unwrap()]);
        }
    }
    holds(&of("DurableResult")[0], &source.fields("DurableResult"));
    let outcomes = of("Outcome");
    let shown: BTreeSet<String> = outcomes.iter().flat_map(|example| keys(&example.json)).collect();
    assert_eq!(shown, source.fields("Form"), "the fields of an outcome");
    let error =
        |json: &serde_json::Value| keys(&json["error"]).is_superset(&source.fields("CallError"));
    assert!(outcomes.iter().any(|it| it.json.get("error").is_some() && error(&it.json)));
    let contexts = outcomes.iter().filter_map(|it| it.json["contexts"].get(0));
    assert!(contexts.into_iter().any(|context| keys(context) == source.fields("DeferredContext")));
}

#[test]
fn ui_2_the_page_has_every_word() {
    let (source, page) = (Source::read(), page());
    for name in ["Approval", "CallKind"] {
        for variant in &source.enums[name].variants {
            let text = variant.ident.to_string();
            let words = text.char_indices().map(|(at, letter)| match (at, letter.is_uppercase()) {
                (0, _) | (_, false) => letter.to_lowercase().to_string(),
                (_, true) => format!("-{}", letter.to_lowercase()),
            });
            let word: String = words.collect();
            assert!(page.contains(&format!("`{word}`")), "`{word}` of {name} is not on the page");
        }
    }
    for name in ["Diff", "Location", "SearchMatch", "ErrorInfo"] {
        for field in source.fields(name) {
            assert!(page.contains(&format!("`{field}`")), "`{field}` of {name} is not on the page");
        }
    }
}
