//! What `#[tool]` makes of functions, by behaviour; what it refuses is in the UI tests.
//! Test names cite the rules of the contract.

#![allow(clippy::expect_used, clippy::panic, reason = "tests")]

use dsh_tools::call::ErrorCode;
use dsh_tools::prelude::*;
use dsh_tools::tool::{ArgsOf, Concurrency, NamedTool, Tool};

type Check = Result<(), Box<dyn std::error::Error + Send + Sync>>;

/// Add two integers.
#[tool(concurrency_safe, timeout_ms = 5_000, read_only)]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

#[tokio::test]
async fn mac_1_the_function_stays_callable() -> Check {
    assert_eq!(add(1, 2).await, 3);
    let sum = add::tool().call(json!({ "a": 1, "b": 2 }), &ToolContext::detached()).await?;
    assert_eq!(sum.as_i64(), Some(3));
    Ok(())
}

#[test]
fn mac_2_name_and_description_come_from_the_function() -> Check {
    let spec = add::tool().spec()?;
    assert_eq!(spec.name().as_str(), "add");
    assert_eq!(spec.description(), "Add two integers.");
    assert_eq!(add::NAME, "add");
    assert!(spec.hints().read_only && !spec.hints().destructive);
    assert!(matches!(spec.concurrency(), Concurrency::Parallel));
    assert_eq!(spec.timeout(), Some(std::time::Duration::from_secs(5)));
    Ok(())
}

type Context<T> = ToolContext<T>;
type Outcome<T> = Result<T, std::num::ParseIntError>;

/// Read a number.
#[tool]
fn number(text: &str, base: Option<u32>, ctx: &Context<String>) -> Outcome<i64> {
    assert_eq!(ctx.state(), "state");
    i64::from_str_radix(text, base.unwrap_or(10))
}

#[tokio::test]
async fn mac_3_context_and_result_are_found_behind_aliases() -> Check {
    let context = ToolContext::test("state".to_owned());
    let call = |arguments| {
        let context = context.clone();
        async move { number::tool().call(arguments, &context).await }
    };
    assert_eq!(call(json!({ "text": "ff", "base": 16 })).await?.as_i64(), Some(255));
    assert_eq!(call(json!({ "text": "12" })).await?.as_i64(), Some(12));
    let error = call(json!({ "text": "x" })).await.expect_err("no number");
    assert_eq!(error.message(), "invalid digit found in string");
    Ok(())
}

