//! How runs fail: exceptions with places, time, aborts, recursion, output, broken engines.

use super::*;

fn quick() -> Limits {
    Limits { compute: Duration::from_millis(150), ..Limits::default() }
}

#[track_caller]
fn times_out(source: &str) {
    let begun = Instant::now();
    let world = Arc::<World>::default();
    let report = run_with(source, quick(), &world);
    let kind = report.result.as_ref().map_or_else(|failure| Some(failure.kind), |_| None);
    assert_eq!(kind, Some(FailureKind::Timeout), "{source}\n{}", shown(&report));
    assert!(begun.elapsed() < Duration::from_secs(3), "{source}: {:?}", begun.elapsed());
}

#[test]
fn r8_endless_programs_end_wherever_they_hide() {
    for source in [
        "for (;;) {}",
        "while (true);",
        "do { } while (true)",
        "for (;;) for (const x of [1, 2, 3]) x",
        "for (const x in { a: 1 }) for (;;) x",
        "await null; for (;;) {}",
        "await tools.add({}); for (;;) {}",
        "const f = () => { for (;;) {} }; [1].map(f)",
        "const f = n => n < 1 ? 1 : f(n - 1) + f(n - 1); return f(60)",
        "function f(n) { return n < 1 ? 1 : f(n - 1) + f(n - 1) } return f(60)",
        "class A { static m(n) { return n < 1 || A.m(n - 1) + A.m(n - 1) } } A.m(60)",
        "try { for (;;) {} } catch { return 'caught' } finally { return 'finally' }",
        "for (;;) { try { for (;;) {} } catch {} finally { continue } }",
        "await (async () => { try { for (;;) {} } finally { for (;;) {} } })().catch(() => 1); return 1",
        "new Promise(() => { for (;;) {} }).catch(() => {}); return 1",
        "Promise.resolve().then(() => { for (;;) {} }).catch(() => {}); await 1; await 2; await 3; return 1",
        "const p = () => Promise.resolve().then(p); await p()",
        "async function f() { await f2() } async function f2() { for (;;) await null } await f()",
        "function* g() { for (;;) yield 1 } for (const x of g()) x",
        "function* g() { try { for (;;); } finally { for (;;); } } [...g()]",
        "const o = { get x() { for (;;) {} } }; return o",
        "const o = { get x() { for (;;) {} } }; await tools.echo(o)",
        "return { toString() { for (;;) {} } } + ''",
        "const loop = () => queueMicrotask(loop); loop(); await new Promise(() => {})",
        "const spin = () => { const t = Date.now(); while (Date.now() - t < 5) {} setTimeout(spin, 0) }; spin(); await tools.never()",
        "a: for (;;) { continue a }",
        "Array.from({ length: 1e9 }, (_, i) => i)",
        "[3, 1, 2].sort(() => { for (;;) {} })",
        "'x'.replace(/x/, () => { for (;;) {} })",
        "JSON.stringify({ toJSON() { for (;;) {} } })",
        "class E extends Error { get message() { for (;;) {} } } throw new E()",
        "let i = 0; switch (1) { case 1: for (;;) i++ }",
        "const x = { [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }; for (const y of x) y",
    ] {
        times_out(source);
    }
}

#[test]
fn r8_what_awaits_nothing_is_told_at_once() {
    for source in [
        "await new Promise(() => {})",
        "await new Promise(() => {}); return 1",
        "const t = setTimeout(() => {}, 5); await new Promise(() => {})",
        "await { then() {} }",
    ] {
        let outcome = outcome(source);
        assert!(
            outcome
                .starts_with("exception: the program waits for something that nothing can settle"),
            "{outcome}"
        );
    }
}

#[test]
fn r8_an_abort_from_outside_ends_loops_and_waits() {
    for source in [
        "console.log('in'); for (;;) {}",
        "console.log('in'); await tools.never()",
        "console.log('in'); await new Promise(r => setTimeout(r, 60_000))",
    ] {
        let world = Arc::<World>::default();
        let stopper = Arc::clone(&world);
        let begun = Instant::now();
        let stopping = std::thread::spawn(move || {
            while stopper.logs.lock().unwrap().is_empty() {
                std::thread::sleep(Duration::from_millis(1));
            }
            stopper.abort.store(true, Ordering::Relaxed);
        });
        let report = run_with(source, Limits::default(), &world);
        stopping.join().unwrap();
        assert_eq!(shown(&report), "abort: cancelled", "{source}");
        assert_eq!(report.logs, ["in"]);
        assert!(begun.elapsed() < Duration::from_secs(3));
    }
}

#[test]
fn code_10_waiting_is_not_charged() {
    let limits = Limits { compute: Duration::from_millis(250), ..Limits::default() };
    let source = "for (let i = 0; i < 20; i++) await tools.late(); await new Promise(r => setTimeout(r, 100)); return 'fine'";
    assert_eq!(shown(&run_with(source, limits, &Arc::default())), "\"fine\"");
}

