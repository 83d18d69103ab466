//! What the console prints, compared with Node's own output.

use super::node::cases;
use super::*;

#[test]
fn code_11_values_print_as_node_prints_them() {
    for (expression, expected) in [
        ("'a\\nb'", "a\nb"),
        ("", ""),
        (
            "1, -0, 10n, true, null, undefined, Symbol('s')",
            "1 -0 10n true null undefined Symbol(s)",
        ),
        ("[\"it's\", 'say \"q\"', '`tick`']", "[ \"it's\", 'say \"q\"', '`tick`' ]"),
        ("'日本 😀', { k: 'é' }", "日本 😀 { k: 'é' }"),
        (
            "{ a: 1, nested: { b: [1, 2, { c: { d: { e: { f: 1 } } } }] } }",
            "{\n  a: 1,\n  nested: {\n    b: [ 1, 2, { c: { d: [Object] } } ]\n  }\n}",
        ),
        (
            "new (class Pt { x = 1; y = { z: 2 } })(), Object.create(null)",
            "Pt { x: 1, y: { z: 2 } } [Object: null prototype] {}",
        ),
        ("[], {}, [[]], { a: {} }", "[] {} [ [] ] { a: {} }"),
        ("[1, , 3], [undefined, null]", "[ 1, <1 empty item>, 3 ] [ undefined, null ]"),
        ("new Map([['a', 1]]), new Set([1, 'x'])", "Map(1) { 'a' => 1 } Set(2) { 1, 'x' }"),
        (
            "function foo() {}, () => 1, class A {}",
            "[Function: foo] [Function (anonymous)] [class A]",
        ),
        ("new Date(0), /x/g", "1970-01-01T00:00:00.000Z /x/g"),
        (
            "{ 'a-b': 1, f() {}, get x() { return 1 }, 1: 2 }",
            "{ '1': 2, 'a-b': 1, f: [Function: f], x: [Getter] }",
        ),
        ("Promise.resolve(4), new Uint8Array(3)", "Promise { 4 } Uint8Array(3) [ 0, 0, 0 ]"),
        (
            "'%s is %d and %i, %f, %j %o %% %', 'x', 4.5, 4.5, '1.5', { a: 1 }, [1], 'rest'",
            "x is 4.5 and 4, 1.5, {\"a\":1} [ 1, [length]: 1 ] % % rest",
        ),
        ("'100%', 5", "100% 5"),
        ("Array.from({ length: 101 }, () => 'a'.repeat(20)).length", "101"),
        ("[1, 2, 3, 4, 5, 6, 7]", "[\n  1, 2, 3, 4,\n  5, 6, 7\n]"),
        (
            "Array.from({ length: 10 }, (_, i) => i * 100)",
            "[\n    0, 100, 200, 300,\n  400, 500, 600, 700,\n  800, 900\n]",
        ),
        (
            "['apple', 'banana', 'cherry', 'date', 'elderberry', 'fig', 'grape']",
            "[ 'apple', 'banana', 'cherry', 'date', 'elderberry', 'fig', 'grape' ]",
        ),
        (
            "{ name: 'a'.repeat(40), value: 'b'.repeat(40) }",
            "{\n  name: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',\n  value: 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'\n}",
        ),
    ] {
        assert_eq!(logs(&format!("console.log({expression})")), [expected], "{expression}");
    }
    assert_eq!(
        logs("const o: any = { n: 1 }; o.self = o; console.log(o)"),
        ["<ref *1> { n: 1, self: [Circular *1] }"]
    );
    let error = logs("console.error(new Error('x'), 1)");
    assert_eq!(error, ["Error: x\n    at 1:15 1"]);
}

#[test]
fn code_11_long_and_wide_values_are_cut() {
    let long = &logs("console.log(['y'.repeat(10_001)])")[0];
    assert!(long.contains("... 1 more character"), "{}", long.len());
    let many = &logs("console.log(Array(150).fill('abcdefghijklmnopqrstuvwxyz'))")[0];
    assert!(many.ends_with("  ... 50 more items\n]"), "{many}");
    let sparse = &logs("const a = [1]; a.length = 1e9; console.log(a)")[0];
    assert_eq!(sparse, "[ 1, <999999999 empty items> ]");
    let wide = &logs(
        "const w = n => n ? Array.from({ length: 60 }, () => w(n - 1)) : 1; console.log(w(3))",
    )[0];
    assert!(wide.len() < 2_000_000, "{}", wide.len());
    let long = &logs("console.log(Array(100).fill(Array(100).fill('x'.repeat(1e4))))")[0];
    assert!(long.len() < 4_000_000, "{}", long.len());
}

#[test]
fn code_11_tables() {
    assert_eq!(
        logs("console.table([{ a: 1, b: 'x' }, { a: 2 }])"),
        [
            "┌─────────┬───┬─────┐\n│ (index) │ a │ b   │\n├─────────┼───┼─────┤\n│ 0       │ 1 │ 'x' │\n│ 1       │ 2 │     │\n└─────────┴───┴─────┘"
        ]
    );
    assert_eq!(logs("console.table('x')"), ["x"]);
}

/// What is too much for the log ends the run before it is all written out.
#[test]
fn code_11_giant_tables_end_by_the_limits() {
    for source in [
        "const row = Object.fromEntries(Array.from({ length: 99 }, (_, i) => ['k' + i, Array(100).fill(Array(100).fill(i))])); console.table(Array(1000).fill(row))",
        "console.table([['x'.repeat(1e4)], ...Array(999).fill([1])]); console.table(Array(1000).fill(['y'.repeat(1e4)]))",
    ] {
        let begun = Instant::now();
        let limits =
            Limits { compute: Duration::from_secs(1), output_bytes: 1 << 20, ..Limits::default() };
        let outcome = shown(&run_with(source, limits, &Arc::default()));
        let ended = outcome.starts_with("timeout:") || outcome.starts_with("output-limit:");
        assert!(ended, "{source}: {outcome}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{source}: {:?}", begun.elapsed());
    }
}

/// What `answers.mjs` leaves of a text: the places of a stack go, what stands behind them stays.
fn without_places(text: &str) -> String {
    let mut kept = String::new();
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 && line.trim_start().starts_with("at ") {
            let behind = [" {", ","].into_iter().find(|end| line.ends_with(end));
            kept.push_str(behind.unwrap_or_default());
        } else {
            kept.push_str(if at > 0 { "\n" } else { "" });
            kept.push_str(line);
        }
    }
    kept
}

#[test]
fn code_11_console_as_node() {
    prints_as_node("console");
}

#[test]
fn code_11_values_as_node() {
    prints_as_node("values");
}

/// Every program of the file prints what Node printed.
fn prints_as_node(file: &str) {
    let mut differ = String::new();
    let cases = cases(file);
    for (program, expected) in &cases {
        let report = report(program);
        let logs: Vec<_> = report.logs.iter().map(|log| without_places(log)).collect();
        let expected: Vec<String> = serde_json::from_value(expected.clone()).unwrap();
        if report.result.is_err() || logs != expected {
            let (here, node) = (logs.join("\n"), expected.join("\n"));
            let failed = if report.result.is_err() { shown(&report) } else { String::new() };
            differ += &format!("== {program}\n-- here {failed}\n{here}\n-- node\n{node}\n");
        }
    }
    assert!(differ.is_empty(), "of {} programs these differ:\n{differ}", cases.len());
}
