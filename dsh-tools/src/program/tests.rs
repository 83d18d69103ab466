//! What programs turn into, and what is said about those that do not.
//! These tests read the JavaScript; the engine's tests run it.

use super::*;

pub(super) fn on_large_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new()
        .stack_size(256 * 1024 * 1024)
        .spawn(work)
        .and_then(|thread| thread.join().map_err(|_| std::io::Error::other("panicked")))
        .unwrap()
}

fn javascript(source: &str) -> String {
    let source = source.to_owned();
    on_large_stack(move || match prepare(&source, &SourceLimits::default(), &[]) {
        Ok(program) => {
            let text = program.javascript;
            let start = text.find('\n').unwrap() + 1;
            text[start..text.rfind("\n}})").unwrap()].to_owned()
        }
        Err(error) => panic!("{error}"),
    })
}

fn refusal(source: &str) -> String {
    let source = source.to_owned();
    on_large_stack(move || match prepare(&source, &SourceLimits::default(), &[]) {
        Ok(_) => format!("accepted: {}", &source[..source.len().min(40)]),
        Err(error) => error.to_string(),
    })
}

/// The JavaScript without the meters, spaces squeezed.
fn plain(source: &str) -> String {
    javascript(source)
        .replace("if(--$meter<0)$meter=$meterc();", "")
        .replace("if(--$metern<0)$metern=$meterc();", "")
        .replace("--$meter<0&&($meter=$meterc()),", "")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn r10_types_become_spaces() {
    for (source, expected) in [
        ("const x: number = 1", "const x = 1"),
        (
            "const f = (x: (string | number), g?: (y: P) => void): x is string => g(x)",
            "const f = (x , g ) => (g(x))",
        ),
        ("const m = new Map<string, number>()", "const m = new Map ()"),
        ("const o = { a: 1 } satisfies T", "const o = { a: 1 } ;"),
        ("const id = async <T,>(x: T): Promise<T> => x", "const id = async (x ) => (x)"),
        (
            "function f(this: Foo, a?: number): asserts a is number { return a! }",
            "function f( a ) { return a ; }",
        ),
        ("let v!: number; v = f<number>(1)!.x as any as string", "let v ; v = f (1) .x ;"),
        (
            "class A<T> extends B<T> implements C, D<E> { private readonly x?: number = 1; y!: T; [k: string]: any; constructor(a: T); constructor(a: any) { super() } declare z: 1; override get q(): number { return 1 } }",
            "class A extends B { x = 1; y ; ; ; constructor(a ) { super() } ; get q() { return 1 } }",
        ),
        ("for (x of xs as any[]) use(x)", "for (x of xs ) {use(x)}"),
        ("a: for (const x of xs!) use(x as any)", "a: for (const x of xs ) {use(x )}"),
        ("try { f() } catch (e: unknown) { g(e as Error) }", "try { f() } catch (e ) { g(e ) }"),
        ("(a as any).b = 1; x = a!; (b as any) = 2", "(a ).b = 1; x = a ; (b ) = 2;"),
    ] {
        let expected = expected.trim_end_matches(';');
        assert_eq!(plain(source).trim_end_matches(';').trim_end(), expected.trim_end(), "{source}");
    }
}

#[test]
fn code_1_a_blanked_line_end_does_not_join_statements() {
    assert_eq!(plain("const x = y as T\n(z)"), "const x = y ; return ((z))");
    assert_eq!(plain("foo()\ntype X = 1\n;(bar)"), "foo() ; return ((bar))");
    assert_eq!(plain("f = (a): {\n x: 1 } => a"), "f = (a ) => (a)");
    assert_eq!(plain("class A { x = 1\n private *g() {} }"), "class A { x = 1 ; *g() {} }");
    assert_eq!(plain("class A { x: number\n ['y'] = 1 }"), "class A { x ; ['y'] = 1 }");
}

#[test]
fn r1_the_ending_gives_the_value() {
    for (source, expected) in [
        ("const a = 1\n({\n a,\n n: 1,\n})", "const a = 1 ({ a, n: 1, })"),
        ("const a = 1;\n({\n a,\n n: 1,\n});", "const a = 1; return (({ a, n: 1, }));"),
        ("const a = 1;\nreturn (\n a\n);", "const a = 1; return ( a );"),
        ("async () => { return 1 }", "return (async () => { return 1 })()"),
        (
            "async function main() { return 1 }\nmain()",
            "async function main() { return 1 } return (main())",
        ),
        ("main();\nfunction main() { return 1 }", "return (main()); function main() { return 1 }"),
        (
            "export default async function () { return 1 }",
            "const $meterd=(async function () { return 1 }); ;return $meterv($meterd)",
        ),
        (
            "export default async function run() { return 1 }",
            "async function run() { return 1 } ;return run()",
        ),
        ("export default { a: 1 };", "const $meterd=({ a: 1 });; ;return $meterv($meterd)"),
        ("if (x) { return 1 }\nfoo()", "if (x) { return 1 } foo()"),
        ("'text'", "return ('text')"),
        ("x = 5", "x = 5"),
    ] {
        assert_eq!(plain(source), expected, "{source}");
    }
}

#[test]
fn code_1_a_fence_is_taken_off() {
    assert_eq!(plain("```ts\nreturn 1\n```"), "return 1");
    assert_eq!(plain("Here it is:\n\n```typescript\nreturn 1\n```\nDone."), "return 1");
    assert_eq!(plain("Here:\n```\nreturn `a`\n```\n"), "return `a`");
    assert_eq!(plain("```ts\nreturn 2"), "return 2");
    assert_eq!(plain("/*\n```ts\nx\n```\n*/ return 1"), "/* ```ts x ``` */ return 1");
}

#[test]
fn r6_errors_have_line_column_source_line_and_hint() {
    for (source, place) in [
        ("const a = 1;\nconst x = ... ;", "2:11"),
        ("import fs\nfrom \"node:fs\"", "1:1"),
        ("\n  enum E { A }", "2:3"),
        ("return ...tools", "1:8"),
        ("return foo(", "1:12"),
        ("return <div/>", "1:"),
        ("namespace N { export const x = 1 }", "1:1"),
        ("class Q { constructor(public x: number) {} }", "1:23"),
        ("@dec class A {}", "1:1"),
        ("const y = <any>x", "1:11"),
        ("await import('x')", "1:7"),
        ("using x = f()", "1:1"),
        ("const s = '日本😀'; enum E {}", "1:19"),
        ("```ts\nenum E {}\n```", "2:1"),
        ("export const x = 1", "1:1"),
    ] {
        let error = refusal(source);
        assert!(error.starts_with(&format!("SyntaxError at {place}")), "{source}\n{error}");
        assert!(error.contains("^\nHint: ") && error.ends_with('.'), "{source}\n{error}");
    }
    for allowed in ["declare enum E { A }", "namespace T { export type X = string }"] {
        assert_eq!(plain(allowed), ";");
    }
}

#[test]
fn r23_deep_text_is_refused_not_fatal() {
    for source in [
        format!("return {}1{}", "(".repeat(10_000), ")".repeat(10_000)),
        format!("return {}1", "1+".repeat(100_000)),
        format!("return x{}", ".a".repeat(100_000)),
        format!("return x{}", "()".repeat(100_000)),
        format!("{}1", "x=".repeat(11_000)),
        format!("{}1", "a=>".repeat(5_000)),
        format!("{};", "if(1)".repeat(11_000)),
        format!("{};", "for(;;)".repeat(11_000)),
        format!("{};", "while(1)".repeat(11_000)),
        format!("{}1", "await ".repeat(11_000)),
        format!("if(1)x;{}", "else if(1)x;".repeat(11_000)),
    ] {
        assert!(refusal(&source).contains("nests too deep"), "{}", &source[..20]);
    }
}

#[test]
fn code_1_positions_lead_back_to_the_source() {
    let source = "Here:\n```ts\nconst a: Map<string, '日本'> = f(1); for (;;) g()\n  return a\n```";
    on_large_stack(move || {
        let program = prepare(source, &SourceLimits::default(), &[]).unwrap();
        for (needle, expected) in [("f(1)", (3, 30)), ("g()", (3, 45)), ("return a", (4, 3))] {
            let byte = program.javascript.rfind(needle).unwrap();
            let before = &program.javascript[..byte];
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|char| *char != '\n').count() + 1;
            let origin = program.origin(Position { line, column }).unwrap();
            assert_eq!((origin.line, origin.column), expected, "{needle}");
        }
        assert_eq!(program.origin(Position { line: 1, column: 5 }), None);
    });
}

