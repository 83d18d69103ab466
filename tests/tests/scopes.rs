//! The registry and its scopes: the rules REG-1 to REG-10, over the public API.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.
#![allow(clippy::unused_async)] // Tools are async functions, also where they wait for nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use dsh_tools::hook::AroundNext;
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::registry::{ExecutionMode, RegistryError, ScopeHandle};
use dsh_tools::tool::{CallContext, DefinitionError};
use dsh_tools_tests::kit::{Log, builder, code, giving, with_body};

fn registry(names: &[&str]) -> ToolRegistry {
    let tools: Vec<_> = names.iter().map(|&name| giving(name, name)).collect();
    ToolRegistry::builder().tools(tools).build().unwrap()
}

fn names(scope: &ScopeHandle<()>) -> Vec<String> {
    scope.schemas().iter().map(|schema| schema.name.to_string()).collect()
}

#[tokio::test]
async fn reg_1_a_scope_shadows_what_it_inherits() {
    let registry = registry(&["a"]);
    let scope = registry.scope();
    scope.register(giving("a", "own")).unwrap().keep();
    assert_eq!(scope.call("a", json!({})).await.text(), "own");
    assert_eq!(scope.scope().call("a", json!({})).await.text(), "own");
    assert_eq!(registry.call("a", json!({})).await.text(), "a");
}

