const found = await tools.find_note({ text: "a" }); // refused: TS2551
return [found, await tools["get_logs"]({})]; // refused: TS2551
