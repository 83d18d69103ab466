//! How programs end that do not end well: the cases R8 and R20, and the rules CODE-6 and CODE-10.

use std::time::{Duration, Instant};

use dsh_tools::prelude::*;
use dsh_tools_tests::hosting::Hosting;

use crate::stand::{Stand, under_both_hosts};

under_both_hosts! {
    r8_programs_that_do_not_end_are_ended_each_in_its_way,
    r8_loops_and_recursion_in_other_guises_are_ended_too,
    r20_a_failure_names_what_had_happened,
    code_6_what_a_finished_program_left_behind_does_not_hold_it_up,
    code_10_deep_and_shared_values_do_not_end_the_process,
}

async fn r8_programs_that_do_not_end_are_ended_each_in_its_way(hosting: Hosting) {
    let stand = Stand::quick(&hosting);
    let endless = ["(timeout)", "computed for more than 0.5 seconds"];
    stand.soon_fails_with("for(;;){}", &endless).await;
    let hanging = ["(exception)", "nothing can settle"];
    stand.soon_fails_with("await new Promise(() => {})", &hanging).await;
    // Only a process of its own bounds memory; in this one it would take two gigabytes.
    if hosting.is_isolated() {
        let large = ["(worker-exit)", "more than its 512 MiB of memory"];
        stand.soon_fails_with("\"a\".repeat(2**31)", &large).await;
    }
    let text = aborted(&Stand::new(&hosting), "for(;;){}").await;
    assert!(text.contains("(abort)"), "{text}");
    let text = aborted(&stand, "await new Promise((go) => setTimeout(go, 60000))").await;
    assert!(text.contains("(abort)"), "{text}");
    assert_eq!(stand.value("return 1").await, "1", "the host goes on");
}

/// What comes of a program that is cancelled from outside, which has to be soon.
async fn aborted(stand: &Stand, code: &str) -> String {
    let call = ToolCall::new("run_code", json!({ "code": code, "description": "a test" }));
    let cancel = call.cancel.clone();
    let cancelling = async move {
        tokio::time::sleep(Duration::from_millis(100)).await;
        cancel.cancel();
        Instant::now()
    };
    let (outcome, cancelled) = tokio::join!(stand.registry.execute(call), cancelling);
    assert!(cancelled.elapsed() < Duration::from_secs(1), "{code}: {:?}", cancelled.elapsed());
    outcome.text()
}

async fn r8_loops_and_recursion_in_other_guises_are_ended_too(hosting: Hosting) {
    let stand = Stand::quick(&hosting);
    let caught = "await 1; while (true) { try { for (;;) {} } catch {} finally {} }";
    stand.soon_fails_with(caught, &["(timeout)"]).await;
    let again = "const again = () => Promise.resolve().then(again); await again()";
    stand.soon_fails_with(again, &["(timeout)"]).await;
    let finally = "const f = () => { try { f() } finally { f() } }; f()";
    stand.soon_fails_with(finally, &["failed ("]).await;
    let deep = "const f = (n: number): number => 1 + f(n + 1); return f(0)";
    stand.soon_fails_with(deep, &["(exception)", "too deep"]).await;
}

async fn r20_a_failure_names_what_had_happened(hosting: Hosting) {
    let code = "await tools.create({ name: \"a\" }); await tools.create({ name: \"b\" }); throw new Error(\"late\")";
    let both = "not undone:\n- create: done\n- create: done";
    Stand::new(&hosting).fails_with(code, &["(exception)", "Error: late", both]).await;
}

async fn code_6_what_a_finished_program_left_behind_does_not_hold_it_up(hosting: Hosting) {
    let code = "const again = () => Promise.resolve().then(again); again(); setInterval(() => {}, 1); return 1";
    assert_eq!(Stand::quick(&hosting).run(code).await.text(), "1");
}

async fn code_10_deep_and_shared_values_do_not_end_the_process(hosting: Hosting) {
    let (stand, quick) = (Stand::new(&hosting), Stand::quick(&hosting));
    let deep = "let x = null; for (let i = 0; i < 90000; i++) x = [x]; return x";
    let outcome = stand.run(deep).await;
    assert!(!outcome.is_error(), "{}", outcome.text());
    let shared = "let x = [1]; for (let i = 0; i < 40; i++) x = [x, x]; return x";
    quick.fails_with(shared, &["failed ("]).await;
    let brackets = format!("return {}1{}", "(".repeat(10_000), ")".repeat(10_000));
    quick.fails_with(&brackets, &["(exception)"]).await;
    let sorted =
        "return Array.from({ length: 200 }, (_, i) => i).sort(() => Math.random() - 0.5).length";
    let text = stand.run(sorted).await.text();
    assert!(text == "200" || text.contains("worker-exit"), "{text}");
}

#[test]
fn code_10_budgets_are_checked_when_they_are_set() {
    assert!(InProcess::builder().compute(Duration::ZERO).build().is_err());
    assert!(InProcess::builder().wall(Duration::from_hours(24 * 30)).build().is_err());
    assert!(InProcess::builder().output_bytes(3).build().is_err());
}
