//! Loops over items: what programs see of them is what V8 gives, whether they go by index or not.

use super::text::run_for;
use super::*;

#[test]
fn code_11_loops_over_items_go_through_all() {
    gives(&[
        ("const o: any[] = []; for (const x of [1, 2, 3]) o.push(x); return o", "[1,2,3]"),
        ("const o: any[] = []; for (let x of [1, 2]) { x++; o.push(x) } return o", "[2,3]"),
        (
            "const o: any[] = []; for (const x of [1, , 3]) o.push(x === undefined); return o",
            "[false,true,false]",
        ),
        (
            "const o: any[] = []; for (const [a, b] of [[1, 2], 'xy']) o.push(b, a); return o",
            r#"[2,1,"y","x"]"#,
        ),
        ("const o: any[] = []; for (const [, ...b] of [[1, 2, 3]]) o.push(b); return o", "[[2,3]]"),
        (
            "const o: any[] = []; for (const { a: { b } } of [{ a: { b: 1 } }]) o.push(b); for (const { a, ...c } of [{ a: 1, d: 2 }]) o.push(c); return o",
            r#"[1,{"d":2}]"#,
        ),
        (
            "const o: any[] = []; for (const { a = 5 } of [{}, { a: 1 }]) o.push(a); return o",
            "[5,1]",
        ),
        ("const o: any[] = []; for (const c of 'a😀b') o.push(c); return o", r#"["a","😀","b"]"#),
        ("const o: any[] = []; for (const x of new Set([1, 2])) o.push(x); return o", "[1,2]"),
        (
            "const o: any[] = []; for (const [k, v] of new Map([['a', 1]])) o.push(k, v); return o",
            r#"["a",1]"#,
        ),
        (
            "const o: any[] = []; for (const x of new Uint8Array([7, 8])) o.push(x); return o",
            "[7,8]",
        ),
        (
            "const o: any[] = []; (function (...all: any[]) { for (const x of arguments as any) o.push(x) })(1, 2); return o",
            "[1,2]",
        ),
        (
            "const o: any[] = []; for (const x of [1, 2] /* all */) /* of them */ o.push(x)\nreturn o",
            "[1,2]",
        ),
        (
            "const o: any[] = []; if (true) for (const x of [1, 2]) if (x > 1) o.push(x); else o.push(-x); else o.push(0); return o",
            "[-1,2]",
        ),
        ("let x = 5; for (const x of [1]) { const x = 2 } return x", "5"),
        (
            "const o: any[] = []; for (const x of [1, 2]) { var y = x; o.push(y) } return [o, y]",
            "[[1,2],2]",
        ),
    ]);
}

#[test]
fn code_11_loops_over_items_see_what_is_done_to_the_list() {
    gives(&[
        (
            "const l = [1, 2]; let n = 0; for (const x of l) { n++; if (n < 5) l.push(x) } return n",
            "6",
        ),
        (
            "const l = [1, 2, 3, 4]; const o: any[] = []; for (const x of l) { o.push(x); l.pop() } return o",
            "[1,2]",
        ),
        (
            "const l = [1, 2, 3]; const o: any[] = []; for (const x of l) { o.push(x); l.shift() } return o",
            "[1,3]",
        ),
        (
            "const m = new Map([[1, 1]]); let n = 0; for (const [k] of m) if (n++ < 3) m.set(k + 1, 1); return n",
            "4",
        ),
        (
            "const fs: any[] = []; for (const x of [1, 2, 3]) fs.push(() => x); return fs.map(f => f())",
            "[1,2,3]",
        ),
        (
            "const fs: any[] = []; for (let x of [1, 2]) fs.push(() => x++); return fs.map(f => f() + f())",
            "[3,5]",
        ),
        (
            "let l: any = [1, 2]; const o: any[] = []; for (const x of l) { o.push(x); l = [] } return o",
            "[1,2]",
        ),
    ]);
}

#[test]
fn code_11_loops_over_items_end_early() {
    let closing = "let closed = 0; function* g(): any { try { yield 1; yield 2; yield 3 } finally { closed++ } }";
    for (source, expected) in [
        ("let n = 0; for (const x of [1, 2, 3]) { if (x === 2) break; n += x } return n", "1"),
        ("let n = 0; for (const x of [1, 2, 3]) { if (x === 2) continue; n += x } return n", "4"),
        (
            "let n = 0; for (const x of [1, 2, 3]) { switch (x) { case 2: break; default: n += x } } return n",
            "4",
        ),
        (
            "let n = 0; for (const x of [1, 2]) { for (const y of [1, 2, 3]) { if (y > x) break; n++ } } return n",
            "3",
        ),
        (
            "let n = 0; for (const x of [1, 2]) { for (let y = 0; ; y++) { if (y > x) break; n++ } } return n",
            "5",
        ),
        (
            "let n = 0; for (const x of [1, 2]) { while (true) break; do { n++; break } while (true); for (const k in { a: 1 }) break } return n",
            "2",
        ),
        (
            "let n = 0; all: for (const x of [1, 2]) { for (const y of [1, 2]) { if (y === 2) continue all; n++ } } return n",
            "2",
        ),
        (
            "let n = 0; all: for (const x of [1, 2]) { for (const y of [1, 2]) { if (y === 2) break all; n++ } } return n",
            "1",
        ),
        ("for (const x of [1, 2]) { inner: { if (x === 1) break inner; return x } } return 0", "2"),
        (
            "const f = () => { for (const x of [1, 2]) for (const y of [3, 4]) if (y === 4) return x * y }; return f()",
            "4",
        ),
        ("for (const x of g()) break; return closed", "1"),
        ("for (const x of g()) { if (x > 1) break\n} return closed", "1"),
        ("const f = () => { for (const x of g()) return x }; f(); return closed", "1"),
        ("try { for (const x of g()) throw 1 } catch {} return closed", "1"),
        ("for (const x of g()) continue; return closed", "1"),
        (
            "let n = 0; for (const x of g()) { for (const y of g()) { n++; break } } return [n, closed]",
            "[3,4]",
        ),
        ("const it = g(); for (const x of it) break; return [...it]", "[]"),
        (
            "const it = { n: 0, next() { return { done: this.n > 1, value: this.n++ } }, [Symbol.iterator]() { return this } }; const o: any[] = []; for (const x of it) o.push(x); return o",
            "[0,1]",
        ),
        ("const it = [1, 2, 3].values(); for (const x of it) break; return [...it]", "[2,3]"),
        (
            "const it: any = { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return() { throw new Error('r') } }) }; try { for (const x of it) break } catch (e) { return e.message }",
            r#""r""#,
        ),
        (
            "const it: any = { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return() { throw new Error('r') } }) }; try { for (const x of it) throw new Error('t') } catch (e) { return e.message }",
            r#""t""#,
        ),
        (
            "function* h() { for (const x of [1, 2]) yield x; for (const x of [3]) yield* [x] } return [...h()]",
            "[1,2,3]",
        ),
        ("let n = 0; for (const x of [1, 2]) { await null; n += x } return n", "3"),
        ("let n = 0; for (const x of await Promise.all([1, 2])) n += x; return n", "3"),
        ("let n = 0; for await (const x of [Promise.resolve(1), 2]) n += x; return n", "3"),
    ] {
        let result = run_for(&format!("{closing}\n{source}"));
        assert_eq!(result, expected, "{source}");
    }
}

#[test]
fn code_11_lists_with_iterators_of_their_own_use_them() {
    gives(&[
        (
            "const l: any = [1, 2]; l[Symbol.iterator] = function* () { yield 9 }; const o: any[] = []; for (const x of l) o.push(x); return o",
            "[9]",
        ),
        (
            "class L extends Array { *[Symbol.iterator]() { yield 9 } } const o: any[] = []; for (const x of L.from([1])) o.push(x); return o",
            "[9]",
        ),
        (
            "Array.prototype[Symbol.iterator] = function* () { yield 9 } as any; const o: any[] = []; for (const x of [1, 2]) o.push(x); return o",
            "[9]",
        ),
        (
            "const steps = Object.getPrototypeOf([][Symbol.iterator]()); const own = steps.next; steps.next = function () { const r = own.call(this); return { done: r.done, value: r.value * 2 } }; const o: any[] = []; for (const x of [1, 2]) o.push(x); return o",
            "[2,4]",
        ),
        (
            "const seen: any[] = []; const l = new Proxy([1, 2], { get(t, k, r) { seen.push(String(k)); return Reflect.get(t, k, r) } }); for (const x of l) seen.push(x); return seen",
            r#"["Symbol(Symbol.iterator)","length","0",1,"length","1",2,"length"]"#,
        ),
        (
            "Number.prototype[Symbol.iterator] = function* () { yield +this }; const o: any[] = []; for (const x of 7 as any) o.push(x); return o",
            "[7]",
        ),
        (
            "const o: any[] = []; Object.defineProperty(Object.prototype, 'return', { get() { o.push('asked') }, configurable: true }); for (const x of [1, 2]) break; return o",
            r#"["asked"]"#,
        ),
        (
            "const items = [[1]]; try { for (const items of items) {} } catch (e) { return e.name }",
            r#""ReferenceError""#,
        ),
        (
            "try { for (const x of [() => x][0]()) {} } catch (e) { return e.name }",
            r#""ReferenceError""#,
        ),
    ]);
}

#[test]
fn code_7_what_cannot_be_gone_through_is_named() {
    for (source, said) in [
        (
            "const data: any = {};\nfor (const row of data.rows) use(row)",
            "`data.rows` is undefined, which is not iterable\n    at line 2, column 19",
        ),
        (
            "const total: any = 3;\nfor (const n of total) {}",
            "`total` is a number, which is not iterable\n    at line 2, column 17",
        ),
        (
            "const user: any = { a: 1 };\nfor (const [k, v] of user) {}",
            "`user` is an object, which is not iterable; loop over `Object.entries(user)`\n    at line 2, column 22",
        ),
        (
            "for (const { a } of [{ a: 1 }]) {\n  a.b.c\n}",
            "`a.b` is null or undefined, reading `c`\n    at line 2",
        ),
        (
            "const rows: any = [1];\nfor (const row of rows)\n  row()",
            "`row` is not a function\n    at line 3, column 6",
        ),
    ] {
        let result = run_for(source);
        assert!(result.contains(said), "{source}\n  gives {result}");
    }
}
