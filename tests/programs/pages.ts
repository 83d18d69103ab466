//// do while
let cursor: string | null | undefined;
const all: any[] = [];
do {
  const page = await tools.list_issues(cursor ? { cursor } : {});
  all.push(...page.items);
  cursor = page.next_cursor;
} while (cursor);
return all.map(i => i.id);
//= {"logs":[],"result":[1,2,3,4,5,6,7]}
//// while true with break
const ids = []; let cursor;
while (true) {
  const { items, next_cursor } = await tools.list_issues({ state: "open", limit: 2, ...(cursor && { cursor }) });
  for (const { id } of items) ids.push(id);
  if (!next_cursor) break;
  cursor = next_cursor;
}
return { ids, count: ids.length };
//= {"logs":[],"result":{"ids":[1,3,5,6,7],"count":5}}
//// a generator of pages
async function* pages() { let cursor: string | null = "0"; while (cursor !== null) { const page = await tools.list_issues({ cursor }); yield page.items; cursor = page.next_cursor; } }
let total = 0;
for await (const items of pages()) total += items.length;
return total;
//= {"logs":[],"result":7}
//// recursion
const collect = async (cursor = "0"): Promise<any[]> => { const p = await tools.list_issues({ cursor, limit: 4 }); return p.next_cursor ? [...p.items, ...(await collect(p.next_cursor))] : p.items; };
return (await collect()).reduce((s, i) => s + i.points, 0);
//= {"logs":[],"result":37}
//// a cap of pages
let cursor = "0", pages = 0;
for (; pages < 2 && cursor; pages++) cursor = (await tools.list_issues({ cursor, limit: 1 })).next_cursor;
return { pages, cursor };
//= {"logs":[],"result":{"pages":2,"cursor":"2"}}
//// a label out of two loops
let found = null, cursor: any = "0";
outer: while (cursor) {
  const page = await tools.list_issues({ cursor });
  for (const issue of page.items) if (issue.labels.includes("performance")) { found = issue.title; break outer; }
  cursor = page.next_cursor;
}
return found;
//= {"logs":[],"result":"Slow search"}
