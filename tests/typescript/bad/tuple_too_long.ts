return await tools.shape_at({ at: [1, 2, 3] }); // refused: TS2322
