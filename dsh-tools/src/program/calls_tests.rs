//! Which calls are found in a text, where, and what is known of their arguments.

use super::tests::on_large_stack;
use super::*;
use crate::json::{Partial, What};

/// A part as text: unknown is `?`, an open container ends in `…`.
fn shown(value: &Partial, part: usize) -> String {
    let inside = |brackets: [&str; 2], open: bool| {
        let mut items: Vec<String> = value
            .children(part)
            .map(|child| match &value.parts()[child].name {
                Some(name) => format!("{name}:{}", shown(value, child)),
                None => shown(value, child),
            })
            .collect();
        items.extend(open.then(|| "…".to_owned()));
        format!("{}{}{}", brackets[0], items.join(","), brackets[1])
    };
    match &value.parts()[part].what {
        What::Unknown => "?".to_owned(),
        What::Scalar(scalar) => scalar.to_string(),
        What::Array { open } => inside(["[", "]"], *open),
        What::Object { open } => inside(["{", "}"], *open),
    }
}

fn calls(source: &str) -> Vec<WrittenCall> {
    let source = source.to_owned();
    on_large_stack(move || {
        prepare(&source, &SourceLimits::default(), &["tools", "other"]).unwrap().calls
    })
}

/// The calls as `line:column name argument`.
fn found(source: &str) -> Vec<String> {
    let shown =
        |call: WrittenCall| format!("{} {} {}", call.at, call.member, shown(&call.arguments, 0));
    calls(source).into_iter().map(shown).collect()
}

fn argument(text: &str) -> String {
    let found = found(&format!("tools.f({text})"));
    found[0].strip_prefix("1:1 f ").unwrap().to_owned()
}

#[test]
fn code_13_calls_are_found_in_every_spelling() {
    for source in [
        "tools.add({})",
        "tools?.add({})",
        "tools['add']({})",
        "tools[`add`]({})",
        "(tools).add({})",
        "(tools!.add)({})",
        "tools.add<number>({})",
    ] {
        assert_eq!(found(source), ["1:1 add {}"], "{source}");
    }
    let everywhere =
        "const f = async () => { for (const x of [1]) { if (await tools.a()) return tools.b(x) } };
        class C { m() { return tools.c({ n: tools.d() }) } }
        await tools.e().then((x) => tools.g(x), other.h);
        return `${await tools.i()}`";
    let members: Vec<String> =
        calls(everywhere).iter().map(|call| call.member.to_string()).collect();
    assert_eq!(members, ["a", "b", "c", "d", "e", "g", "i"]);
    assert_eq!(
        calls("other.x(); tools.y()").iter().map(|call| call.group).collect::<Vec<_>>(),
        [1, 0]
    );
}

#[test]
fn code_13_what_is_no_sure_call_is_left_out() {
    for source in [
        "tools.add?.({})",
        "tools[name]({})",
        "(tools as any).add({})",
        "(tools.add as any)({})",
        "new tools.add({})",
        "tools.add.call(null, {})",
        "this.tools.add({})",
        "const s = 'tools.add({})' // tools.add({})",
        "declare function f(x: typeof tools): void; type T = ReturnType<typeof tools.add>",
    ] {
        assert_eq!(found(source), <[&str; 0]>::default(), "{source}");
    }
}

