//// dependent calls then an object
const issue = await tools.get_issue({ id: 1 });
const author = await tools.get_user({ login: issue.author });
return { title: issue.title, by: author.name };
//= {"logs":[],"result":{"title":"Login fails on Safari","by":"Ada Lovelace"}}
//// all with destructuring
const [users, files, one] = await Promise.all([tools.list_users(), tools.list_files(), tools.get_issue({ id: 3 })]);
return { users: users.length, files: files.length, one: one.points };
//= {"logs":[],"result":{"users":3,"files":6,"one":13}}
//// map async
const ids: number[] = [1, 2, 3];
const titles = await Promise.all(ids.map(async (id) => (await tools.get_issue({ id })).title));
return titles;
//= {"logs":[],"result":["Login fails on Safari","Dark mode","Crash when saving"]}
//// destructured tools
const { get_user, list_users } = tools;
const users = await list_users();
const all = await Promise.all(users.map(u => get_user({ login: u.login })));
return all.map(u => u.email ?? "none");
//= {"logs":[],"result":["ada@example.com","none","linus@example.com"]}
//// a name with a hyphen
return await tools["send-message"]({ to: "ada", text: "héllo 😀" });
//= {"logs":[],"result":{"to":"ada","length":8}}
//// a helper below its use
return await titleOf(4);
async function titleOf(id: number): Promise<string> { return (await tools.get_issue({ id })).title; }
//= {"logs":[],"result":"Docs: typo in README"}
//// chunked batches
const ids = [1, 2, 3, 4, 5, 6, 7];
const out: string[] = [];
for (let i = 0; i < ids.length; i += 3) {
  const chunk = ids.slice(i, i + 3);
  const got = await Promise.all(chunk.map(id => tools.get_issue({ id })));
  console.log(`batch ${i / 3 + 1}: ${got.length}`);
  out.push(...got.map(g => g.state));
}
return out;
//= {"logs":["batch 1: 3","batch 2: 3","batch 3: 1"],"result":["open","closed","open","closed","open","open","open"]}
//// a call by a computed name
const name = ["get", "user"].join("_") as keyof typeof tools;
return (await (tools as any)[name]({ login: "linus" })).team;
//= {"logs":[],"result":"docs"}
//// race with a timer
const timeout = new Promise((_, reject) => setTimeout(() => reject(new Error("too slow")), 5000));
return (await Promise.race([tools.get_issue({ id: 5 }), timeout]) as any).title;
//= {"logs":[],"result":"Slow search"}
//// any takes the first that works
return (await Promise.any([tools.get_issue({ id: 99 }), tools.get_issue({ id: 2 })])).id;
//= {"logs":[],"result":2}
//// then chains
return tools.list_users().then(users => users.filter(u => u.team === "core")).then(core => core.length);
//= {"logs":[],"result":2}
//// create then count
const made = [];
for (const title of ["a", "b", "c"]) made.push(await tools.create_issue({ title, labels: ["new"] }));
return made.map(({ id, title }) => `${id}:${title}`);
//= {"logs":[],"result":["100:a","101:b","102:c"]}
//// names of the tools
return Object.keys(tools).length;
//= {"logs":[],"result":10}
//// a reduce over promises
const sum = await [1, 2, 3].reduce(async (before, id) => (await before) + (await tools.get_issue({ id })).points, Promise.resolve(0));
return sum;
//= {"logs":[],"result":26}
//// for await over calls
const out: number[] = [];
for await (const issue of [1, 2].map(id => tools.get_issue({ id }))) out.push(issue.points);
return out;
//= {"logs":[],"result":[5,8]}
//// limited workers over a queue
const queue = [1, 2, 3, 4, 5, 6, 7];
const results: Record<number, string> = {};
async function worker() { while (queue.length) { const id = queue.shift()!; results[id] = (await tools.get_issue({ id })).author; } }
await Promise.all(Array.from({ length: 3 }, worker));
return results;
//= {"logs":[],"result":{"1":"ada","2":"grace","3":"ada","4":"linus","5":"grace","6":"zoë","7":"linus"}}
