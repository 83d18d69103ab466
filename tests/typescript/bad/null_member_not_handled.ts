const note = await tools.read_note({ id: 1 });
if (note === null) return "none";
return note.due.slice(0, 4); // refused: TS18047
