//! Recursion without an end, in functions and in built-ins that recurse natively.

use crate::case::{End, TOO_DEEP, USED_UP_OR_REFUSED, cases};

/// What a deep but bounded value may give: nothing, or one of the ways in which it is too deep.
const DEEP: End = End::Kind(&["exception", "worker-exit", "timeout", "a value"]);
/// The engine guards the conversion of an object while it converts that object, and gives an empty text or zero.
const GUARDED: End = DEEP;

cases! {
    "function", "const f = (): any => f(); return f()" => TOO_DEEP;
    "function with work to do", "const f = (n: number): number => 1 + f(n + 1); return f(0)" => TOO_DEEP;
    "two functions", "const f = (): any => g(), g = (): any => f(); f()" => TOO_DEEP;
    "caught", "const f = (): any => { try { return f() } catch { return f() } }; return f()" => TOO_DEEP;
    "in finally", "const f = () => { try { f() } finally { f() } }; f()" => TOO_DEEP;
    "constructor", "class A { a = new A() } new A()" => TOO_DEEP;
    "getter", "const o = { get a(): any { return this.a } }; return o.a" => TOO_DEEP;
    "setter", "const o = { set a(v: any) { this.a = v } }; o.a = 1" => TOO_DEEP;
    "toString", "const o: any = { toString() { return `${o}` } }; return `${o}`" => GUARDED;
    "valueOf", "const o: any = { valueOf() { return +o } }; return +o" => GUARDED;
    "toJSON", "const o: any = { toJSON() { return JSON.stringify(o) } }; return JSON.stringify(o)" => TOO_DEEP;
    "proxy", "const p: any = new Proxy({}, { get() { return p.a } }); return p.a" => TOO_DEEP;
    "proxy whose prototype is itself", "const p: any = new Proxy({}, {}); Object.setPrototypeOf(p, p); return p.a" => TOO_DEEP;
    "proxy in a ring of prototypes", "const o = {}; const p: any = new Proxy(o, {}); Object.setPrototypeOf(o, p); return p.a" => TOO_DEEP;
    "bound", "let f: any = () => 1; for (let i = 0; i < 1e5; i++) f = f.bind(null); return f()" => DEEP;
    "apply", "const f = (): any => f.apply(null, []); f()" => TOO_DEEP;
    "Reflect.apply", "const f = (): any => Reflect.apply(f, null, []); f()" => TOO_DEEP;
    "Reflect.construct", "function F() { Reflect.construct(F as any, []) } F()" => TOO_DEEP;
    "map", "const f = (): any => [1].map(f); f()" => TOO_DEEP;
    "sort", "const f = (): any => [1, 2].sort(f); f()" => TOO_DEEP;
    "replace", "const f = (): any => 'a'.replace(/a/, f); f()" => TOO_DEEP;
    "reviver", "const f = (): any => JSON.parse('1', f); f()" => TOO_DEEP;
    "replacer", "const f = (): any => JSON.stringify(1, f); f()" => TOO_DEEP;
    "generator", "function* g(): any { yield* g() } for (const x of g()) {}" => TOO_DEEP;
    "iterator", "const o: any = { [Symbol.iterator]() { return [...o] } }; return [...o]" => TOO_DEEP;
    "async", "const f = async (): Promise<any> => f(); await f()" => TOO_DEEP;
    "tagged template", "const f = (_: any): any => f`${1}`; f``" => TOO_DEEP;
    "species", "const a: any = [1]; a.constructor = { get [Symbol.species]() { return a.map(String) } }; a.map(String)" => TOO_DEEP;
    "hasInstance", "const o: any = { [Symbol.hasInstance](x: any) { return x instanceof o } }; 1 instanceof o" => TOO_DEEP;
    "JSON.stringify of what is deep", "let o: any = {}; for (let i = 0; i < 1e5; i++) o = { o }; return JSON.stringify(o).length" => DEEP;
    "JSON.stringify of a deep array", "let o: any = []; for (let i = 0; i < 1e5; i++) o = [o]; return JSON.stringify(o).length" => DEEP;
    "JSON.parse of deep brackets", "return JSON.parse('['.repeat(1e6))" => USED_UP_OR_REFUSED;
    "JSON.parse of a deep text", "return JSON.parse('['.repeat(1e5) + ']'.repeat(1e5)).length" => DEEP;
    "JSON.parse of deep members", "return JSON.parse('{\"a\":'.repeat(1e5) + '1' + '}'.repeat(1e5))" => DEEP;
    "flat", "let a: any = []; for (let i = 0; i < 1e5; i++) a = [a]; return a.flat(Infinity).length" => DEEP;
    "flat of itself", "const a: any[] = []; a.push(a); a.flat(Infinity)" => TOO_DEEP;
    "toString of nested arrays", "let a: any = []; for (let i = 0; i < 1e5; i++) a = [a]; return String(a).length" => DEEP;
    "join of nested arrays", "let a: any = []; for (let i = 0; i < 1e5; i++) a = [a, 1]; return a.join('').length" => DEEP;
    "toLocaleString of nested arrays", "let a: any = []; for (let i = 0; i < 1e5; i++) a = [a]; return a.toLocaleString().length" => DEEP;
    "chain of prototypes", "let o: any = {}; for (let i = 0; i < 1e5; i++) o = Object.create(o); return o.a === undefined" => DEEP;
    "set through a chain of prototypes", "let o: any = {}; for (let i = 0; i < 1e5; i++) o = Object.create(o); o.a = 1; return 'b' in o" => DEEP;
    "instanceof through a chain of prototypes", "let o: any = {}; for (let i = 0; i < 1e5; i++) o = Object.create(o); return o instanceof Map" => DEEP;
    "for in through a chain of prototypes", "let o: any = {}; for (let i = 0; i < 1e5; i++) o = Object.create(o); for (const k in o) {} return 1" => DEEP;
    "chain of proxies", "let p: any = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.a === undefined" => DEEP;
    "keys through a chain of proxies", "let p: any = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return Object.keys(p)" => DEEP;
    "set through a chain of proxies", "let p: any = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.a = 1; return 1" => DEEP;
    "call through a chain of proxies", "let p: any = () => 1; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p()" => DEEP;
    "isArray through a chain of proxies", "let p: any = []; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return Array.isArray(p)" => DEEP;
    "a chain of proxies as the value", "let p: any = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p" => End::Kind(&["exception", "worker-exit", "timeout", "a value", "invalid-output"]);
    "a chain of proxies in the log", "let p: any = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); console.log(p); return 1" => DEEP;
    "chain of promises", "let p: Promise<any> = Promise.resolve(1); for (let i = 0; i < 1e5; i++) p = p.then((x) => x); return await p" => DEEP;
    "promises in promises", "let p: Promise<any> = Promise.resolve(1); for (let i = 0; i < 1e5; i++) { const q = p; p = new Promise((r) => r(q)) } return await p" => DEEP;
    "causes of an error", "let e: any = new Error('a'); for (let i = 0; i < 1e5; i++) e = new Error('a', { cause: e }); throw e" => DEEP;
    "causes in the log", "let e: any = new Error('a'); for (let i = 0; i < 1e5; i++) e = new Error('a', { cause: e }); console.log(e); return 1" => DEEP;
    "deep expression", "return new RegExp('('.repeat(1e5) + ')'.repeat(1e5)).test('')" => USED_UP_OR_REFUSED;
    "deep classes of an expression", "return new RegExp('['.repeat(1e5) + ']'.repeat(1e5), 'v').test('')" => USED_UP_OR_REFUSED;
    "deep look-aheads", "return new RegExp('(?='.repeat(5e4) + ')'.repeat(5e4)).test('')" => USED_UP_OR_REFUSED;
    "closures that hold each other", "let f: any = null; for (let i = 0; i < 1e5; i++) { const g = f; f = () => g } return 1" => DEEP;
    "text of texts", "let s = ''; for (let i = 0; i < 1e5; i++) s = s + 'a' + s.slice(0, 1); return s.length" => DEEP;
}
