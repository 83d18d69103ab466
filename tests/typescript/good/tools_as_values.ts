const call = async <N extends ToolName>(name: N, args: ToolArgsMap[N]): Promise<ToolOutputMap[N]> => tools[name](args);
const sum: number = await call("add", { a: 1, b: 2 });
const found = await call("find_notes", { text: "Bread" });
const twice = async (add: typeof tools.add, n: number) => add({ a: n, b: n });
const names: ToolName[] = ["add", "get-logs"];
const { area, shape_at: shapeAt } = tools;
const size = await area({ shape: await shapeAt({ at: [1, 2] }) });
return { sum, titles: found.map((note) => note.title), four: await twice(tools.add, 2), names, size };
