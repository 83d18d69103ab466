let total = 0;
for (const id of [1, 2, 3]) {
  const note = await tools.read_note({ id });
  if (note === null) continue;
  total = await tools.add({ a: total, b: note.tags.length });
}
let number = 0;
while (number < 3) {
  number = await tools.add({ a: number, b: 1 });
}
return { total, number };
