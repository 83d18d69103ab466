return await tools.find_notes({
  text: "a",
  limt: 3, // refused: TS2561
});
