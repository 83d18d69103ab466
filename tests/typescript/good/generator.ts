async function* pages(size: number) {
  for (let limit = size; ; limit += size) {
    const found = await tools.find_notes({ text: "", limit });
    yield found.slice(limit - size);
    if (found.length < limit) return;
  }
}
const ids: number[] = [];
for await (const page of pages(2)) ids.push(...page.map((note) => note.id));
return ids;
