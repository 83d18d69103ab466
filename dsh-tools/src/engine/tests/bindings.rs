//! Bindings: names, arguments, replies, errors, and programs that tamper with built-ins.

use super::*;

#[test]
fn r26_every_name_is_callable_and_await_tools_ends() {
    let source = "const out = []; for (const name of Object.keys(tools)) { if (['add', 'echo', 'fail', 'never', 'late', 'huge', 'list'].includes(name)) continue; out.push(await tools[name]({})) } return out.length + ' ' + out.every(x => x.startsWith('called '))";
    gives(&[
        (source, "\"15 true\""),
        ("const t = await tools; return await t.add({ a: 1, b: 2 })", "3"),
        ("return await tools.then({})", "\"called then\""),
        ("return await tools['__proto__']({})", "\"called __proto__\""),
        (
            "return [typeof tools.toString, typeof tools.nope, 'add' in tools, Object.getPrototypeOf(tools)]",
            "[\"undefined\",\"undefined\",true,null]",
        ),
        ("try { (tools as any).add = 1 } catch (e) { return e.name }", "\"TypeError\""),
        (
            "return [typeof tools.$search, Object.keys(tools).includes('$search')]",
            "[\"function\",false]",
        ),
        ("const { add } = tools; return await add({ a: 3, b: 4 })", "7"),
    ]);
}

#[test]
fn code_2_an_unknown_name_is_told_with_the_nearest() {
    for (source, expected) in [
        (
            "return await tools.read_fil({})",
            "exception: TypeError: `tools.read_fil` is not a function; did you mean `tools.read_file`?\n    at line 1, column ",
        ),
        (
            "const x = 1;\nawait tools.readFile({ a: 1 })",
            "exception: TypeError: `tools.readFile` is not a function; did you mean `tools.read_file`?\n    at line 2, column ",
        ),
        (
            "await tools['mytool']({})",
            "exception: TypeError: `tools['mytool']` is not a function; did you mean `tools[\"my-tool\"]`?",
        ),
        (
            "await tools.qqqqqqqq({})",
            "exception: TypeError: `tools.qqqqqqqq` is not a function; `tools` has no member `qqqqqqqq`",
        ),
    ] {
        let outcome = outcome(source);
        assert!(outcome.starts_with(expected), "{source}\n{outcome}");
    }
}

#[test]
fn code_3_a_failure_rejects_with_a_real_error() {
    gives(&[
        (
            "try { await tools.fail({ message: 'm' }) } catch (e) { return [e.name, e.toolName, e.message, e instanceof ToolCallError, e instanceof Error, Object.keys(e)] }",
            "[\"ToolCallError\",\"fail\",\"m\",true,true,[\"name\",\"toolName\"]]",
        ),
        (
            "try { await tools.fail({ message: 'm' }) } catch (e) { return e.stack }",
            "\"ToolCallError: m\\n    at 1:23\"",
        ),
        (
            "try { throw new ToolCallError('x', 'y') } catch (e) { return [e.toolName, e.message, e.constructor === ToolCallError] }",
            "[\"x\",\"y\",true]",
        ),
        (
            "class Mine extends ToolCallError {} try { throw new Mine('x', 'y') } catch (e) { return [e instanceof Mine, e instanceof ToolCallError] }",
            "[true,true]",
        ),
        (
            "let n = 0; for (;;) { n++; try { if (n < 3) await tools.fail({}); return n } catch (e) { if (!(e instanceof ToolCallError)) throw e } }",
            "3",
        ),
        (
            "const r = await Promise.allSettled([tools.add({ a: 1, b: 1 }), tools.fail({ message: 'no' })]); return r.map((x: any) => x.status === 'fulfilled' ? x.value : x.reason.toolName + ':' + x.reason.message)",
            "[2,\"fail:no\"]",
        ),
    ]);
    let outcome = outcome(
        "const a = 1;\nasync function work() {\n  await tools.fail({ message: 'dead' });\n}\nawait work();",
    );
    assert!(
        outcome.starts_with("exception: ToolCallError: dead\n    at line 3, column "),
        "{outcome}"
    );
    assert!(outcome.contains("\n    await tools.fail({ message: 'dead' });\n"), "{outcome}");
}

#[test]
fn code_3_arguments_are_snapshots_and_lossy_ones_take_no_number() {
    let world = Arc::<World>::default();
    let source = "const o = { value: [1] }; const p = tools.echo(o); o.value.push(2); \
        try { await tools.echo({ value: { deep: [NaN] } }) } catch (e) { console.log(e.name, e.toolName, e.message) } \
        await tools.echo(undefined as any); await (tools as any).add({ a: 1 }, { ignored: true }); await (tools as any).add(); return await p";
    let report = run_with(source, Limits::default(), &world);
    assert_eq!(shown(&report), "[1]");
    assert_eq!(
        report.logs,
        [
            "ToolCallError echo the arguments are not JSON: `arguments.value.deep[0]` is NaN; use null, or find out where it comes from"
        ]
    );
    let calls = world.calls.lock().unwrap().clone();
    assert_eq!(calls, ["echo {\"value\":[1]}", "echo {}", "add {\"a\":1}", "add {}"]);
}

