//! Programs against their tools before they run (rule CODE-13), in both hosts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use dsh_tools::code::{
    BindingCall, BindingGroup, BindingHost, BindingReply, CodeFailure, CodeOptions, CodeRun,
    CodeRuntime, FailureKind, Preflight, WrittenCall,
};
use dsh_tools::prelude::*;
use dsh_tools_tests::hosting::{Budgets, Hosting};

/// Add two integers.
#[tool(concurrency_safe)]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Say when.
#[tool(concurrency_safe)]
async fn now() -> i64 {
    7
}

/// A place.
#[dsh_tools::data]
struct Point {
    x: f64,
    y: f64,
}

/// How to draw.
#[dsh_tools::data]
#[serde(rename_all = "lowercase")]
enum Style {
    Thin,
    Thick,
}

/// What to draw.
#[dsh_tools::data]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Shape {
    Dot { at: Point },
    Line { from: Point, to: Point },
}

/// Draw.
#[tool(closed)]
fn draw(
    shape: Shape,
    style: Option<Style>,
    labels: Option<BTreeMap<String, String>>,
    points: Option<Vec<Point>>,
    middle: Option<Point>,
) -> bool {
    let _ = (shape, style, labels, points, middle);
    true
}

fn hosts() -> [Hosting; 2] {
    [Hosting::InProcess, Hosting::Isolated(Some(env!("CARGO_BIN_EXE_code-worker").into()))]
}

fn registry(host: &Hosting, preflight: Preflight) -> ToolRegistry {
    let options = CodeOptions::default().preflight(preflight);
    ToolRegistry::builder()
        .mode(Mode::Code)
        .runtime_with(host.runtime(Budgets::default()).unwrap(), options)
        .tools(tools![add, now, draw])
        .build()
        .unwrap()
}

async fn run(registry: &ToolRegistry, code: &str) -> Outcome {
    registry.call("run_code", json!({ "code": code, "description": "a test" })).await
}

/// The findings that a failure tells.
fn told(text: &str) -> Vec<&str> {
    let Some((_, told)) = text.split_once("\nFound in the program:\n") else { return Vec::new() };
    told.lines().map_while(|line| line.strip_prefix("- ")).collect()
}

/// What is found in a program that fails right after its last line, in both hosts.
async fn found(code: &str) -> Vec<String> {
    let code = format!("{code}\nthrow new Error('end')");
    let mut all = Vec::new();
    for host in hosts() {
        let text = run(&registry(&host, Preflight::Report), &code).await.text();
        assert!(text.starts_with("Error: code run failed (exception): "), "{text}");
        all.push(told(&text).into_iter().map(str::to_owned).collect::<Vec<_>>());
    }
    assert_eq!(all[0], all[1]);
    all.remove(0)
}

#[tokio::test]
async fn code_13_each_kind_is_found() {
    for (code, expected) in [
        (
            "if (Math.random() > 2) tools.ad({})",
            "1:24: tools.ad: there is no such tool; did you mean `add`?",
        ),
        (
            "if (Math.random() > 2) tools.elsewhere({})",
            "1:24: tools.elsewhere: there is no such tool; call one that the SDK lists",
        ),
        (
            "try { await tools.add({ a: 1 }) } catch {}",
            "1:13: tools.add: missing required property `b`",
        ),
        (
            "try {\n  await tools.add({\n    a: 'x', b: 2 }) } catch {}",
            r#"3:5: tools.add: a: expected an integer, found the string "x""#,
        ),
        (
            "try { await tools.draw({ shape: s(), stile: 'thin' }) } catch {}",
            "1:38: tools.draw: stile: is not a known property; did you mean `style`?",
        ),
        (
            "try { await tools['add']('1 + 1') } catch {}",
            r#"1:26: tools.add: arguments: expected an object, found the string "1 + 1""#,
        ),
        (
            "try { await tools.draw({ shape: s(), middle: { x: 1, y: [2] } }) } catch {}",
            "1:54: tools.draw: middle.y: expected a number, found an array",
        ),
        (
            "try { await tools.draw({ shape: s(), points: [{ x: 1, y: n }, { x: null, y: 2 }] }) } catch {}",
            "1:65: tools.draw: points[1].x: expected a number, found null",
        ),
        (
            "try { await tools.draw({ shape: s(), labels: { a: 'x', b: 1 } }) } catch {}",
            "1:56: tools.draw: labels.b: expected a string, found the number 1",
        ),
    ] {
        assert_eq!(found(code).await, [expected], "{code}");
    }
}

