// Runs programs under Node with the tools that tests/tests/programs/tools.rs has.
// In: a JSON array of JavaScript texts. Out: a JSON array of `{ logs, result }` or `{ logs, fails }`.
import { Console } from "node:console";
import { readFileSync } from "node:fs";
import { Writable } from "node:stream";

const fixtures = JSON.parse(readFileSync(new URL("fixtures.json", import.meta.url), "utf8"));

globalThis.ToolCallError = class ToolCallError extends Error {
  constructor(toolName, message) { super(message); this.name = "ToolCallError"; this.toolName = toolName; }
};

function toolsOf() {
  const { issues, users, files } = structuredClone(fixtures);
  let made = 0;
  const tries = {};
  const fail = text => { throw text; };
  const bodies = {
    list_issues({ state, cursor = "0", limit = 3 }) {
      const all = issues.filter(issue => !state || issue.state === state);
      const start = Number(cursor);
      const next = start + limit < all.length ? String(start + limit) : null;
      return { items: all.slice(start, start + limit), next_cursor: next };
    },
    get_issue: ({ id }) => issues.find(issue => issue.id === id) ?? fail(`there is no issue ${id}`),
    list_users: () => users,
    get_user: ({ login }) => users.find(user => user.login === login) ?? fail(`there is no user ${login}`),
    search: ({ query }) => issues.filter(issue => issue.title.toLowerCase().includes(query.toLowerCase())).map(issue => ({ id: issue.id, title: issue.title })),
    create_issue: ({ title, labels = [] }) => title ? { id: 100 + made++, title, labels } : fail("the title is empty"),
    list_files: () => Object.keys(files),
    read_file: ({ path }) => files[path] ?? fail(`there is no file ${path}`),
    flaky({ key }) {
      tries[key] = (tries[key] ?? 0) + 1;
      return tries[key] < 3 ? fail(`${key} is busy`) : { key, tries: tries[key] };
    },
    "send-message": ({ to, text }) => ({ to, length: text.length }),
  };
  return Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, async (given = {}) => {
    const args = JSON.parse(JSON.stringify(given));
    try { return structuredClone(body(args)); } catch (text) { throw new ToolCallError(name, text); }
  }]));
}

// How many turns the meter has left, the meter, what calls an exported function, whether a loop goes by index, and what
// is done to texts that grow: move there, take the text, its length, and what adds in place, as a sum and as a template do.
const endless = { [Symbol.iterator]: () => endless, next: () => ({ value: undefined, done: false }) };
const add = (text, pieces) => {
  const added = pieces.join("");
  if (text) text[0] += added;
  return text ? undefined : added;
};
const helpers = [
  1e9,
  () => 1e9,
  value => typeof value === "function" ? value() : value,
  value => Array.isArray(value) ? endless : undefined,
  (text, added) => [(text ? text[0] : "") + added],
  (text, added) => text[0] + added,
  (text, added) => text[0].length + added.length,
  (text, ...pieces) => add(text, pieces.map(piece => "" + piece)),
  (text, ...pieces) => add(text, pieces.map(piece => `${piece}`)),
];

const out = [];
for (const javascript of JSON.parse(readFileSync(0, "utf8"))) {
  const logs = [];
  const write = (text, _, done) => { logs.push(text.replace(/\n$/, "")); done(); };
  const stdout = new Writable({ decodeStrings: false, write });
  globalThis.console = new Console({ stdout, stderr: stdout, inspectOptions: { depth: 4, maxArrayLength: 100, maxStringLength: 10000, colors: false } });
  globalThis.tools = toolsOf();
  try {
    const result = await (0, eval)(javascript)(...helpers)();
    out.push({ logs, ...(result === undefined ? {} : { result: JSON.parse(JSON.stringify(result)) }) });
  } catch (error) {
    out.push({ logs, fails: String(error?.message ?? error) });
  }
}
process.stdout.write(JSON.stringify(out));
