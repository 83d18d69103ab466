//! Values that are deep, shared or cyclic, thrown, returned, logged and handed to tools; and text that is deep.

use crate::case::{Case, EXCEPTION, End, INVALID, TIMEOUT, USED_UP_OR_REFUSED, cases};
use crate::stand::Stand;

/// Too many nodes, unless time or memory are used up before they are counted.
const TOO_MANY: End = End::Kind(&["invalid-output", "timeout", "worker-exit"]);
/// Within the limits of values, but maybe not within those of time and memory.
const BOUNDED: End =
    End::Kind(&["a value", "invalid-output", "output-limit", "timeout", "worker-exit"]);

cases! {
    "deep value", "let x: any = 1; for (let i = 0; i < 100000; i++) x = [x]; return x" => BOUNDED;
    "value deeper than any may be", "let x: any = 1; for (let i = 0; i < 100001; i++) x = [x]; return x" => TOO_MANY;
    "deep objects", "let x: any = 1; for (let i = 0; i < 100001; i++) x = { x }; return x" => TOO_MANY;
    "deep argument", "let value: any = 1; for (let i = 0; i < 100001; i++) value = [value]; await tools.echo({ value })" => USED_UP_OR_REFUSED;
    "cycle", "const o: any = {}; o.o = o; return o" => INVALID;
    "cycle of arrays", "const a: any[] = []; a.push(a); return a" => INVALID;
    "long cycle", "const o: any = {}; let x = o; for (let i = 0; i < 1000; i++) x = x.x = {}; x.x = o; return o" => INVALID;
    "cycle as an argument", "const o: any = {}; o.o = o; await tools.echo({ value: o })" => EXCEPTION;
    "cycle through a getter", "return { get a() { return { get a() { return this } } } }" => INVALID;
    "endless value of getters", "const f = (): any => ({ get a() { return f() } }); return f()" => TOO_MANY;
    "endless value of proxies", "const f = (): any => new Proxy({ a: 1 }, { get: () => f() }); return f()" => End::Kind(&["invalid-output", "timeout", "worker-exit", "exception"]);
    "shared value", "let x: any = [1]; for (let i = 0; i < 30; i++) x = [x, x]; return x" => TOO_MANY;
    "shared value in the log", "let x: any = [1]; for (let i = 0; i < 30; i++) x = [x, x]; console.log(x); return 1" => BOUNDED;
    "shared value as an argument", "let x: any = [1]; for (let i = 0; i < 30; i++) x = [x, x]; await tools.echo({ value: x })" => USED_UP_OR_REFUSED;
    "shared value, thrown", "let x: any = [1]; for (let i = 0; i < 30; i++) x = [x, x]; throw x" => USED_UP_OR_REFUSED;
    "shared value, cloned", "let x: any = [1]; for (let i = 0; i < 30; i++) x = [x, x]; structuredClone(x); return 1" => End::Text("1");
    "throw of a cycle", "const o: any = {}; o.o = o; throw o" => EXCEPTION;
    "throw of a deep value", "let x: any = 1; for (let i = 0; i < 100000; i++) x = [x]; throw x" => USED_UP_OR_REFUSED;
    "throw of an error that is its own cause", "const e: any = new Error('a'); e.cause = e; throw e" => EXCEPTION;
    "throw of errors that hold each other", "const e: any = new AggregateError([]); e.errors = [e, e]; throw e" => EXCEPTION;
    "throw of a proxy", "throw new Proxy({}, { get() { throw 1 }, ownKeys() { throw 1 } })" => EXCEPTION;
    "throw of a revoked proxy", "const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy" => EXCEPTION;
    "throw of nothing", "throw undefined" => EXCEPTION;
    "throw of a symbol", "throw Symbol('s')" => EXCEPTION;
    "throw of an error whose members throw", "const e = new Error('a'); for (const k of ['name', 'message', 'stack', 'cause']) Object.defineProperty(e, k, { get() { throw e } }); throw e" => EXCEPTION;
    "throw of an error whose message is deep", "let x: any = 1; for (let i = 0; i < 1e5; i++) x = [x]; const e: any = new Error(); e.message = x; throw e" => USED_UP_OR_REFUSED;
    "revoked proxy as the value", "const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy" => End::Kind(&["invalid-output", "exception"]);
    "revoked proxy in the log", "const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); console.log(proxy); return 1" => End::Kind(&["a value", "exception"]);
    "cycle in the log", "const o: any = {}; o.o = o; console.log(o); return 1" => End::Text("<ref *1> { o: [Circular *1] }\n1");
    "deep value in the log", "let x: any = 1; for (let i = 0; i < 100000; i++) x = [x]; console.log(x); return 1" => BOUNDED;
    "cycle in JSON", "const o: any = {}; o.o = o; return JSON.stringify(o)" => EXCEPTION;
    "deep value, dropped", "let x: any = 1; for (let i = 0; i < 100000; i++) x = { x }; x = null; return 1" => End::Text("1");
    "deep list, dropped", "let x: any = null; for (let i = 0; i < 100000; i++) x = { next: x, f: () => x }; return 1" => BOUNDED;
    "deep maps", "let x: any = 1; for (let i = 0; i < 50000; i++) x = new Map([[x, x]]); return 1" => BOUNDED;
    "lone surrogate", "return '\\ud800'" => End::Kind(&["a value", "invalid-output"]);
    "members by the million", "const o: any = {}; for (let i = 0; i < 5e6; i++) o[i] = 1; return o" => End::Kind(&["invalid-output", "timeout", "worker-exit", "output-limit"]);
    "many small items", "return new Array(4000001).fill(0)" => End::Kind(&["invalid-output", "timeout", "worker-exit", "output-limit"]);
    "a long key", "return { ['k'.repeat(1e6)]: undefined }" => INVALID;
    "while the value is read", "const a: any[] = [1, 2, 3]; Object.defineProperty(a, 0, { enumerable: true, get() { a.length = 1; return a } }); return a" => INVALID;
    "value that grows while it is read", "const o: any = { get a() { for (let i = 0; i < 10; i++) o['k' + Math.random()] = 1; return 1 } }; return o" => BOUNDED;
    "value that changes again and again", "const o: any = { get a() { return { ...o } } }; return o" => End::Kind(&["invalid-output", "timeout", "worker-exit", "exception"]);
    "loop after a value", "return { get a() { setTimeout(() => { for (;;) {} }, 0); for (;;) {} } }" => TIMEOUT;
}

