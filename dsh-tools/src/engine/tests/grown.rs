//! Texts that grow by `+=` in loops: what programs see of them is what V8 gives, and they are linear.

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
    (
        "let out = ''; for (const line of lines) out += `<${line}>\\n`; return [out.length, out.slice(0, 14), out.slice(-13)]",
        "[2600,\"<line 00000>\\n<\",\"<line 00199>\\n\"]",
    ),
    (
        "let out = ''; for (const line of lines) out += `\n  \"${line}\"\\\\ ${line.length}\u{2028}`; return [out.length, out.slice(0, 21)]",
        "[4000,\"\\n  \\\"line 00000\\\"\\\\ 10 \\n\"]",
    ),
    (
        "let out = ''; lines.forEach((line, i) => { out += i + ': ' + line + ',' }); return [out.length, out.slice(-30)]",
        "[3090,\"8: line 00198,199: line 00199,\"]",
    ),
    (
        "let out = ''; lines.forEach((line, i) => { out += i + 1 + line }); return [out.length, out.slice(-30)]",
        "[2492,\"0197199line 00198200line 00199\"]",
    ),
    (
        "let out = ''; lines.forEach((line, i) => { out = out + i + 1 + line }); return [out.length, out.slice(-30)]",
        "[2690,\"971981line 001981991line 00199\"]",
    ),
    (
        "let out = ''; lines.forEach((line, i) => { out = `${out}${i}/${line.slice(0, 4).toUpperCase()}` }); return [out.length, out.slice(-30)]",
        "[1490,\"6/LINE197/LINE198/LINE199/LINE\"]",
    ),
    (
        "let out = ''; for (const line of lines) out = `${`${out}a`}b${line}`; return [out.length, out.slice(-12)]",
        "[2400,\"abline 00199\"]",
    ),
    (
        "let out = ''; for (const line of lines) out = `${out + 1}b${line}`; return [out.length, out.slice(-12)]",
        "[2400,\"1bline 00199\"]",
    ),
    (
        "let out = ''; for (const line of lines) out = `${out}a` + line; return [out.length, out.slice(-12)]",
        "[2200,\"8aline 00199\"]",
    ),
    (
        "let out = ''; for (const line of lines) out += `${(0, line)}${line ? 1 : 2}${void 0}`; return [out.length, out.slice(-20)]",
        "[4000,\"line 001991undefined\"]",
    ),
    (
        "let out = ''; for (const line of lines) out += `${0, line}.`; return [out.length, out.slice(-20)]",
        "[2200,\"ne 00198.line 00199.\"]",
    ),
    (
        "let out = ''; for (const line of lines) out += (line + '1') + ('2' + (3 + 4)); return [out.length, out.slice(-13)]",
        "[2600,\"line 00199127\"]",
    ),
    (
        "let out = ''; for (const line of lines) out += ((3 + 4) + '2'); return [out.length, out.slice(-13)]",
        "[400,\"2727272727272\"]",
    ),
    (
        "let out = ''; for (const line of lines) out += `\\ud83d${line}`; return [out.length, out.charCodeAt(11), out.isWellFormed()]",
        "[2200,55357,false]",
    ),
    (
        "let out = ''; for (const line of lines) out += '\\ud83d' + line + '\\ude00'; return [out.length, out.charCodeAt(11)]",
        "[2400,56832]",
    ),
    (
        "let out = ''; for (const line of lines) { out += ``; out += '' + ''; out += line } return out.length",
        "2000",
    ),
    (
        "let out = ''; for (const line of lines) out += line as string + (line! satisfies string) + `${line as any}`; return out.length",
        "6000",
    ),
    (
        "let out = ''; for (const line of lines) out += line /* one */ + /* two */ '+' // three\n  + line; return [out.length, out.slice(-21)]",
        "[4200,\"line 00199+line 00199\"]",
    ),
    (
        "let out = ''; for (const v of [...lines, null, undefined, true, 2.5, 1e21, 10n, [1, [2]], {}]) out += `${v},`; return out.slice(2200)",
        "\"null,undefined,true,2.5,1e+21,10,1,2,[object Object],\"",
    ),
    (
        "let out = ''; for (const v of [...lines, null, undefined, true, 2.5, 1e21, 10n, [1, [2]], {}]) out += v + ','; return out.slice(2200)",
        "\"null,undefined,true,2.5,1e+21,10,1,2,[object Object],\"",
    ),
    (
        "let out = ''; for (const line of lines) { try { out += `${line}${Symbol('x')}` } catch (e) { out += line + '!' } } return out.length",
        "2200",
    ),
    (
        "let out = ''; for (const line of lines) { try { out += line + Symbol('x') + 'a' } catch (e) { out += line + '!' } } return out.length",
        "2200",
    ),
    (
        "const v = { valueOf() { return 7 }, toString() { return 'text' } }; let out = ''; for (const line of lines) { out += v; out += `${v}`; out += v + ' '; out = out + v + '.' } return [out.length, out.slice(-16)]",
        "[1800,\"ext7 7.7text7 7.\"]",
    ),
    (
        "const v = { [Symbol.toPrimitive](hint) { return hint } }; let out = ''; for (const line of lines) { out += v; out += `${v}|`; out += v + ' ' } return [out.length, out.slice(-24)]",
        "[4400,\"t defaultstring|default \"]",
    ),
    (
        "let out = '', n = 0; const next = () => ++n; for (const line of lines) out += `${next()}${next()}${n};`; return [out.length, out.slice(-12)]",
        "[1839,\"8;399400400;\"]",
    ),
    (
        "let n = 0; const v = { toString() { n++; return 'v' } }; let out = ''; for (const line of lines) out += v + ',' + n + v + n; return [out.length, out.slice(-14)]",
        "[1692,\"7v398v,399v400\"]",
    ),
    (
        "let n = 0; const v = { get x() { return ++n } }; let out = ''; lines.forEach(line => { out += `${v.x}${n}${v.x};` }); return [out.length, out.slice(-14)]",
        "[1837,\"398;399399400;\"]",
    ),
    (
        "let out = ''; const v = { get x() { out += 'lost'; return 'x' } }; lines.forEach(line => { out += line; out += v.x }); return [out.length, out.includes('lost')]",
        "[2200,false]",
    ),
    (
        "let out = ''; const v = Object.create(null, { x: { get() { out += 'lost'; return 'x' } } }); lines.forEach(line => { out += line; out += v.x }); return [out.length, out.includes('lost')]",
        "[2200,false]",
    ),
    (
        "let out = ''; const v = { toString() { out += 'lost'; return 'x' } }; lines.forEach(line => { out += line; out += `${v}` }); return [out.length, out.includes('lost')]",
        "[2200,false]",
    ),
    (
        "let out = ''; const v = { valueOf() { out = ''; return 1 } }; lines.forEach(line => { out += line; out += v + '' }); return out.length",
        "2200",
    ),
    (
        "let out = ''; class Fake { toFixed() { out += 'lost'; return 'x' } } const v = new Fake(); lines.forEach(line => { out += line; out += v.toFixed(2) }); return [out.length, out.includes('lost')]",
        "[2200,false]",
    ),
    (
        "let out = ''; const v = { slice: () => { out += 'lost'; return 'x' } }; lines.forEach(line => { out += line; out += v.slice(2) }); return [out.length, out.includes('lost')]",
        "[2200,false]",
    ),
    (
        "let out = ''; const v: any = {}; v.trim = () => { out += 'lost'; return 'x' }; lines.forEach(line => { out += line; out += v.trim() }); return [out.length, out.includes('lost')]",
        "[2200,false]",
    ),
    (
        "let out = ''; const v: any = {}; v['trim'] = () => { out += 'lost'; return 'x' }; lines.forEach(line => { out += line; out += v.trim() }); return [out.length, out.includes('lost')]",
        "[2200,false]",
    ),
    (
        "let out = ''; const String = (x: any) => { out += 'lost'; return 'x' }; lines.forEach(line => { out += line; out += String(2) }); return [out.length, out.includes('lost')]",
        "[2200,false]",
    ),
    (
        "let out = ''; const keep = Math.max; Math.max = () => { out += 'lost'; return 1 }; lines.forEach(line => { out += line; out += Math.max(2) }); Math.max = keep; return [out.length, out.includes('lost')]",
        "[2200,false]",
    ),
    (
        "let out = ''; lines.forEach(line => { out += Math.max(2, line.length).toFixed(1) + String(line).padEnd(12, '.') }); return [out.length, out.slice(-16)]",
        "[3200,\"10.0line 00199..\"]",
    ),
    (
        "let out = ''; const more = () => { out += 'lost'; return 'x' }; lines.forEach(line => { out += line; out += `${more()}` }); return [out.length, out.includes('lost')]",
        "[2200,false]",
    ),
    (
        "let out = ''; lines.forEach(line => { out += line; out += [1].map(() => { out += 'lost'; return 'x' }) }); return [out.length, out.includes('lost')]",
        "[2200,false]",
    ),
    (
        "let out = ''; lines.forEach(line => { out += line; out += `${(out += 'lost', 'x')}` }); return [out.length, out.includes('lost')]",
        "[2200,false]",
    ),
    (
        "let out = ''; for (const line of lines) { out += line; out += `${(out += 'lost', 'x')}` } return [out.length, out.includes('lost')]",
        "[2200,false]",
    ),
    (
        "let out = ''; for (const line of lines) { out += line; out += (out = 'lost', 'x') } return [out.length, out.includes('lost')]",
        "[2200,false]",
    ),
    (
        "let out = ''; class A { n = (out += 'lost', 'x') } for (const line of lines) { out += line; out += new A().n } return [out.length, out.includes('lost')]",
        "[2200,false]",
    ),
    (
        "let out = ''; const f = (a = (out += 'lost', 'x')) => a; for (const line of lines) { out += line; out += f() } return [out.length, out.includes('lost')]",
        "[2200,false]",
    ),
    (
        "let out = ''; const p = async (x: string) => { await null; return x }; for (const line of lines) out += `${await p(line)}${await p('!')}`; return out.length",
        "2200",
    ),
    (
        "let out = ''; const all = lines.map(async line => { out += `${line}${await line}` }); await Promise.all(all); return out.length",
        "20",
    ),
    (
        "let out = ''; const all = lines.map(async line => { await null; out += `${line}!` }); await Promise.all(all); return out.length",
        "2200",
    ),
    (
        "function* parts() { let out = ''; for (const line of lines) out += `${yield out.length}` + line; return out } const p = parts(); p.next(); let r: any; for (let i = 0; i < 200; i++) r = p.next('abc'); return r.value.length",
        "2600",
    ),
    (
        "let out = ''; for (const line of lines) { try { out += line; out += (() => { throw 1 })() } catch { out += '.' } } return out.length",
        "2200",
    ),
    (
        "const f = (items: string[]) => { let out = ''; for (const i of items) out += `${i};`; return out }; const g = (items: string[]) => { let out = ''; items.forEach(i => { out += `${i},` }); return out }; return [f(lines).length, g(lines).length, f(['a']), g(['b'])]",
        "[2200,2200,\"a;\",\"b,\"]",
    ),
    (
        "let out = ''; const g = () => { { let out = ''; out += 'inner' } out += 'lost'; return 'x' }; for (const line of lines) { out += line; out += g() } return [out.length, out.includes('lost')]",
        "[2200,false]",
    ),
    (
        "const rows = lines.map(line => { let out = ''; for (let i = 0; i < 100; i++) out += `${line} `; return out }); return [rows.length, rows[199].length, new Set(rows).size]",
        "[200,1100,200]",
    ),
    (
        "const fs: any[] = []; for (let i = 0; i < 3; i++) { let out = ''; fs.push((t: string) => { out += `${t}${i}`; return out.length }); for (const line of lines) out += line } return fs.map(f => f('ab') + f('c'))",
        "[4008,4008,4008]",
    ),
    (
        "const fs: any[] = []; for (let out = '', i = 0; i < 3; i++) { fs.push(() => out.length); for (const line of lines) out += `${line}.` } return fs.map(f => f())",
        "[2200,4400,6600]",
    ),
    (
        "const seen: any[] = []; let out = ''; for (const line of lines) { out += `${line}.`; seen.push(out) } return [seen[0], seen[99].length, seen[199].length, seen[99] === out.slice(0, 1100)]",
        "[\"line 00000.\",1100,2200,true]",
    ),
    (
        "let out = ''; const sizes = lines.map(line => { out += `${line}.`; return out.length }); return sizes[199]",
        "2200",
    ),
    (
        "let out = ''; lines.forEach(line => { out += `${line}.`; if (out.length > 1000) out = '' }); return out.length",
        "198",
    ),
    (
        "let out = ''; lines.forEach(line => { out += `${line}.`; if (out.length > 1000) out = out.slice(500) }); return out.length",
        "700",
    ),
    (
        "let out = ''; const f = (x: string) => out += x; lines.forEach(line => { out += `${line}.`; f('!') }); return out.length",
        "2400",
    ),
    (
        "const walk = (n: number): string => { let out = ''; for (let i = 0; i < 3; i++) out += n ? `(${walk(n - 1)})` : 'x'.repeat(40); return out }; return [walk(4).length, walk(1)]",
        "[9960,\"(xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx)(xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx)(xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx)\"]",
    ),
    (
        "let out = ''; const walk = (n: number) => { out += `<${n}>`; if (n < 150) walk(n + 1); out += `</${n}>` }; walk(0); return [out.length, out.slice(-12)]",
        "[1441,\"</2></1></0>\"]",
    ),
    ("let out = ''; lines.forEach(line => out += line + ','); return out.length", "2200"),
    ("let out = ''; lines.forEach(line => void (out += line + ',')); return out.length", "2200"),
    (
        "let out = ''; lines.map(line => out += `${line},`).forEach(text => out += text.length); return out.length",
        "2901",
    ),
    (
        "const own = { forEach(f: any) { return [f('a'), f('b')] } }; let out = ''; const r = own.forEach((x: any) => out += x); return [r, out]",
        "[[\"a\",\"ab\"],\"ab\"]",
    ),
    ("let out = ''; lines.forEach(line => {out += line}); return out.length", "2000"),
    (
        r#"let out = ''; for (const line of lines) out += `"it's" \u{2c}\x41\`\"'\${1}$ ${line} $'$' ${line}\\"`; return [out.length, out.slice(0, 45)]"#,
        r#"[9200,"\"it's\" ,A`\"'${1}$ line 00000 $'$' line 00000\\"]"#,
    ),
    (
        "let out = ''; for (const line of lines) out += `\n\t- one ${line}\n\t- 'two' \"${line}\"\n`; return [out.length, out.slice(0, 42)]",
        r#"[8200,"\n\t- one line 00000\n\t- 'two' \"line 00000\"\n\n"]"#,
    ),
    (
        "const f = (x: string[]) => {for (const y of x) x = [y]; return x}; return f(lines).length",
        "1",
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
    for (added, column) in [
        ("out += row.a;", 14),
        ("out += `${row.a}\\n`;", 17),
        ("out += 'a' + row.a + ',' + row.a;", 20),
        ("out = out + 'a' + row.a;", 25),
    ] {
        let source = format!(
            "let out = '';\n[{{ a: 'x' }}, null].forEach(row => {{\n  {added}\n}});\nreturn out"
        );
        let result = run_for(&source);
        let place = format!("line 3, column {column}");
        assert!(result.contains(&place) && result.contains("`row` is null"), "{added}: {result}");
    }
}

/// 200 MB of copies for each, were they quadratic; and what is read in between is not copied either.
#[test]
fn code_11_growing_texts_are_linear() {
    for source in [
        "let out = ''; for (let i = 0; i < 60000; i++) out += 'all well here, '; return out.length",
        "let out = ''; for (let i = 0; out.length < 900000; i++) out += 'all well here, '; return out.length",
        "let out = ''; Array.from({ length: 60000 }).forEach(() => { out = out + 'all well' + ' here, ' }); return out.length",
        "let out = ''; Array.from({ length: 60000 }).forEach((_, i) => out += `all well${' here'}, `); return out.length",
        "let out = ''; const add = (text: string) => { if (out.length < 900000) out += text }; Array.from({ length: 90000 }).forEach(() => { add('all well here, ') }); return out.length",
    ] {
        let started = Instant::now();
        assert_eq!(run_for(source), "900000", "{source}");
        assert!(started.elapsed() < Duration::from_secs(5), "{source}: {:?}", started.elapsed());
    }
}
