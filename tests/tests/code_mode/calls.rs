//! Calls that programs make: the cases R14, R16, R17, R18 and R26, and the rule CODE-3.

use std::time::Duration;

use dsh_tools::json::Json;
use dsh_tools::prelude::*;
use dsh_tools::tool::{CallContext, NamePolicy};
use dsh_tools_tests::fixtures::Meter;
use dsh_tools_tests::hosting::{Budgets, Hosting};
use dsh_tools_tests::kit::builder;

use crate::stand::{Stand, quick, under_both_hosts};

under_both_hosts! {
    r14_what_nested_calls_give_stays_out_of_the_content,
    r16_a_failed_call_rejects_with_a_class_that_can_be_tested_for,
    r17_a_rejection_that_nothing_handles_is_told,
    r18_safe_calls_overlap_and_exclusive_ones_are_alone,
    r26_every_name_is_callable_and_await_tools_ends,
    code_3_lossy_arguments_reject_that_call_with_their_path,
}

async fn r14_what_nested_calls_give_stays_out_of_the_content(hosting: Hosting) {
    let stand = Stand::new(&hosting);
    let one_by_one = "let total = 0;\n\
                      for (let number = 0; number < 61; number++) total += (await tools.page({ number })).length;\n\
                      return total";
    let at_once = "const numbers = Array.from({ length: 61 }, (_, number) => number);\n\
                   const pages = await Promise.all(numbers.map((number) => tools.page({ number })));\n\
                   return pages.reduce((total, page) => total + page.length, 0)";
    for code in [one_by_one, at_once] {
        let outcome = stand.run(code).await;
        assert_eq!(outcome.text(), "91500");
        assert_eq!((outcome.content().len(), outcome.contexts().len()), (1, 0), "{code}");
        let value = outcome.value().map(ToString::to_string);
        assert_eq!(value.as_deref(), Some(r#"{"logs":[],"result":91500}"#));
    }
}

async fn r16_a_failed_call_rejects_with_a_class_that_can_be_tested_for(hosting: Hosting) {
    let stand = Stand::new(&hosting);
    let code = "try { await tools.fail({}) } catch (e) {\n\
                return [e instanceof ToolCallError, e instanceof Error, e.name, e.toolName, e.message, Object.keys(e)] }";
    assert_eq!(
        stand.value(code).await,
        r#"[true,true,"ToolCallError","fail","it broke",["name","toolName"]]"#
    );
    let uncaught = "const a = 1;\nawait tools.fail({});";
    stand.fails_with(uncaught, &["ToolCallError: it broke", "line 2"]).await;
}

async fn r17_a_rejection_that_nothing_handles_is_told(hosting: Hosting) {
    let stand = Stand::new(&hosting);
    let code = "tools.fail({});\nawait tools.list({});\nreturn \"done\"";
    let outcome = stand.run(code).await;
    let text = outcome.text();
    assert!(!outcome.is_error() && text.starts_with("done"), "{text}");
    assert!(text.contains("fail: ToolCallError: it broke (at line 1, column"), "{text}");
    assert_eq!(outcome.value().unwrap()["result"].to_string(), "\"done\"");

    for code in
        ["tools.fail({}); return \"done\"", "tools.list({}); tools.fail({}); return \"done\""]
    {
        // Often, since the program's end and the call's failure may come in any order.
        for _ in 0..20 {
            let outcome = stand.run(code).await;
            let text = outcome.text();
            assert!(text.contains("fail: ToolCallError: it broke (at line 1, column"), "{text}");
            assert_eq!(outcome.value().unwrap()["result"].to_string(), "\"done\"");
        }
    }
    let caught = "tools.fail({}).catch(() => {}); return \"done\"";
    assert_eq!(stand.run(caught).await.text(), "done");

    let code = "const p = tools.fail({});\nawait tools.list({});\ntry { await p } catch {}\nreturn \"done\"";
    assert_eq!(stand.run(code).await.text(), "done");
}

/// A tool that waits for so many milliseconds, and is counted meanwhile.
fn waiting(name: &str, is_safe: bool, meter: &Meter) -> ToolDefinition<()> {
    let meter = meter.clone();
    let body = move |arguments: Json, _: CallContext<()>| {
        let running = meter.enter();
        async move {
            let _running = running;
            let time = Duration::from_millis(arguments["ms"].as_u64().unwrap_or(0));
            tokio::time::sleep(time).await;
            Ok(arguments["text"].clone())
        }
    };
    let tool = builder(name);
    let tool = if is_safe { tool.concurrency_safe() } else { tool };
    tool.body(body).build().unwrap()
}

async fn r18_safe_calls_overlap_and_exclusive_ones_are_alone(hosting: Hosting) {
    let meter = Meter::default();
    let tools = vec![waiting("slow", true, &meter), waiting("alone", false, &meter)];
    let stand = Stand::with(&hosting, Budgets::default(), tools);

    let mixed = "const names = ['alone', 'slow', 'alone', 'slow', 'alone', 'alone'];\n\
                 const all = await Promise.all(names.map(async (text) => tools[text]({ text, ms: 20 })));\n\
                 return all.join() === names.join()";
    assert_eq!(stand.value(mixed).await, "true");
    assert_eq!(meter.most(), 1, "nothing runs beside an exclusive call");

    let overlapping = "const began = Date.now();\n\
        const all = await Promise.all([1, 2, 3, 4, 5].map(async (n) => tools.slow({ text: String(n), ms: 200 })));\n\
        return [all.join(), Date.now() - began]";
    let mut fastest = u64::MAX;
    // The machine may be busy with something else now and then.
    for _ in 0..3 {
        let outcome = stand.run(overlapping).await;
        let result = &outcome.value().unwrap()["result"];
        assert_eq!(result[0].as_str(), Some("1,2,3,4,5"));
        fastest = fastest.min(result[1].as_u64().unwrap());
    }
    assert!((200..300).contains(&fastest), "{fastest} ms");
    assert_eq!(meter.most(), 5);
}

async fn r26_every_name_is_callable_and_await_tools_ends(hosting: Hosting) {
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
    let own_name = |name: &&str| {
        let own = (*name).to_owned();
        let tool = ToolDefinition::builder(*name, "Say its name.").name_policy(NamePolicy::Any);
        tool.body(move |_: Json, _: CallContext<()>| std::future::ready(Ok(own.clone().into())))
            .build()
            .unwrap()
    };
    let tools: Vec<ToolDefinition<()>> = names.iter().map(own_name).collect();
    let stand = Stand::with(&hosting, quick(), tools);
    let listed = serde_json::to_string(&names).unwrap();
    let code = format!(
        "const said = [];\nfor (const name of {listed}) said.push(await tools[name]({{}}));\nawait tools;\nreturn said"
    );
    assert_eq!(stand.value(&code).await, listed);

    let wrong = stand.run("return await tools.get_log({})").await.text();
    assert!(wrong.contains("did you mean `tools[\"get-logs\"]`?"), "{wrong}");
}

async fn code_3_lossy_arguments_reject_that_call_with_their_path(hosting: Hosting) {
    let stand = Stand::new(&hosting);
    let code = "try { await tools.create({ name: [undefined] }) } catch (e) { return [e.toolName, e.message] }";
    let answer = stand.value(code).await;
    assert!(answer.contains("create"), "{answer}");
    assert!(answer.contains("`arguments.name[0]` is undefined"), "{answer}");
    assert_eq!(stand.value("return await tools.list()").await, "[]");
}
