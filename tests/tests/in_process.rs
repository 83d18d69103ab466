//! Programs in this process, by the cases that users of similar systems reported.
//! Test names cite the case or the rule.

#![allow(clippy::expect_used, reason = "tests")]

use std::time::{Duration, Instant};

use dsh_tools::call::ErrorCode;
use dsh_tools::prelude::*;
use dsh_tools::tool::{CallContext, NamePolicy};

/// Give back a text after a while.
#[tool(concurrency_safe)]
async fn slow(text: String, ms: u64) -> String {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    text
}

/// List nothing.
#[tool(concurrency_safe)]
async fn list() -> Vec<String> {
    Vec::new()
}

/// Fail.
#[tool]
async fn fail() -> Result<(), ToolError> {
    Err(ToolError::new("it broke"))
}

/// Create something.
#[tool]
async fn create(name: String) -> String {
    name
}

/// A number that doubles cannot hold.
#[tool]
async fn big() -> Vec<i64> {
    vec![1, 9_007_199_254_740_993]
}

fn registry(runtime: InProcess) -> ToolRegistry {
    ToolRegistry::builder()
        .tools(tools![slow, list, fail, create, big])
        .mode(Mode::Code)
        .runtime(runtime)
        .build()
        .expect("a registry")
}

fn quick() -> InProcess {
    InProcess::builder().compute(Duration::from_millis(500)).build().expect("budgets")
}

async fn run_in(registry: &ToolRegistry, code: &str) -> Outcome {
    registry.call("run_code", json!({ "code": code, "description": "a test" })).await
}

async fn run(code: &str) -> Outcome {
    run_in(&registry(InProcess::new()), code).await
}

async fn value(code: &str) -> String {
    let outcome = run(code).await;
    let value = outcome.value().map(|value| value["result"].to_string());
    value.unwrap_or_else(|| outcome.text())
}

/// Runs a program that fails, and checks that its text has each of these parts.
async fn fails_with(code: &str, parts: &[&str]) {
    let outcome = run_in(&registry(quick()), code).await;
    let text = outcome.text();
    assert_eq!(outcome.code().map(ErrorCode::as_str), Some("CODE_RUN_FAILED"), "{code}: {text}");
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in what {code:?} gave: {text}");
    }
}

#[tokio::test]
async fn r1_values_of_several_lines_are_kept() {
    let expected = r#"{"a":[],"n":1}"#;
    assert_eq!(
        value("const a = await tools.list({});\nreturn (\n{ a, n: 1, }\n);").await,
        expected
    );
    assert_eq!(value("const a = await tools.list({});\n(\n{ a, n: 1, }\n)").await, expected);
}

#[tokio::test]
async fn code_1_the_shapes_in_which_models_write_programs_run() {
    for code in [
        "return 7",
        "```ts\nreturn 7\n```",
        "Here it is:\n```typescript\nreturn 7;\n```\nDone.",
        "export default 7",
        "export default async function () { return 7 }",
        "async function main() { return 7 }\nmain()",
        "async function main() { return 7 }\nawait main();",
        "(async () => { return 7 })()",
        "async () => { return 7 }",
        "const x: number = 7;\nx",
        "const x = 7;\nx as number",
        "export default 7 as number",
        "#!/usr/bin/env node\nreturn 7",
        "",
    ] {
        let expected = if code.is_empty() { "null" } else { "7" };
        assert_eq!(value(code).await, expected, "{code}");
    }
}

#[tokio::test]
async fn r6_syntax_that_does_not_run_is_named_with_its_place() {
    fails_with("const x = ;", &["exception", "1:11", "const x = ;\n", "^", "Hint:"]).await;
    fails_with("import fs from \"node:fs\"", &["1:1", "import", "Hint:"]).await;
    fails_with("const a = 1\nenum E { A }", &["2:1", "enum E { A }", "Hint:"]).await;
    fails_with("return ...tools", &["1:8", "Hint:"]).await;
}

#[tokio::test]
async fn r7_a_type_error_names_the_expression_and_its_line() {
    let code = "const r = await tools.list({});\nreturn r.items.length;";
    fails_with(
        code,
        &["TypeError", "`r.items` is", "undefined", "line 2", "return r.items.length;"],
    )
    .await;
}

