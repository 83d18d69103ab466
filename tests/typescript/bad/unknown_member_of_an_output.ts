const [note] = await tools.find_notes({ text: "a" });
return note?.name; // refused: TS2339
