const note = await tools.read_note({ id: 1 });
return note.title; // refused: TS18047
