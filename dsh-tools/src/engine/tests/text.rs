//! Methods of texts that are done in linear time: what they give, as V8 gives it, and that they are linear.

use super::*;

/// Each with the result of V8.
const CASES: &[(&str, &str)] = &[
    (r#"return "a,b,,c".split(",")"#, r#"["a","b","","c"]"#),
    (r#"return "a,b,,c".split(",", 2)"#, r#"["a","b"]"#),
    (r#"return "a,b".split(",", 0)"#, "[]"),
    (r#"return "a,b".split(",", -1)"#, r#"["a","b"]"#),
    (r#"return "a,b".split(",", 4294967297)"#, r#"["a"]"#),
    (r#"return "a,b".split(",", 1.9)"#, r#"["a"]"#),
    (r#"return "".split(",")"#, r#"[""]"#),
    (r#"return ",".split(",")"#, r#"["",""]"#),
    (r#"return "abc".split("")"#, r#"["a","b","c"]"#),
    (r#"return "a1b22c".split(/\d+/)"#, r#"["a","b","c"]"#),
    (r#"return "a1b22c".split(/(\d)+/)"#, r#"["a","1","b","2","c"]"#),
    (r#"return "abc".split(/(?:)/)"#, r#"["a","b","c"]"#),
    (r#"return "".split(/x/)"#, r#"[""]"#),
    (r#"return "".split(/(?:)/)"#, "[]"),
    (r#"return "a b  c".split(/ */)"#, r#"["a","b","c"]"#),
    (r#"return "aXbxc".split(/x/i)"#, r#"["a","b","c"]"#),
    (r#"return "aXbxc".split(/x/gi, 2)"#, r#"["a","b"]"#),
    (r#"return "ab".split(/(a)|b/).map(String)"#, r#"["","a","","undefined",""]"#),
    (
        r#"return "A<B>bold</B>and<CODE>coded</CODE>".split(/<(\/)?([^<>]+)>/).map(String)"#,
        r#"["A","undefined","B","bold","/","B","and","undefined","CODE","coded","/","CODE",""]"#,
    ),
    (r#"return "😀x😀".split(/(?:)/u).length"#, "3"),
    (r#"return "😀x😀".split(/(?:)/).length"#, "5"),
    (r#"return "one\ntwo\r\nthree".split(/\r?\n/)"#, r#"["one","two","three"]"#),
    (r#"return "日本,語".split(",")"#, r#"["日本","語"]"#),
    (r#"return "日本語日本".split("本")"#, r#"["日","語日",""]"#),
    (r#"return "ÿa日".split("a")"#, r#"["ÿ","日"]"#),
    (r#"return "žluť,x".split(",")"#, r#"["žluť","x"]"#),
    (r#"return "x".split("日")"#, r#"["x"]"#),
    (r#"return "a.b.c".split(".", undefined)"#, r#"["a","b","c"]"#),
    (r#"return "test".split("t")"#, r#"["","es",""]"#),
    (r#"return "abcabc".indexOf("c", 3)"#, "5"),
    (r#"return "abcabc".indexOf("c", -5)"#, "2"),
    (r#"return "abcabc".indexOf("c", 99)"#, "-1"),
    (r#"return "abcabc".indexOf("", 99)"#, "6"),
    (r#"return "abcabc".indexOf("", NaN)"#, "0"),
    (r#"return "abcabc".indexOf("bc", Infinity)"#, "-1"),
    (r#"return "日本語本".indexOf("本", 2)"#, "3"),
    (r#"return "日本語".indexOf("本語")"#, "1"),
    (r#"return "abc".indexOf("日")"#, "-1"),
    (r#"return "abc日".indexOf("c日")"#, "2"),
    (r#"return "abc".indexOf("abcd")"#, "-1"),
    (r#"return "日本".indexOf("日本語")"#, "-1"),
    (r#"return "undefined".indexOf()"#, "0"),
    (r#"return "a1".indexOf(1)"#, "1"),
    (r#"return "abc".includes("b", 1)"#, "true"),
    (r#"return "abc".includes("b", 2)"#, "false"),
    (r#"return "abc".includes("")"#, "true"),
    (
        r#"return (() => { try { return "abc".includes(/b/) } catch (e) { return e.name } })()"#,
        r#""TypeError""#,
    ),
    (r#"return "aXbXc".replaceAll("X", "-")"#, r#""a-b-c""#),
    (
        r#"return "aXbXc".replaceAll("X", "[$&$$$`$']$1$<n>$")"#,
        r#""a[X$abXc]$1$<n>$b[X$aXbc]$1$<n>$c""#,
    ),
    (
        r#"return "aXbXc".replaceAll("X", (m, at, whole) => m + at + whole.length)"#,
        r#""aX15bX35c""#,
    ),
    (r#"return "abc".replaceAll("", "-")"#, r#""-a-b-c-""#),
    (r#"return "abc".replaceAll("z", "-")"#, r#""abc""#),
    (r#"return "aaa".replaceAll("aa", "b")"#, r#""ba""#),
    (r#"return "日本日".replaceAll("日", "x")"#, r#""x本x""#),
    (r#"return "a-b".replaceAll("-", "日")"#, r#""a日b""#),
    (r#"return "aXb".replaceAll("X", undefined)"#, r#""aundefinedb""#),
    (r#"return "aXb".replaceAll("X")"#, r#""aundefinedb""#),
    (r#"return "aXb".replaceAll("X", 5)"#, r#""a5b""#),
    (r#"return "a1b2".replaceAll(/\d/g, "<$&>")"#, r#""a<1>b<2>""#),
    (
        r#"return (() => { try { return "a1".replaceAll(/\d/, "") } catch (e) { return e.name } })()"#,
        r#""TypeError""#,
    ),
    (r#"return "x".repeat(600).replace(/x/g, "ab").length"#, "1200"),
    (r#"return ("ab1 ".repeat(300)).match(/\d/g).length"#, "300"),
    (
        r#"return [...("k=v;".repeat(200)).matchAll(/(\w)=(\w)/g)].map(m => m.index + m[1] + m[2]).slice(-2)"#,
        r#"["792kv","796kv"]"#,
    ),
    (
        r#"return (() => { const r = /b(?<n>.)/g, t = "abc".repeat(300), out = []; let m; while ((m = r.exec(t)) !== null) out.push(m.index, m.groups.n, r.lastIndex); return out.slice(-3) })()"#,
        r#"[898,"c",900]"#,
    ),
    (
        r#"return (() => { const r = /a/y, t = "a".repeat(3) + "b".repeat(600); let n = 0; while (r.test(t)) n++; return [n, r.lastIndex] })()"#,
        "[3,0]",
    ),
    (
        r#"return (() => { const t = "word ".repeat(200); const counts = {}; for (const w of t.match(/\w+/g)) counts[w] = (counts[w] ?? 0) + 1; return counts })()"#,
        r#"{"word":200}"#,
    ),
    (
        r#"return (() => { const m = /(\w+) (\w+)/.exec("hello world " + " ".repeat(600)); return [m.input.length, m[1] === "hello", JSON.stringify(m[2])] })()"#,
        r#"[612,true,"\"world\""]"#,
    ),
    (
        r#"return (() => { class R extends RegExp { exec(s) { return null } } return "a,b".split(new R(",")) })()"#,
        r#"["a,b"]"#,
    ),
    (
        r#"return (() => { return "a-b".split({ [Symbol.split](s, l) { return [s, l ?? "none"] } }) })()"#,
        r#"["a-b","none"]"#,
    ),
    (
        r#"return (() => { try { return String.prototype.split.call(null, ",") } catch (e) { return e.name } })()"#,
        r#""TypeError""#,
    ),
    (r#"return String.prototype.split.call(12321, "2")"#, r#"["1","3","1"]"#),
    (
        r#"return ["split".length, "".split.name, "".split.length, "".indexOf.name, "".indexOf.length, /a/.exec.name, /a/.exec.length, "".replaceAll.length]"#,
        r#"[5,"split",2,"indexOf",1,"exec",1,2]"#,
    ),
    (
        r#"return (() => { const r = /,/g; r.lastIndex = 3; const parts = "a,b,c".split(r); return [parts, r.lastIndex] })()"#,
        r#"[["a","b","c"],3]"#,
    ),
    (r#"return "x,y".split(/,/, 1)"#, r#"["x"]"#),
    (r#"return "aXbX".split("X", 2)"#, r#"["a","b"]"#),
    (r#"return "ab".repeat(400).split(/b/).length"#, "401"),
];

#[test]
fn code_11_methods_of_texts_give_what_they_give_elsewhere() {
    for (source, expected) in CASES {
        let result = run_for(source);
        assert_eq!(result, *expected, "{source}");
    }
}

/// What a program gives, as JSON.
pub(super) fn run_for(source: &str) -> String {
    match run_with(source, Limits::default(), &Arc::default()).result {
        Ok(value) => value.map_or_else(|| "undefined".to_owned(), |value| value.to_string()),
        Err(failure) => format!("{:?}: {}", failure.kind, failure.message),
    }
}

/// Over 500 kB or 20,000 lines. What is quadratic takes minutes without optimisation.
const LONG: &[(&str, &str)] = &[
    ("return text.split('\\n').length", "20001"),
    ("return text.split(/\\n/).length", "20001"),
    ("return text.split(/never/).length", "1"),
    (
        "let at = 0, n = 0; while ((at = text.indexOf('\\n', at)) >= 0) { at++; n++ } return n",
        "20000",
    ),
    ("return text.replaceAll('line', 'row').length", "488890"),
    ("return text.replace(/line/g, (word) => word.toUpperCase()).length", "508890"),
    ("return text.match(/\\d+/g).length", "20000"),
    ("return [...text.matchAll(/line (\\d+)/g)].length", "20000"),
    ("const r = /(\\d+):/g; let n = 0; while (r.exec(text)) n++; return n", "20000"),
];

#[test]
fn code_11_methods_of_texts_are_linear() {
    let text = "const text = Array.from({ length: 20000 }, (_, i) => `line ${i}: all well here\\n`).join('');\n";
    for (source, expected) in LONG {
        let started = Instant::now();
        assert_eq!(run_for(&format!("{text}{source}")), *expected, "{source}");
        assert!(started.elapsed() < Duration::from_secs(10), "{source}: {:?}", started.elapsed());
    }
}

#[test]
fn code_10_a_replacement_that_would_be_too_long_is_an_error() {
    let source = "return 'a'.repeat(1e6).replaceAll('a', 'b'.repeat(1e6)).length";
    assert!(run_for(source).contains("the text would be too long"), "{}", run_for(source));
}

/// Patterns that run again are run by ours: the same as the first time, when the engine runs them.
#[test]
fn code_11_patterns_give_the_same_again() {
    let texts = "['', 'a', 'aab ab', 'x=1;y=22', 'ÀÉ ž日本 😀😀a', '\\ud83d\\ude00', '\\ud83d', 'a\\nb\\r\\nc', 'a/b', 'A\\u2028B']";
    for pattern in [
        "/a/",
        "/(a)(b)?/g",
        "/(?<key>\\w)=(?<value>\\d+)/g",
        "/(?<y>1)|(?<z>2)/g",
        "/^b/m",
        "/a.b/s",
        "/a./y",
        "/b/gy",
        "/./gu",
        "/./g",
        "/\\p{L}+/u",
        "/[\\p{L}--[a-z]]/v",
        "/\\/b/",
        "/[/]b/",
        "new RegExp('/')",
        "/É/i",
        "/$/g",
        "/(?:)/g",
        "/(?<=a)b/",
        "/(?!a)./",
        "/\\n/",
        "new RegExp('\\n')",
        "new RegExp('\\\\\\n')",
        "/\\\\n/",
        "/(a)|b/d",
        "/\\ud83d/",
        "/\\u{1f600}/u",
    ] {
        let program = format!(
            "const all = text => {{ const first = {pattern}, again = {pattern}; again.exec(''); again.exec(''); again.lastIndex = 0; \
             const shown = found => found && [...Object.entries(found), found.length, found.groups && Object.entries(found.groups)]; \
             const steps = it => [0, 1, 2, 9].map(at => {{ it.lastIndex = at; const found = it.exec(text); \
             return [shown(found), it.lastIndex] }}); \
             const engine = [0, 1, 2, 9].map(at => {{ const it = {pattern}; it.lastIndex = at; const found = it.exec(text); \
             return [shown(found), it.lastIndex] }}); \
             return JSON.stringify(engine) === JSON.stringify(steps(again)) || [JSON.stringify(engine), JSON.stringify(steps(again))] }}; \
             return {texts}.map(all)"
        );
        let expected = format!("[{}]", ["true"; 10].join(","));
        assert_eq!(outcome(&program), expected, "{pattern}");
    }
    gives(&[
        (
            "const it = /a/g; it.exec('a'); it.exec('a'); it.compile('b', 'g'); return it.exec('ab')?.index",
            "1",
        ),
        (
            "const it = /a/g; Object.defineProperty(it, 'global', { value: false }); it.exec(''); it.exec(''); it.exec('aa'); return it.lastIndex",
            "1",
        ),
        (
            "const it = /a/g; it.exec('a'); it.lastIndex = { valueOf() { return 1 } }; return it.exec('aa')?.index",
            "1",
        ),
        (
            "const it = Object.freeze(/a/g); const fails = () => { try { it.test('b') } catch (error) { return error.name } }; \
             return [fails(), fails(), fails()]",
            "[\"TypeError\",\"TypeError\",\"TypeError\"]",
        ),
    ]);
}