#[test]
fn code_9_recursion_ends_with_an_exception() {
    for source in [
        "const f = () => f(); f()",
        "function f() { try { f() } catch { f() } finally { f() } } f()",
        "const f = () => [1].map(f); f()",
        "const f = async () => { await f() }; await f()",
        "const o = { get x() { return this.x } }; return o.x",
        "class A { x = new A() } new A()",
        "const f = () => [1, 2].sort(f); f()",
        "const f = () => 'x'.replace(/x/, f); f()",
        "const f = () => Reflect.apply(f, null, []); f()",
        "const f = () => new Proxy({}, { get: f }).x; f()",
        "const f = () => JSON.stringify({ toJSON: f }); f()",
        "const f = () => [...{ [Symbol.iterator]: f }]; f()",
        "const f = () => new Promise(f); f()",
    ] {
        let outcome = outcome(source);
        assert!(
            outcome.starts_with(
                "exception: RangeError: the program's functions call each other too deep"
            ),
            "{source}: {outcome}"
        );
    }
    gives(&[(
        "const f = (n: number): number => n === 0 ? 0 : 1 + f(n - 1); return f(9000)",
        "9000",
    )]);
}

#[test]
fn r7_a_type_error_names_the_expression_and_the_line() {
    let outcome = outcome("const r: any = await tools.list({});\nreturn r.items.length;");
    assert_eq!(
        outcome,
        "exception: TypeError: `r.items` is null or undefined, reading `length`\n    at line 2, column 16\n  return r.items.length;\n                 ^"
    );
}

#[test]
fn code_1_every_frame_is_the_models_own() {
    let outcome = outcome(
        "```ts\ntype T = { a: number };\nfunction inner(x: T): never {\n  for (;;) throw new RangeError('no 😀' as string);\n}\nconst outer = (y: T) => inner(y);\nouter({ a: 1 });\n```",
    );
    for part in [
        "exception: RangeError: no 😀\n    at inner (line 4, ",
        "outer (line 6, ",
        "  for (;;) throw new RangeError",
    ] {
        assert!(outcome.contains(part), "{outcome}");
    }
    assert!(!outcome.contains("meter") && !outcome.contains("program:"), "{outcome}");
}

#[test]
fn code_9_whatever_is_thrown_is_told() {
    for (source, expected) in [
        ("throw new Error('boom')", "exception: Error: boom\n    at line 1, column 7"),
        (
            "class MyErr extends Error { constructor(m) { super(m); this.name = 'MyErr' } } throw new MyErr('custom')",
            "exception: MyErr: custom",
        ),
        ("throw 'plain'", "exception: Uncaught plain"),
        ("throw 42", "exception: Uncaught 42"),
        ("throw null", "exception: Uncaught null"),
        ("throw undefined", "exception: Uncaught undefined"),
        ("throw Symbol('s')", "exception: Uncaught Symbol(s)"),
        ("throw Object.create(null)", "exception: Uncaught [Object: null prototype] {}"),
        ("throw { a: 1 }", "exception: Uncaught { a: 1 }"),
        (
            "const o: any = {}; o.o = o; throw o",
            "exception: Uncaught <ref *1> { o: [Circular *1] }",
        ),
        ("throw new AggregateError([new Error('a')], 'many')", "exception: AggregateError: many"),
        (
            "const e = new Error('x'); Object.defineProperty(e, 'message', { get() { throw 1 } }); throw e",
            "exception: Error",
        ),
        (
            "const e = new Error('x'); e.stack = 5 as any; e.name = null as any; throw e",
            "exception: Error: x",
        ),
        ("throw new Proxy({}, { get() { throw 1 } })", "exception: Uncaught [Proxy]"),
        ("throw new Error('l1\\nl2')", "exception: Error: l1\nl2"),
        ("null.x", "exception: TypeError: `null` is null or undefined, reading `x`"),
        ("const f = 5 as any; f()", "exception: TypeError: `f` is not a function"),
        ("new (5 as any)()", "exception: TypeError: `(5 as any)` is not a constructor"),
        ("nope()", "exception: ReferenceError: nope is not defined\n    at line 1, column 1"),
        ("eval('1')", "exception: EvalError: code cannot be made from text"),
        ("new Function('return 1')()", "exception: EvalError: code cannot be made from text"),
    ] {
        let outcome = outcome(source);
        assert!(outcome.starts_with(expected), "{source}\n{outcome}");
    }
}

#[test]
fn r6_syntax_errors_of_either_parser_have_a_place() {
    for (source, expected) in [
        ("const a = 1;\nenum E { A }", "exception: SyntaxError at 2:1: an enum is code"),
        ("return foo(", "exception: SyntaxError at 1:12: "),
        ("let a = 1;\nlet a = 2;", "exception: SyntaxError at 2:5: "),
        ("{ const a = 1; class a {} }", "exception: SyntaxError at 1:22: `a` is declared twice"),
        ("return 1 /* never closed", "exception: SyntaxError at 1:"),
        ("return \"abc", "exception: SyntaxError at 1:"),
        ("const 1x = 2", "exception: SyntaxError at 1:"),
    ] {
        let outcome = outcome(source);
        assert!(outcome.starts_with(expected), "{source}\n{outcome}");
        assert!(outcome.contains('^'), "{source}\n{outcome}");
    }
}