#[tokio::test]
async fn r8_programs_that_do_not_end_are_ended_each_in_its_way() {
    let started = Instant::now();
    fails_with("for(;;){}", &["(timeout)", "computed for more than 0.5 seconds"]).await;
    fails_with("await 1; while (true) { try { for (;;) {} } catch {} finally {} }", &["(timeout)"])
        .await;
    fails_with("const f = () => { try { f() } finally { f() } }; f()", &["failed ("]).await;
    fails_with("const again = () => Promise.resolve().then(again); await again()", &["(timeout)"])
        .await;
    fails_with("await new Promise(() => {})", &["(exception)", "nothing can settle"]).await;
    fails_with(
        "const f = (n: number): number => 1 + f(n + 1); return f(0)",
        &["(exception)", "too deep"],
    )
    .await;
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());

    let registry = registry(InProcess::new());
    let call = ToolCall::new("run_code", json!({ "code": "for(;;){}", "description": "a loop" }));
    let cancel = call.cancel.clone();
    let (outcome, ()) = tokio::join!(registry.execute(call), async move {
        tokio::time::sleep(Duration::from_millis(50)).await;
        cancel.cancel();
    });
    assert!(outcome.text().contains("(abort)"), "{}", outcome.text());
}

#[tokio::test]
async fn r10_types_are_erased() {
    let code = "type P = number;\n\
                const f = (x: (string | number), g?: (y: P) => void): x is string => typeof x === \"string\";\n\
                const m = new Map<string, number>();\n\
                const o = { a: 1 } satisfies Record<string, number>;\n\
                const id = <T,>(x: T): T => x;\n\
                return [f(\"a\"), m.size, o.a, id<number>(3)]";
    assert_eq!(value(code).await, "[true,0,1,3]");
}

#[tokio::test]
async fn r16_a_failed_call_rejects_with_a_class_that_can_be_tested_for() {
    let code = "try { await tools.fail({}) } catch (e) {\n\
                return [e instanceof ToolCallError, e instanceof Error, e.name, e.toolName, e.message, Object.keys(e)] }";
    assert_eq!(
        value(code).await,
        r#"[true,true,"ToolCallError","fail","it broke",["name","toolName"]]"#
    );
    fails_with("const a = 1;\nawait tools.fail({});", &["ToolCallError: it broke", "line 2"]).await;
}

#[tokio::test]
async fn r17_a_rejection_that_nothing_handles_is_told() {
    let code = "tools.fail({});\nawait tools.list({});\nreturn \"done\"";
    let outcome = run(code).await;
    assert!(!outcome.is_error() && outcome.text().starts_with("done"), "{}", outcome.text());
    assert!(
        outcome.text().contains("fail: ToolCallError: it broke (at line 1, column"),
        "{}",
        outcome.text()
    );
    assert_eq!(
        outcome.value().map(|value| value["result"].to_string()).as_deref(),
        Some("\"done\"")
    );

    let code = "const p = tools.fail({});\nawait tools.list({});\ntry { await p } catch {}\nreturn \"done\"";
    assert_eq!(run(code).await.text(), "done");
}

#[tokio::test]
async fn r18_safe_calls_overlap() {
    let started = Instant::now();
    let code = "const all = await Promise.all([1, 2, 3, 4, 5].map(async (n) => tools.slow({ text: String(n), ms: 200 })));\n\
                return all.join()";
    assert_eq!(value(code).await, "\"1,2,3,4,5\"");
    assert!(started.elapsed() < Duration::from_millis(600), "{:?}", started.elapsed());
}

#[tokio::test]
async fn r20_a_failure_names_what_had_happened() {
    let code = "await tools.create({ name: \"a\" }); await tools.create({ name: \"b\" }); throw new Error(\"late\")";
    fails_with(code, &["Error: late", "not undone:\n- create: done\n- create: done"]).await;
}

