//! Values on their way out and in: the case R27, and the rule SCH-7.

use dsh_tools_tests::hosting::Hosting;

use crate::stand::{Stand, under_both_hosts};

under_both_hosts! {
    r27_what_is_no_json_is_refused_with_what_to_return_instead,
    sch_7_integers_that_a_program_cannot_hold_fail_that_call_alone,
}

async fn r27_what_is_no_json_is_refused_with_what_to_return_instead(hosting: Hosting) {
    let stand = Stand::new(&hosting);
    for (code, parts) in [
        ("return new Date(0)", ["`value` is a Date", "toISOString()"]),
        ("return { when: [new Date(0)] }", ["`value.when[0]` is a Date", "toISOString()"]),
        ("return 10n", ["`value` is a BigInt", "String(value)"]),
        ("return NaN", ["`value` is NaN", "null"]),
        ("return { a: NaN }", ["`value.a` is NaN", "null"]),
        ("return new Map([[1, 2]])", ["`value` is a Map", "Object.fromEntries"]),
        ("return new Int8Array(2)", ["`value` is a typed array", "Array.from"]),
        ("const x = []; x.length = 1e9; return x", ["`value[0]` is a hole", "null"]),
        ("const o = {}; o.o = o; return o", ["`value.o` contains itself", "leave"]),
        ("return class A {}", ["`value` is a function", "call it"]),
        ("return { s: \"\\ud800\" }", ["`value.s` holds half a surrogate pair", "code points"]),
    ] {
        stand.fails_with(code, &[&["(invalid-output)"], &parts[..]].concat()).await;
    }
}

async fn sch_7_integers_that_a_program_cannot_hold_fail_that_call_alone(hosting: Hosting) {
    let code = "try { await tools.big({}) } catch (e) { return e.message }";
    let answer = Stand::new(&hosting).value(code).await;
    assert!(answer.contains("is the integer 9007199254740993"), "{answer}");
}
