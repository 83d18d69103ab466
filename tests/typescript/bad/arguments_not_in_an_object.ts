const sum = await tools.add(1, 2); // refused: TS2554
return sum + (await tools.read_note(1)!)!.id; // refused: TS2345
