//! What models write, and where it went wrong: the cases R1, R6, R7 and R10, and the rule CODE-1.

use dsh_tools_tests::hosting::Hosting;

use crate::stand::{Stand, under_both_hosts};

under_both_hosts! {
    r1_values_of_several_lines_are_kept,
    r6_syntax_that_does_not_run_is_named_with_its_place,
    r7_a_type_error_names_the_expression_and_its_line,
    r10_types_are_erased,
    code_1_the_shapes_in_which_models_write_programs_run,
}

async fn r1_values_of_several_lines_are_kept(hosting: Hosting) {
    let stand = Stand::new(&hosting);
    for ending in ["return (\n{ a, n: 1, }\n);", "(\n{ a, n: 1, }\n)", "(\n{ a, n: 1, }\n);"] {
        let code = format!("const a = await tools.a({{}});\n{ending}");
        assert_eq!(stand.value(&code).await, r#"{"a":5,"n":1}"#, "{code}");
    }
}

async fn r6_syntax_that_does_not_run_is_named_with_its_place(hosting: Hosting) {
    let stand = Stand::new(&hosting);
    for (code, place, line) in [
        ("const x = ;", "1:11", "const x = ;"),
        ("const x = ... ;", "1:11", "const x = ... ;"),
        ("import fs from \"node:fs\"", "1:1", "import fs from \"node:fs\""),
        ("const a = 1\nenum E { A }", "2:1", "enum E { A }"),
        ("return ...tools", "1:8", "return ...tools"),
    ] {
        let text = stand.fails_with(code, &["(exception)", place, line, "^\nHint: "]).await;
        let (_, hint) = text.split_once("\nHint: ").unwrap();
        let one_sentence = hint.ends_with('.') && !hint.contains(". ") && !hint.contains('\n');
        assert!(one_sentence, "{code}: {hint}");
    }
}

async fn r7_a_type_error_names_the_expression_and_its_line(hosting: Hosting) {
    let stand = Stand::new(&hosting);
    let code = "const r = await tools.list({});\nreturn r.items.length;";
    let line = "return r.items.length;";
    stand.fails_with(code, &["TypeError", "`r.items` is", "undefined", "line 2", line]).await;
}

async fn r10_types_are_erased(hosting: Hosting) {
    let code = "type P = number;\n\
                const f = (x: (string | number), g?: (y: P) => void): x is string => typeof x === \"string\";\n\
                const m = new Map<string, number>();\n\
                const o = { a: 1 } satisfies Record<string, number>;\n\
                const id = <T,>(x: T): T => x;\n\
                const later = async <K extends string>(key: K): Promise<K> => key;\n\
                return [f(\"a\"), m.size, o.a, id<number>(3), await later(\"k\")]";
    assert_eq!(Stand::new(&hosting).value(code).await, r#"[true,0,1,3,"k"]"#);
}

async fn code_1_the_shapes_in_which_models_write_programs_run(hosting: Hosting) {
    let stand = Stand::new(&hosting);
    for code in [
        "return 7",
        "```ts\nreturn 7\n```",
        "Here it is:\n```typescript\nreturn 7;\n```\nDone.",
        "export default 7",
        "export default async function () { return 7 }",
        "async function main() { return 7 }\nmain()",
        "async function main() { return 7 }\nawait main();",
        "(async () => { return 7 })()",
        "async () => { return 7 }",
        "const x: number = 7;\nx",
        "const x = 7;\nx as number",
        "export default 7 as number",
        "#!/usr/bin/env node\nreturn 7",
    ] {
        assert_eq!(stand.value(code).await, "7", "{code}");
    }
    assert_eq!(stand.value("").await, "null");
}
