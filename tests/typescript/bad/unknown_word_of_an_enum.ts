return await tools.find_notes({ text: "a", order: "newest" }); // refused: TS2322
