// `Array.fromAsync` of ECMAScript 2026, which the engine has in experimental builds alone. Runs before the program does,
// and takes all that the program could replace. Every item is awaited, so that the driver can stop between two of them.
"use strict";
(() => {
  const { apply, construct } = Reflect;
  const { defineProperty } = Object;
  const { asyncIterator, iterator } = Symbol;
  const { trunc } = Math;
  const List = Array;
  const Boxed = Object;
  const Mistake = TypeError;
  const Wrapped = Proxy;
  const LONGEST = Number.MAX_SAFE_INTEGER;
  const canMake = { __proto__: null, construct: () => ({}) };

  // The trap runs in place of the constructor; without one, a proxy cannot be constructed either.
  function isConstructor(value) {
    if (typeof value !== "function") return false;
    try { new (new Wrapped(value, canMake))(); return true; } catch { return false; }
  }

  function methodOf(items, key) {
    const method = items[key];
    if (method === undefined || method === null) return undefined;
    if (typeof method !== "function") throw new Mistake("Array.fromAsync takes no value whose iterator is not a function");
    return method;
  }

  const put = (list, key, value) =>
    defineProperty(list, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });

  // What the loop walks over: the method is looked up once.
  function walked(items) {
    const late = methodOf(items, asyncIterator);
    const method = late ?? methodOf(items, iterator);
    return method && { __proto__: null, [late ? asyncIterator : iterator]: () => apply(method, items, []) };
  }

  function lengthOf(items) {
    const length = trunc(+items.length);
    return length > 0 ? (length < LONGEST ? length : LONGEST) : 0;
  }

  async function fromAsync(Class, items, map, receiver) {
    if (map !== undefined && typeof map !== "function") throw new Mistake("Array.fromAsync takes a function as its second argument");
    if (items === undefined || items === null) throw new Mistake(`Array.fromAsync takes an async iterable, an iterable or an array-like, not ${items}`);
    const walk = walked(items);
    const isMade = isConstructor(Class);
    let list;
    let at = 0;
    if (walk) {
      list = isMade ? construct(Class, []) : [];
      for await (const value of walk) {
        put(list, at, map === undefined ? value : await apply(map, receiver, [value, at]));
        at++;
      }
    } else {
      const from = Boxed(items);
      const length = lengthOf(from);
      list = isMade ? construct(Class, [length]) : new List(length);
      for (; at < length; at++) {
        const value = await from[at];
        put(list, at, map === undefined ? value : await apply(map, receiver, [value, at]));
      }
    }
    list.length = at;
    return list;
  }

  const { fromAsync: method } = {
    fromAsync(items, map = undefined, receiver = undefined) { return fromAsync(this, items, map, receiver); },
  };
  defineProperty(Array, "fromAsync", { value: method, writable: true, enumerable: false, configurable: true });
})();
