const read = tools["get-logs"];
const all = await read({});
const since: [number, string][] = await tools["get-logs"]({ since: 2 });
const name = "get-logs";
const third = await tools[name]({ since: 3 });
return all.length - since.length - third.length;
