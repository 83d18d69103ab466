//// retry
async function retry<T>(f: () => Promise<T>, times = 3): Promise<T> {
  for (let i = 1; ; i++) { try { return await f(); } catch (e) { if (i === times) throw e; console.log(`try ${i}: ${(e as Error).message}`); await new Promise(r => setTimeout(r, 2 ** i)); } }
}
return await retry(() => tools.flaky({ key: "db" }));
//= {"logs":["try 1: db is busy","try 2: db is busy"],"result":{"key":"db","tries":3}}
//// per-item errors
const errors: { id: number; error: string }[] = [], ok: number[] = [];
for (const id of [1, 98, 2, 99]) { try { ok.push((await tools.get_issue({ id })).id); } catch (e: any) { errors.push({ id, error: e.message }); } }
return { ok, errors };
//= {"logs":[],"result":{"ok":[1,2],"errors":[{"id":98,"error":"there is no issue 98"},{"id":99,"error":"there is no issue 99"}]}}
//// all settled
const settled = await Promise.allSettled([1, 99, 3].map(id => tools.get_issue({ id })));
return settled.map(s => s.status === "fulfilled" ? s.value.title : `failed: ${s.reason.message}`);
//= {"logs":[],"result":["Login fails on Safari","failed: there is no issue 99","Crash when saving"]}
//// the class of the error
try { await tools.get_user({ login: "nobody" }); } catch (e) { return [e instanceof ToolCallError, e instanceof Error, e.name, e.toolName, e.message]; }
//= {"logs":[],"result":[true,true,"ToolCallError","get_user","there is no user nobody"]}
//// catch in a chain
const user = await tools.get_user({ login: "nobody" }).catch(() => null);
return user?.name ?? "unknown";
//= {"logs":[],"result":"unknown"}
//// finally
const log: string[] = [];
try { log.push("try"); await tools.read_file({ path: "missing" }); } catch { log.push("catch"); } finally { log.push("finally"); }
return log;
//= {"logs":[],"result":["try","catch","finally"]}
//// a class of its own (ours)
class NotFound extends Error { constructor(readonly id: number) { super(`no ${id}`); this.name = "NotFound"; } }
return 1;
//= fails: a parameter that declares a property is code, not a type
//// an error class with a cause
class NotFound extends Error { id: number; constructor(id: number, cause: unknown) { super(`no ${id}`, { cause }); this.name = "NotFound"; this.id = id; } }
try { try { await tools.get_issue({ id: 50 }); } catch (e) { throw new NotFound(50, e); } } catch (e: any) { return [e.name, e.id, e.cause.message, String(e)]; }
//= {"logs":[],"result":["NotFound",50,"there is no issue 50","NotFound: no 50"]}
//// an error that nobody catches
await tools.get_issue({ id: 77 });
//= fails: there is no issue 77
//// an error of the program
throw new Error("I give up");
//= fails: I give up
//// an aggregate
try { await Promise.any([tools.get_issue({ id: 90 }), tools.get_issue({ id: 91 })]); } catch (e) { return [e.constructor.name, e.errors.map(x => x.message)]; }
//= {"logs":[],"result":["AggregateError",["there is no issue 90","there is no issue 91"]]}
//// an empty title
const made = await Promise.all(["x", ""].map(title => tools.create_issue({ title }).then(i => i.id, e => e.message)));
return made;
//= {"logs":[],"result":[100,"the title is empty"]}
//// partial results then a fallback
let config; try { config = JSON.parse(await tools.read_file({ path: "broken.json" })); } catch (e) { console.warn("bad config:", e instanceof SyntaxError); config = { retries: 1 }; }
return config;
//= {"logs":["bad config: true"],"result":{"retries":1}}
