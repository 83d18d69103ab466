const shape = await tools.shape_at({ at: [1, 2] });
return shape.radius; // refused: TS2339
