return await tools.shape_at({ at: [1] }); // refused: TS2322
