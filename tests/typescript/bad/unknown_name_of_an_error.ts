try {
  return await tools.delete_note({ id: 9 });
} catch (error) {
  return error instanceof ToolCallError && error.toolName === "remove_note"; // refused: TS2367
}
