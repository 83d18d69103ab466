tools = { ...tools }; // refused: TS2588
