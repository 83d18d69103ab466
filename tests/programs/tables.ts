//// group by with nullish assignment
const { items } = await tools.list_issues({ limit: 50 });
const by: Record<string, string[]> = {};
for (const i of items) (by[i.author] ??= []).push(i.title);
return by;
//= {"logs":[],"result":{"ada":["Login fails on Safari","Crash when saving"],"grace":["Dark mode","Slow search"],"linus":["Docs: typo in README","Export to CSV"],"zoë":["Ünïcode 日本 titles"]}}
//// group by with a Map
const { items } = await tools.list_issues({ limit: 50 });
const by = new Map<string, number>();
for (const i of items) by.set(i.state, (by.get(i.state) ?? 0) + i.points);
return Object.fromEntries(by);
//= {"logs":[],"result":{"open":28,"closed":9}}
//// Object.groupBy (ours)
const { items } = await tools.list_issues({ limit: 50 });
const by = Object.groupBy(items, i => i.points > 4 ? "big" : "small");
return Object.entries(by).map(([k, v]) => [k, v!.length]);
//= {"logs":[],"result":[["big",4],["small",3]]}
//// a join by Map
const [{ items }, users] = await Promise.all([tools.list_issues({ limit: 9 }), tools.list_users()]);
const names = new Map(users.map(u => [u.login, u] as const));
return items.map(i => `${i.title} (${names.get(i.author)?.name ?? "?"})`);
//= {"logs":[],"result":["Login fails on Safari (Ada Lovelace)","Dark mode (Grace Hopper)","Crash when saving (Ada Lovelace)","Docs: typo in README (Linus Torvalds)","Slow search (Grace Hopper)","Ünïcode 日本 titles (?)","Export to CSV (Linus Torvalds)"]}
//// dedupe by Set
const { items } = await tools.list_issues({ limit: 50 });
return [...new Set(items.flatMap(i => i.labels))].sort();
//= {"logs":[],"result":["auth","bug","feature","performance"]}
//// top three
const { items } = await tools.list_issues({ limit: 50 });
return items.sort((a, b) => b.points - a.points || a.id - b.id).slice(0, 3).map(({ id, points }) => ({ id, points }));
//= {"logs":[],"result":[{"id":3,"points":13},{"id":2,"points":8},{"id":1,"points":5}]}
//// sort by text
return (await tools.list_users()).map(u => u.name).sort((a, b) => a.localeCompare(b));
//= {"logs":[],"result":["Ada Lovelace","Grace Hopper","Linus Torvalds"]}
//// count with reduce
const { items } = await tools.list_issues({ limit: 50 });
return items.flatMap(i => i.labels).reduce((acc, l) => ({ ...acc, [l]: (acc[l] || 0) + 1 }), {} as Record<string, number>);
//= {"logs":[],"result":{"bug":4,"auth":1,"feature":2,"performance":1}}
//// entries and fromEntries
const issue = await tools.get_issue({ id: 1 });
return Object.fromEntries(Object.entries(issue).filter(([, v]) => typeof v !== "object").map(([k, v]) => [k.toUpperCase(), String(v)]));
//= {"logs":[],"result":{"ID":"1","TITLE":"Login fails on Safari","STATE":"open","AUTHOR":"ada","POINTS":"5","CREATED":"2024-01-15T09:30:00Z"}}
//// optional chaining
const { items } = await tools.list_issues({ limit: 50 });
return items.map(i => i.milestone?.name ?? null);
//= {"logs":[],"result":["v1",null,"v2",null,"v1",null,"v2"]}
//// pick and rest
const { labels, milestone, ...rest } = await tools.get_issue({ id: 2 });
return rest;
//= {"logs":[],"result":{"id":2,"title":"Dark mode","state":"closed","author":"grace","points":8,"created":"2024-01-20T14:00:00Z"}}
//// statistics
const { items } = await tools.list_issues({ limit: 50 });
const p = items.map(i => i.points).sort((a, b) => a - b);
const mean = p.reduce((a, b) => a + b, 0) / p.length;
return { min: Math.min(...p), max: Math.max(...p), mean: +mean.toFixed(2), median: p[p.length >> 1] };
//= {"logs":[],"result":{"min":1,"max":13,"mean":5.29,"median":5}}
//// some every find
const { items } = await tools.list_issues({ limit: 50 });
return [items.some(i => i.points > 10), items.every(i => i.id), items.find(i => i.author === "zoë")?.id, items.findLast(i => i.state === "closed")?.id, items.at(-1).id];
//= {"logs":[],"result":[true,true,6,4,7]}
//// a set difference
const a = new Set([1, 2, 3, 4]), b = new Set([2, 4]);
return [...a].filter(x => !b.has(x));
//= {"logs":[],"result":[1,3]}
//// a matrix
const m = Array.from({ length: 3 }, (_, r) => Array.from({ length: 3 }, (_, c) => r * 3 + c));
return m[0].map((_, c) => m.map(row => row[c]));
//= {"logs":[],"result":[[0,3,6],[1,4,7],[2,5,8]]}
//// toSorted and with
const a = [3, 1, 2]; return [a.toSorted(), a.toReversed(), a.with(0, 9), a];
//= {"logs":[],"result":[[1,2,3],[2,1,3],[9,1,2],[3,1,2]]}
//// a padded table
const users = await tools.list_users();
const w = Math.max(...users.map(u => u.name.length));
return users.map(u => u.name.padEnd(w) + " | " + u.team.padStart(6)).join("\n");
//= {"logs":[],"result":"Ada Lovelace   |   core\nGrace Hopper   |   core\nLinus Torvalds |   docs"}
//// console.table (ours)
console.table([{ a: 1, b: "x" }, { a: 2, b: "y" }]);
//= {"logs":["┌─────────┬───┬─────┐\n│ (index) │ a │ b   │\n├─────────┼───┼─────┤\n│ 0       │ 1 │ 'x' │\n│ 1       │ 2 │ 'y' │\n└─────────┴───┴─────┘"]}
//// console of nested values
console.log(await tools.get_issue({ id: 1 }));
//= {"logs":["{\n  id: 1,\n  title: 'Login fails on Safari',\n  state: 'open',\n  author: 'ada',\n  labels: [ 'bug', 'auth' ],\n  points: 5,\n  created: '2024-01-15T09:30:00Z',\n  milestone: { name: 'v1', due: '2024-03-01' }\n}"]}
//// console of collections
console.log(new Map([["a", 1]]), new Set([1, "b"]), [undefined, null], -0, 1n, Symbol("s"));
//= {"logs":["Map(1) { 'a' => 1 } Set(2) { 1, 'b' } [ undefined, null ] -0 1n Symbol(s)"]}
//// console with placeholders
console.log("%s has %d of %i, %j", "ada", 1.5, 2.9, { a: 1 });
//= {"logs":["ada has 1.5 of 2, {\"a\":1}"]}
//// a Markdown report
const { items } = await tools.list_issues({ state: "open", limit: 50 });
return `# Open\n\n${items.map((i, n) => `${n + 1}. **${i.title}** (${i.points})`).join("\n")}\n\nTotal: ${items.length}`;
//= {"logs":[],"result":"# Open\n\n1. **Login fails on Safari** (5)\n2. **Crash when saving** (13)\n3. **Slow search** (3)\n4. **Ünïcode 日本 titles** (2)\n5. **Export to CSV** (5)\n\nTotal: 5"}
//// a nested group
const { items } = await tools.list_issues({ limit: 50 });
const by: Record<string, Record<string, number>> = {};
for (const { author, state } of items) { by[author] ??= {}; by[author][state] = (by[author][state] ?? 0) + 1; }
return by;
//= {"logs":[],"result":{"ada":{"open":2},"grace":{"closed":1,"open":1},"linus":{"closed":1,"open":1},"zoë":{"open":1}}}
//// a running total
let sum = 0;
return (await tools.list_issues({ limit: 4 })).items.map(i => (sum += i.points));
//= {"logs":[],"result":[5,13,26,27]}
//// partition
const [big, small] = [5, 8, 13, 1].reduce<[number[], number[]]>(([b, s], n) => n > 4 ? [[...b, n], s] : [b, [...s, n]], [[], []]);
return { big, small };
//= {"logs":[],"result":{"big":[5,8,13],"small":[1]}}
//// zip two lists
const a = ["x", "y"], b = [1, 2];
return Object.fromEntries(a.map((k, i) => [k, b[i]]));
//= {"logs":[],"result":{"x":1,"y":2}}
//// invert a record
return Object.fromEntries(Object.entries({ a: "1", b: "2" }).map(([k, v]) => [v, k]));
//= {"logs":[],"result":{"1":"a","2":"b"}}
//// a Map sorted by value
const m = new Map([["a", 1], ["b", 3], ["c", 2]]);
return [...m].sort(([, x], [, y]) => y - x).map(([k]) => k);
//= {"logs":[],"result":["b","c","a"]}
//// dedupe by key
const rows = [{ id: 1, v: "a" }, { id: 2, v: "b" }, { id: 1, v: "c" }];
return [...new Map(rows.map(r => [r.id, r])).values()];
//= {"logs":[],"result":[{"id":1,"v":"c"},{"id":2,"v":"b"}]}
//// percentages
const { items } = await tools.list_issues({ limit: 50 });
const open = items.filter(i => i.state === "open").length;
return `${(open / items.length * 100).toFixed(1)}% open`;
//= {"logs":[],"result":"71.4% open"}
//// a histogram of stars
return [3, 1, 2].map((n, i) => `${i + 1}: ${"*".repeat(n)}`).join("; ");
//= {"logs":[],"result":"1: ***; 2: *; 3: **"}
//// users without issues
const [{ items }, users] = await Promise.all([tools.list_issues({ state: "closed" }), tools.list_users()]);
const busy = new Set(items.map(i => i.author));
return users.filter(({ login }) => !busy.has(login)).map(u => u.login);
//= {"logs":[],"result":["ada"]}
