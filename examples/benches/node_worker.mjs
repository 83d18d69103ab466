// Prints two medians in seconds: starting a worker thread that answers once, and a message to a worker and back.
import { once } from "node:events";
import { Worker } from "node:worker_threads";

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];
const seconds = (since) => Number(process.hrtime.bigint() - since) / 1e9;
const start = (code) => new Worker(`const { parentPort } = require("node:worker_threads"); ${code}`, { eval: true });

const trivial = [];
for (let i = 0; i < 21; i++) {
  const began = process.hrtime.bigint();
  const worker = start("parentPort.postMessage(1)");
  await once(worker, "message");
  trivial.push(seconds(began));
  await worker.terminate();
}

const echo = start('parentPort.on("message", (value) => parentPort.postMessage(value + 1))');
const messages = [];
for (let run = 0; run < 5; run++) {
  const began = process.hrtime.bigint();
  for (let i = 0; i < 10000; i++) {
    const answer = once(echo, "message");
    echo.postMessage(i);
    await answer;
  }
  messages.push(seconds(began) / 10000);
}
await echo.terminate();
console.log(median(trivial), median(messages));
