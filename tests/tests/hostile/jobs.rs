//! Promise chains, thenables, microtasks, timers and calls without an end.

use crate::case::{EXCEPTION, End, OUTPUT, TIMEOUT, USED_UP, cases};

cases! {
    "chain", "const f = (): any => Promise.resolve().then(f); await f()" => USED_UP;
    "chain beside", "const f = (): any => { Promise.resolve().then(f) }; f(); await new Promise(() => {})" => TIMEOUT;
    "async recursion", "const f = async (): Promise<any> => { await null; return f() }; await f()" => USED_UP;
    "await of await", "for (;;) await null" => TIMEOUT;
    "await of a promise", "for (;;) await Promise.resolve()" => TIMEOUT;
    "rejections", "for (;;) try { await Promise.reject(1) } catch {}" => TIMEOUT;
    "rejections that nothing handles", "for (;;) Promise.reject(1)" => USED_UP;
    "rejections that are handled late", "const a = []; for (;;) { a.push(Promise.reject(1)); if (a.length > 5000) a.shift()!.catch(() => {}) }" => USED_UP;
    "thenable of thenables", "const t = { then(r: any) { r(t) } }; await t" => TIMEOUT;
    "thenable that settles again and again", "await { then(r: any) { for (;;) r(1) } }" => TIMEOUT;
    "native thenable chain", "const t: any = {}; t.then = (r: any) => r(t); await Promise.all([t])" => TIMEOUT;
    "then getter", "const t: any = { get then() { return (r: any) => r(t) } }; return t" => TIMEOUT;
    "microtasks", "const f = () => queueMicrotask(f); f(); await new Promise(() => {})" => TIMEOUT;
    "microtasks that multiply", "const f = () => { queueMicrotask(f); queueMicrotask(f) }; f(); await new Promise(() => {})" => USED_UP;
    "timers", "const f = () => setTimeout(f, 0); f(); await new Promise(() => {})" => End::Waits;
    "timers that multiply", "const f = () => { setTimeout(f, 0); setTimeout(f, 0) }; f(); await new Promise(() => {})" => USED_UP;
    "flood of timers", "for (;;) setTimeout(() => {}, 1e9)" => USED_UP;
    "flood of intervals", "for (let i = 0; i < 1000; i++) setInterval(() => {}, 0); await new Promise(() => {})" => TIMEOUT;
    "timers that are cleared", "for (;;) clearTimeout(setTimeout(() => {}, 1e9))" => TIMEOUT;
    "timer of a month", "await new Promise((r) => setTimeout(r, 2 ** 31 - 1)); return 1" => End::Waits;
    "nothing to wait for", "await new Promise(() => {})" => EXCEPTION;
    "await of itself", "const p: Promise<any> = Promise.resolve().then(() => p); await p" => EXCEPTION;
    "a tool that does not end", "await tools.wait({})" => End::Waits;
    "tools that do not end", "await Promise.all(Array.from({ length: 100 }, () => tools.wait({})))" => End::Waits;
    "flood of calls", "for (;;) tools.five({})" => USED_UP;
    "flood of calls that wait", "for (;;) tools.wait({})" => USED_UP;
    "flood of calls with large arguments", "const value = 'x'.repeat(1e6); for (;;) tools.echo({ value })" => USED_UP;
    "calls one after the other", "for (;;) await tools.five({})" => End::Waits;
    "calls that fail", "for (;;) try { await tools.fail({}) } catch {}" => End::Waits;
    "calls that call", "const f = (): any => tools.five({}).then(f); await f()" => USED_UP;
    "flood of unknown calls", "for (;;) try { (tools as any).none({}) } catch {}" => TIMEOUT;
    "flood of lossy calls", "for (;;) tools.echo({ value: NaN }).catch(() => {})" => USED_UP;
    "console", "for (;;) console.log('x'.repeat(1000))" => OUTPUT;
    "console of nothing", "for (;;) console.log()" => End::Kind(&["output-limit", "timeout"]);
    "console of a large text", "console.log('x'.repeat(2 ** 21))" => OUTPUT;
    "console of a large value", "console.log(Array.from({ length: 1e5 }, () => 'x'.repeat(100)))" => End::Kind(&["timeout", "a value", "output-limit"]);
    "console.table", "for (;;) console.table([{ a: 1, b: 2 }])" => End::Kind(&["output-limit", "timeout"]);
    "value beyond the output", "return 'x'.repeat(2 ** 20)" => OUTPUT;
    "message beyond the output", "throw new Error('x'.repeat(2 ** 21))" => OUTPUT;
    "what is left behind", "const f = (): any => Promise.resolve().then(f); f(); setInterval(() => {}, 1); tools.wait({}).catch(() => {}); return await tools.five({})" => End::Kind(&["timeout", "a value"]);
}
