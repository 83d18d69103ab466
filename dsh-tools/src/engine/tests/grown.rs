//! Texts that grow by `+=` in loops: what programs see of them is what V8 gives, and they are linear.

use std::fmt::Write as _;

use super::text::run_for;
use super::*;

/// Each is the body of a function, with the result of V8. `lines` are 200 texts of ten units each.
const CASES: &[(&str, &str)] = &[
    ("let out = ''; for (const line of lines) out += line; return out.length", "2000"),
    (
        "let out = ''; for (const line of lines) { out += line + '\\n' } return out === lines.join('\\n') + '\\n'",
        "true",
    ),
    (
        "let out = ''; lines.forEach(line => { out += line }); return out.slice(0, 12)",
        "\"line 00000li\"",
    ),
    ("let out = ''; lines.forEach(line => out += line); return out.length", "2000"),
    (
        "let out = ''; const seen = lines.map(line => out += line); return [typeof seen[199], seen[199].length, seen[0].length]",
        "[\"string\",2000,10]",
    ),
    ("let out = ''; for (const line of lines) out = out + line + ';'; return out.length", "2200"),
    ("let out = ''; for (const line of lines) out = (out + line) + ';'; return out.length", "2200"),
    (
        "let out = ''; for (const line of lines) out = line + out; return out.slice(0, 10)",
        "\"line 00199\"",
    ),
    (
        "let out: string = lines[0]!; for (const line of lines) out += line as string; return out.length",
        "2010",
    ),
    (
        "let out = ''; for (let i = 0; out.length < 700; i++) out += i; return [out.length, out.at(-1)]",
        "[700,\"9\"]",
    ),
    (
        "let out = ''; for (const line of lines) { out += line; if (out.endsWith('9')) out += '!' } return out.split('!').length",
        "21",
    ),
    (
        "let out = ''; for (const line of lines) out += line; return { out, size: out.length }.out.length",
        "2000",
    ),
    (
        "let out = ''; for (const line of lines) out += line; return JSON.stringify({ out }).length",
        "2010",
    ),
    (
        "let out = ''; for (const line of lines) out += line; const same = out; out += '!'; return [same.length, out.length]",
        "[2000,2001]",
    ),
    (
        "let out = ''; for (const line of lines) out += line; return [out == out, out > 'a', `${out}`.length, [...out].length, out[3]]",
        "[true,true,2000,2000,\"e\"]",
    ),
    (
        "let out = ''; for (const line of lines) out += line; const o = { [out]: 1 }; return Object.keys(o)[0].length",
        "2000",
    ),
    (
        "let out = ''; for (const line of lines) out += line; const set = new Set([out, lines.join('')]); return set.size",
        "1",
    ),
    (
        "let out = ''; for (const line of lines) out += line; out = ''; for (const line of lines) out += line; return out.length",
        "2000",
    ),
    (
        "let out = 'x'.repeat(300) + ''; for (const v of [1, null, undefined, true, 2.5, [1, 2], {}, 10n]) out += v; return out.slice(300)",
        "\"1nullundefinedtrue2.51,2[object Object]10\"",
    ),
    (
        "let out = '' + 'x'.repeat(300); for (const v of [{ valueOf() { return 7 }, toString() { return 'no' } }, new Date(NaN)]) out += v; return out.slice(300)",
        "\"7Invalid Date\"",
    ),
    (
        "let out = ''; try { for (let i = 0; i < 300; i++) out += i < 299 ? 'a' : Symbol('s') } catch (e) { return [e instanceof TypeError, out.length] }",
        "[true,299]",
    ),
    (
        "let out = ''; const add = (text: string) => { out += text; return text }; for (const line of lines) out += add(line); return out.length",
        "2000",
    ),
    (
        "let out = ''; const add = (text: string) => { out += text; return '' }; for (const line of lines) { out += line; out += add('lost') } return out.includes('lost')",
        "false",
    ),
    (
        "let out = ''; const all = lines.map(async line => { out += await line }); await Promise.all(all); return out.length",
        "10",
    ),
    (
        "let out = ''; for (const line of lines) { await null; out += line } return out.length",
        "2000",
    ),
    (
        "let out = ''; function* parts() { for (const line of lines) { out += yield line } } const p = parts(); p.next(); for (let i = 0; i < 99; i++) p.next('abc'); return out.length",
        "297",
    ),
    (
        "const fs = []; for (let out = ''; out.length < 900; out += 'x'.repeat(300)) fs.push(() => out.length); return fs.map(f => f())",
        "[0,300,600]",
    ),
    (
        "let out = ''; for (const line of lines) line.endsWith('5') && (out += line); return out.length",
        "200",
    ),
    (
        "let out = ''; for (const line of lines) line.endsWith('5') ? (out += line) : (out += '-'); return out.length",
        "380",
    ),
    (
        "let a = '', b = ''; for (const line of lines) { a += line; b += a.length + ',' } return [a.length, b.length]",
        "[2000,892]",
    ),
    (
        "let out = ''; for (const line of lines) out += line + 'ž'; return [out.length, out[10], out.indexOf('line 00001')]",
        "[2200,\"ž\",11]",
    ),
    (
        "let out = 'ž'; for (const line of lines) out += line; return [out.length, out.slice(1) === lines.join('')]",
        "[2001,true]",
    ),
    (
        "let out = ''; for (const line of lines) out += `${line} ${out.length}`; return out.length",
        "2918",
    ),
    (
        "let out = ''; for (const line of lines) out += line; return out.replace(/line/g, '').length",
        "1200",
    ),
    (
        "let out = ''; for (const line of lines) out += line; return [out].map(x => typeof x)",
        "[\"string\"]",
    ),
    ("let out = ''; for (const line of lines) out += line; return (() => out)().length", "2000"),
    ("let out = ''; for (const line of lines) out += line; return out?.length", "2000"),
    (
        "let out = ''; for (const line of lines) out += line; let n = 0; for (const c of out) n += c === 'l' ? 1 : 0; return n",
        "200",
    ),
    ("let out = ''; for (const line of lines) out /* here */ += line; return out.length", "2000"),
    ("let out = ''; for (const line of lines) { out += line } out++; return `${out}`", "\"NaN\""),
    ("let out = ''; for (const line of lines) { out += line } [out] = ['x']; return out", "\"x\""),
    ("let out = ''; for (const line of lines) { out += line } return typeof out", "\"string\""),
    (
        "let out = ''; for (const line of lines) { out += line } try { out.length = 3 } catch (e) { return e.name }",
        "\"TypeError\"",
    ),
    (
        "let out = ''; for (const line of lines) out += line; try { out() } catch (e) { return e.name }",
        "\"TypeError\"",
    ),
    ("let n = '' as any; n = 0; for (const line of lines) n += line.length; return n", "2000"),
    (
        "let n: string = 0 as any; for (const line of lines) n += line.length; return [n, n + 1]",
        "[2000,2001]",
    ),
    (
        "function render(items: string[]) { let out = ''; for (const i of items) out += i; return out } return render(lines).length + render(['a']).length",
        "2001",
    ),
    (
        "const one = (out: number) => { out += 1; return out }; let out = ''; for (const line of lines) out += line; return [one(2), out.length]",
        "[3,2000]",
    ),
    (
        "let out = ''; switch (1) { case 1: for (const line of lines) out += line } return out.length",
        "2000",
    ),
    (
        "try { for (const line of lines) out += line; let out = '' } catch (e) { return e.name }",
        "\"ReferenceError\"",
    ),
    (
        "let out = ''; for (const line of lines) out += line; const f = ({ text = out }) => text.length; return f({})",
        "2000",
    ),
    (
        "let out = ''; for (const line of lines) out += line; class A { out = out; static size = out.length } return [new A().out.length, A.size]",
        "[2000,2000]",
    ),
    ("let \\u006fut = ''; for (const line of lines) out += line; return out.length", "2000"),
    (
        "let out = ''; for (const line of lines) out += line; return tag`${out}`; function tag(_: any, x: any) { return typeof x }",
        "\"string\"",
    ),
    // What is added may itself add, or begin anew; then what was there before counts.
    (
        "let out = ''; const more = () => { out += 'lost'.repeat(200); return 'x' }; for (const line of lines) { out += line; out += more() } return [out.length, out.includes('lost')]",
        "[2200,false]",
    ),
    (
        "let out = ''; const reset = { toString() { out = ''; return '!' } }; for (const line of lines) out += `${line}${reset}`; return out.length",
        "2200",
    ),
    (
        "let out = ''; const more = { toString() { out += 'lost'.repeat(200); return '!' } }; for (const line of lines) { out += `${more}`; out = out + line + more } return [out.length, out.includes('lost')]",
        "[2400,false]",
    ),
    (
        "let out = ''; const rows = lines.map(name => ({ get name() { out += '-'; return name } })); for (const row of rows) out += row.name; return out.length",
        "2000",
    ),
    (
        "let out = ''; lines.forEach(line => { out += `${line}\\n` }); return out === lines.join('\\n') + '\\n'",
        "true",
    ),
    (
        "let out = ''; for (const line of lines) out = `${out}${line};`; return [out.length, out.slice(0, 12)]",
        "[2200,\"line 00000;l\"]",
    ),
    (
        "let out = ''; for (const line of lines) out = ((out) + line) + ';' + `${out.length}`; return out.length",
        "2918",
    ),
    (
        "let out = ''; for (const line of lines) out += out.length < 1000 ? out + line : line; return out.length",
        "3200",
    ),
    (
        "let out: any = ''; out = { valueOf: () => 1, toString: () => 'x' }; for (let i = 0; i < 2; i++) out += `a`; return out",
        "\"1aa\"",
    ),
    (
        "class A { static text = ''; static { let out = ''; for (const line of lines) out += line; A.text = out } } return A.text.length",
        "2000",
    ),
    (
        "let out = ''; class A { n = (out += 'ab', 1) } for (const line of lines) { new A(); out += line } return out.length",
        "2400",
    ),
    (
        "let out = ''; const f = (a = (out += 'ab', 1)) => a; for (const line of lines) { f(); out += line } return out.length",
        "2400",
    ),
    (
        "let out = ''; for (const line of lines) { try { out += line; throw 1 } catch { out += '.' } finally { out += ';' } } return out.length",
        "2400",
    ),
    (
        "let out = ''; for (const line of lines) out += line; const f = () => { out = 'new' }; f(); out += '!'; return out",
        "\"new!\"",
    ),
    (
        "let out = ''; for (const line of lines) out += line; return [out?.length, out?.slice(0, 4).length, out['length']]",
        "[2000,4,2000]",
    ),
    (
        "const fs: any[] = []; for (let i = 0, out = ''; i < 4; i++, out += 'x'.repeat(300)) fs.push((t: string) => { out += t; return out.length }); return fs.map(f => f('ab') + f('c'))",
        "[5,605,1205,1805]",
    ),
    ("let out = '';\nfor (const line of lines)\n  out\n    += line\nreturn out.length", "2000"),
    (
        "let out = ''; do { out += 'ab' } while (out.length < 600); let twice = ''; while (twice.length < 600) twice += out; return [out.length, twice.length]",
        "[600,600]",
    ),
];

