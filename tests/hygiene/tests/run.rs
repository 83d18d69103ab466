//! Tools of a crate that depends on nothing else run, and say what they should.
#![deny(warnings, clippy::pedantic)]

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use dsh_tools_hygiene::{hostile, plain};
use tooling::prelude::*;
use tooling::tool::Concurrency;

type Check = Result<(), Box<dyn std::error::Error + Send + Sync>>;

/// Nothing here waits for anything, so that no runtime is needed.
fn run<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return value;
        }
    }
}

#[test]
fn r_m5_tools_run_beside_hostile_names() -> Check {
    let context = ToolContext::detached();
    let call = |arguments| run(hostile::search::tool().call(arguments, &context));
    let found = call(json!({ "namePart": "a" }))?;
    assert_eq!(found.to_string(), r#"{"kind":"names","names":["a"],"place":[1.5,2]}"#);
    assert_eq!(call(json!({ "namePart": "a", "limit": 1 }))?.to_string(), r#"{"kind":"nothing"}"#);
    assert!(call(json!({ "namePart": "a", "limit": 0 })).is_err());
    assert!(call(json!({ "name_part": "a" })).is_err());

    let sum = run(hostile::sum::tool().call(json!({ "sum": 1 }), &context))?;
    assert_eq!(sum.as_u64(), Some(10));
    Ok(())
}

#[test]
fn r_m5_hostile_names_change_nothing_that_a_tool_says() -> Check {
    let search = hostile::search::tool().spec()?;
    assert_eq!(
        search.description(),
        "Search by a struct of arguments.\n\nSee also `sum` and `Query`."
    );
    let schema = search.parameters().to_json().to_string();
    assert!(schema.contains(r#""namePart""#) && schema.contains("A part of a name."), "{schema}");

    let sum = hostile::sum::tool().spec()?;
    let arguments = json!({ "sum": 4 }).into();
    assert!(matches!(sum.concurrency(), Concurrency::When(overlaps) if overlaps(&arguments)));
    let meta = sum.callbacks().presentation_meta.clone().ok_or("no metadata")?;
    assert_eq!(meta(&arguments, &15.into())?.to_string(), "[null,15]");
    Ok(())
}

#[test]
fn mac_8_tools_need_no_other_dependency() -> Check {
    assert_eq!(plain::reverse("abc"), "cba");
    let registry = ToolRegistry::builder().tools(plain::tools()).build()?;
    for (name, arguments, text) in [
        ("reverse", json!({ "text": "abc" }), "cba"),
        ("pause", json!({}), "null"),
        ("double", json!({ "double": 4 }), "8"),
    ] {
        assert_eq!(run(registry.call(name, arguments)).text(), text);
    }
    Ok(())
}
