//! `Array.fromAsync`: what it takes, what it makes, and how it fails.

use super::*;

#[test]
fn code_11_from_async_takes_what_can_be_walked() {
    gives(&[
        ("return await Array.fromAsync([Promise.resolve(1), 2])", "[1,2]"),
        ("return await Array.fromAsync((async function* () { yield 1; yield 2 })())", "[1,2]"),
        ("return await Array.fromAsync(new Set(['a', Promise.resolve('b')]))", r#"["a","b"]"#),
        ("return await Array.fromAsync(new Map([['k', 1]]))", r#"[["k",1]]"#),
        ("return await Array.fromAsync('añ😀')", r#"["a","ñ","😀"]"#),
        (
            "return await Array.fromAsync({ length: 2, 0: Promise.resolve('x'), 1: 'y' })",
            r#"["x","y"]"#,
        ),
        ("return await Array.fromAsync({ length: '1.9', 0: 5 })", "[5]"),
        (
            "return [await Array.fromAsync({}), await Array.fromAsync(5), await Array.fromAsync([])]",
            "[[],[],[]]",
        ),
        ("return await Array.fromAsync([1, 2], n => n * 2)", "[2,4]"),
        ("return await Array.fromAsync([1, 2], async (n, at) => [n, at])", "[[1,0],[2,1]]"),
        ("return await Array.fromAsync({ length: 3 }, (_, at) => at)", "[0,1,2]"),
        (
            "return await Array.fromAsync([1], function (n) { return this.by * n }, { by: 3 })",
            "[3]",
        ),
        // A promise that an async iterable yields itself stays as it is.
        (
            "const out = await Array.fromAsync({ [Symbol.asyncIterator]() { let n = 0; return { async next() { return { done: n++ > 0, value: 1 } } } } }); return out",
            "[1]",
        ),
        ("const { fromAsync } = Array; return await fromAsync([1])", "[1]"),
        (
            "class Stack extends Array {} const made = await (Stack as any).fromAsync([1]); return [made instanceof Stack, made.length]",
            "[true,1]",
        ),
        (
            "return [Array.fromAsync.name, Array.fromAsync.length, Object.keys(Array), Array.fromAsync([]) instanceof Promise]",
            r#"["fromAsync",1,[],true]"#,
        ),
    ]);
}

#[test]
fn code_11_from_async_fails_by_its_promise() {
    gives(&[
        (
            "return await Array.fromAsync(null).catch(e => e.name + ': ' + e.message)",
            r#""TypeError: Array.fromAsync takes an async iterable, an iterable or an array-like, not null""#,
        ),
        ("return await Array.fromAsync([1], 5 as any).catch(e => e.name)", r#""TypeError""#),
        (
            "return await Array.fromAsync({ [Symbol.iterator]: 5 } as any).catch(e => e.name)",
            r#""TypeError""#,
        ),
        ("return await Array.fromAsync([1, Promise.reject('no')]).catch(e => e)", r#""no""#),
        ("return await Array.fromAsync([1], () => { throw 'no' }).catch(e => e)", r#""no""#),
        // What fails on the way closes what it walks over.
        (
            "let closed = 0; const items = (async function* () { try { yield 1; yield 2 } finally { closed++ } })(); const out = await Array.fromAsync(items, async () => { throw 'no' }).catch(e => e); return [out, closed]",
            r#"["no",1]"#,
        ),
        (
            "let closed = 0; const items = (function* () { try { yield 1; yield 2 } finally { closed++ } })(); const out = await Array.fromAsync(items, () => { throw 'no' }).catch(e => e); return [out, closed]",
            r#"["no",1]"#,
        ),
        (
            "const made = Array.fromAsync; Array.from = Reflect.apply = Object.defineProperty = (() => 7) as any; (Object.prototype as any).get = 5; delete (globalThis as any).Proxy; return await made([1, 2], n => n + 1)",
            "[2,3]",
        ),
    ]);
}

#[test]
fn code_11_from_async_can_be_stopped() {
    for source in [
        "await Array.fromAsync((function* () { for (;;) yield 1 })(), () => 1)",
        "await Array.fromAsync({ [Symbol.iterator]: () => ({ next: () => ({ done: true } as any) && { value: 1 } }) } as any)",
        "await Array.fromAsync({ length: 4e9 }, () => 1)",
    ] {
        let limits = Limits { compute: Duration::from_millis(200), ..Limits::default() };
        let outcome = shown(&run_with(source, limits, &Arc::default()));
        assert!(outcome.starts_with("timeout:"), "{source}: {outcome}");
    }
}
