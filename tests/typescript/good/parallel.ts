const [sum, found, maybe] = await Promise.all([
  tools.add({ a: 1, b: 2 }),
  tools.find_notes({ text: "a" }),
  tools.read_note({ id: 1 }),
]);
const sums: number[] = await Promise.all([1, 2, 3].map((n) => tools.add({ a: n, b: n })));
const settled = await Promise.allSettled(found.map(({ id }) => tools.delete_note({ id })));
const failed = settled.filter((each) => each.status === "rejected").length;
return sum + found.length + sums.reduce((left, right) => left + right, 0) + (maybe?.id ?? 0) + failed;
