//! What `#[tool]` makes of functions, by behaviour; what it refuses is in the UI tests.
//! Test names cite the rules of the contract.

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
