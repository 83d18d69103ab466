//! The part that the host in this process promises: endless loops, promise chains, recursion and output are ended.

use dsh_tools_tests::hosting::Hosting;

use crate::case::{End, OUTPUT, TIMEOUT, cases};
use crate::stand::Stand;

cases! {
    "loop", "for (;;) {}" => TIMEOUT;
    "loop that catches its end", "for (;;) { try { for (;;) {} } catch {} finally { continue } }" => TIMEOUT;
    "loop in a getter", "return { get a() { for (;;) {} } }" => TIMEOUT;
    "loop in a trap", "return new Proxy({}, { ownKeys() { for (;;) {} } })" => TIMEOUT;
    "loop in a comparator", "[2, 1].sort(() => { for (;;) {} })" => TIMEOUT;
    "loop in toString", "return `${{ toString() { for (;;) {} } }}`" => TIMEOUT;
    "loop in a generator", "function* g() { for (;;) yield 1 } for (const x of g()) {}" => TIMEOUT;
    "loop in a timer", "setTimeout(() => { for (;;) {} }, 0); await new Promise(() => {})" => TIMEOUT;
    "chain", "const f = (): any => { Promise.resolve().then(f) }; f(); await new Promise(() => {})" => TIMEOUT;
    "thenables", "const t = { then(r: any) { r(t) } }; await t" => TIMEOUT;
    "awaits", "for (;;) await null" => TIMEOUT;
    "microtasks", "const f = () => queueMicrotask(f); f(); await new Promise(() => {})" => TIMEOUT;
    "timers", "const f = () => setTimeout(f, 0); f(); await new Promise(() => {})" => End::Waits;
    "calls", "for (;;) await tools.five({})" => End::Waits;
    "a call that does not end", "await tools.wait({})" => End::Waits;
    "nothing to wait for", "await new Promise(() => {})" => End::Kind(&["exception"]);
    "recursion", "const f = (): any => 1 + f(); return f()" => End::Kind(&["exception"]);
    "recursion in finally", "const f = () => { try { f() } finally { f() } }; f()" => End::Kind(&["exception", "timeout"]);
    "output", "for (;;) console.log('x'.repeat(1000))" => OUTPUT;
    "value", "return 'x'.repeat(2 ** 20)" => OUTPUT;
    "cycle", "const o: any = {}; o.o = o; return o" => End::Kind(&["invalid-output"]);
    "throw of a cycle", "const o: any = {}; o.o = o; throw o" => End::Kind(&["exception"]);
    "code from text", "return (() => {}).constructor('return 1')()" => End::Kind(&["exception"]);
    "recursion to where a comparator is read", "const many = Array.from({ length: 80 }, (_, i) => 80 - i); const deep = (a: number, b: number) => ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((a - b)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))); const go = () => { many.toSorted((a, b) => { many.toSorted(deep); go(); return 0; }); }; go()" => End::Kind(&["exception", "timeout"]);
    "sort by chance", "return Array.from({ length: 1000 }, (_, i) => i).sort(() => Math.random() - 0.5).length" => End::Text("1000");
}

#[tokio::test(flavor = "multi_thread")]
async fn code_10_in_process_loops_chains_recursion_and_output_are_ended() {
    Stand::under(&Hosting::InProcess).runs_all("in process", CASES).await;
}
