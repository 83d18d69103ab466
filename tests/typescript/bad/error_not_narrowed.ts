try {
  return await tools.delete_note({ id: 9 });
} catch (error) {
  return error.toolName; // refused: TS18046
}
