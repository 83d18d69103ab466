//! Built-ins that are newer than the Node that answers the tables: what the standard says they give.

use super::*;

#[test]
fn code_11_sets_are_combined() {
    gives(&[
        ("return [...new Set([3, 1]).union(new Set([2, 1]))]", "[3,1,2]"),
        ("return [...new Set([1, 2, 3]).intersection(new Set([3, 2]))]", "[3,2]"),
        ("return [...new Set([1, 2, 3, 4]).intersection(new Set([3, 2]))]", "[3,2]"),
        ("return [...new Set([1, 2]).intersection(new Set([4, 3, 2]))]", "[2]"),
        ("return [...new Set([1, 2, 3]).difference(new Set([2]))]", "[1,3]"),
        ("return [...new Set([1, 2]).symmetricDifference(new Set([2, 3]))]", "[1,3]"),
        (
            "const a = new Set([1, 2]); return [a.isSubsetOf(new Set([1, 2, 3])), a.isSupersetOf(new Set([1])), a.isDisjointFrom(new Set([3]))]",
            "[true,true,true]",
        ),
        ("return [...new Set(['a']).union(new Map([['b', 1]]) as any)]", r#"["a","b"]"#),
        ("try { new Set([1]).union([2] as any) } catch (e) { return e.name }", r#""TypeError""#),
    ]);
}

#[test]
fn code_11_items_are_grouped() {
    gives(&[
        ("return Object.groupBy([1, 2, 3], (n, at) => at % 2)", r#"{"0":[1,3],"1":[2]}"#),
        ("return Object.getPrototypeOf(Object.groupBy([], () => 1))", "null"),
        ("return Object.groupBy('abca', c => c)", r#"{"a":["a","a"],"b":["b"],"c":["c"]}"#),
        (
            "const k = {}; return [...Map.groupBy([1, 2, 3], n => n > 1 ? k : 0).values()]",
            "[[1],[2,3]]",
        ),
    ]);
}

#[test]
fn code_11_iterators_have_helpers() {
    gives(&[
        (
            "return new Map([['a', 1], ['b', 2]]).entries().filter(([, n]) => n > 1).map(([k]) => k).toArray()",
            r#"["b"]"#,
        ),
        (
            "function* all() { let n = 0; for (;;) yield n++ } return all().drop(2).filter(n => n % 2).take(3).toArray()",
            "[3,5,7]",
        ),
        ("return [1, 2].values().flatMap(n => [n, n]).toArray()", "[1,1,2,2]"),
        ("return [1, 2, 3].values().reduce((a, b) => a + b)", "6"),
        (
            "return [[1, 2].values().some(n => n > 1), [1].values().every(n => n > 1), [1, 2].values().find(n => n > 1)]",
            "[true,false,2]",
        ),
        (
            "const out = []; [1, 2].values().forEach((n, at) => out.push([n, at])); return out",
            "[[1,0],[2,1]]",
        ),
        (
            "let closed = 0; function* g() { try { yield 1; yield 2 } finally { closed++ } } return [g().take(1).toArray(), closed]",
            "[[1],1]",
        ),
        ("try { [1].values().take(-1) } catch (e) { return e.name }", r#""RangeError""#),
        ("return Iterator.from({ next: () => ({ done: true }) } as any).toArray()", "[]"),
    ]);
}

#[test]
fn code_11_promises_have_their_newer_ways() {
    gives(&[
        ("return await Promise.try(() => { throw 'no' }).catch(e => e)", r#""no""#),
        (
            "return await Promise.allSettled([1, Promise.reject('x')])",
            r#"[{"status":"fulfilled","value":1},{"status":"rejected","reason":"x"}]"#,
        ),
        (
            "return await Promise.any([Promise.reject(1), Promise.reject(2)]).catch(e => [e.name, e.errors])",
            r#"["AggregateError",[1,2]]"#,
        ),
        ("return await Promise.race([new Promise(() => {}), 2])", "2"),
    ]);
}
