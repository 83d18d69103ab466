//// a class with private fields
class Counter { #n = 0; static made = 0; constructor() { Counter.made++; } add(k = 1) { this.#n += k; return this; } get value() { return this.#n; } }
const c = new Counter().add().add(4); return [c.value, Counter.made];
//= {"logs":[],"result":[5,1]}
//// inheritance
abstract class Shape { abstract area(): number; toString() { return `${this.constructor.name}(${this.area()})`; } }
class Square extends Shape { constructor(private_side: number) { super(); this.s = private_side; } s: number; area() { return this.s ** 2; } }
return String(new Square(3));
//= {"logs":[],"result":"Square(9)"}
//// a generator
function* fib(): Generator<number> { let [a, b] = [0, 1]; while (true) { yield a; [a, b] = [b, a + b]; } }
const out = []; for (const n of fib()) { if (n > 50) break; out.push(n); } return out;
//= {"logs":[],"result":[0,1,1,2,3,5,8,13,21,34]}
//// interfaces and generics
interface Pair<T> { left: T; right: T }
type Swap = <T>(p: Pair<T>) => Pair<T>;
const swap: Swap = ({ left, right }) => ({ left: right, right: left });
return swap<number>({ left: 1, right: 2 } satisfies Pair<number>);
//= {"logs":[],"result":{"left":2,"right":1}}
//// as const and non-null
const states = ["open", "closed"] as const;
type State = (typeof states)[number];
const s: State = states.find(x => x.startsWith("c"))!; return s;
//= {"logs":[],"result":"closed"}
//// a type guard
const isText = (x: unknown): x is string => typeof x === "string";
return [1, "a", null, "b"].filter(isText);
//= {"logs":[],"result":["a","b"]}
//// an overload
function f(x: string): string; function f(x: number): number; function f(x: any) { return x + x; }
return [f("a"), f(2)];
//= {"logs":[],"result":["aa",4]}
//// switch
const kind = (n: number): string => { switch (true) { case n < 3: return "low"; case n < 10: return "mid"; default: return "high"; } };
return [1, 5, 13].map(kind);
//= {"logs":[],"result":["low","mid","high"]}
//// dates
const { items } = await tools.list_issues({ limit: 3 });
const now = new Date("2024-03-01T00:00:00Z");
return items.map(i => Math.floor((now.getTime() - new Date(i.created).getTime()) / 86_400_000));
//= {"logs":[],"result":[45,40,26]}
//// dates by month
const { items } = await tools.list_issues({ limit: 50 });
return items.map(i => new Date(i.created).toISOString().slice(0, 7));
//= {"logs":[],"result":["2024-01","2024-01","2024-02","2024-02","2024-02","2024-03","2024-03"]}
//// date arithmetic
const d = new Date(Date.UTC(2024, 0, 31)); d.setUTCMonth(d.getUTCMonth() + 1); return [d.toISOString(), d.getUTCDay(), Date.UTC(2024, 1, 29)];
//= {"logs":[],"result":["2024-03-02T00:00:00.000Z",6,1709164800000]}
//// typed arrays
const a = new Uint8Array([250, 5]); a[0] += 10; const f = Float64Array.from([1.5, 2]); return [Array.from(a), [...f.map(x => x * 2)]];
//= {"logs":[],"result":[[4,5],[3,4]]}
//// BigInt
return [String(2n ** 64n), Number(10n), (7n / 2n).toString()];
//= {"logs":[],"result":["18446744073709551616",10,"3"]}
//// structuredClone
const a = { d: new Date(0), m: new Map([[1, { x: 1 }]]) }; const b = structuredClone(a); b.m.get(1)!.x = 2; return [a.m.get(1)!.x, b.m.get(1)!.x, b.d.getTime()];
//= {"logs":[],"result":[1,2,0]}
//// a Proxy with defaults
const d = new Proxy({} as Record<string, number>, { get: (t, k) => k in t ? t[k as string] : 0 }); d.a = 2; return [d.a, d.b];
//= {"logs":[],"result":[2,0]}
//// getters and symbols
const o = { get x() { return 1; }, [Symbol.iterator]: function* () { yield 1; yield 2; } }; return [o.x, ...o];
//= {"logs":[],"result":[1,1,2]}
//// memoize with a closure
const memo = new Map<number, number>(); const fib = (n: number): number => n < 2 ? n : memo.get(n) ?? (memo.set(n, fib(n - 1) + fib(n - 2)), memo.get(n)!); return fib(50);
//= {"logs":[],"result":12586269025}
//// debounce with timers
let n = 0; const id = setInterval(() => { n++; if (n === 3) clearInterval(id); }, 1); await new Promise(r => setTimeout(r, 100)); return n;
//= {"logs":[],"result":3}
//// order of microtasks
const o: string[] = []; setTimeout(() => o.push("timer"), 0); queueMicrotask(() => o.push("micro")); Promise.resolve().then(() => o.push("then")); o.push("now"); await new Promise(r => setTimeout(r, 20)); return o;
//= {"logs":[],"result":["now","micro","then","timer"]}
//// destructuring with defaults
const { a = 1, b: { c = 2 } = {}, ...r } = { d: 4 } as any; const [x, , y = 3, ...z] = [1, 2, undefined, 4, 5]; return [a, c, r, x, y, z];
//= {"logs":[],"result":[1,2,{"d":4},1,3,[4,5]]}
//// logical assignment and exponents
let a: any = null, b = 1, c = 0; a ??= 5; b &&= 7; c ||= 9; return [a, b, c, 2 ** 10, 1_000];
//= {"logs":[],"result":[5,7,9,1024,1000]}
//// numbers
return [(0.1 + 0.2).toFixed(2), parseInt("42px"), Number("x") || 0, (255).toString(16), Number.isInteger(5.0), Math.round(2.5), 1e21 + "", (1234.5678).toPrecision(6)];
//= {"logs":[],"result":["0.30",42,0,"ff",true,3,"1e+21","1234.57"]}
//// JSON value of a WeakMap key
const w = new WeakMap(); const k = {}; w.set(k, 1); return [w.get(k), w.has({})];
//= {"logs":[],"result":[1,false]}
//// a getter of this
return this === undefined;
//= {"logs":[],"result":true}
//// Promise.withResolvers (ours)
const { promise, resolve } = Promise.withResolvers(); setTimeout(() => resolve(4), 1); return await promise;
//= {"logs":[],"result":4}
//// flat and flatMap
return [[1, [2, [3]]].flat(Infinity), [1, 2].flatMap(x => [x, x * 2])];
//= {"logs":[],"result":[[1,2,3],[1,2,2,4]]}
//// a queue of work with async iteration
const gen = (async function* () { for (let i = 0; i < 3; i++) { await null; yield i; } })(); const out = []; for await (const x of gen) out.push(x); return out;
//= {"logs":[],"result":[0,1,2]}
//// Symbol.asyncIterator in a class
class Range { constructor(n) { this.n = n; } async *[Symbol.asyncIterator]() { for (let i = 0; i < this.n; i++) yield i; } }
let s = 0; for await (const i of new Range(4)) s += i; return s;
//= {"logs":[],"result":6}
//// comma and void
let x = (1, 2); void 0; return [x, typeof null, typeof undefined, typeof (() => 1)];
//= {"logs":[],"result":[2,"object","undefined","function"]}
//// Array.fromAsync (ours)
return await Array.fromAsync([1, 2].map(async x => x * 2));
//= {"logs":[],"result":[2,4]}
//// toLocaleString of a number
return (1234567.891).toLocaleString();
//= {"logs":[],"result":"1,234,567.891"}
//// toLocaleString with en-US
return (1234.5).toLocaleString("en-US", { style: "currency", currency: "USD" });
//= {"logs":[],"result":"$1,234.50"}
//// toLocaleDateString
return new Date("2024-01-15T09:30:00Z").toLocaleDateString("en-US", { timeZone: "UTC" });
//= {"logs":[],"result":"1/15/2024"}
//// an English date
return new Date("Jan 15, 2024 UTC").toISOString();
//= {"logs":[],"result":"2024-01-15T00:00:00.000Z"}
//// localeCompare with options
return ["a10", "a2", "B1"].sort((a, b) => a.localeCompare(b, undefined, { numeric: true, sensitivity: "base" }));
//= {"logs":[],"result":["a2","a10","B1"]}
//// Intl (ours)
return new Intl.NumberFormat("en-US").format(1234.5);
//= fails: Intl is not defined
//// an iterator by hand
const it = { from: 1, to: 3, [Symbol.iterator]() { let n = this.from, to = this.to; return { next: () => n <= to ? { value: n++, done: false } : { value: undefined, done: true } }; } };
return [...it];
//= {"logs":[],"result":[1,2,3]}
//// spread of arguments
const max = (...xs: number[]): number => Math.max(...xs);
return [max(1, 5, 3), max.length, [..."abc"].reverse().join("")];
//= {"logs":[],"result":[5,0,"cba"]}
//// pipe of functions
const pipe = (...fs: Array<(x: number) => number>) => (x: number) => fs.reduce((y, f) => f(y), x);
return pipe(x => x + 1, x => x * 10)(2);
//= {"logs":[],"result":30}
//// a deep merge
const merge = (a: any, b: any): any => { const out = { ...a }; for (const k of Object.keys(b)) out[k] = b[k] && typeof b[k] === "object" && !Array.isArray(b[k]) ? merge(a[k] ?? {}, b[k]) : b[k]; return out; };
return merge({ a: { x: 1 }, l: [1] }, { a: { y: 2 }, l: [2] });
//= {"logs":[],"result":{"a":{"x":1,"y":2},"l":[2]}}
//// breadth first
const graph: Record<string, string[]> = { a: ["b", "c"], b: ["d"], c: ["d"], d: [] };
const seen = new Set(["a"]), queue = ["a"];
while (queue.length > 0) for (const next of graph[queue.shift()!]) if (!seen.has(next)) { seen.add(next); queue.push(next); }
return [...seen];
//= {"logs":[],"result":["a","b","c","d"]}
//// in, delete and hasOwn
const o: any = { a: 1, b: undefined }; delete o.a;
return ["a" in o, "b" in o, Object.hasOwn(o, "toString")];
//= {"logs":[],"result":[false,true,false]}
//// freeze throws in strict code
const f = Object.freeze({ a: 1 }) as any;
try { f.a = 2; return "changed"; } catch (e) { return e instanceof TypeError; }
//= {"logs":[],"result":true}
//// a declared type and a declared value
declare const nothing: string;
type Row = { id: number; tags?: readonly string[] };
const row: Row = { id: 1 } as Row;
return row.tags?.length ?? 0;
//= {"logs":[],"result":0}
//// a static factory
class Money { private constructor_note = 0; static of(cents: number): Money { const m = new Money(); m.cents = cents; return m; } cents: number = 0; toJSON() { return (this.cents / 100).toFixed(2); } }
return JSON.stringify({ total: Money.of(1250) });
//= {"logs":[],"result":"{\"total\":\"12.50\"}"}
//// bit operations
return [5 & 3, 5 | 3, 5 ^ 3, ~5, 1 << 4, -1 >>> 28, 0b101, 0xff];
//= {"logs":[],"result":[1,7,6,-6,16,15,5,255]}
