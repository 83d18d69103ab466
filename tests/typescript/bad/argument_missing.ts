return await tools.add({ a: 1 }); // refused: TS2345
