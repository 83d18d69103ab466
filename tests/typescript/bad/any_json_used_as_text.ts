const stored = await tools.store({ key: "a", value: 1 });
return stored.length; // refused: TS18047 TS2339
