//! The order of tools (rule PROMPT-5).

use dsh_tools::prelude::*;
use dsh_tools::present::{OrderError, PartError, PromptError, UNLISTED_TOOLS};
use dsh_tools::registry::Names;
use dsh_tools_tests::kit::giving;

use super::stand::{builder, error, tools};

#[tokio::test]
async fn prompt_5_an_order_lists_names_around_the_rest() {
    let registry = builder(Mode::Both, &["d", "a", "c", "b"]);
    let registry = registry.tool_order(["c", UNLISTED_TOOLS, "a"]).build().unwrap();
    assert_eq!(tools(&registry).await, ["c", "b", "d", "run_code", "a"]);

    let scope = registry.scope();
    let own = scope.tool_order(["run_code", "d"]).unwrap();
    assert_eq!(tools(&scope.scope()).await, ["run_code", "d", "a", "b", "c"]);
    own.unregister();
    assert_eq!(tools(&scope).await, ["c", "b", "d", "run_code", "a"]);
    scope.tool_order([UNLISTED_TOOLS]).unwrap().keep();
    assert_eq!(tools(&scope).await, ["a", "b", "c", "d", "run_code"]);
    assert!(matches!(scope.tool_order(["a"]), Err(PartError::AlreadyOrdered { .. })));
}

#[tokio::test]
async fn prompt_5_an_order_that_does_not_fit_rejects_the_assembly() {
    let registry = builder(Mode::Native, &["a", "b"]).build().unwrap();
    let refused = async |mode: Mode, names: &[&str]| {
        let scope = registry.scope();
        scope.present_as(mode).unwrap().keep();
        scope.tool_order(names.iter().copied()).unwrap().keep();
        match error(&scope).await {
            PromptError::Order(error) => error,
            other => panic!("{other}"),
        }
    };
    let twice = |name: &str| OrderError::Duplicate { name: name.to_owned() };
    assert_eq!(refused(Mode::Native, &["a", "b", "a"]).await, twice("a"));
    let rests = [UNLISTED_TOOLS, "a", UNLISTED_TOOLS];
    assert_eq!(refused(Mode::Both, &rests).await, twice(UNLISTED_TOOLS));
    let names = |names: &[&str]| Names(names.iter().map(|&name| name.to_owned()).collect());
    let unknown = refused(Mode::Native, &["a", "nope", "run_code"]).await;
    let expected = OrderError::NotContributed {
        names: names(&["nope", "run_code"]),
        mode: "native",
        known: names(&["a", "b"]),
    };
    assert_eq!(unknown, expected);
    let native = refused(Mode::Code, &["a", UNLISTED_TOOLS]).await;
    let said = native.to_string();
    assert!(
        said.contains("`a`") && said.contains("`code`") && said.contains("`run_code`"),
        "{said}"
    );
}

#[tokio::test]
async fn prompt_5_restricted_names_are_still_names() {
    let registry = builder(Mode::Native, &["a", "b", "c"]);
    let registry = registry.tool_order(["c", "b", "a"]).build().unwrap();
    let scope = registry.scope();
    scope.restrict(Filter::deny(["b"])).unwrap().keep();
    assert_eq!(tools(&scope).await, ["c", "a"]);
    let gone = registry.scope();
    gone.tool_order(["own"]).unwrap().keep();
    assert!(matches!(error(&gone).await, PromptError::Order(_)));
    gone.register(giving("own", 1)).unwrap().keep();
    assert_eq!(tools(&gone).await, ["own", "a", "b", "c"]);
}
