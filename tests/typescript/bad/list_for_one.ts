const found = await tools.find_notes({ text: "a" });
return found.title; // refused: TS2339
