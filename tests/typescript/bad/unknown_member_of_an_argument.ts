return await tools.configure({ settings: { colour: "red" } }); // refused: TS2353
