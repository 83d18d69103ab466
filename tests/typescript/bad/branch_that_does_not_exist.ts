const shape = await tools.shape_at({ at: [1, 2] });
if (shape.kind === "triangle") return 3; // refused: TS2367
return await tools.area({ shape: { kind: "square", side: 2 } }); // refused: TS2322