#[test]
fn code_10_logs_that_overflow_end_the_run() {
    for (source, limit) in [
        ("for (let i = 0; ; i++) console.log('line ' + i)", 200),
        ("console.log('y'.repeat(1000)); return 1", 200),
        ("console.log('😀'.repeat(100))", 120),
        ("throw 'e'.repeat(500)", 200),
        ("return 'e'.repeat(500)", 200),
        ("for (;;) try { console.log('line') } catch {}", 200),
    ] {
        let limits = Limits { output_bytes: limit, ..Limits::default() };
        let world = Arc::<World>::default();
        let report = run_with(source, limits, &world);
        let failure = report.result.unwrap_err();
        assert_eq!(failure.kind, FailureKind::OutputLimit, "{source}");
        let logs = report.logs.iter().map(|log| Json::from(log.as_str())).collect::<Json>();
        let total = crate::json::measure(&logs) + crate::json::measure_string(&failure.message);
        assert!(total <= limit, "{source}: {total}");
    }
}

#[test]
fn r23_deep_and_shared_values_do_not_end_the_process() {
    let limits = Limits { value_nodes: 100_000, ..Limits::default() };
    for (source, expected) in [
        ("let x: any = 1; for (let i = 0; i < 100_000; i++) x = [x]; return x", "invalid-output: "),
        ("let x: any = 1; for (let i = 0; i < 50_000; i++) x = [x]; return x", "[[[["),
        ("let x: any = 1; for (let i = 0; i < 30; i++) x = [x, x]; return x", "invalid-output: "),
        (
            "let o: any = {}; o.a = [o]; return o",
            "invalid-output: the program's value is not JSON: `value.a[0]` contains itself",
        ),
        (
            "const a = [1]; a.length = 1e9; return a",
            "invalid-output: the program's value is not JSON: `value[1]` is a hole",
        ),
        ("const a: any = []; a[4_000_000_000] = 1; return a", "invalid-output: "),
    ] {
        let report = run_with(source, limits.clone(), &Arc::default());
        assert!(shown(&report).starts_with(expected), "{source}: {:.200}", shown(&report));
    }
}

#[test]
fn code_9_comparators_that_contradict_themselves_are_harmless() {
    gives(&[
        (
            "const a = Array.from({ length: 500 }, (_, i) => i); let s = 1; a.sort(() => (s = s * 16807 % 2147483647) % 3 - 1); return a.length",
            "500",
        ),
        ("return [3, undefined, 1, , 2].sort().length", "5"),
        (
            "let s = 1; return new Float64Array(500).sort(() => (s = s * 16807 % 2147483647) % 3 - 1).length",
            "500",
        ),
        ("return [...new Int8Array([1, 3, 2]).sort((a, b) => b - a)]", "[3,2,1]"),
        (
            "const a = new Uint8Array([1, 3, 2]); const b = a.toSorted((x, y) => y - x); return [b instanceof Uint8Array, ...b, ...a]",
            "[true,3,2,1,1,3,2]",
        ),
        (
            "const a = new Int8Array([2, 1]); try { a.sort(() => { throw 1 }) } catch {} return [...a, a.sort() === a, ...a]",
            "[2,1,true,1,2]",
        ),
        (
            "return [...new BigInt64Array([1n, 2n]).sort((a, b) => Number(b - a))].map(String)",
            "[\"2\",\"1\"]",
        ),
        ("return [10, 9, 1].sort()", "[1,10,9]"),
        (
            "return [{ k: 1, n: 'a' }, { k: 0, n: 'b' }, { k: 1, n: 'c' }, { k: 0, n: 'd' }].toSorted((a, b) => a.k - b.k).map(x => x.n).join('')",
            "\"bdac\"",
        ),
        ("const a = [3, , 1]; a.sort(); return [a.length, 2 in a, a[0], a[1]]", "[3,false,1,3]"),
    ]);
}

#[test]
fn code_6_many_rejections_that_are_handled_later_cost_what_they_are() {
    let source = "const all = Array.from({ length: 100_000 }, (_, i) => Promise.reject(i));
        let n = 0;
        for (const one of all.reverse()) one.catch(() => n++);
        Promise.reject(new Error('first'));
        Promise.reject(new Error('second'));
        await new Promise(done => setTimeout(done, 1));
        return n";
    let begun = std::time::Instant::now();
    let report = report(source);
    assert_eq!(shown(&report), "100000");
    let left: Vec<_> = report.unhandled.iter().map(|one| one.message.clone()).collect();
    assert_eq!(
        left,
        ["Error: first (at line 4, column 24)", "Error: second (at line 5, column 24)"]
    );
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}