#[tokio::test]
async fn r26_every_name_is_callable_and_await_tools_ends() {
    let names = [
        "get-logs",
        "get_logs",
        "getX",
        "getx",
        "Summarize Detection",
        "a.b",
        "__proto__",
        "then",
        "constructor",
        "1st",
        "日本",
    ];
    let tools: Vec<_> = names
        .iter()
        .map(|name| {
            let own = (*name).to_owned();
            ToolDefinition::builder(*name, "Say its name.")
                .name_policy(NamePolicy::Any)
                .body(move |_, _: CallContext<()>| {
                    let own = own.clone();
                    async move { Ok(own.into()) }
                })
                .build()
        })
        .collect();
    let registry = ToolRegistry::builder()
        .tools(tools)
        .mode(Mode::Code)
        .runtime(quick())
        .build()
        .expect("a registry");
    let code = format!(
        "const said = [];\nfor (const name of {}) said.push(await tools[name]({{}}));\nawait tools;\nreturn said",
        serde_json::to_string(&names).expect("JSON")
    );
    let outcome = run_in(&registry, &code).await;
    let said = outcome.value().map(|value| value["result"].to_string());
    assert_eq!(
        said.unwrap_or_else(|| outcome.text()),
        serde_json::to_string(&names).expect("JSON")
    );

    let wrong = run_in(&registry, "return await tools.get_log({})").await.text();
    assert!(wrong.contains("did you mean `tools[\"get-logs\"]`?"), "{wrong}");
}

#[tokio::test]
async fn r27_what_is_no_json_is_refused_with_what_to_return_instead() {
    for (code, parts) in [
        ("return { when: [new Date(0)] }", ["`value.when[0]` is a Date", "toISOString()"]),
        ("return 10n", ["`value` is a BigInt", "String(value)"]),
        ("return { a: NaN }", ["`value.a` is NaN", "null"]),
        ("return new Map([[1, 2]])", ["`value` is a Map", "Object.fromEntries"]),
        ("return new Int8Array(2)", ["`value` is a typed array", "Array.from"]),
        ("const x = []; x.length = 1e9; return x", ["`value[0]` is a hole", "null"]),
        ("const o = {}; o.o = o; return o", ["`value.o` contains itself", "leave"]),
        ("return class A {}", ["`value` is a function", "call it"]),
        ("return { s: \"\\ud800\" }", ["`value.s` holds half a surrogate pair", "code points"]),
    ] {
        fails_with(code, &[&["(invalid-output)"], &parts[..]].concat()).await;
    }
}

#[tokio::test]
async fn sch_7_integers_that_a_program_cannot_hold_fail_that_call_alone() {
    let code = "try { await tools.big({}) } catch (e) { return e.message }";
    assert!(value(code).await.contains("is the integer 9007199254740993"));
}

#[tokio::test]
async fn code_3_lossy_arguments_reject_that_call_with_their_path() {
    let code = "try { await tools.create({ name: [undefined] }) } catch (e) { return [e.toolName, e.message] }";
    let answer = value(code).await;
    assert!(
        answer.contains("create") && answer.contains("`arguments.name[0]` is undefined"),
        "{answer}"
    );
    assert_eq!(value("return await tools.list()").await, "[]");
}

#[tokio::test]
async fn code_10_deep_and_shared_values_do_not_end_the_process() {
    let deep = "let x = null; for (let i = 0; i < 90000; i++) x = [x]; return x";
    assert!(!run(deep).await.is_error());
    let shared = "let x = [1]; for (let i = 0; i < 40; i++) x = [x, x]; return x";
    fails_with(shared, &["failed ("]).await;
    fails_with(&format!("return {}1{}", "(".repeat(10_000), ")".repeat(10_000)), &["(exception)"])
        .await;
    let sorted =
        "return Array.from({ length: 200 }, (_, i) => i).sort(() => Math.random() - 0.5).length";
    let text = run(sorted).await.text();
    assert!(text == "200" || text.contains("worker-exit"), "{text}");
}

#[tokio::test]
async fn code_6_what_a_finished_program_left_behind_does_not_hold_it_up() {
    let code = "const again = () => Promise.resolve().then(again); again(); setInterval(() => {}, 1); return 1";
    assert_eq!(run_in(&registry(quick()), code).await.text(), "1");
}

#[tokio::test]
async fn code_11_a_program_reaches_nothing_else() {
    let code = "return [typeof process, typeof require, typeof fetch, typeof globalThis.Deno, typeof setTimeout, this === undefined]";
    assert_eq!(
        value(code).await,
        r#"["undefined","undefined","undefined","undefined","function",true]"#
    );
    fails_with("return eval(\"1\")", &["code cannot be made from text"]).await;
}

#[test]
fn code_10_budgets_are_checked_when_they_are_set() {
    assert!(InProcess::builder().compute(Duration::ZERO).build().is_err());
    assert!(InProcess::builder().wall(Duration::from_hours(24 * 30)).build().is_err());
    assert!(InProcess::builder().output_bytes(3).build().is_err());
}
