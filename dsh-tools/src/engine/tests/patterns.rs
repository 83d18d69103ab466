//! Patterns that take values apart: what the standard says they give.

use super::*;

#[test]
fn code_11_rest_leaves_out_what_patterns_within_take_apart() {
    let value = "const v = { a: { b: { c: 1 }, d: 2 }, e: [3, 4], 'f-g': { h: 5 }, 0: [6], i: 7 };";
    let cases = [
        (
            "const { a: { d }, ...rest } = v; return [d, Object.keys(rest)]",
            r#"[2,["0","e","f-g","i"]]"#,
        ),
        (
            "const { a: { d } = { d: 0 }, ...rest } = v; return [d, Object.keys(rest)]",
            r#"[2,["0","e","f-g","i"]]"#,
        ),
        (
            "const { e: [x], i, ...rest } = v; return [x, i, Object.keys(rest)]",
            r#"[3,7,["0","a","f-g"]]"#,
        ),
        (
            "const { 'f-g': { h }, 0: [x], ...rest } = v; return [h, x, Object.keys(rest)]",
            r#"[5,6,["a","e","i"]]"#,
        ),
        (
            "const { a: { b: { c }, ...inner }, ...outer } = v; return [c, inner, Object.keys(outer)]",
            r#"[1,{"d":2},["0","e","f-g","i"]]"#,
        ),
        (
            "const f = ({ a: { d }, e: [x] = [1], ...rest }: any, n = 1) => [d, x, n, Object.keys(rest)]; return [f(v), f.length]",
            r#"[[2,3,1,["0","f-g","i"]],1]"#,
        ),
        (
            "function f({ a: { d }, ...rest }, { e: [x], ...more }) { return [d, x, 'a' in rest, 'e' in more] } return f(v, v)",
            "[2,3,false,false]",
        ),
        (
            "let d: any, rest: any; ({ a: { d }, ...rest } = v); return [d, Object.keys(rest)]",
            r#"[2,["0","e","f-g","i"]]"#,
        ),
        (
            "let x: any, rest: any; ({ e: [x] = [0], 'f-g': {}, ...rest } = v as any); return [x, Object.keys(rest)]",
            r#"[3,["0","a","i"]]"#,
        ),
        (
            "for (const { a: { d }, ...rest } of [v, v]) if (d !== 2 || 'a' in rest) return rest; return 'fine'",
            r#""fine""#,
        ),
        (
            "for (const [n, { a: { d }, ...rest }] of [[1, v]] as any) return [n, d, Object.keys(rest)]",
            r#"[1,2,["0","e","f-g","i"]]"#,
        ),
        (
            "try { throw v } catch ({ a: { d }, ...rest }) { return [d, Object.keys(rest)] }",
            r#"[2,["0","e","f-g","i"]]"#,
        ),
        (
            "const {\n  a: {\n    d,\n  },\n  // the others\n  ...rest\n} = v;\nreturn [d, Object.keys(rest)]",
            r#"[2,["0","e","f-g","i"]]"#,
        ),
        (
            "const { a: { ...all }, ...rest } = v; return [all, Object.keys(rest)]",
            r#"[{"b":{"c":1},"d":2},["0","e","f-g","i"]]"#,
        ),
        (
            "try { const { z: { d }, ...rest } = v as any; return rest } catch (error) { return error.name }",
            r#""TypeError""#,
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(outcome(&format!("{value}\n{source}")), expected, "{source}");
    }
}
