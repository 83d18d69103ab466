//! Built-ins that would go on for ages: array methods on objects of a giant length, regular expressions that backtrack,
//! sorts whose comparators contradict themselves.

use crate::case::{EXCEPTION, End, USED_UP, USED_UP_OR_REFUSED, cases};

/// Over a giant length a method ends at once, is refused, or is ended.
const ANY: End = End::Kind(&["exception", "timeout", "worker-exit", "a value"]);

cases! {
    "at", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.at.call(o, 2 ** 52); return typeof r" => ANY;
    "concat", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.concat.call(o); return typeof r" => ANY;
    "copyWithin", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.copyWithin.call(o, 0, 1); return typeof r" => ANY;
    "every", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.every.call(o, () => true); return typeof r" => ANY;
    "fill", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.fill.call(o, 1); return typeof r" => ANY;
    "filter", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.filter.call(o, () => true); return typeof r" => ANY;
    "find", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.find.call(o, () => false); return typeof r" => ANY;
    "findIndex", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.findIndex.call(o, () => false); return typeof r" => ANY;
    "findLast", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.findLast.call(o, () => false); return typeof r" => ANY;
    "findLastIndex", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.findLastIndex.call(o, () => false); return typeof r" => ANY;
    "flat", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.flat.call(o); return typeof r" => ANY;
    "flatMap", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.flatMap.call(o, (x: any) => x); return typeof r" => ANY;
    "forEach", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.forEach.call(o, () => {}); return typeof r" => ANY;
    "includes", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.includes.call(o, 1); return typeof r" => ANY;
    "indexOf", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.indexOf.call(o, 1); return typeof r" => ANY;
    "join", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.join.call(o, ''); return typeof r" => ANY;
    "keys", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.keys.call(o); return typeof r" => ANY;
    "lastIndexOf", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.lastIndexOf.call(o, 1); return typeof r" => ANY;
    "map", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.map.call(o, (x: any) => x); return typeof r" => ANY;
    "pop", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.pop.call(o); return typeof r" => ANY;
    "push", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.push.call(o, 1); return typeof r" => ANY;
    "reduce", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.reduce.call(o, (x: any) => x, 0); return typeof r" => ANY;
    "reduceRight", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.reduceRight.call(o, (x: any) => x, 0); return typeof r" => ANY;
    "reverse", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.reverse.call(o); return typeof r" => ANY;
    "shift", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.shift.call(o); return typeof r" => ANY;
    "slice", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.slice.call(o); return typeof r" => ANY;
    "some", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.some.call(o, () => false); return typeof r" => ANY;
    "sort", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.sort.call(o); return typeof r" => ANY;
    "splice", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.splice.call(o, 0, 0, 1); return typeof r" => ANY;
    "toLocaleString", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.toLocaleString.call(o); return typeof r" => ANY;
    "toReversed", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.toReversed.call(o); return typeof r" => ANY;
    "toSorted", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.toSorted.call(o); return typeof r" => ANY;
    "toSpliced", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.toSpliced.call(o, 0, 0); return typeof r" => ANY;
    "toString", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.toString.call(o); return typeof r" => ANY;
    "unshift", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.unshift.call(o, 1); return typeof r" => ANY;
    "values", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.values.call(o); return typeof r" => ANY;
    "with", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.with.call(o, 0, 1); return typeof r" => ANY;
    "entries", "const o: any = { length: 2 ** 53 - 1 }; const r: any = Array.prototype.entries.call(o); return typeof r" => ANY;
    "length of an array-like that grows", "const o = { get length() { return 2 ** 53 - 1 } }; return Array.prototype.indexOf.call(o, 1)" => USED_UP;
    "array-like with a proxy", "return Array.prototype.indexOf.call(new Proxy({ length: 2 ** 53 - 1 }, {}), 1)" => USED_UP;
    "a long array", "const a: any[] = []; a.length = 4294967295; return a.indexOf(1)" => USED_UP;
    "a long array, includes", "const a: any[] = []; a.length = 4294967295; return a.includes(1)" => USED_UP;
    "a long array, forEach", "const a: any[] = []; a.length = 4294967295; a.forEach(() => {})" => USED_UP;
    "a long array as the value", "const a: any[] = []; a.length = 4294967295; return a" => End::Kind(&["invalid-output", "timeout", "worker-exit"]);
    "a long array in the log", "const a: any[] = []; a.length = 4294967295; console.log(a); return 1" => End::Kind(&["a value", "timeout"]);
    "a long array as an argument", "const a: any[] = []; a.length = 4294967295; await tools.echo({ value: a })" => USED_UP_OR_REFUSED;
    "a long array into JSON", "const a: any[] = []; a.length = 4294967295; return JSON.stringify(a)" => USED_UP;
    "a long array, cloned", "const a: any[] = []; a.length = 4294967295; structuredClone(a); return 1" => ANY;
    "a long array, for of", "const a: any[] = []; a.length = 4294967295; for (const x of a) {}" => USED_UP;
    "a long array, shortened", "const a: any[] = []; a[4294967294] = 1; a.length = 0; return 1" => ANY;
    "Reflect.apply of an array-like", "return Reflect.apply(Math.max, null, { length: 2 ** 53 - 1 })" => USED_UP_OR_REFUSED;
    "String.raw", "return String.raw({ raw: { length: 2 ** 53 - 1 } } as any).length" => USED_UP_OR_REFUSED;
    "JSON.stringify with a giant list of keys", "return JSON.stringify({}, new Proxy([], { get: (_, k) => k === 'length' ? 2 ** 53 - 1 : 'a' }) as any)" => USED_UP_OR_REFUSED;
    "set of a typed array", "new Uint8Array(1).set({ length: 2 ** 53 - 1 } as any)" => USED_UP_OR_REFUSED;
    "sort of a giant typed array", "return new Float64Array(1.2e7).map((_, i) => -i).sort().length" => ANY;
    "expression of nested repeats", "return /(a+)+$/.test('a'.repeat(40) + 'b')" => USED_UP;
    "expression of alternatives", "return /^(a|a)*$/.test('a'.repeat(40) + 'b')" => USED_UP;
    "expression of alternatives that overlap", "return /^(a|aa)+$/.test('a'.repeat(60) + 'b')" => USED_UP;
    "expression of optional letters", "return new RegExp('a?'.repeat(40) + 'a'.repeat(40)).test('a'.repeat(39))" => USED_UP;
    "expression with a back-reference", "return /^(.*)(.*)(.*)(.*)(.*)\\1\\2\\3\\4\\5x$/.test('a'.repeat(400))" => USED_UP;
    "expression with a look-ahead", "return /^(?=(a+)+b)a/.test('a'.repeat(40))" => USED_UP;
    "expression with a look-behind", "return /(?<=^(a+)+)b/.test('a'.repeat(40) + 'cb')" => ANY;
    "expression in replace", "return 'a'.repeat(40).concat('b').replace(/(a+)+$/, '')" => USED_UP;
    "expression in split", "return ('a'.repeat(40) + 'b').split(/(?:a+)+$/)" => USED_UP;
    "expression in matchAll", "return [...('a'.repeat(40) + 'b').matchAll(/(a+)+$/g)]" => USED_UP;
    "expression in search", "return ('a'.repeat(40) + 'b').search(/(a*)*$x/)" => USED_UP;
    "expression over a long text", "return /(x+x+)+y/.test('x'.repeat(1e5))" => USED_UP_OR_REFUSED;
    "expression that is quadratic", "return /a*b/.test('a'.repeat(1e6))" => ANY;
    "sort by chance", "return Array.from({ length: 1000 }, (_, i) => i).sort(() => Math.random() - 0.5).length" => End::Text("1000");
    "sort by a comparator that is never equal", "return Array.from({ length: 1000 }, (_, i) => i % 7).sort(() => 1).length" => End::Text("1000");
    "sort by a comparator of NaN", "return Array.from({ length: 1000 }, (_, i) => i % 7).sort(() => NaN).length" => End::Text("1000");
    "sort by a comparator that throws", "[2, 1].sort(() => { throw new Error('no') })" => EXCEPTION;
    "sort by a comparator that shortens", "const a = Array.from({ length: 500 }, (_, i) => -i); a.sort((x, y) => { a.length = 0; return x - y }); return a.length" => End::Text("500");
    "sort by a comparator that grows", "const a = [3, 2, 1]; a.sort((x, y) => { a.push(0); return x - y }); return a.slice(0, 3).join()" => End::Text("1,2,3");
    "typed sort by chance", "return new Float64Array(1000).map((_, i) => i).sort(() => Math.random() - 0.5).length" => End::Text("1000");
    "typed toSorted by chance", "return (new Float64Array(1000).map((_, i) => i) as any).toSorted(() => Math.random() - 0.5).length" => End::Text("1000");
    "typed sort by a comparator that is never equal", "return new Int8Array(1000).map((_, i) => i % 7).sort(() => 1).length" => End::Text("1000");
}
