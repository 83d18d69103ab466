//! The rooms of the library import one way only; a room may use those that come before it.
//! Every `crate::room` and `super::` path in `dsh-tools/src` is read with syn and held against the order.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, ItemUse, UseTree};

/// Each room may import the rooms before it.
const ROOMS: [&str; 10] = [
    "json", "schema", "call", "tool", "hook", "registry", "pipeline", "schedule", "present", "code",
];
/// Beside those: the front end and the engine, which know nothing of tools.
const ENGINE: [&str; 3] = ["json", "program", "engine"];
/// They may import anything, and nobody imports them.
const LEAVES: [&str; 9] =
    ["prelude", "__private", "macros", "orders", "policy", "sdk", "testing", "worker", "lib"];

fn may_import(room: &str, other: &str) -> bool {
    if room == other || LEAVES.contains(&room) {
        return true;
    }
    let place = |row: &[&str], room: &str| row.iter().position(|known| *known == room);
    let before = |row: &[&str]| match (place(row, room), place(row, other)) {
        (Some(room), Some(other)) => other < room,
        _ => false,
    };
    before(&ROOMS) || before(&ENGINE) || (room, other) == ("code", "engine")
}

fn is_room(name: &str) -> bool {
    ROOMS.contains(&name) || ENGINE.contains(&name) || LEAVES.contains(&name)
}

/// A room that a file names, and where.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Import {
    line: usize,
    room: String,
}

/// Collects the paths of one file.
struct Imports {
    /// The modules of the file, outermost first: `["code", "bridge"]` for `code/bridge.rs`.
    module: Vec<String>,
    found: BTreeSet<Import>,
}

impl Imports {
    fn of(module: &[&str], source: &str) -> BTreeSet<Import> {
        let module = module.iter().map(|&part| part.to_owned()).collect();
        let mut imports = Self { module, found: BTreeSet::new() };
        imports.visit_file(&syn::parse_file(source).unwrap());
        imports.found
    }

    /// Notes the room that a path leads to, if it is one of this crate.
    fn path(&mut self, segments: &[String], line: usize) {
        let room = match segments.first().map(String::as_str) {
            Some("crate" | "$crate") => segments.get(1).cloned(),
            Some("super") => self.above(segments),
            _ => None,
        };
        if let Some(room) = room.filter(|room| is_room(room)) {
            self.found.insert(Import { line, room });
        }
    }

    /// The room of a path that begins with `super`.
    fn above(&self, segments: &[String]) -> Option<String> {
        let ups = segments.iter().take_while(|segment| *segment == "super").count();
        let base = &self.module[..self.module.len().checked_sub(ups)?];
        base.first().or(segments.get(ups)).cloned()
    }

    fn use_tree(&mut self, tree: &UseTree, before: &[String]) {
        let with = |name: String| [before, &[name]].concat();
        match tree {
            UseTree::Path(path) => self.use_tree(&path.tree, &with(path.ident.to_string())),
            UseTree::Name(name) => {
                self.path(&with(name.ident.to_string()), name.span().start().line);
            }
            UseTree::Rename(name) => {
                self.path(&with(name.ident.to_string()), name.span().start().line);
            }
            UseTree::Glob(glob) => self.path(before, glob.span().start().line),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.use_tree(tree, before));
            }
        }
    }

    /// Paths in the tokens of a macro call, which syn does not read.
    fn tokens(&mut self, tokens: &proc_macro2::TokenStream) {
        let mut path: Vec<String> = Vec::new();
        for token in tokens.clone() {
            match token {
                proc_macro2::TokenTree::Group(group) => {
                    path.clear();
                    self.tokens(&group.stream());
                }
                proc_macro2::TokenTree::Ident(ident) => {
                    let continues = path.last().is_some_and(|last| last == "::");
                    if !continues {
                        path.clear();
                    }
                    path.push(ident.to_string());
                    let names: Vec<String> =
                        path.iter().filter(|part| *part != "::").cloned().collect();
                    self.path(&names, ident.span().start().line);
                }
                proc_macro2::TokenTree::Punct(colon) if colon.as_char() == ':' => {
                    if path.last().is_some_and(|last| last != "::") {
                        path.push("::".to_owned());
                    }
                }
                _ => path.clear(),
            }
        }
    }
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if is_for_tests(&module.attrs) {
            return;
        }
        self.module.push(module.ident.to_string());
        visit::visit_item_mod(self, module);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.use_tree(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.path(&segments, path.span().start().line);
        visit::visit_path(self, path);
    }

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {
        // `pub(super)` and `pub(crate)` import nothing.
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.tokens(&call.tokens);
        visit::visit_macro(self, call);
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|condition| condition == "test")
    })
}

