return await tools.add(); // refused: TS2554
