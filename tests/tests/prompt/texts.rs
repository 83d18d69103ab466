//! Templates, variables and functions that give text (rule PROMPT-5).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dsh_tools::call::ErrorCode;
use dsh_tools::prelude::*;
use dsh_tools::present::{PromptError, TemplateError, Verbatim};
use dsh_tools::registry::Names;
use dsh_tools_tests::kit::giving;

use super::stand::{Handle, builder, described, error, text};

#[tokio::test]
async fn prompt_5_variables_are_strict_and_their_values_are_final() {
    let registry = ToolRegistry::builder()
        .section("intro", 1, "{{who}} and {{ who }}, {{{{who}}")
        .variable("who", "{{who}} {{nobody}}")
        .build()
        .unwrap();
    assert_eq!(text(&registry).await, "{{who}} {{nobody}} and {{who}} {{nobody}}, {{who}}");

    let scope = registry.scope();
    scope.variable("team", "T").unwrap().keep();
    scope.section("rules", 2, "Ask {{boss}}.").unwrap().keep();
    let unknown = error(&scope).await;
    let known = Names(vec!["team".to_owned(), "who".to_owned()]);
    let (section, variable) = ("rules".to_owned(), "boss".to_owned());
    assert_eq!(unknown, PromptError::UnknownVariable { section, variable, known });
    let said = unknown.to_string();
    for part in ["`rules`", "`{{boss}}`", "`team`, `who`"] {
        assert!(said.contains(part), "{said}");
    }
    let boss = scope.variable("boss", "Eve").unwrap();
    assert!(text(&scope).await.ends_with("Ask Eve."));
    boss.unregister();
    assert!(matches!(error(&scope).await, PromptError::UnknownVariable { .. }));
}

#[tokio::test]
async fn prompt_5_text_from_tools_is_never_a_template() {
    let hostile = "{{x}} {{ {{{{ {{secret}} */ \u{7} \u{1b}[31m \u{202e}\n\n```\n# Heading";
    let huge = "{{".repeat(1 << 19);
    let registry = builder(Mode::Both, &[])
        .tools(vec![described("hostile", hostile), described("huge", &huge)])
        .section("intro", 1, "{{secret}}")
        .variable("secret", "S3CRET")
        .build()
        .unwrap();
    let prompt = registry.prompt().await.unwrap();
    assert_eq!(&*prompt.tools[0].description, hostile);
    let sdk = &prompt.sections[1].text;
    assert!(sdk.contains("{{x}} {{ {{{{ {{secret}}") && sdk.contains(&huge));
    assert!(!sdk.contains("{{secret}} */"), "the comment goes on");
    assert_eq!(prompt.text().matches("S3CRET").count(), 1);
}

#[tokio::test]
async fn prompt_5_a_megabyte_of_text_is_filled_in() {
    let long = "{{x}}, ".repeat(150_000);
    let registry = ToolRegistry::builder().section("long", 1, long).variable("x", "{{}}");
    let text = text(&registry.build().unwrap()).await;
    assert_eq!(text, "{{}}, ".repeat(150_000));
}

async fn greeting(scope: Handle) -> Result<String, std::io::Error> {
    tokio::task::yield_now().await;
    Ok(format!("{} tools, {{{{name}}}}", scope.schemas().len()))
}

#[tokio::test]
async fn prompt_5_functions_of_the_scope_give_text() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let registry = builder(Mode::Native, &["a"])
        .section("async", 1, greeting)
        .section("sync", 2, |scope: Handle| Verbatim(format!("{{{{{:?}}}}}", scope.mode())))
        .section("none", 3, |_: Handle| None::<String>)
        .section("fixed", 4, "{{name}}!{{nothing}}")
        .variable("nothing", |_: Handle| None::<String>)
        .variable("name", move |_: Handle| {
            count.fetch_add(1, Ordering::SeqCst);
            "{{Ada}}"
        })
        .variable("unused", |_: Handle| -> String { panic!("nobody uses it") })
        .build()
        .unwrap();
    assert_eq!(text(&registry).await, "1 tools, {{Ada}}\n\n{{Native}}\n\n{{Ada}}!");
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    let scope = registry.scope();
    scope.register(giving("b", 1)).unwrap().keep();
    assert!(text(&scope).await.starts_with("2 tools, "));
}

#[tokio::test]
async fn prompt_5_functions_that_fail_or_panic_are_typed_errors() {
    let registry = ToolRegistry::builder().build().unwrap();
    let broken = registry.scope();
    let fails =
        |_: Handle| async { Err::<String, _>(ToolError::new("no disk").with_code("NO_DISK")) };
    broken.section("notes", 1, fails).unwrap().keep();
    let failed = error(&broken).await;
    let PromptError::Section { section, error: failure } = &failed else { panic!("{failed}") };
    assert_eq!((&**section, failure.code().unwrap().as_str()), ("notes", "NO_DISK"));

    let panics = registry.scope();
    panics.section("s", 1, "{{v}}").unwrap().keep();
    panics.variable("v", |_: Handle| -> String { panic!("boom") }).unwrap().keep();
    let failed = error(&panics).await;
    let PromptError::Variable { variable, error: failure } = &failed else { panic!("{failed}") };
    assert_eq!((&**variable, failure.code()), ("v", Some(&ErrorCode::TOOL_PANICKED)));
    assert!(failed.to_string().contains("boom"), "{failed}");

    let templates = registry.scope();
    templates.section("given", 1, |_: Handle| "{{").unwrap().keep();
    let (section, problem) = ("given".to_owned(), TemplateError::Unclosed { line: 1 });
    assert_eq!(error(&templates).await, PromptError::Template { section, problem });
    assert_eq!(text(&registry).await, "");
}