#[tokio::test]
async fn code_13_unions_are_told_by_the_validator() {
    let told = found("try { await tools.draw({ shape: { kind: 'dott' } }) } catch {}").await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].starts_with("1:26: tools.draw: shape: fits none of 2 alternatives"),
        "{told:?}"
    );
    let told = found("try { await tools.draw({ shape: s(), style: 'think' }) } catch {}").await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("1:38: tools.draw: style: "), "{told:?}");
    assert!(told[0].contains("did you mean") || told[0].contains("\"thick\""), "{told:?}");
}

#[tokio::test]
async fn code_13_all_are_found_at_once_in_the_order_of_the_text() {
    let code = "const later = async () => {
  await tools.ad({ a: 1 });
  await tools.add({ a: '1', c: 3 });
  return tools.draw({ shape: 1, other: 2 });
};";
    let expected = [
        "2:9: tools.ad: there is no such tool; did you mean `add`?",
        "3:9: tools.add: missing required property `b`",
        "3:21: tools.add: a: expected an integer, found the string \"1\"",
        "4:23: tools.draw: shape: ",
        "4:33: tools.draw: other: is not a known property",
    ];
    let told = found(code).await;
    assert_eq!(told.len(), expected.len(), "{told:?}");
    for (told, expected) in told.iter().zip(expected) {
        assert!(told.starts_with(expected), "{told}\n{expected}");
    }
    let many = found(&"if (0) tools.x();\n".repeat(25)).await;
    assert_eq!((many.len(), many[20].as_str()), (21, "and 5 more"));
}

