//! `JSON.parse` as V8 has it, in linear time.

use super::text::run_for;
use super::*;

/// Texts of JSON, and what reading and writing them again gives in V8; nothing where it is a `SyntaxError`.
const CASES: &[(&str, Option<&str>)] = &[
    ("1", Some("1")),
    (" \\t\\r\\n[1 , 2]\\n ", Some("[1,2]")),
    ("[]", Some("[]")),
    ("[ ]", Some("[]")),
    ("{ }", Some("{}")),
    ("null", Some("null")),
    ("true", Some("true")),
    ("false", Some("false")),
    ("-0.5e1", Some("-5")),
    ("1E+2", Some("100")),
    ("1e400", Some("null")),
    ("2147483648", Some("2147483648")),
    ("-2147483648", Some("-2147483648")),
    ("9007199254740993", Some("9007199254740992")),
    ("0.1", Some("0.1")),
    (r#"{"b":1,"a":{"c":[{}]}}"#, Some(r#"{"b":1,"a":{"c":[{}]}}"#)),
    (r#"{"a":1,"b":2,"a":3}"#, Some(r#"{"a":3,"b":2}"#)),
    (r#"{"1":1,"0":0}"#, Some(r#"{"0":0,"1":1}"#)),
    (r#"{"__proto__":1}"#, Some(r#"{"__proto__":1}"#)),
    (r#"{"":""}"#, Some(r#"{"":""}"#)),
    (r#""\\u0041\\n\\/\\"\\\\""#, Some(r#""A\n/\"\\""#)),
    (r#""\\ud83d\\ude00""#, Some(r#""😀""#)),
    (r#""\\ud83d""#, Some(r#""\ud83d""#)),
    (r#""žluť 日本""#, Some(r#""žluť 日本""#)),
    (r#""caf\\u00e9 ÿ""#, Some(r#""café ÿ""#)),
    ("", None),
    ("[1,]", None),
    ("{\"a\":1,}", None),
    ("{a:1}", None),
    ("{'a':1}", None),
    ("01", None),
    ("1.", None),
    (".5", None),
    ("+1", None),
    ("-", None),
    ("1e", None),
    ("NaN", None),
    ("tru", None),
    ("truee", None),
    ("[1 2]", None),
    ("[1", None),
    ("\"a", None),
    ("\"\\n\"", None),
    (r#""\\x41""#, None),
    (r#""\\u00g0""#, None),
    ("[1]]", None),
    ("\u{a0}1", None),
];

#[test]
fn code_11_json_parse_reads_what_v8_reads() {
    for (text, expected) in CASES {
        let text = text.replace('\'', "\\'");
        let source = format!(
            "try {{ return JSON.stringify(JSON.parse('{text}')) }} catch (e) {{ return [e.name, e instanceof SyntaxError] }}"
        );
        let expected = match expected {
            Some(text) => Json::from(*text).to_string(),
            None => r#"["SyntaxError",true]"#.to_owned(),
        };
        assert_eq!(run_for(&source), expected, "{text}");
    }
}

#[test]
fn code_11_json_parse_keeps_its_other_ways() {
    for (source, expected) in [
        ("return JSON.parse('[1,2]', (k, v) => typeof v === 'number' ? v * 2 : v)", "[2,4]"),
        ("return JSON.parse('[1]', undefined)", "[1]"),
        ("return JSON.parse(1)", "1"),
        ("return JSON.parse(['5'] as any)", "5"),
        ("return JSON.parse({ toString: () => '{\"a\":1}' } as any).a", "1"),
        ("return Object.is(JSON.parse('-0'), -0)", "true"),
        ("return JSON.parse('1e400') === Infinity", "true"),
        ("return [JSON.parse.name, JSON.parse.length]", "[\"parse\",2]"),
        ("return Array.isArray(JSON.parse('[[]]')[0])", "true"),
        (
            "const o = JSON.parse('{\"__proto__\":{\"x\":1}}'); return [o.x === undefined, Object.keys(o)]",
            "[true,[\"__proto__\"]]",
        ),
        ("const o = JSON.parse('{\"a\":1}'); o.b = 2; delete o.a; return o", "{\"b\":2}"),
        ("const a = JSON.parse('[1,2]'); a.push(3); return a", "[1,2,3]"),
        (
            "let v = JSON.parse('['.repeat(5000) + ']'.repeat(5000)), n = 0; while (Array.isArray(v)) { v = v[0]; n++ } return n",
            "5000",
        ),
    ] {
        assert_eq!(run_for(source), expected, "{source}");
    }
}

/// Deep texts that do not end are no reason to fail other than by an error.
#[test]
fn r22_json_parse_of_a_million_brackets_is_an_error() {
    let source = "try { JSON.parse('['.repeat(1e6)) } catch (e) { return e.name }";
    assert_eq!(run_for(source), "\"SyntaxError\"");
}

#[test]
fn code_11_json_parse_is_linear() {
    let source = "const rows = Array.from({ length: 40000 }, (_, i) => ({ id: i, name: 'customer ' + i, tags: ['a', 'b'] })); \
        const text = JSON.stringify(rows); return [JSON.parse(text).length, text.length > 2e6]";
    let started = Instant::now();
    assert_eq!(run_for(source), "[40000,true]");
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}
