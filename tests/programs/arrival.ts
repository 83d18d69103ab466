//// a plain body
return 1 + 1;
//= {"logs":[],"result":2}
//// a fence
```ts
const { items } = await tools.list_issues({});
return items.length;
```
//= {"logs":[],"result":3}
//// a fence with prose before it
Here is the program:

```typescript
return "from the fence";
```
//= {"logs":[],"result":"from the fence"}
//// export default async function
export default async function () { return (await tools.list_users()).length; }
//= {"logs":[],"result":3}
//// export default arrow
export default async () => { return await tools.list_files(); };
//= {"logs":[],"result":["notes.txt","orders.csv","app.log","config.json","broken.json","src/main.rs"]}
//// an IIFE that is awaited
await (async () => { const u = await tools.get_user({ login: "ada" }); return u.name; })();
//= {"logs":[],"result":"Ada Lovelace"}
//// an IIFE that is not awaited
(async () => { return (await tools.get_issue({ id: 2 })).title; })();
//= {"logs":[],"result":"Dark mode"}
//// a lone arrow
async () => { const { items } = await tools.list_issues({ limit: 2 }); return items.map(i => i.id); }
//= {"logs":[],"result":[1,2]}
//// main and its call
async function main(): Promise<number> { const users = await tools.list_users(); return users.length; }
main();
//= {"logs":[],"result":3}
//// main awaited
async function main() { console.log("in main"); return { ok: true }; }
await main();
//= {"logs":["in main"],"result":{"ok":true}}
//// main returned
const main = async (): Promise<string> => "done";
return main();
//= {"logs":[],"result":"done"}
//// a trailing expression
const issue = await tools.get_issue({ id: 1 });
issue.title;
//= {"logs":[],"result":"Login fails on Safari"}
//// a trailing object in parentheses
const n = 2;
({ n, twice: n * 2 })
//= {"logs":[],"result":{"n":2,"twice":4}}
//// a trailing await
await tools.get_user({ login: "grace" })
//= {"logs":[],"result":{"login":"grace","name":"Grace Hopper","team":"core","email":null}}
//// no value
const x = 1;
//= {"logs":[]}
//// logs alone
console.log("a", 1, true);
console.log({ a: [1, 2], b: "x" });
//= {"logs":["a 1 true","{ a: [ 1, 2 ], b: 'x' }"]}
//// null is a value
return null;
//= {"logs":[],"result":null}
