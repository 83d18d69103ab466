const note = await tools.read_note({ id: 7 });
const title = note?.title ?? "none";
if (!note) return title;
const due = note.due;
return typeof due === "string" ? due.slice(0, 4) : title;