/// Pick by arguments.
#[tool(concurrency_safe = |args| args.n > 3, render = |args, value| vec![format!("{} {value}", args.r#type).into()])]
async fn pick(r#type: String, mut n: u32, _unused: u8) -> String {
    n += 1;
    format!("{type}{n}", r#type = r#type)
}

#[test]
fn mac_5_callbacks_are_typed() -> Check {
    let spec = pick::tool().spec()?;
    let arguments = json!({ "type": "t", "n": 4, "_unused": 0 }).into();
    let Concurrency::When(classify) = spec.concurrency() else { panic!("no classifier") };
    assert!(classify(&arguments));
    let args: ArgsOf<pick> = <pick as Tool>::read(&arguments)?;
    assert_eq!(args.n, 4);
    let render = spec.callbacks().render.clone().expect("a renderer");
    assert_eq!(Content::join(&render(&arguments, &"v".into())?), "t v");
    Ok(())
}

#[test]
fn mac_9_tools_collects_paths_and_spreads() {
    let more: Tools<String> = tools![pick];
    let tools: Tools<String> = tools![add, number, ..more];
    let names: Vec<_> =
        tools.into_iter().map(|tool| tool.expect("a tool").spec().name().to_string()).collect();
    assert_eq!(names, ["add", "number", "pick"]);
}

/// Count up.
#[tool(read_only)]
fn count(n: u32, #[arg(default = 2, range(min = 1, max = 5))] step: u8, note: Option<&str>) -> u32 {
    n + u32::from(step) + note.map_or(0, |_| 100)
}

#[tokio::test]
async fn mac_3_defaults_reach_the_body_and_options_may_be_missing() -> Check {
    let context = ToolContext::detached();
    assert_eq!(count::tool().call(json!({ "n": 1 }), &context).await?.as_u64(), Some(3));
    let all = json!({ "n": 1, "step": 3, "note": "x" });
    assert_eq!(count::tool().call(all, &context).await?.as_u64(), Some(104));
    Ok(())
}

#[tokio::test]
async fn r_m4_missing_and_wrong_arguments_name_the_property() {
    for arguments in [json!({}), json!({ "n": "abc" }), json!({ "n": null })] {
        let error =
            count::tool().call(arguments, &ToolContext::detached()).await.expect_err("refused");
        assert_eq!(error.code(), Some(&ErrorCode::INVALID_ARGS));
        assert!(error.message().contains('n'), "{error}");
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Query {
    search_text: String,
    #[serde(default)]
    limit: usize,
}

/// Search.
#[tool(render = |args, found| vec![format!("{} of {found}", args.limit).into()])]
async fn search(#[args] query: &Query) -> usize {
    query.search_text.len()
}

#[tokio::test]
async fn mac_3_a_struct_can_hold_all_arguments() -> Check {
    let context = ToolContext::detached();
    let value = search::tool().call(json!({ "searchText": "abc" }), &context).await?;
    assert_eq!(value.as_u64(), Some(3));
    let refused = search::tool().call(json!({ "search_text": 1 }), &context).await;
    assert_eq!(refused.expect_err("no such field").code(), Some(&ErrorCode::INVALID_ARGS));
    Ok(())
}

/// Divide.
#[tool]
fn divide(by: f64) -> Vec<f64> {
    vec![1.0, 0.0 / by]
}

#[tokio::test]
async fn mac_4_what_json_cannot_carry_is_an_error_with_its_path() {
    let nan = divide::tool().call(json!({ "by": 0 }), &ToolContext::detached()).await;
    let error = nan.expect_err("NaN");
    assert_eq!(error.code(), Some(&ErrorCode::INVALID_TOOL_OUTPUT));
    assert!(error.message().contains("value[1]"), "{error}");
}

/// Fail.
#[tool]
async fn fail(anyhow: bool) -> anyhow::Result<()> {
    let error = ToolError::new("gone").with_code("GONE");
    if anyhow { Err(anyhow::Error::from_boxed(error.into())) } else { Ok(()) }
}

#[tokio::test]
async fn mac_4_unit_is_null_and_codes_survive() -> Check {
    let call = |anyhow| async move {
        fail::tool().call(json!({ "anyhow": anyhow }), &ToolContext::detached()).await
    };
    assert!(call(false).await?.is_null());
    let error = call(true).await.expect_err("a failure");
    assert_eq!(error.message(), "gone");
    assert_eq!(error.code(), Some(&ErrorCode::new("GONE")));
    Ok(())
}

/// Work.
#[tool(blocking)]
fn work() -> String {
    std::thread::current().name().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn mac_1_blocking_tools_run_elsewhere() -> Check {
    let here = std::thread::current().name().unwrap_or_default().to_owned();
    let there = work::tool().call("", &ToolContext::detached()).await?;
    assert_ne!(there.as_str(), Some(&*here));
    Ok(())
}

#[test]
fn mac_9_a_spec_is_made_once() -> Check {
    assert!(std::sync::Arc::ptr_eq(&add::tool().spec()?, &add::tool().spec()?));
    Ok(())
}

/// Not a finite default.
#[tool]
fn odd(#[arg(default = f64::NAN)] by: f64) -> f64 {
    by
}

#[test]
fn mac_3_a_default_that_is_no_json_is_refused_when_the_tool_is_built() {
    let error = odd::tool().spec().expect_err("NaN");
    assert_eq!(
        error.to_string(),
        "argument `by` of tool `odd`: its default is no JSON: value: NaN is no JSON number"
    );
}

#[derive(Clone)]
struct Db(&'static str);

struct App {
    db: Db,
}

impl FromState<App> for Db {
    fn from_state(app: &App) -> Self {
        app.db.clone()
    }
}

/// Greet.
#[tool(read_only)]
async fn greet(name: &str, ctx: &ToolContext<Db>) -> String {
    format!("{} {name}", ctx.state().0)
}

#[tokio::test]
async fn reg_9_tools_of_functions_run_over_every_state_that_gives_theirs() -> Check {
    let registry = dsh_tools::registry::ToolRegistry::builder()
        .state(App { db: Db("hello") })
        .tools(tools![greet, count])
        .build()?;
    let outcome = registry.call("greet", json!({ "name": "you" })).await;
    assert_eq!(outcome.text(), "hello you");
    let outcome = registry.call("count", json!({ "n": 4 })).await;
    assert_eq!(outcome.value().and_then(dsh_tools::json::Json::as_u64), Some(6));
    Ok(())
}
