const twice = async (add: typeof tools.add) => add({ a: 1, b: 1 });
return await twice(tools.area); // refused: TS2345
