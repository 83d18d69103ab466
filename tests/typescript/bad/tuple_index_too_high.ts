const [line] = await tools["get-logs"]({ since: 1 });
return line?.[2]; // refused: TS2493
