//! A small fixed set of tools, which the programs of `typescript/good` and `typescript/bad` call.
//! What is closed or open here decides which mistakes the compiler can see.

#![allow(clippy::needless_pass_by_value, reason = "arguments of tools are theirs")]

use std::collections::BTreeMap;

use dsh_tools::data;
use dsh_tools::prelude::*;
use serde_json::Value;

/// A note.
#[data]
#[serde(deny_unknown_fields)]
struct Note {
    id: u32,
    title: String,
    tags: Vec<String>,
    /// The day by which it is due, if any.
    due: Option<String>,
}

/// How to sort.
#[data]
#[serde(rename_all = "snake_case")]
enum Order {
    /// The newest first.
    NewestFirst,
    /// By title.
    ByTitle,
}

/// A shape.
#[data]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum Shape {
    Circle { radius: f64 },
    Rectangle { width: f64, height: f64 },
    Nothing,
}

/// What happened.
#[data]
#[serde(tag = "type", content = "data", rename_all = "snake_case", deny_unknown_fields)]
enum Event {
    Created(Note),
    Deleted { id: u32 },
    Idle,
}

/// A folder of notes.
#[data]
#[serde(deny_unknown_fields)]
struct Folder {
    name: String,
    notes: Vec<u32>,
    folders: Vec<Folder>,
}

#[data]
#[serde(deny_unknown_fields)]
struct Settings {
    #[serde(default)]
    order: Option<Order>,
    #[serde(default)]
    page: Option<u8>,
}

fn notes() -> Vec<Note> {
    let note = |id, title: &str, tags: &[&str], due: Option<&str>| Note {
        id,
        title: title.to_owned(),
        tags: tags.iter().map(ToString::to_string).collect(),
        due: due.map(str::to_owned),
    };
    vec![
        note(1, "Bread", &["shop"], Some("2026-03-01")),
        note(2, "Accounts", &["work", "tax"], None),
        note(3, "Call", &[], None),
    ]
}

/// Add two integers.
#[tool(closed, concurrency_safe)]
fn add(a: i64, b: i64) -> i64 {
    a.saturating_add(b)
}

/// Find notes by text.
#[tool(closed, concurrency_safe)]
fn find_notes(text: &str, limit: Option<u32>, order: Option<Order>) -> Vec<Note> {
    let mut found: Vec<Note> =
        notes().into_iter().filter(|note| note.title.contains(text)).collect();
    match order {
        Some(Order::ByTitle) => found.sort_by(|left, right| left.title.cmp(&right.title)),
        Some(Order::NewestFirst) => found.reverse(),
        None => {}
    }
    found.truncate(limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX));
    found
}

/// Read a note; null if there is none.
#[tool(closed, concurrency_safe)]
fn read_note(id: u32) -> Option<Note> {
    notes().into_iter().find(|note| note.id == id)
}

/// Delete a note.
#[tool(closed)]
fn delete_note(id: u32) -> Result<(), ToolError> {
    match read_note(id) {
        Some(_) => Ok(()),
        None => Err(ToolError::new(format!("there is no note {id}"))),
    }
}

/// Read the log: line numbers and lines.
#[tool(name = "get-logs", closed)]
fn get_logs(since: Option<u32>) -> Vec<(u32, String)> {
    (since.unwrap_or(1)..4).map(|number| (number, format!("line {number}"))).collect()
}

/// The area of a shape.
#[tool(closed)]
fn area(shape: Shape) -> f64 {
    match shape {
        Shape::Circle { radius } => std::f64::consts::PI * radius * radius,
        Shape::Rectangle { width, height } => width * height,
        Shape::Nothing => 0.0,
    }
}

/// The shape around a point.
#[tool(closed)]
fn shape_at(at: (f64, f64)) -> Shape {
    match at {
        (x, y) if x < 0.0 || y < 0.0 => Shape::Nothing,
        (x, y) if x > y => Shape::Rectangle { width: x, height: y },
        (x, _) => Shape::Circle { radius: x },
    }
}

/// What happened last.
#[tool(closed)]
fn next_event(after: Option<u32>) -> Event {
    match after {
        None => Event::Idle,
        Some(0) => Event::Deleted { id: 4 },
        Some(_) => notes().pop().map_or(Event::Idle, Event::Created),
    }
}

/// All folders.
#[tool(closed)]
fn folders() -> Folder {
    let folder = |name: &str, notes: &[u32], folders| Folder {
        name: name.to_owned(),
        notes: notes.to_vec(),
        folders,
    };
    folder("all", &[1], vec![folder("work", &[2], vec![]), folder("home", &[3], vec![])])
}

/// How often each tag is used.
#[tool(closed)]
fn tag_counts() -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for tag in notes().into_iter().flat_map(|note| note.tags) {
        *counts.entry(tag).or_default() += 1;
    }
    counts
}

/// Change settings; what is left out stays.
#[tool(closed)]
fn configure(settings: Settings) -> Settings {
    settings
}

/// Store any JSON under a key.
#[tool]
fn store(key: String, value: Value) -> Value {
    json!({ key: value })
}

/// The tools.
#[must_use]
pub fn tools() -> Tools<()> {
    tools![
        add,
        area,
        configure,
        delete_note,
        find_notes,
        folders,
        get_logs,
        next_event,
        read_note,
        shape_at,
        store,
        tag_counts
    ]
}
