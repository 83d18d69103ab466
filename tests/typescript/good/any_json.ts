const stored = await tools.store({ key: "k", value: { list: [1, "two", null, { three: true }] } });
const texts: string[] = [];
const pending: JsonValue[] = [stored];
for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
  if (typeof next === "string") texts.push(next);
  else if (Array.isArray(next)) pending.push(...next);
  else if (typeof next === "object" && next !== null) pending.push(...Object.values(next));
}
await tools.store({ key: "texts", value: texts });
return texts;
