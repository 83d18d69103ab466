type Note = ToolOutputMap["find_notes"][number];
interface Summary {
  readonly titles: string[];
  readonly byTag: Map<string, Note[]>;
}
function summary(notes: readonly Note[]): Summary {
  const byTag = new Map<string, Note[]>();
  for (const note of notes) {
    for (const tag of note.tags) byTag.set(tag, [...(byTag.get(tag) ?? []), note]);
  }
  return { titles: notes.map(({ title }) => title), byTag };
}
const { titles, byTag } = summary(await tools.find_notes({ text: "" }));
const note = { id: 4, title: "New", tags: [], due: null } satisfies Note;
return [titles, [...byTag.keys()], note as Note];
