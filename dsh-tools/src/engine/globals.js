// Globals of a program that are easier said in its own language. Runs before the program does.
"use strict";
(() => {
  const { encodeText, decodeText } = globalThis;
  delete globalThis.encodeText;
  delete globalThis.decodeText;
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });

  define("TextEncoder", class TextEncoder {
    get encoding() { return "utf-8"; }
    encode(text = "") { return encodeText(`${text}`); }
    encodeInto(text, target) {
      const bytes = encodeText(`${text}`).subarray(0, target.length);
      target.set(bytes);
      return { read: text.length, written: bytes.length };
    }
  });

  define("TextDecoder", class TextDecoder {
    #fatal;
    constructor(label = "utf-8", options = {}) {
      const name = `${label}`.trim().toLowerCase();
      if (name !== "utf-8" && name !== "utf8") throw new RangeError(`TextDecoder knows only utf-8, not "${label}"`);
      this.#fatal = !!options?.fatal;
    }
    get encoding() { return "utf-8"; }
    get fatal() { return this.#fatal; }
    decode(bytes) { return bytes === undefined ? "" : decodeText(bytes, this.#fatal); }
  });

  const { URL, URLSearchParams } = globalThis;
  const { keys, defineProperty } = Object;
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  const Failure = Error;
  const refuse = what => {
    const error = new Failure(`structuredClone cannot copy ${what}`);
    put(error, "name", "DataCloneError", false);
    throw error;
  };
  const errors = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
  const put = (target, key, value, enumerable = true) =>
    defineProperty(target, key, { __proto__: null, value, writable: true, enumerable, configurable: true });

  // A list of work instead of recursion: a clone may be as deep as its original.
  define("structuredClone", function structuredClone(original) {
    const seen = new Map();
    const work = [];
    const copy = value => {
      if (typeof value === "function") refuse("a function");
      if (typeof value === "symbol") refuse("a symbol");
      if (typeof value !== "object" || value === null) return value;
      if (seen.has(value)) return seen.get(value);
      let clone;
      if (isArray(value)) { clone = []; clone.length = value.length; work.push([value, clone]); }
      else if (value instanceof Date) clone = new Date(value.getTime());
      else if (value instanceof RegExp) clone = new RegExp(value.source, value.flags);
      else if (value instanceof Map || value instanceof Set) { clone = value instanceof Map ? new Map() : new Set(); work.push([value, clone]); }
      else if (value instanceof ArrayBuffer) clone = value.slice(0);
      else if (value instanceof DataView) clone = new DataView(copy(value.buffer), value.byteOffset, value.byteLength);
      else if (isView(value)) clone = value.slice();
      else if (value instanceof Error) {
        clone = new (errors[value.name] ?? Error)(value.message);
        if (value.cause !== undefined) work.push([value, clone]);
      }
      else if (value instanceof Boolean || value instanceof Number || value instanceof String) clone = Object(value.valueOf());
      else if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) refuse("this object");
      else if (value instanceof URL || value instanceof URLSearchParams) refuse("a URL or URLSearchParams; copy its text");
      else { clone = {}; work.push([value, clone]); }
      seen.set(value, clone);
      return clone;
    };
    const result = copy(original);
    while (work.length > 0) {
      const [from, to] = work.pop();
      if (from instanceof Map) from.forEach((value, key) => to.set(copy(key), copy(value)));
      else if (from instanceof Set) from.forEach(value => to.add(copy(value)));
      else if (from instanceof Error) put(to, "cause", copy(from.cause));
      else for (const key of keys(from)) put(to, key, copy(from[key]));
    }
    return result;
  });
})();