#[test]
fn sch_7_integers_that_do_not_fit_fail_that_call_alone() {
    gives(&[(
        "try { await tools.huge({}) } catch (e) { return [e.toolName, e.message] }",
        "[\"huge\",\"the result cannot enter the program: `value.rows[0].id` is the integer 9007199254740993, which a program's numbers cannot hold exactly; ask for it as text, or for less of the value\"]",
    )]);
}

#[test]
fn r17_an_unawaited_failure_is_flagged_unless_it_is_caught() {
    let flagged = report("tools.fail({ message: 'lost' }); return 'done'");
    assert_eq!(shown(&flagged), "\"done\"");
    assert_eq!(flagged.unhandled.len(), 1);
    assert_eq!(flagged.unhandled[0].member.as_deref(), Some("fail"));
    assert!(flagged.unhandled[0].message.contains("lost"));
    let later = report("tools.fail({ message: 'lost' }); await tools.late(); return 'done'");
    assert_eq!(later.unhandled.len(), 1);
    let caught =
        report("const p = tools.fail({}); await tools.late(); try { await p } catch {} return 1");
    assert_eq!(caught.unhandled, []);
    let thrown = report(
        "setTimeout(() => { throw new Error('in timer') }, 0); await tools.late(); return 1",
    );
    assert!(thrown.unhandled[0].message.starts_with("Error: in timer (at line 1, column "));
    let own = report("throw new Error('x')");
    assert_eq!(own.unhandled, []);
}

#[test]
fn code_2_tampering_with_built_ins_does_not_break_bindings() {
    gives(&[
        (
            "const orig = Promise.prototype.then; Promise.prototype.then = function (...a) { return orig.apply(this, a as any) }; return await tools.add({ a: 1, b: 1 })",
            "2",
        ),
        (
            "JSON.stringify = () => 'hacked'; JSON.parse = null as any; return await tools.echo({ value: { a: 1 } })",
            "{\"a\":1}",
        ),
        (
            "(globalThis as any).Error = class { constructor() { throw 1 } }; try { await tools.fail({ message: 'm' }) } catch (e) { return [e.name, e.message, e instanceof ToolCallError] }",
            "[\"ToolCallError\",\"m\",true]",
        ),
        (
            "Object.defineProperty = () => { throw new Error('dp') }; Object.keys = null as any; return await tools.echo({ value: { a: [1] } })",
            "{\"a\":[1]}",
        ),
        ("({} as any).__proto__.x = 1; return await tools.echo({ value: { y: 2 } })", "{\"y\":2}"),
        (
            "Object.defineProperty(Object.prototype, 'a', { set() { throw 1 }, get() { throw 2 } }); Object.defineProperty(Array.prototype, 0, { set() { throw 3 } }); return await tools.echo({ value: { a: [1] } })",
            "{\"a\":[1]}",
        ),
        (
            "Array.prototype.map = null as any; Array.prototype[Symbol.iterator] = null as any; console.log([1], { a: 1 }); return await tools.echo({ value: [1] })",
            "[1]",
        ),
        (
            "{ const tools = { add: () => 'shadow' }; console.log(tools.add()) } return await tools.add({ a: 1, b: 1 })",
            "2",
        ),
        (
            "Object.setPrototypeOf(ToolCallError, null); try { await tools.fail({}) } catch (e) { return e instanceof ToolCallError }",
            "true",
        ),
        ("delete (globalThis as any).tools; return typeof tools", "\"undefined\""),
        (
            "Object.freeze(Object.prototype); return await tools.echo({ value: { a: 1 } })",
            "{\"a\":1}",
        ),
    ]);
}

#[test]
fn code_4_many_calls_are_all_made() {
    gives(&[
        (
            "let s = 0; for (const i of [1, 2, 3]) s += await tools.add({ a: i, b: 0 }); return s",
            "6",
        ),
        (
            "return (await Promise.all(Array.from({ length: 500 }, (_, i) => tools.add({ a: i, b: 1 })))).reduce((a, b) => a + b)",
            "125250",
        ),
        ("return await tools.add({ a: 1, b: 1 }).then(x => tools.add({ a: x, b: 1 }))", "3"),
        (
            "let ticks = 0; const t = setInterval(() => ticks++, 0); const r = await tools.late(); clearInterval(t); return [r, ticks > 1]",
            "[\"late\",true]",
        ),
    ]);
}
