const sum = await tools.add({ a: 1, b: 2 });
const text: string = sum; // refused: TS2322
return text + sum.toUpperCase(); // refused: TS2339
