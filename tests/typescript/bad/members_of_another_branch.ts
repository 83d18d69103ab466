return await tools.area({ shape: { kind: "circle", width: 2, height: 3 } }); // refused: TS2353
