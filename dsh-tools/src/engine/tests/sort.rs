//! Sorts whose comparator is read give what they give when it is called.

use std::time::Instant;

use super::text::run_for;
use super::*;

/// Items of many kinds, each a way to make the one of a number.
const ITEMS: &[&str] = &[
    "n => n % 17",
    "n => n % 2 ? -0 : 0",
    "n => n % 5 ? n : NaN",
    "n => n % 5 ? n : Infinity",
    "n => n % 3 ? n : `${n}`",
    "n => n % 7 ? n : undefined",
    "n => n % 7 ? n : null",
    "n => BigInt(n)",
    "n => new Date(n * 1e9)",
    "n => `name ${n % 40}`",
    "n => ['b', 'B', 'a', 'é', 'Ž', '日', '😀', '', '10', '9', '-a', 'ab'][n % 12]",
    "n => ['cafe', 'café', 'Cafe', 'CAFÉ', 'cafés', 'cafes', 'cäfe', 'z', 'ž', 'Z'][n % 10]",
    "n => (n % 2 ? '日' : '') + n",
    "n => ({ x: n % 17, s: `s${n % 3}`, at: { y: n % 11 } })",
    "n => ({ x: n % 17 + 0.5, s: ['b', 'B', 'a', 'A'][n % 4], at: { y: `${n % 11}` } })",
    "n => n % 9 ? { x: n % 4, s: 'a' } : { s: 'b' }",
    "n => ({ get x() { reads++; return n % 17 }, s: 's', at: 1 })",
    "n => new Proxy({ x: n % 17, s: 's' }, { get: (it, key) => (reads++, it[key]) })",
    "n => Object.create({ x: n % 17, s: 's' })",
    "n => [n % 13, `s${n % 4}`]",
    "n => new Float64Array([n % 13, n])",
    "n => Object.assign(() => 1, { x: n % 5, s: 'f' })",
];

const COMPARATORS: &[&str] = &[
    "a - b",
    "b - a",
    "a.x - b.x",
    "b.x - a.x || a.s.localeCompare(b.s)",
    "a.at.y - b.at.y",
    "b[0] - a[0] || a[1].localeCompare(b[1])",
    "a.localeCompare(b)",
    "b.localeCompare(a)",
    "b.s.localeCompare(a.s) || a.x - b.x",
    "a < b ? -1 : a > b ? 1 : 0",
    "a < b ? 1 : a > b ? -1 : 0",
    "b.x > a.x ? -1 : b.x < a.x ? 1 : 0",
    "a.at.y < b.at.y ? -1 : a.at.y > b.at.y ? 1 : 0",
];

#[test]
fn code_11_sorts_by_what_a_comparator_says_or_by_calling_it() {
    for items in ITEMS {
        for comparator in COMPARATORS {
            // The comma keeps the second from being read. Places tell equals apart.
            let program = format!(
                "let reads = 0; let seed = 7; const next = () => seed = (seed * 16807) % 2147483647; \
                 const make = {items}; const items = Array.from({{ length: 300 }}, () => make(next())); \
                 const sorted = by => {{ try {{ reads = 0; return [items.toSorted(by).map(it => items.indexOf(it)), reads] }} \
                 catch (error) {{ return `${{error}}` }} }}; \
                 const read = sorted((a, b) => {comparator}); \
                 const called = sorted((a, b) => (0, {comparator})); \
                 return JSON.stringify(read) === JSON.stringify(called) || [read, called]"
            );
            assert_eq!(outcome(&program), "true", "{items} by {comparator}");
        }
    }
}

#[test]
fn code_11_comparators_of_each_form_are_read() {
    for comparator in [
        "(a, b) => a - b",
        "(a: number, b: number): number => { return a - b; }",
        "function (a, b) { return a - b; }",
        "(a, b) => a < b ? -1 : a > b ? 1 : 0",
    ] {
        // A million calls would take longer.
        let program = format!(
            "const many = Array.from({{ length: 50000 }}, (_, i) => (i * 16807) % 2147483647); \
             many.sort({comparator}); return many.every((n, i) => i === 0 || many[i - 1] <= n)"
        );
        let called = program.replace("a - b", "(0, a - b)").replace("a < b ?", "(0, a) < b ?");
        let [read, called] = [program, called].map(|program| {
            let began = Instant::now();
            assert_eq!(run_for(&program), "true");
            began.elapsed()
        });
        assert!(read < called, "{comparator}: {read:?}, called {called:?}");
    }
}

#[test]
fn code_11_a_replaced_locale_compare_is_called() {
    gives(&[
        (
            "const many = Array.from({ length: 100 }, (_, i) => `${i}`); \
             String.prototype.localeCompare = function (other) { return other - this }; \
             return many.toSorted((a, b) => a.localeCompare(b))[0]",
            "\"99\"",
        ),
        (
            "const many = Array.from({ length: 100 }, (_, i) => i); \
             Function.prototype.toString = () => '(a, b) => a - b'; \
             return many.toSorted((a, b) => b - a + 0)[0]",
            "99",
        ),
        (
            "const many = Array.from({ length: 100 }, (_, i) => i % 2 ? undefined : i); \
             many.sort((a, b) => b - a); return [many[0], many[49], many[50] === undefined, many.length]",
            "[98,0,true,100]",
        ),
    ]);
}