#[tokio::test]
async fn code_13_places_count_the_models_own_text() {
    let code =
        "Here is the program:\n\n```ts\nconst s = '日本😀'; if (0) tools.add({ a: `x`, b: 1 });";
    let told = found(code).await;
    assert_eq!(told, [r#"4:38: tools.add: a: expected an integer, found the string "x""#]);
}

#[tokio::test]
async fn code_13_what_may_be_right_is_not_found() {
    for code in [
        "if (0) tools.add({ a: 'x' as any, b: 1 })",
        "if (0) tools.add({ a: 'x', b: 'y' } as any)",
        "if (0) (tools as any).nope({})",
        "if (0) tools.add({ ...rest })",
        "if (0) tools.add({ a: 'x', ...rest })",
        "if (0) tools.add({ [key]: 1 })",
        "if (0) tools.add(...list)",
        "if (0) tools.add(x)",
        "if (0) tools.add({ a, b: f() })",
        "if (0) tools.add({ a: 1, b: 2, more: 'open' })",
        "{ const tools = { nope() {} }; tools.nope() }",
        "function f(tools: any) { tools.nope(1) }",
        "if (0) tools.nope?.({})",
        "if (0) { tools.now(); tools.now({}); tools.now(undefined); tools.now(null) }",
        "if (0) tools.draw({ shape: { kind: 'dot', at: { x: 1, y: 2 } } })",
        "if (0) tools.draw({ shape: { kind: k, at: p }, style: null, middle: null })",
        "if (0) tools.draw({ shape: s, style: 'thin' as const, labels: { any: 'name' }, points: [] })",
        "if (0) tools.draw({ shape: s, points: [{ x: 1, y: 2 }, ...more, 3] } satisfies object)",
        "const s = `tools.nope()` // tools.nope()",
        "if (0) { await tools; Object.keys(tools) }",
    ] {
        assert_eq!(found(code).await, <[&str; 0]>::default(), "{code}");
    }
}

#[tokio::test]
async fn code_13_a_program_that_succeeds_hears_nothing() {
    for host in hosts() {
        let registry = registry(&host, Preflight::Report);
        let code =
            "if (Math.random() > 2) await tools.ad({}); return await tools.add({ a: 1, b: 2 })";
        assert_eq!(run(&registry, code).await.text(), "3");
        let code = "try { await tools.add({ a: 1 }) } catch (e) { return e.toolName }";
        assert_eq!(run(&registry, code).await.text(), "add");
    }
}

#[tokio::test]
async fn code_13_findings_stand_between_the_failure_and_what_had_happened() {
    for host in hosts() {
        let registry = registry(&host, Preflight::Report);
        let code = "console.log('hello');\nawait tools.add({ a: 1, b: 2 });\nawait tools.ad({})";
        let text = run(&registry, code).await.text();
        let found =
            "\nFound in the program:\n- 3:7: tools.ad: there is no such tool; did you mean `add`?";
        let rest = "\nFinished before that, and not undone:\n- add: done\nCaptured output:\nhello";
        assert!(text.ends_with(&format!("{found}{rest}")), "{text}");
        assert!(text.starts_with("Error: code run failed (exception): TypeError"), "{text}");
    }
}

#[tokio::test]
async fn code_13_findings_join_also_what_the_program_did_not_cause() {
    for host in hosts() {
        let budgets =
            Budgets { compute: Some(std::time::Duration::from_millis(300)), ..Budgets::default() };
        let registry = ToolRegistry::builder()
            .mode(Mode::Code)
            .runtime(host.runtime(budgets).unwrap())
            .tools(tools![add])
            .build()
            .unwrap();
        let text = run(&registry, "for (;;) {}\ntools.ad()").await.text();
        assert!(text.starts_with("Error: code run failed (timeout)"), "{text}");
        assert_eq!(told(&text).len(), 1, "{text}");
    }
}

#[tokio::test]
async fn code_13_refuse_makes_no_nested_call() {
    for host in hosts() {
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = calls.clone();
        let registry = ToolRegistry::builder()
            .mode(Mode::Code)
            .runtime_with(
                host.runtime(Budgets::default()).unwrap(),
                CodeOptions::default().preflight(Preflight::Refuse),
            )
            .tools(tools![add, now])
            .guard(move |call: &CallHandle<()>| {
                counted.fetch_add(usize::from(call.name() != "run_code"), Ordering::SeqCst);
                None
            })
            .build()
            .unwrap();
        let code = "console.log('x'); tools.now(); await tools.now(); await tools.ad({})";
        let text = run(&registry, code).await.text();
        assert!(
            text.starts_with("Error: code run failed (exception): the program does not fit"),
            "{text}"
        );
        assert_eq!(told(&text), ["1:57: tools.ad: there is no such tool; did you mean `add`?"]);
        assert!(!text.contains("Finished") && !text.contains("Captured"), "{text}");
        assert_eq!(calls.load(Ordering::SeqCst), 0);
        let right = "return await tools.add({ a: await tools.now(), b: 1 })";
        assert_eq!(run(&registry, right).await.text(), "8");
        assert_eq!(calls.load(Ordering::SeqCst), 2);
        let unread = run(&registry, "tools.ad(").await.text();
        assert!(unread.contains("SyntaxError at 1:") && told(&unread).is_empty(), "{unread}");
    }
}

/// A host that keeps what a runtime found, and refuses it.
struct Keeps(Arc<Mutex<Vec<WrittenCall>>>, Arc<AtomicUsize>);

impl BindingHost for Keeps {
    fn preflight(&mut self, calls: Vec<WrittenCall>) -> Result<(), CodeFailure> {
        self.0.lock().unwrap().extend(calls);
        let kind = FailureKind::Exception;
        Err(CodeFailure::new(kind, "not today"))
    }

    fn start(&mut self, _: BindingCall) {
        self.1.fetch_add(1, Ordering::SeqCst);
    }

    fn poll_reply(&mut self, _: &mut Context<'_>) -> Poll<BindingReply> {
        Poll::Pending
    }
}

#[tokio::test]
async fn code_13_a_runtime_asks_its_host_before_any_call() {
    for host in hosts() {
        let (kept, started) = (Arc::default(), Arc::default());
        let group = |global: &str, member: &str| BindingGroup {
            global: global.to_owned(),
            members: vec![member.into()],
            hidden_members: Vec::new(),
            error_class: None,
        };
        let bindings = vec![group("tools", "a"), group("files", "b")];
        let keeps = Keeps(Arc::clone(&kept), Arc::clone(&started));
        let run = CodeRun::new(
            "await files.b({});\nawait tools.nope(1)",
            bindings,
            Box::new(keeps),
            tokio_util::sync::CancellationToken::new(),
        );
        let report = host.runtime(Budgets::default()).unwrap().run(run).await;
        assert_eq!(report.result, Err(CodeFailure::new(FailureKind::Exception, "not today",)));
        assert_eq!(started.load(Ordering::SeqCst), 0);
        let kept = kept.lock().unwrap();
        let places: Vec<_> =
            kept.iter().map(|call| (call.group, &*call.member, call.line, call.column)).collect();
        assert_eq!(places, [(1, "b", 1, 7), (0, "nope", 2, 7)]);
    }
}
