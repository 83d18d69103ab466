const [first, ...others] = await tools.find_notes({ text: "" });
const logs = await tools["get-logs"]({});
const lines = logs.map(([number, line]) => `${number}: ${line.toUpperCase()}`);
if (first === undefined) return { lines };
const { title, tags: [tag = "none"], due: day } = first;
const text: string = title + tag;
return { text, day, lines, more: others.length };
