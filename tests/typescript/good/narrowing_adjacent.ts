const event = await tools.next_event({ after: 1 });
if (event.type === "created") {
  return event.data.title.length;
}
if (event.type === "deleted") {
  const { id } = event.data;
  return id + 1;
}
const idle: "idle" = event.type;
return idle;
