// Node's answers to the cases of this folder. Run from anywhere, with TZ=UTC:
// `node answers.mjs` writes them into the files, `node answers.mjs --print` prints the files as they would be.
// A file is a JSON array of `[input, answer]`, one a line; its name says what is asked.
import { Console } from "node:console";
import { readFileSync, writeFileSync } from "node:fs";
import { Writable } from "node:stream";

const asked = {
  // What `Date.parse` makes of a text; null for what is no date.
  dates(text) {
    const time = Date.parse(text);
    return Number.isNaN(time) ? null : time;
  },
  console: printed,
  values: printed,
};

// What a program prints, without the places of a stack.
function printed(program) {
  const logs = [];
  const write = (text, _, done) => { logs.push(text.replace(/\n$/, "")); done(); };
  const stdout = new Writable({ decodeStrings: false, write });
  const inspectOptions = { depth: 4, maxArrayLength: 100, maxStringLength: 10000, colors: false };
  const console = new Console({ stdout, stderr: stdout, inspectOptions });
  console.timeStamp = globalThis.console.timeStamp; // Which only the global one has.
  new Function("console", `"use strict"; ${program}`)(console);
  return logs.map(withoutPlaces);
}

// Node says of some places only how many they are.
function withoutPlaces(text) {
  return text.replace(/\n *(?:at |\.\.\. \d+ lines matching)[^\n]*?( \{|,)?(?=\n|$)/g, "$1");
}

for (const name of Object.keys(asked)) {
  const file = new URL(`${name}.json`, import.meta.url);
  const lines = JSON.parse(readFileSync(file, "utf8")).map(([input]) => JSON.stringify([input, asked[name](input)]));
  const text = `[\n${lines.join(",\n")}\n]\n`;
  if (process.argv.includes("--print")) console.log(text);
  else writeFileSync(file, text);
}