#[test]
fn code_11_growing_texts_are_texts() {
    let lines =
        "const lines = Array.from({ length: 200 }, (_, i) => 'line ' + `${i}`.padStart(5, '0'));";
    let wrong: Vec<String> = CASES
        .iter()
        .map(|(source, expected)| (source, expected, run_for(&format!("{lines}\n{source}"))))
        .filter(|(_, expected, result)| result != *expected)
        .map(|(source, expected, result)| format!("{source}\n  gives {result}, not {expected}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A program without `return`: its value is that of its last expression.
#[test]
fn code_11_the_value_of_a_program_is_no_growing_text() {
    for last in ["out", "[out, out.length][0]", "({ out }).out", "`${out}b`"] {
        let result =
            run_for(&format!("let out = ''; for (let i = 0; i < 999; i++) out += 'a';\n{last}"));
        assert!(result.starts_with("\"aaa") && result.len() >= 1001, "{last}: {result}");
    }
}

#[test]
fn code_7_an_error_in_what_is_added_has_its_place() {
    let mut source = String::from("let out = '';\n");
    let _ = write!(
        source,
        "for (const row of [{{ a: 'x' }}, null]) {{\n  out += row.a;\n}}\nreturn out"
    );
    let result = run_for(&source);
    assert!(result.contains("line 3, column 14") && result.contains("`row` is null"), "{result}");
}

/// 200 MB of copies for each, were they quadratic; and what is read in between is not copied either.
#[test]
fn code_11_growing_texts_are_linear() {
    for source in [
        "let out = ''; for (let i = 0; i < 60000; i++) out += 'all well here, '; return out.length",
        "let out = ''; for (let i = 0; out.length < 900000; i++) out += 'all well here, '; return out.length",
        "let out = ''; Array.from({ length: 60000 }).forEach(() => { out = out + 'all well' + ' here, ' }); return out.length",
    ] {
        let started = Instant::now();
        assert_eq!(run_for(source), "900000", "{source}");
        assert!(started.elapsed() < Duration::from_secs(5), "{source}: {:?}", started.elapsed());
    }
}
