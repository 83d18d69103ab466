const root = await tools.folders({});
const paths: string[] = [];
const pending = [{ path: "", folder: root }];
for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
  const { folder } = next;
  const path = `${next.path}/${folder.name}`;
  paths.push(path);
  pending.push(...folder.folders.map((inner) => ({ path, folder: inner })));
}
const count = (folder: typeof root): number =>
  folder.folders.reduce((sum, inner) => sum + count(inner), folder.notes.length);
return { paths: paths.sort(), notes: count(root) };