#[test]
fn code_2_the_nearest_name_is_found() {
    let names = ["read_file", "write_file", "list"];
    assert_eq!(nearest("read_fil", names.into_iter()), Some("read_file"));
    assert_eq!(nearest("readFile", names.into_iter()), Some("read_file"));
    assert_eq!(nearest("zzz", names.into_iter()), None);
}

#[test]
fn code_1_an_ending_with_types_closes_in_order() {
    assert_eq!(plain("x as T"), "return (x );");
    assert_eq!(plain("export default x as T"), "const $meterd=(x );; ;return $meterv($meterd)");
    assert_eq!(plain("() => x as T"), "return (() => (x ))();");
    assert_eq!(plain("#!/usr/bin/env node\nreturn 1"), "return 1");
}

#[test]
fn code_10_what_prose_hides_is_scanned_again() {
    let source = format!("a `` b\n```ts\n{}\n```", "(".repeat(20_000));
    assert!(refusal(&source).contains("nests too deep"));
}

#[test]
fn code_10_many_growing_texts_take_time_in_proportion() {
    let each = "()=>{let o='';for(;;)o+=f();};".repeat(8_000);
    let functions = format!("{}{each}{}", "()=>{".repeat(150), "};".repeat(150));
    let sums = format!("let t='';for(;;){{{}}}", "t=`${t}a${x}`+x+x;".repeat(10_000));
    let began = std::time::Instant::now();
    for source in [functions, sums] {
        assert!(source.len() > 150_000, "{}", source.len());
        javascript(&source);
    }
    assert!(began.elapsed() < std::time::Duration::from_secs(15), "{:?}", began.elapsed());
}
