const counts = await tools.tag_counts({});
const tax: string = counts["tax"]; // refused: TS2322
return tax;