/// Programs whose text is too large to write down.
#[tokio::test(flavor = "multi_thread")]
async fn r23_deep_and_long_text_does_no_harm() {
    let around = |open: &str, middle: &str, close: &str, depth: usize| {
        format!("{}{middle}{}", open.repeat(depth), close.repeat(depth))
    };
    let texts: [(&'static str, String); 22] = [
        ("parentheses", format!("return {}", around("(", "1", ")", 10_000))),
        ("brackets", format!("return {}", around("[", "1", "]", 10_000))),
        ("braces", around("{", "", "}", 10_000)),
        ("objects", format!("return {}", around("{a:", "1", "}", 10_000))),
        ("calls", around("f(", "", ")", 10_000)),
        ("templates", format!("return {}", around("`${", "1", "}`", 10_000))),
        ("generic types", format!("let x: {}", around("A<", "1", ">", 10_000))),
        ("types in parentheses", format!("let x: {}", around("(", "1", ")", 10_000))),
        ("array types", format!("let x: number{}", "[]".repeat(60_000))),
        ("assignments", format!("let x; {}1", "x=".repeat(131_072))),
        ("arrows", format!("return {}1", "a=>".repeat(87_380))),
        ("negations", format!("return {}1", "!".repeat(250_000))),
        ("minuses", format!("return {}1", "- ".repeat(120_000))),
        ("sums", format!("return 1{}", "+1".repeat(120_000))),
        ("conditions", format!("return 1{}", "?1:1".repeat(60_000))),
        ("members", format!("const a: any = {{}}; return a{}", "?.a".repeat(80_000))),
        ("powers", format!("return 1{}", "**1".repeat(80_000))),
        ("awaits", format!("return {}1", "await ".repeat(40_000))),
        ("news", format!("return {}Date", "new ".repeat(60_000))),
        ("else ifs", format!("{}{{}}", "if(0){}else ".repeat(20_000))),
        ("unions", format!("let x: 1{}", "|1".repeat(120_000))),
        ("beyond the source", format!("return 1{}", " ".repeat(300_000))),
    ];
    let ends = End::Kind(&["exception", "timeout", "worker-exit", "a value"]);
    let stand = Stand::isolated();
    let cases: Vec<Case> = texts
        .into_iter()
        .map(|(name, program)| Case { name, program: program.leak(), ends })
        .collect();
    stand.runs_all("text", &cases).await;
}
