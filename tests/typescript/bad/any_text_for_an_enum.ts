const order: string = "by_title";
return await tools.find_notes({ text: "a", order }); // refused: TS2322