/// What a file imports that its room must not.
fn offences(module: &[&str], source: &str) -> Vec<String> {
    let room = module.first().copied().unwrap_or("lib");
    Imports::of(module, source)
        .into_iter()
        .filter(|import| !may_import(room, &import.room))
        .map(|import| format!("line {}: `{room}` imports `{}`", import.line, import.room))
        .collect()
}

/// The modules that a file stands for.
fn module_of(file: &Path, root: &Path) -> Vec<String> {
    let inside = file.strip_prefix(root).unwrap().with_extension("");
    let mut parts: Vec<String> =
        inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    match parts.last().map(String::as_str) {
        Some("mod" | "lib") => {
            parts.pop();
        }
        Some("private") if parts.len() == 1 => parts = vec!["__private".to_owned()],
        _ => {}
    }
    parts
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !path.ends_with("tests.rs")
        {
            found.push(path);
        }
    }
}

#[test]
fn rooms_import_only_what_comes_before_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dsh-tools/src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 30, "only {} files found", files.len());
    let mut offending = Vec::new();
    for file in files {
        let module = module_of(&file, &root);
        let module: Vec<&str> = module.iter().map(String::as_str).collect();
        let source = fs::read_to_string(&file).unwrap();
        let inside = file.strip_prefix(&root).unwrap().display().to_string();
        offending.extend(offences(&module, &source).iter().map(|line| format!("{inside}, {line}")));
    }
    assert!(offending.is_empty(), "{}", offending.join("\n"));
}

#[test]
fn every_room_of_the_library_has_a_place_in_the_order() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dsh-tools/src");
    let library = syn::parse_file(&fs::read_to_string(root.join("lib.rs")).unwrap()).unwrap();
    for item in library.items {
        if let syn::Item::Mod(module) = item {
            assert!(is_room(&module.ident.to_string()), "`{}` has no place", module.ident);
        }
    }
}

#[test]
fn a_wrong_import_is_found_wherever_it_stands() {
    let wrong = [
        "use crate::registry::Scope;",
        "use crate::{call::Outcome, pipeline};",
        "use super::super::hook::Guard;",
        "pub use crate::code::*;",
        "fn f() { let _ = crate::schedule::Batch::default(); }",
        "fn f(_: Vec<crate::hook::CallHandle<()>>) {}",
        "fn f() { println!(\"{:?}\", crate::present::sdk_text([])); }",
        "mod inner { use super::super::super::hook::Guard; }",
        "use crate::prelude::*;",
        "use crate::testing::SeededClock;",
    ];
    for source in wrong {
        assert_eq!(offences(&["tool", "spec"], source).len(), 1, "{source}");
    }
    assert_eq!(offences(&["engine", "job"], "use crate::call::Outcome;").len(), 1);
    assert_eq!(
        offences(&["json"], "\n\nuse crate::schema::Schema;"),
        ["line 3: `json` imports `schema`"]
    );
}

#[test]
fn right_imports_are_let_through() {
    let right = [
        "use crate::call::Outcome; use crate::schema::{self, Schema}; use crate::json::Json;",
        "use super::name::ToolName;",
        "use super::super::call::Outcome;",
        "#[cfg(test)] mod tests { use crate::registry::Scope; }",
        "pub(super) fn f() {} pub(crate) fn g() {}",
        "use std::sync::Arc;",
    ];
    for source in right {
        assert_eq!(offences(&["tool", "spec"], source), <[String; 0]>::default(), "{source}");
    }
    assert!(offences(&["code", "in_process"], "use crate::engine::Run;").is_empty());
    assert!(
        offences(&["engine"], "use crate::program::Program; use crate::json::Json;").is_empty()
    );
    assert!(offences(&["prelude"], "pub use crate::registry::Scope;").is_empty());
}