#[test]
fn code_13_a_local_name_hides_the_global_one_in_its_scope() {
    for (source, members) in [
        ("const tools = {}; tools.a()", ""),
        ("tools.a(); { tools.b(); let tools; } tools.c()", "ac"),
        ("tools.a(); { { var tools } }", ""),
        ("tools.a(); function f() { tools.b(); { var tools } } ", "a"),
        ("tools.a(); function f(tools) { tools.b() }", "a"),
        ("tools.a(); const f = ({ tools }) => tools.b()", "a"),
        ("tools.a(); const f = ([x, ...tools]) => tools.b(); tools.c()", "ac"),
        ("tools.a(); try {} catch (tools) { tools.b() }", "a"),
        ("tools.a(); for (const tools of []) tools.b(); tools.c()", "ac"),
        ("tools.a(); { tools.b(); function tools() {} } tools.c()", "ac"),
        ("tools.a(); (function tools() { tools.b() }); tools.c()", "ac"),
        ("tools.a(); { class tools {} tools.b() }", "a"),
        ("tools.a(); switch (1) { case 1: let tools; default: tools.b() } tools.c()", "ac"),
        ("tools.a(); var f = () => { { let tools } tools.b() }", "ab"),
        ("tools.a(); tools = {}", ""),
        ("tools.a(); ({ tools } = {})", ""),
        ("tools.a(); function f(tools) { tools = {}; tools.b() }", "a"),
        ("tools.a(); const x: { tools: number } = { tools: 1 }; x.tools = 2", "a"),
    ] {
        let found: String = calls(source).iter().map(|call| &*call.member).collect();
        assert_eq!(found, members, "{source}");
    }
}

#[test]
fn code_13_literals_are_followed_as_deep_as_they_are_literal() {
    for (text, expected) in [
        ("", "{}"),
        ("undefined", "{}"),
        ("null", "null"),
        ("x", "?"),
        ("...x", "?"),
        (
            "{ a: 1, 'b': -2.5, 3: true, c: null, d: 's', e: `t` }",
            r#"{a:1,b:-2.5,3:true,c:null,d:"s",e:"t"}"#,
        ),
        ("{ a: [1, [x], { b: {} }], c }", "{a:[1,[?],{b:{}}],c:?}"),
        (
            "{ a: 1 as const, b: (2) satisfies number, c: ('x' as const)!, } as const",
            r#"{a:1,b:2,c:"x"}"#,
        ),
        ("{ a: 'x' as any, b: 1 as unknown as string, c: <T,>(x: T) => x }", "{a:?,b:?,c:?}"),
        ("{ a: 1 } as any", "?"),
        ("{ a: 1, ...x, b: 2 }", "{a:?,b:2,…}"),
        ("{ a: 1, [k]: 2, b: 2 }", "{a:?,b:2,…}"),
        ("{ a: 1, ['b']: 2 }", "{a:?,…}"),
        ("{ a: { ...x }, b: [1, ...y, 2] }", "{a:{…},b:[1,…]}"),
        (
            "{ a: [, 1], b: -0, c: 1e999, d: 1n, e: `${x}`, f: +1, g: -x }",
            "{a:[?,1],b:?,c:?,d:?,e:?,f:?,g:?}",
        ),
        ("{ get a() { return 1 }, b() {}, __proto__: x, c: 1 }", "{a:?,b:?,c:1,…}"),
        ("{ a: '\\ud800', b: 1 }", "{a:?,b:1}"),
        ("{ a: f(1), b: await g(), c: x ? 1 : 2 }", "{a:?,b:?,c:?}"),
    ] {
        assert_eq!(argument(text), expected, "{text}");
    }
}

#[test]
fn code_13_places_are_those_of_the_models_own_text() {
    let source = "Here:\n```ts\nconst s = '日本😀'; await tools.add({ a: 1,\n  'b': [x] })\n```";
    let call = &calls(source)[0];
    assert_eq!(call.at.to_string(), "3:25");
    let places: Vec<String> =
        call.arguments.parts().iter().map(|part| part.at.to_string()).collect();
    assert_eq!(places, ["3:35", "3:37", "4:3", "4:9"]);
}

#[test]
fn code_13_many_calls_and_scopes_take_time_in_proportion() {
    let began = std::time::Instant::now();
    assert_eq!(calls(&"{tools.a({b:1})};".repeat(15_000)).len(), 15_000);
    assert_eq!(calls(&"tools.a();{let tools};".repeat(11_000)).len(), 11_000);
    assert!(began.elapsed() < std::time::Duration::from_secs(30), "{:?}", began.elapsed());
}
