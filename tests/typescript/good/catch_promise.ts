const outcome = await tools.delete_note({ id: 9 }).then(
  () => "deleted",
  (error: unknown) => (error instanceof Error ? error.message : String(error)),
);
const again: string | null = await tools.delete_note({ id: 8 }).catch(() => "no such note");
return [outcome, again];
