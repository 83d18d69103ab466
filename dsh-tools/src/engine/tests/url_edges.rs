//! `URL` and `URLSearchParams` at their edges: text that is none, the console, the way out, and size.

use super::*;

#[test]
fn code_11_urls_that_are_none_are_refused_with_a_reason() {
    for (source, parts) in [
        ("new URL('a/b')", ["TypeError: Invalid URL: \"a/b\"", "without a base"]),
        ("new URL('http://a.b:99999')", ["\"http://a.b:99999\"", "port"]),
        ("new URL('x', 'y')", ["Invalid URL: \"y\"", "without a base"]),
        ("new URL('http://')", ["Invalid URL: \"http://\"", "host"]),
        ("new URL()", ["The \"url\" argument must be specified", ""]),
        ("new URL('http://a.b').href = ''", ["Invalid URL: \"\"", "without a base"]),
        ("new URL('é'.repeat(10_000))", ["Invalid URL: \"ééé", "ééé\" ("]),
    ] {
        let outcome = outcome(source);
        assert!(parts.iter().all(|part| outcome.contains(part)), "{source}: {outcome}");
        assert!(outcome.len() < 1_000, "{source}: {}", outcome.len());
    }
    gives(&[(
        "return [URL.parse('x'), URL.parse('x', 'http://a.b').href]",
        r#"[null,"http://a.b/x"]"#,
    )]);
}

#[test]
fn code_11_urls_print_as_node_prints_them() {
    for (expression, expected) in [
        (
            "new URL('http://u:p@h:81/p?q=1#f')",
            "URL {\n  href: 'http://u:p@h:81/p?q=1#f',\n  origin: 'http://h:81',\n  protocol: 'http:',\n  username: 'u',\n  password: 'p',\n  host: 'h:81',\n  hostname: 'h',\n  port: '81',\n  pathname: '/p',\n  search: '?q=1',\n  searchParams: URLSearchParams { 'q' => '1' },\n  hash: '#f'\n}",
        ),
        (
            "[new URLSearchParams('a=1&b=it\\'s')]",
            "[ URLSearchParams { 'a' => '1', 'b' => \"it's\" } ]",
        ),
        ("new URLSearchParams()", "URLSearchParams {}"),
        ("URL, URLSearchParams", "[class URL] [class URLSearchParams]"),
        ("String(new URL('http://a.b'))", "http://a.b/"),
    ] {
        assert_eq!(logs(&format!("console.log({expression})")), [expected], "{expression}");
    }
    let many = &logs("console.log(new URLSearchParams('a=1&'.repeat(150)))")[0];
    assert!(many.ends_with("... 50 more items\n}"), "{many}");
}

#[test]
fn code_11_urls_are_no_json_and_say_what_to_use() {
    for (source, parts) in [
        ("return { u: new URL('http://a.b') }", ["`value.u` is a URL", "`href`"]),
        (
            "return new URLSearchParams('a=1')",
            ["is a URLSearchParams", "Object.fromEntries(params)"],
        ),
        ("return await tools.echo({ value: new URL('http://a.b') })", ["is a URL", "`href`"]),
        ("structuredClone([new URL('http://a.b')])", ["cannot copy a URL", "text"]),
    ] {
        let outcome = outcome(source);
        assert!(parts.iter().all(|part| outcome.contains(part)), "{source}: {outcome}");
    }
}

/// Each of these takes time in proportion to its text, or nothing like a minute would be enough.
#[test]
fn code_11_urls_of_a_megabyte_and_long_queries_are_quick() {
    let limits = Limits { compute: Duration::from_secs(20), ..Limits::default() };
    for (source, expected) in [
        ("return new URL('http://a.b/' + 'x/'.repeat(5e5)).href.length", "1000011"),
        ("return new URL('http://a.b/' + 'x/../'.repeat(2e5)).href", "\"http://a.b/\""),
        (
            "return new URL('http://a.b/' + 'x/'.repeat(2e5) + '../'.repeat(2e5)).href",
            "\"http://a.b/\"",
        ),
        ("return new URL('http://a.b/?' + 'é&'.repeat(5e5)).searchParams.size", "500000"),
        ("return new URL('http://' + 'u@'.repeat(5e5) + 'a.b').host", "\"a.b\""),
        ("return new URL('file:' + '/'.repeat(1e6)).protocol", "\"file:\""),
        (
            "return new URL('a:' + '\\t'.repeat(1e6) + ' '.repeat(1e6) + 'b').href.length > 3",
            "true",
        ),
        ("return URL.canParse('http://' + 'u'.repeat(5e5) + '@h/' + '../'.repeat(2e5))", "false"),
        (
            "return new URL('../'.repeat(3e5), 'http://' + 'u'.repeat(5e3) + '@h/').pathname",
            "\"/\"",
        ),
        ("return URL.canParse('http://' + 'é.'.repeat(5e5))", "true"),
        ("return URL.canParse('http://' + '1.'.repeat(5e5) + '1')", "false"),
        ("return URL.canParse('http://[' + '1:'.repeat(5e5) + ']')", "false"),
        (
            "const u = new URL('http://a.b/#h'); for (let i = 0; i < 3e4; i++) { u.searchParams.append('k' + i, 'v'); u.hash = `${i}` } return u.search.length",
            "258890",
        ),
        (
            "const p = new URLSearchParams(); for (let i = 0; i < 3e4; i++) p.append('k' + (i * 7919) % 30000, 'v'); p.sort(); let n = 0; for (const [name] of p) n += name.length; return n",
            "168890",
        ),
    ] {
        assert_eq!(shown(&run_with(source, limits.clone(), &Arc::default())), expected, "{source}");
    }
}

/// The same text in many pairs costs no memory, but would cost time without end to write out.
#[test]
fn code_11_urls_have_a_largest_size() {
    for source in [
        "const p = new URLSearchParams(), long = 'x'.repeat(1 << 20); for (;;) p.append(long, long)",
        "new URL('http://a.b/' + 'x'.repeat(1 << 26))",
    ] {
        let outcome = outcome(source);
        assert!(outcome.contains("RangeError: URL and URLSearchParams take at most"), "{outcome}");
    }
    let endless = "new URLSearchParams({ *[Symbol.iterator]() { for (;;) yield ['a', 'b'] } })";
    let limits = Limits { compute: Duration::from_millis(200), ..Limits::default() };
    let outcome = shown(&run_with(endless, limits, &Arc::default()));
    assert!(outcome.starts_with("timeout:"), "{outcome}");
}
