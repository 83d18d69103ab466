const sum = tools.add({ a: 1, b: 2 });
const more = sum + 1; // refused: TS2365
const titles = tools.find_notes({ text: "a" }).map((note) => note); // refused: TS2339 TS7006
return [more, titles];
