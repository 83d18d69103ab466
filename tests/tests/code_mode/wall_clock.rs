//! The wall clock of a program stands still while a person is asked about one of its calls: the rule CODE-10.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use dsh_tools::call::Parent;
use dsh_tools::hook::{Approval, ApprovalRequest, ApprovalService};
use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::tool::{CallContext, NoState};
use dsh_tools_tests::hosting::{Budgets, Hosting};
use dsh_tools_tests::kit::{builder, giving};

use crate::stand::under_both_hosts;

under_both_hosts! {
    code_10_the_wall_clock_stands_still_while_a_person_is_asked,
    code_10_a_program_that_waits_too_long_after_a_question_ends,
    code_10_questions_at_the_same_time_stop_the_wall_clock_once,
}

/// What a program may take, which is less than a person takes to answer.
const WALL: Duration = Duration::from_millis(500);
const ANSWERED_AFTER: Duration = Duration::from_millis(800);

struct Person;

impl ApprovalService<()> for Person {
    async fn request(&self, _: ApprovalRequest<()>) -> Result<Approval, ToolError> {
        tokio::time::sleep(ANSWERED_AFTER).await;
        Ok(Approval::AllowedOnce)
    }
}

/// The registry, for a tool whose body makes calls itself.
type Later = Arc<Mutex<Option<ToolRegistry>>>;

/// Calls `asked` from within its body.
fn delegate(later: &Later) -> ToolDefinition<()> {
    let later = later.clone();
    let body = move |_: Json, call: CallContext<()>| {
        let call = call.for_tool::<NoState>();
        let parent = Parent::new(call.token().clone(), call.root_call_id().clone());
        let asked = ToolCall::new("asked", json!({})).with_parent(parent);
        let registry = later.lock().unwrap().clone().unwrap();
        async move { Ok(registry.scope().execute(asked).await.text().into()) }
    };
    builder("delegate").concurrency_safe().body(body).build().unwrap()
}

/// Waits for longer than any program may.
fn hang() -> ToolDefinition<()> {
    let body = |_: Json, call: CallContext<()>| async move {
        call.cancel().cancelled().await;
        Ok(Json::Null)
    };
    builder("hang").concurrency_safe().body(body).build().unwrap()
}

fn registry(hosting: &Hosting, later: &Later) -> ToolRegistry {
    let runtime = hosting.runtime(Budgets { wall: Some(WALL), ..Budgets::default() }).unwrap();
    let gate = |call: CallHandle<()>, next: Next<()>| async move {
        if call.name() == "asked" { Ok(Decision::ask("may it?")) } else { next.run(call).await }
    };
    ToolRegistry::builder()
        .mode(Mode::Code)
        .runtime(runtime)
        .tools(vec![giving("asked", "yes"), delegate(later), hang()])
        .approval(Person)
        .pre_execute(gate)
        .build()
        .unwrap()
}

/// The text of a program's result, and how long it took.
async fn run(registry: &ToolRegistry, code: &str) -> (String, Duration) {
    let began = Instant::now();
    let arguments = json!({ "code": code, "description": "a test" });
    let text = registry.scope().call("run_code", arguments).await.text();
    (text, began.elapsed())
}

async fn code_10_the_wall_clock_stands_still_while_a_person_is_asked(hosting: Hosting) {
    let registry = registry(&hosting, &Later::default());
    let (text, took) = run(&registry, "return await tools.asked({})").await;
    assert_eq!(text, "yes");
    assert!(took >= ANSWERED_AFTER, "{took:?}");
    // One question after the other, each of them for longer than the program may take.
    let (text, took) = run(&registry, "return await tools.asked({}) + await tools.asked({})").await;
    assert_eq!(text, "yesyes");
    assert!(took >= ANSWERED_AFTER * 2, "{took:?}");
}

async fn code_10_a_program_that_waits_too_long_after_a_question_ends(hosting: Hosting) {
    let registry = registry(&hosting, &Later::default());
    for code in [
        "await tools.asked({}); await tools.hang({})",
        "await tools.asked({}); await new Promise((go) => setTimeout(go, 60000))",
        "await tools.asked({}); for (;;) await tools.$search",
    ] {
        let (text, took) = run(&registry, code).await;
        assert!(text.contains("(timeout)") && text.contains("0.5 seconds of wall time"), "{text}");
        let soon = ANSWERED_AFTER..ANSWERED_AFTER + WALL + Duration::from_secs(1);
        assert!(soon.contains(&took), "{code}: {took:?}");
    }
    let (text, took) = run(&registry, "await tools.hang({})").await;
    assert!(text.contains("(timeout)") && took < WALL + Duration::from_secs(1), "{took:?}: {text}");
}

async fn code_10_questions_at_the_same_time_stop_the_wall_clock_once(hosting: Hosting) {
    let later = Later::default();
    let registry = registry(&hosting, &later);
    *later.lock().unwrap() = Some(registry.clone());
    let both = "const both = await Promise.all([tools.delegate({}), tools.delegate({})])";
    let (text, took) = run(&registry, &format!("{both}; return both.join()")).await;
    assert_eq!(text, "yes,yes");
    assert!(took < ANSWERED_AFTER * 2, "the questions overlapped: {took:?}");

    let (text, took) = run(&registry, &format!("{both}; await tools.hang({{}})")).await;
    assert!(text.contains("(timeout)") && text.contains("wall time"), "{text}");
    assert!(took < ANSWERED_AFTER * 2 + WALL, "stopped for the sum of both: {took:?}");
    later.lock().unwrap().take();
}
