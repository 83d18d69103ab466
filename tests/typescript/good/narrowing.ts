const describe = (shape: ToolOutputMap["shape_at"]): string => {
  switch (shape.kind) {
    case "circle":
      return `round, ${shape.radius.toFixed(1)}`;
    case "rectangle":
      return `${shape.width} by ${shape.height}`;
    case "nothing":
      return "nothing";
    default: {
      const none: never = shape;
      return none;
    }
  }
};
const shape = await tools.shape_at({ at: [3, 2] });
const area = shape.kind === "nothing" ? 0 : await tools.area({ shape });
return `${describe(shape)}: ${area}`;
