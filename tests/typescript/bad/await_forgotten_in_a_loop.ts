let total = 0;
for (const note of tools.find_notes({ text: "" })) { // refused: TS2488
  total += 1;
}
return total;
