return await tools.read_note({ id: null }); // refused: TS2322
