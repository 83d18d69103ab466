const gone = await tools.delete_note({ id: 1 });
return gone.id; // refused: TS18047
