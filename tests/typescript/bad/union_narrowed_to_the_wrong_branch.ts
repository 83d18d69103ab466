const event = await tools.next_event({});
if (event.type !== "deleted") return null;
return event.data.title; // refused: TS2339
