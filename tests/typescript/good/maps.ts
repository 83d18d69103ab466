const counts = await tools.tag_counts({});
const most = Object.entries(counts).sort(([, left], [, right]) => right - left)[0];
let total = 0;
for (const tag of Object.keys(counts)) {
  total += counts[tag] ?? 0;
}
return { most: most?.[0], total };
