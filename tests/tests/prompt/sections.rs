//! Sections of the application: their order, their shadows, their mistakes (rule PROMPT-5).

use dsh_tools::prelude::*;
use dsh_tools::present::{PartError, TemplateError};
use dsh_tools::registry::RegistryError;
use dsh_tools_tests::kit::giving;

use super::stand::{part, text};

#[tokio::test]
async fn prompt_5_sections_of_the_same_number_stand_by_name() {
    let one =
        ToolRegistry::builder().section("b", 1, "B").section("a", 1, "A").section("c", 0, "C");
    assert_eq!(text(&one.build().unwrap()).await, "C\n\nA\n\nB");
    let other = ToolRegistry::builder().section("c", 0, "C").section("a", 1, "A");
    let other = other.section("b", 1, "B").section("first", i32::MIN, "!").build().unwrap();
    assert_eq!(text(&other).await, "!\n\nC\n\nA\n\nB");
}

#[tokio::test]
async fn prompt_5_a_nearer_section_shadows_and_leaves_with_its_scope() {
    let registry = ToolRegistry::builder().section("a", 1, "A").section("b", 2, "B");
    let registry = registry.build().unwrap();
    let scope = registry.scope();
    let below = scope.scope();
    let own = scope.section("a", 3, "own").unwrap();
    assert_eq!(text(&below).await, "B\n\nown");
    own.unregister();
    own.unregister();
    assert_eq!(text(&below).await, "A\n\nB");
    scope.section("a", 1, "").unwrap().keep();
    assert_eq!(text(&below).await, "B");
    drop(scope);
    assert_eq!(text(&below).await, "A\n\nB");
    assert_eq!(text(&registry).await, "A\n\nB");
}

#[tokio::test]
async fn prompt_5_what_is_wrong_with_parts_is_told_by_the_builder_at_once() {
    let refused = ToolRegistry::builder()
        .tools(vec![giving("t", 1), giving("t", 2)])
        .section("a", 1, "A")
        .section("a", 2, "again")
        .section("broken", 3, "one\n{{two")
        .variable("x y", "value")
        .variable("z", "1")
        .variable("z", "2")
        .tool_order(["t"])
        .tool_order(["t"])
        .build()
        .unwrap_err();
    let problems = refused.problems();
    assert!(matches!(problems[0], RegistryError::Duplicate { .. }), "{refused}");
    let parts: Vec<&PartError> = problems[1..].iter().map(part).collect();
    let duplicate =
        |kind, name: &str| PartError::Duplicate { kind, name: name.to_owned(), layer: "globally" };
    let problem = TemplateError::Unclosed { line: 2 };
    let expected = [
        duplicate("section", "a"),
        PartError::Template { section: "broken".to_owned(), problem },
        PartError::VariableName { name: "x y".to_owned() },
        duplicate("variable", "z"),
        PartError::AlreadyOrdered { layer: "globally" },
    ];
    assert_eq!(parts, expected.iter().collect::<Vec<_>>());
}
