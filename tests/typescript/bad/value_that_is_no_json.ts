return await tools.store({ key: "f", value: () => 1 }); // refused: TS2322
