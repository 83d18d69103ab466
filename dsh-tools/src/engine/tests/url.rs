//! `URL` and `URLSearchParams`, compared with what Node gives for the same program.

use super::*;

#[test]
fn code_11_urls_are_taken_apart() {
    gives(&[
        (
            "const u = new URL('https://me:p%40ss@Example.COM:8080/a/./b/../c%20d?q=1&r=%C3%A9#top'); return [u.href, u.origin, u.protocol, u.username, u.password, u.host, u.hostname, u.port, u.pathname, u.search, u.hash]",
            r##"["https://me:p%40ss@example.com:8080/a/c%20d?q=1&r=%C3%A9#top","https://example.com:8080","https:","me","p%40ss","example.com:8080","example.com","8080","/a/c%20d","?q=1&r=%C3%A9","#top"]"##,
        ),
        (
            "const u = new URL('  http://a.b:80  '); return [u.href, u.port, u.search, u.hash]",
            r#"["http://a.b/","","",""]"#,
        ),
        (
            "const u = new URL('mailto:x@y.z?subject=hi'); return [u.href, u.origin, u.host, u.pathname, u.search]",
            r#"["mailto:x@y.z?subject=hi","null","","x@y.z","?subject=hi"]"#,
        ),
        (
            "return ['https://日本.jp/ä?ö#ü', 'http://0x7f.1/', 'http://[::1]:3000/', 'file:///C:/a/../b', 'HTTPS:a.b', 'blob:https://a.b/1', 'javascript:alert(1)', 'ws://a.b:80/'].map(t => { const u = new URL(t); return [u.href, u.origin] })",
            r#"[["https://xn--wgv71a.jp/%C3%A4?%C3%B6#%C3%BC","https://xn--wgv71a.jp"],["http://127.0.0.1/","http://127.0.0.1"],["http://[::1]:3000/","http://[::1]:3000"],["file:///C:/b","null"],["https://a.b/","https://a.b"],["blob:https://a.b/1","https://a.b"],["javascript:alert(1)","null"],["ws://a.b/","ws://a.b"]]"#,
        ),
        (
            r#"return new URL('http://a.b/x y"<>`{}|^[]?x y"<>`{}|\'#x y"<>`{}|').href"#,
            r#""http://a.b/x%20y%22%3C%3E%60%7B%7D|^[]?x%20y%22%3C%3E`{}|%27#x%20y%22%3C%3E%60{}|""#,
        ),
        (
            "return [new URL('http://a.b/?').href, new URL('http://a.b/?').search, new URL('http://a.b/#').hash]",
            r#"["http://a.b/?","",""]"#,
        ),
        (
            "return [`${new URL('http://a.b')}`, new URL('http://a.b').toString(), new URL('http://a.b').toJSON(), JSON.stringify({ u: new URL('http://a.b') })]",
            r#"["http://a.b/","http://a.b/","http://a.b/","{\"u\":\"http://a.b/\"}"]"#,
        ),
        (r"return new URL('http://a.b/\ud800x').href", r#""http://a.b/%EF%BF%BDx""#),
    ]);
}

#[test]
fn code_11_urls_are_resolved_against_a_base() {
    gives(&[
        (
            "return ['c', './c', '../c', '/c', '//c', '?c', '#c', '', 'http:c', 'https://c', 'a/../../../c'].map(t => new URL(t, 'http://x.y/a/b?q#h').href)",
            r#"["http://x.y/a/c","http://x.y/a/c","http://x.y/c","http://x.y/c","http://c/","http://x.y/a/b?c","http://x.y/a/b?q#c","http://x.y/a/b?q","http://x.y/a/c","https://c/","http://x.y/c"]"#,
        ),
        ("return new URL('d', new URL('http://x.y/a/b/c')).href", r#""http://x.y/a/b/d""#),
        (
            "return new URL({ toString() { return 'p' } } as any, 'http://x.y').href",
            r#""http://x.y/p""#,
        ),
        (
            "return [URL.canParse('x'), URL.canParse('x', 'http://a.b'), URL.canParse('http://a.b'), URL.canParse('http://a b'), URL.canParse('x', 'y')]",
            "[false,true,true,false,false]",
        ),
        (
            "return [new URL('http://a.b', undefined).href, new URL('../../x', 'file:///a/b/c').href]",
            r#"["http://a.b/","file:///x"]"#,
        ),
    ]);
}

#[test]
fn code_11_urls_change_part_by_part() {
    gives(&[
        (
            "const u = new URL('http://a.b/p'); u.protocol = 'https'; u.username = 'me@'; u.password = 'p:'; u.host = 'c.d:81'; u.pathname = 'x y/../z'; u.search = 'k=v w'; u.hash = 'h i'; return u.href",
            r#""https://me%40:p%3A@c.d:81/z?k=v%20w#h%20i""#,
        ),
        (
            "const u = new URL('http://a.b:81/p?q#h'); u.search = ''; u.hash = ''; u.port = ''; return [u.href, u.host]",
            r#"["http://a.b/p","a.b"]"#,
        ),
        (
            "const u = new URL('http://a.b:81/'); u.hostname = 'c.d'; u.port = '443'; u.protocol = 'https:'; return [u.href, u.port]",
            r#"["https://c.d/",""]"#,
        ),
        (
            "const u = new URL('http://a.b/'); u.port = '99999'; u.port = 'x'; u.protocol = 'mailto'; u.host = ''; u.hostname = 'a b'; return u.href",
            r#""http://a.b/""#,
        ),
        (
            "const u = new URL('http://a.b/'); u.port = '8080x'; u.search = '?a=?b'; u.hash = '##c'; return u.href",
            r#""http://a.b:8080/?a=?b##c""#,
        ),
        (
            "const u = new URL('http://a.b/'); u.href = 'https://c.d/e'; try { u.href = 'nope' } catch (e) { return [u.href, e.name] }",
            r#"["https://c.d/e","TypeError"]"#,
        ),
        (
            "const u: any = new URL('http://a.b/'); try { u.origin = 'x' } catch (e) { return e.name }",
            r#""TypeError""#,
        ),
        (
            "const u: any = new URL('http://a.b/'); try { u.searchParams = 'x' } catch (e) { return e.name }",
            r#""TypeError""#,
        ),
        (
            "const u: any = new URL('mailto:a'); u.pathname = 'b'; u.host = 'c'; u.username = 'd'; u.port = 1; u.search = 'q'; return u.href",
            r#""mailto:a?q""#,
        ),
        (
            "const u: any = new URL('http://a.b'); u.port = 8080; u.pathname = 5; u.search = null; return u.href",
            r#""http://a.b:8080/5?null""#,
        ),
    ]);
}

#[test]
fn code_11_urls_and_their_parameters_follow_each_other() {
    gives(&[
        (
            "const u = new URL('http://a.b/?a=1#h'); const p = u.searchParams; p.append('b', 'x y'); return [u.href, u.search, u.searchParams === p]",
            r#"["http://a.b/?a=1&b=x+y#h","?a=1&b=x+y",true]"#,
        ),
        (
            "const u = new URL('http://a.b/?a=1'); const p = u.searchParams; u.search = '?c=3'; const first = [...p]; u.href = 'http://c.d/?e=5'; return [first, [...p], p === u.searchParams]",
            r#"[[["c","3"]],[["e","5"]],true]"#,
        ),
        (
            "const u = new URL('http://a.b/?a=1'); u.searchParams.delete('a'); return [u.href, u.search]",
            r#"["http://a.b/",""]"#,
        ),
        (
            "const u = new URL('http://a.b/?a=~&b'); const read = [u.searchParams.get('a'), u.href]; u.searchParams.delete('none'); return [...read, u.href]",
            r#"["~","http://a.b/?a=~&b","http://a.b/?a=%7E&b="]"#,
        ),
        (
            "const u = new URL('http://a.b/?z=1&a=2'); u.searchParams.sort(); u.hash = 'h'; return u.toString()",
            r#""http://a.b/?a=2&z=1#h""#,
        ),
        (
            "const u = new URL('http://a.b/?a=1'); u.searchParams.set('a', '2'); u.pathname = '/p'; const v = new URL(u); u.searchParams.set('a', '3'); return [JSON.stringify(u), v.href]",
            r#"["\"http://a.b/p?a=3\"","http://a.b/p?a=2"]"#,
        ),
        (
            "const u = new URL('http://a.b/'); u.searchParams.append('a', '1'); u.search = 'b=2'; u.searchParams.append('c', '3'); return u.href",
            r#""http://a.b/?b=2&c=3""#,
        ),
        (
            "const u = new URL('http://a.b/?a=1'); const p = new URLSearchParams(u.searchParams); p.set('a', '2'); return [u.href, String(p)]",
            r#"["http://a.b/?a=1","a=2"]"#,
        ),
    ]);
}

#[test]
fn code_11_urls_parameters_are_made_of_many_things() {
    gives(&[
        (
            "return ['', '?a=1', '??a=1', 'a&b=&=c&&d=e=f', 'a=b+c%20d%2B', '%ff=%zz', 'é=😀'].map(t => { const p = new URLSearchParams(t); return [String(p), [...p]] })",
            r#"[["",[]],["a=1",[["a","1"]]],["%3Fa=1",[["?a","1"]]],["a=&b=&=c&d=e%3Df",[["a",""],["b",""],["","c"],["d","e=f"]]],["a=b+c+d%2B",[["a","b c d+"]]],["%EF%BF%BD=%25zz",[["�","%zz"]]],["%C3%A9=%F0%9F%98%80",[["é","😀"]]]]"#,
        ),
        (
            "return [String(new URLSearchParams({ a: 1, b: 'x&y', c: null, 2: true } as any)), String(new URLSearchParams([['a', 'b'], new Set(['c', 'd'])] as any)), String(new URLSearchParams(new Map([['k', 'v']]) as any))]",
            r#"["2=true&a=1&b=x%26y&c=null","a=b&c=d","k=v"]"#,
        ),
        (
            "return [new URLSearchParams().size, new URLSearchParams(undefined).size, String(new URLSearchParams(5 as any)), new URLSearchParams({}).size]",
            r#"[0,0,"5=",0]"#,
        ),
        (
            "function* g() { yield ['a', 1]; yield ['a', 2] } return String(new URLSearchParams(g() as any))",
            r#""a=1&a=2""#,
        ),
        (
            r"return String(new URLSearchParams({ '\ud800': 'a', '\udc00': 'b', c: '\ud800' }))",
            r#""%EF%BF%BD=b&c=%EF%BF%BD""#,
        ),
        (
            "return [[['a']], [['a', 'b', 'c']], [1], { [Symbol.iterator]: 1 }, [null]].map((init: any) => { try { new URLSearchParams(init); return 'made' } catch (e) { return e.message } })",
            r#"["Each query pair must be an iterable [name, value] tuple","Each query pair must be an iterable [name, value] tuple","Each query pair must be an iterable [name, value] tuple","Query pairs must be iterable","Each query pair must be an iterable [name, value] tuple"]"#,
        ),
        (
            "let closed = 0; const pairs = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { closed++; return {} } }) }; try { new URLSearchParams(pairs as any) } catch { return closed }",
            "1",
        ),
        ("return String(new URLSearchParams(new Proxy({ a: '1', b: '2' }, {})))", r#""a=1&b=2""#),
    ]);
}

#[test]
fn code_11_urls_parameters_are_read_and_changed() {
    gives(&[
        (
            "const p = new URLSearchParams('a=1&b=2&a=3'); return [p.get('a'), p.get('x'), p.getAll('a'), p.getAll('x'), p.has('b'), p.has('x'), p.has('a', '3'), p.has('a', '9'), p.has('b', undefined), p.size]",
            r#"["1",null,["1","3"],[],true,false,true,false,true,3]"#,
        ),
        (
            "const p = new URLSearchParams('a=1&b=2&a=3&a=1'); p.delete('a', '1'); const once = String(p); p.delete('a', undefined); return [once, String(p)]",
            r#"["b=2&a=3","b=2"]"#,
        ),
        (
            "const p = new URLSearchParams('a=1&b=2&a=3'); p.set('a', '4'); p.set('c', '5'); p.append('b', '6'); return [String(p), p.size]",
            r#"["a=4&b=2&c=5&b=6",4]"#,
        ),
        (
            r"const p = new URLSearchParams('z=1&a=2&z=0&\ufb03=3&🌈=4&a=1'); p.sort(); return [...p.keys()].concat([...p.values()])",
            r#"["a","a","z","z","🌈","ﬃ","2","1","1","0","4","3"]"#,
        ),
        (
            r"const p = new URLSearchParams(); p.append('k e', 'v&=+~!\'()*-._'); return String(p)",
            r#""k+e=v%26%3D%2B%7E%21%27%28%29*-._""#,
        ),
        (
            "const p: any = new URLSearchParams('a=1'); return ['append', 'delete', 'get', 'getAll', 'has', 'set'].map(m => { try { return p[m]() } catch (e) { return e.message } })",
            r#"["The \"name\" and \"value\" arguments must be specified","The \"name\" argument must be specified","The \"name\" argument must be specified","The \"name\" argument must be specified","The \"name\" argument must be specified","The \"name\" and \"value\" arguments must be specified"]"#,
        ),
        (
            "const p: any = new URLSearchParams(); p.append('a', undefined); p.append(null, 1); return String(p)",
            r#""a=undefined&null=1""#,
        ),
    ]);
}

#[test]
fn code_11_urls_parameters_can_be_walked() {
    gives(&[
        (
            "const p = new URLSearchParams('a=1&b=2'); return [[...p], [...p.entries()], [...p.keys()], [...p.values()], p[Symbol.iterator] === p.entries, Object.fromEntries(p)]",
            r#"[[["a","1"],["b","2"]],[["a","1"],["b","2"]],["a","b"],["1","2"],true,{"a":"1","b":"2"}]"#,
        ),
        (
            "const p = new URLSearchParams('a=1&b=2'); const seen: any[] = []; p.forEach(function (value, name, all) { seen.push([this.x, name, value, all === p]) }, { x: 1 }); return seen",
            r#"[[1,"a","1",true],[1,"b","2",true]]"#,
        ),
        (
            "const p = new URLSearchParams('a=1&b=2&c=3'); const seen: any[] = []; for (const [name] of p) { seen.push(name); p.delete(name) } return [seen, String(p)]",
            r#"[["a","c"],"b=2"]"#,
        ),
        (
            "const p = new URLSearchParams('a=1'); const i = p.keys(); return [i.next(), i.next().done, i[Symbol.iterator]() === i, String(i), String(new URL('a:b')), Object.prototype.toString.call(p)]",
            r#"[{"value":"a","done":false},true,true,"[object URLSearchParams Iterator]","a:b","[object URLSearchParams]"]"#,
        ),
        (
            "const p = new URLSearchParams('a=1&b=2'); p.forEach((value, name) => { if (name === 'a') p.append('c', value) }); return String(p)",
            r#""a=1&b=2&c=1""#,
        ),
    ]);
}

#[test]
fn code_11_urls_are_classes() {
    gives(&[
        (
            "class Api extends URL { path(p: string) { this.pathname = p; return this } } const a = new Api('http://a.b'); return [a.path('x').href, a instanceof URL, a instanceof Api, Object.keys(a), URL.name, URLSearchParams.name]",
            r#"["http://a.b/x",true,true,[],"URL","URLSearchParams"]"#,
        ),
        ("try { return (URL as any)('http://a.b') } catch (e) { return e.name }", r#""TypeError""#),
        (
            "return [() => (URL.prototype as any).href, () => URLSearchParams.prototype.get.call({}, 'a'), () => URL.prototype.toString.call(new URLSearchParams()), () => new (URL as any)(), () => new URL(Symbol() as any)].map(f => { try { return f() } catch (e) { return e.name } })",
            r#"["TypeError","TypeError","TypeError","TypeError","TypeError"]"#,
        ),
        (
            "return [Object.keys(globalThis).includes('URL'), typeof URL, URL.length, URLSearchParams.length, delete (globalThis as any).URLSearchParams, String(new URL('http://a.b/?x=1').searchParams)]",
            r#"[false,"function",1,0,true,"x=1"]"#,
        ),
    ]);
}
