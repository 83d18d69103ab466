try {
  await tools.delete_note({ id: 9 });
  return "deleted";
} catch (error) {
  if (error instanceof ToolCallError) {
    const name: ToolName = error.toolName;
    const message: string = error.message;
    return { name, message, same: error.toolName === "delete_note" };
  }
  throw error;
} finally {
  await tools.store({ key: "done", value: true });
}
