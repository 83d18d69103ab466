//// lines and split
const text = await tools.read_file({ path: "notes.txt" });
return text.split("\n").filter(Boolean).map(l => l.split(":")[0]);
//= {"logs":[],"result":["TODO","Done","TODO","Idea"]}
//// a CSV
const [head, ...rows] = (await tools.read_file({ path: "orders.csv" })).trim().split("\n").map(l => l.split(","));
const orders = rows.map(r => Object.fromEntries(head.map((h, i) => [h, r[i]])));
return orders.reduce((s, o) => s + parseFloat(o.amount), 0).toFixed(2);
//= {"logs":[],"result":"415.49"}
//// a log with named groups
const log = await tools.read_file({ path: "app.log" });
const levels: Record<string, number> = {};
for (const { groups } of log.matchAll(/^(?<date>\S+) (?<time>\S+) (?<level>[A-Z]+) (?<text>.*)$/gm)) levels[groups!.level] = (levels[groups!.level] ?? 0) + 1;
return levels;
//= {"logs":[],"result":{"INFO":2,"ERROR":2,"WARN":1}}
//// match and replace
const t = await tools.read_file({ path: "notes.txt" });
return [t.match(/\d{4}-\d{2}-\d{2}/)?.[0], t.replace(/TODO/g, "done").slice(0, 9), t.replaceAll("o", "0").length, t.search(/Idea/)];
//= {"logs":[],"result":["2024-04-01","done: buy",77,64]}
//// a replacer function
return "snake_case_name".replace(/_(\w)/g, (_, c) => c.toUpperCase());
//= {"logs":[],"result":"snakeCaseName"}
//// JSON with a fallback
const parse = (s: string) => { try { return JSON.parse(s); } catch { return null; } };
const [a, b] = await Promise.all(["config.json", "broken.json"].map(path => tools.read_file({ path })));
return [parse(a)?.nested.deep, parse(b)];
//= {"logs":[],"result":[true,null]}
//// JSON.stringify with indent
return JSON.stringify({ a: [1, { b: null }], c: undefined }, null, 2);
//= {"logs":[],"result":"{\n  \"a\": [\n    1,\n    {\n      \"b\": null\n    }\n  ]\n}"}
//// JSON.stringify with a replacer
return JSON.stringify({ a: 1, secret: 2, d: new Date(0) }, (k, v) => k === "secret" ? undefined : v);
//= {"logs":[],"result":"{\"a\":1,\"d\":\"1970-01-01T00:00:00.000Z\"}"}
//// a frequency of words
const words = "the cat the dog a cat the end".split(/\s+/);
return Object.entries(words.reduce((m: any, w) => (m[w] = (m[w] || 0) + 1, m), {})).sort((a: any, b: any) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 2);
//= {"logs":[],"result":[["the",3],["cat",2]]}
//// lookbehind
return "cost: $12 and $7".match(/(?<=\$)\d+/g);
//= {"logs":[],"result":["12","7"]}
//// code points
return [[..."a😀b"].length, "a😀b".length, "é".normalize("NFD").length, "日本".codePointAt(0), String.fromCodePoint(128512)];
//= {"logs":[],"result":[3,4,2,26085,"😀"]}
//// a tagged template
const tag = (s: TemplateStringsArray, ...v: unknown[]) => s.raw.map((p, i) => p + (i < v.length ? `[${v[i]}]` : "")).join("");
return tag`a${1}\n${"x"}`;
//= {"logs":[],"result":"a[1]\\n[x]"}
//// URL and its parameters
const u = new URL("https://example.com/a?x=1&y=2#z"); u.searchParams.set("x", "9"); return [u.href, u.pathname, u.hash, encodeURIComponent("a b&c")];
//= {"logs":[],"result":["https://example.com/a?x=9&y=2#z","/a","#z","a%20b%26c"]}
//// text to bytes and back
const bytes = new TextEncoder().encode("héé"); return [bytes.length, new TextDecoder().decode(bytes), btoa("hi"), atob("aGk=")];
//= {"logs":[],"result":[5,"héé","aGk=","hi"]}
//// truncate
const cut = (s: string, n = 8) => s.length > n ? s.slice(0, n - 1) + "…" : s;
return (await tools.list_issues({})).items.map(i => cut(i.title));
//= {"logs":[],"result":["Login f…","Dark mo…","Crash w…"]}
//// a template that is filled in
const fill = (t: string, v: Record<string, unknown>) => t.replace(/\{(\w+)\}/g, (all, k) => k in v ? String(v[k]) : all);
return fill("Hi {name}, {count} new, {other}", { name: "Ada", count: 2 });
//= {"logs":[],"result":"Hi Ada, 2 new, {other}"}
//// lines that are numbered
return (await tools.read_file({ path: "src/main.rs" })).trimEnd().split("\n").map((l, i) => `${String(i + 1).padStart(2, "0")} ${l.trim()}`);
//= {"logs":[],"result":["01 fn main() {","02 println!(\"hi\");","03 }"]}
//// extensions of files
return (await tools.list_files()).map(f => f.split(".").pop()).filter((e, i, all) => all.indexOf(e) === i).join(",");
//= {"logs":[],"result":"txt,csv,log,json,rs"}
//// search then details
const found = await tools.search({ query: "S" });
const details = await Promise.all(found.slice(0, 2).map(({ id }) => tools.get_issue({ id })));
return details.map(d => ({ id: d.id, open: d.state === "open" }));
//= {"logs":[],"result":[{"id":1,"open":true},{"id":3,"open":true}]}
//// a slug
const slug = (s: string): string => s.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
return slug("  Docs: typo in README! ");
//= {"logs":[],"result":"docs-typo-in-readme"}
