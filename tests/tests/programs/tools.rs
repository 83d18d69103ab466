//! The tools that the programs call, over `tests/programs/fixtures.json`; `run.mjs` beside it has the same.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use dsh_tools::prelude::*;
use dsh_tools_tests::kit::with_body;
use serde_json::Value;

/// What the tools of one program remember.
#[derive(Default)]
struct World {
    made: u64,
    tries: BTreeMap<String, u64>,
}

type Body = fn(&Value, &Value, &mut World) -> Result<Value, String>;

const TOOLS: [(&str, Body); 10] = [
    ("list_issues", |fixtures, given, _| Ok(list_issues(fixtures, given))),
    ("get_issue", |fixtures, given, _| {
        let found = items(fixtures, "issues").iter().find(|issue| issue["id"] == given["id"]);
        found.cloned().ok_or_else(|| format!("there is no issue {}", given["id"]))
    }),
    ("list_users", |fixtures, _, _| Ok(fixtures["users"].clone())),
    ("get_user", |fixtures, given, _| {
        let found = items(fixtures, "users").iter().find(|user| user["login"] == given["login"]);
        found.cloned().ok_or_else(|| format!("there is no user {}", text(given, "login")))
    }),
    ("search", |fixtures, given, _| {
        let query = text(given, "query").to_lowercase();
        let fits = |issue: &&Value| text(issue, "title").to_lowercase().contains(&query);
        let short = |issue: &Value| json!({ "id": issue["id"], "title": issue["title"] });
        Ok(items(fixtures, "issues").iter().filter(fits).map(short).collect())
    }),
    ("create_issue", |_, given, world| {
        if text(given, "title").is_empty() {
            return Err("the title is empty".into());
        }
        world.made += 1;
        let labels = given.get("labels").cloned().unwrap_or_else(|| json!([]));
        Ok(json!({ "id": 99 + world.made, "title": given["title"], "labels": labels }))
    }),
    ("list_files", |fixtures, _, _| {
        let files = fixtures["files"].as_object().unwrap();
        Ok(files.keys().map(|key| Value::from(&**key)).collect())
    }),
    ("read_file", |fixtures, given, _| {
        let path = text(given, "path");
        fixtures["files"].get(path).cloned().ok_or_else(|| format!("there is no file {path}"))
    }),
    ("flaky", |_, given, world| {
        let key = text(given, "key");
        let tries = world.tries.entry(key.to_owned()).or_default();
        *tries += 1;
        if *tries < 3 {
            Err(format!("{key} is busy"))
        } else {
            Ok(json!({ "key": key, "tries": *tries }))
        }
    }),
    ("send-message", |_, given, _| {
        Ok(json!({ "to": given["to"], "length": text(given, "text").encode_utf16().count() }))
    }),
];

/// The tools, which remember nothing yet.
pub(crate) fn tools() -> Vec<ToolDefinition<()>> {
    let fixtures = include_str!("../../programs/fixtures.json");
    let fixtures: std::sync::Arc<Value> = serde_json::from_str::<Value>(fixtures).unwrap().into();
    let world = std::sync::Arc::new(Mutex::new(World::default()));
    let tool = |(name, body): (&str, Body)| {
        let (fixtures, world) = (fixtures.clone(), world.clone());
        let builder = dsh_tools_tests::kit::builder(name)
            .parameters_json(json!({ "type": "object", "additionalProperties": true }));
        with_body(builder, move |given| {
            let given: Value = serde_json::from_str(&given.to_string()).unwrap();
            let mut world = world.lock().unwrap_or_else(PoisonError::into_inner);
            body(&fixtures, &given, &mut world).map(Into::into).map_err(ToolError::new)
        })
    };
    TOOLS.into_iter().map(tool).collect()
}

fn list_issues(fixtures: &Value, given: &Value) -> Value {
    let state = given["state"].as_str();
    let fits = |issue: &&Value| state.is_none_or(|state| issue["state"] == state);
    let all: Vec<&Value> = items(fixtures, "issues").iter().filter(fits).collect();
    let start = given["cursor"].as_str().map_or(0, |cursor| cursor.parse().unwrap());
    let end = start + given["limit"].as_u64().map_or(3, |limit| usize::try_from(limit).unwrap());
    let next = (end < all.len()).then(|| end.to_string());
    let page: Vec<&Value> = all.into_iter().take(end).skip(start).collect();
    json!({ "items": page, "next_cursor": next })
}

fn items<'v>(fixtures: &'v Value, name: &str) -> &'v [Value] {
    fixtures[name].as_array().unwrap()
}

fn text<'v>(given: &'v Value, name: &str) -> &'v str {
    given[name].as_str().unwrap_or_default()
}