#[test]
fn reg_1_a_refused_registration_changes_nothing() {
    let registry = registry(&["a"]);
    let changes = Arc::new(AtomicUsize::new(0));
    let count = changes.clone();
    let listener = move || {
        count.fetch_add(1, Ordering::SeqCst);
    };
    registry.on_change(listener).keep();
    let duplicate = registry.register(giving("a", "again")).unwrap_err();
    assert!(matches!(duplicate, RegistryError::Duplicate { .. }), "{duplicate}");
    for name in ["run_code", "$search", "a b", ""] {
        let refused = builder(name).body(|_: Json, _: CallContext<()>| async { Ok(Json::Null) });
        assert!(registry.register(refused.build()).is_err(), "{name:?}");
    }
    let hasty = builder("hasty").timeout(Duration::ZERO);
    let hasty = hasty.body(|_: Json, _: CallContext<()>| async { Ok(Json::Null) }).build();
    let error = registry.register(hasty).unwrap_err();
    let zero = RegistryError::Definition(DefinitionError::ZeroTimeout { tool: "hasty".into() });
    assert_eq!(error.to_string(), zero.to_string());
    assert_eq!(names(&registry), ["a"]);
    assert_eq!(changes.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn reg_2_unregister_takes_back_exactly_and_is_idempotent() {
    let registry = registry(&["a"]);
    let scope = registry.scope();
    let first = scope.register(giving("a", "first")).unwrap();
    first.unregister();
    scope.register(giving("a", "second")).unwrap().keep();
    first.unregister();
    assert_eq!(scope.call("a", json!({})).await.text(), "second");
}

#[tokio::test]
async fn reg_2_dropping_the_handle_does_nothing_and_dropping_the_scope_everything() {
    let registry = registry(&["a"]);
    let scope = registry.scope();
    let below = scope.scope();
    drop(scope.register(giving("own", "own")).unwrap());
    drop(scope.guard(|call: &CallHandle<()>| (call.name() == "a").then(|| "no".to_owned())));
    assert_eq!(names(&below), ["a", "own"]);
    assert_eq!(code(&below.call("a", json!({})).await), "DENIED_BY_GUARD");
    drop(scope);
    assert_eq!(names(&below), ["a"]);
    assert_eq!(below.call("a", json!({})).await.text(), "a");
}

#[test]
fn reg_3_masks_intersect() {
    let registry = registry(&["a", "b", "c"]);
    let parent = registry.scope();
    let child = parent.scope();
    parent.restrict(Filter::allow(["a", "b"])).unwrap().keep();
    let mask = child.restrict(Filter::deny(["a"])).unwrap();
    assert_eq!(names(&child), ["b"]);
    assert_eq!(names(&parent), ["a", "b"]);
    mask.unregister();
    assert_eq!(names(&child), ["a", "b"]);
}

#[test]
fn reg_3_deny_admits_later_tools_and_allow_does_not() {
    let registry = registry(&["a", "b"]);
    let (denying, allowing) = (registry.scope(), registry.scope());
    denying.restrict(Filter::deny(["b"])).unwrap().keep();
    allowing.restrict(Filter::allow(["a"])).unwrap().keep();
    allowing.register(giving("own", 1)).unwrap().keep();
    registry.register(giving("later", 1)).unwrap().keep();
    assert_eq!(names(&denying), ["a", "later"]);
    assert_eq!(names(&allowing), ["a", "own"]);
}

#[test]
fn reg_3_wrong_filters_are_refused_with_the_known_names() {
    let registry = registry(&["a", "b"]);
    let scope = registry.scope();
    scope.register(giving("own", 1)).unwrap().keep();
    let error = scope.restrict(Filter::deny(["own", "nothing"])).unwrap_err().to_string();
    for name in ["`own`", "`nothing`", "`a`", "`b`"] {
        assert!(error.contains(name), "{error}");
    }
    assert!(matches!(registry.restrict(Filter::deny(["a"])), Err(RegistryError::RestrictGlobal)));
    assert!(matches!(scope.restrict(Filter::default()), Err(RegistryError::EmptyFilter)));
    let run_code = scope.restrict(Filter::deny(["run_code"]));
    assert!(matches!(run_code, Err(RegistryError::RestrictRunCode)));
    assert_eq!(names(&scope), ["a", "b", "own"]);
}

#[test]
fn reg_4_a_scope_answers_as_it_sees_tools() {
    let registry = registry(&["a", "b"]);
    let timed = builder("own").timeout(Duration::from_secs(5)).concurrency_safe();
    let timed = timed.body(|_: Json, _: CallContext<()>| async { Ok(Json::Null) }).build().unwrap();
    let scope = registry.scope();
    scope.register(timed).unwrap().keep();
    scope.restrict(Filter::deny(["b"])).unwrap().keep();
    assert!(scope.get("b").is_none() && registry.get("b").is_some());
    assert!(scope.get("own").is_some() && registry.get("own").is_none());
    let schemas = serde_json::to_value(scope.schemas()).unwrap();
    let members = |schema: &serde_json::Value| -> Vec<String> {
        schema.as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(schemas.as_array().unwrap().len(), 2);
    for schema in schemas.as_array().unwrap() {
        assert_eq!(members(schema), ["name", "description", "parameters"]);
    }
}

#[test]
fn reg_4_run_code_is_told_where_the_mode_offers_it() {
    let registry = ToolRegistry::builder().runtime(InProcess::new()).build().unwrap();
    let names = |scope: &ScopeHandle<()>| -> Vec<String> {
        scope.schemas().iter().map(|schema| schema.name.to_string()).collect()
    };
    let scope = registry.scope();
    assert!(names(&scope).is_empty());
    scope.present_as(Mode::Both).unwrap().keep();
    assert_eq!(names(&scope), ["run_code"]);
    assert!(names(&registry).is_empty());
}

#[tokio::test]
async fn reg_5_global_guards_come_first_then_the_farthest_ancestor() {
    let registry = registry(&["a"]);
    let parent = registry.scope();
    let child = parent.scope();
    let log = Log::default();
    let logging = |name: &'static str| {
        let log = log.clone();
        move |_: &CallHandle<()>| {
            log.add(name);
            None
        }
    };
    child.guard(logging("child")).keep();
    parent.guard(logging("parent")).keep();
    registry.guard(logging("global")).keep();
    assert_eq!(child.call("a", json!({})).await.text(), "a");
    assert_eq!(log.entries(), ["global", "parent", "child"]);
}

#[test]
fn reg_6_only_a_classifier_that_says_true_makes_a_call_parallel() {
    let body = |_: Json, _: CallContext<()>| async { Ok(Json::Null) };
    let classified = builder("classified")
        .concurrency_safe_when(|arguments| match arguments["safe"].as_bool() {
            Some(safe) => safe,
            None => panic!("no answer"),
        })
        .body(body);
    let registry = registry(&["exclusive"]);
    registry.register(classified.build()).unwrap().keep();
    let safe = builder("safe").concurrency_safe().body(body).build();
    registry.register(safe).unwrap().keep();
    let mode = |name: &str, arguments| registry.execution_mode(&ToolCall::new(name, arguments));
    assert_eq!(mode("safe", json!({})), ExecutionMode::Parallel);
    assert_eq!(mode("classified", json!({ "safe": true })), ExecutionMode::Parallel);
    assert_eq!(mode("classified", json!({ "safe": false })), ExecutionMode::Exclusive);
    assert_eq!(mode("classified", json!({})), ExecutionMode::Exclusive, "it panics");
    assert_eq!(mode("exclusive", json!({})), ExecutionMode::Exclusive);
    assert_eq!(mode("nothing", json!({})), ExecutionMode::Exclusive);
    let hiding = registry.scope();
    hiding.restrict(Filter::deny(["safe"])).unwrap().keep();
    let hidden = hiding.execution_mode(&ToolCall::new("safe", json!({})));
    assert_eq!(hidden, ExecutionMode::Exclusive);
}

#[test]
fn reg_6_invalid_arguments_make_a_call_exclusive() {
    let safe = builder("safe")
        .parameters_json(json!({
            "type": "object", "properties": { "x": { "type": "integer" } }, "required": ["x"]
        }))
        .concurrency_safe();
    let registry = ToolRegistry::builder().tools(vec![with_body(safe, |_| Ok(Json::Null))]);
    let registry = registry.build().unwrap();
    let mode = |arguments| registry.execution_mode(&ToolCall::new("safe", arguments));
    assert_eq!(mode(json!({ "x": 1 })), ExecutionMode::Parallel);
    assert_eq!(mode(json!({ "x": "1" })), ExecutionMode::Exclusive);
}

#[test]
fn reg_7_every_change_is_told() {
    let registry = registry(&["a"]);
    let changes = Arc::new(AtomicUsize::new(0));
    let count = changes.clone();
    let listener = registry.on_change(move || {
        count.fetch_add(1, Ordering::SeqCst);
    });
    let told = || changes.swap(0, Ordering::SeqCst);
    let scope = registry.scope();
    told();
    let registration = scope.register(giving("own", 1)).unwrap();
    assert_eq!(told(), 1, "a registration");
    scope.restrict(Filter::deny(["a"])).unwrap().keep();
    assert_eq!(told(), 1, "a restriction");
    scope.present_as(Mode::Native).unwrap().keep();
    assert_eq!(told(), 1, "a presentation");
    registration.unregister();
    assert_eq!(told(), 1, "a removal");
    registration.unregister();
    assert_eq!(told(), 0, "nothing");
    listener.unregister();
    scope.register(giving("other", 1)).unwrap().keep();
    assert_eq!(told(), 0, "nobody listens");
}

#[test]
fn reg_7_a_listener_may_change_the_registry_and_may_panic() {
    let registry = registry(&["a"]);
    registry.on_change(|| panic!("a listener")).keep();
    let (changed, added) = (registry.clone(), AtomicBool::new(false));
    let listener = registry.on_change(move || {
        if !added.swap(true, Ordering::SeqCst) {
            changed.register(giving("answer", 1)).unwrap().keep();
        }
    });
    registry.register(giving("b", 1)).unwrap().keep();
    assert_eq!(names(&registry), ["a", "answer", "b"]);
    listener.unregister();
}

#[tokio::test]
async fn reg_8_a_call_keeps_the_definition_it_found() {
    let registry = ToolRegistry::builder().build().unwrap();
    let old = Arc::new(registry.register(giving("t", "old")).unwrap());
    let other = registry.clone();
    let replace = move |call: CallHandle<()>, next: AroundNext<()>| {
        old.unregister();
        if other.get("t").is_none() {
            other.register(giving("t", "new")).unwrap().keep();
        }
        async move { next.run(call).await }
    };
    registry.around(replace).keep();
    assert_eq!(registry.call("t", json!({})).await.text(), "old");
    assert_eq!(registry.call("t", json!({})).await.text(), "new");
}

#[tokio::test(flavor = "multi_thread")]
async fn reg_8_many_tasks_look_up_while_tools_change() {
    let registry = registry(&["fixed"]);
    let calls = (0..8).map(|task| {
        let registry = registry.clone();
        tokio::spawn(async move {
            for round in 0..50 {
                let name = format!("t{task}-{round}");
                let registration = registry.register(giving(&name, round)).unwrap();
                assert_eq!(registry.call(&name, json!({})).await.text(), round.to_string());
                assert_eq!(registry.call("fixed", json!({})).await.text(), "fixed");
                registration.unregister();
            }
        })
    });
    for call in calls.collect::<Vec<_>>() {
        call.await.unwrap();
    }
    assert_eq!(names(&registry), ["fixed"]);
}

/// What an application keeps.
struct App {
    greeting: Greeting,
}

/// The part of it that a tool asks for.
#[derive(Clone)]
struct Greeting(&'static str);

impl FromState<App> for Greeting {
    fn from_state(app: &App) -> Self {
        app.greeting.clone()
    }
}

/// Greet someone.
#[tool]
async fn greet(name: String, ctx: &ToolContext<Greeting>) -> String {
    format!("{}, {name}", ctx.state().0)
}

/// Need nothing.
#[tool]
async fn stateless() -> u32 {
    1
}

#[tokio::test]
async fn reg_9_state_reaches_tools() {
    let builder = ToolRegistry::builder().state(App { greeting: Greeting("Hello") });
    let registry = builder.tools(tools![greet, stateless]).build().unwrap();
    assert_eq!(registry.call("greet", json!({ "name": "Ann" })).await.text(), "Hello, Ann");
    assert_eq!(registry.call("stateless", json!({})).await.text(), "1");
}

#[test]
fn reg_10_all_conflicts_at_once() {
    let unnamed = builder("a b").body(|_: Json, _: CallContext<()>| async { Ok(Json::Null) });
    let tools: Tools<()> = tools![stateless, ..vec![giving("a", 1), giving("a", 2)]];
    let error = ToolRegistry::builder()
        .tools(tools)
        .tools(tools![stateless])
        .tools(vec![unnamed.build()])
        .build()
        .unwrap_err();
    assert_eq!(error.problems().len(), 3, "{error}");
    let text = error.to_string();
    for name in ["`a`", "`stateless`", "\"a b\""] {
        assert!(text.contains(name), "{text}");
    }
}

#[tokio::test]
async fn reg_10_nested_tools_get_a_prefix() {
    let registry = ToolRegistry::builder().nest("fs", vec![giving("read", 1)]).build().unwrap();
    assert_eq!(names(&registry), ["fs.read"]);
    assert_eq!(registry.call("fs.read", json!({})).await.text(), "1");
}
