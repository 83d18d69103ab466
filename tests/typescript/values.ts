// Stands after the SDK of the types: values that they have to take, and what none of them may be.

type IsAny<T> = 0 extends 1 & T ? true : false;
type SaysNothing<T> = [T] extends [never] ? true : IsAny<T>;
type Broken = { [N in ToolName]: true extends SaysNothing<ToolArgsMap[N]> | SaysNothing<ToolOutputMap[N]> ? N : never }[ToolName];
const broken: [Broken] extends [never] ? "none" : Broken = "none";

const gives = <N extends ToolName>(_name: N, _value: ToolOutputMap[N]) => {};
const takes = <N extends ToolName>(name: N, args: ToolArgsMap[N]) => tools[name](args);

gives("scalar_unit", null);
gives("scalar_duration", { secs: 1, nanos: 2 });
gives("option_of_option", null);
gives("options_in_a_struct", { plain: 1, twice: null, list: ["a", null], result: { Err: "x" } });
gives("list_of_results", [{ Ok: 1 }, { Err: "x" }]);
gives("nested_tuples", [[1, true], ["a", "b"], [null, [0.5, 1]]]);
gives("single", [1]);
gives("array", [1, 2, 3, 4]);
gives("empty_array", []);
gives("map_by_number", { "1": "a", 2: "b" });
gives("map_by_colour", { Red: 1, "dark blue": 2 });
gives("map_of_maps", { a: { b: [1, 2], c: null } });
gives("any_json", [{ a: null }]);
gives("bound", "Unbounded");
gives("bound", { Included: 1 });

gives("unit_struct", null);
gives("empty_struct", {});
gives("closed_and_empty", {});
gives("tuple_struct", [1, null]);
gives("both_ways", { FirstName: "a", out: 1, OnlyWritten: 2 });
gives("flat_struct", { id: 1, x: 2, y: 3 });
gives("flat_map", { id: 1, other: 2 });
gives("flat_enum", { id: 1, kind: "wheel", size: 3 });
gives("flat_closed", { id: 1, kind: "door", open: true });
gives("flat_twice", { id: 1, x: 2, y: 3, kind: "door", open: true, firstName: "a", lastName: null });
void takes("all_defaults", { value: {} });
void takes("defaults", { value: { number: 3, point: null } });
void takes("both_ways", { value: { firstName: "a", ofItsOwn: 1, onlyRead: 2 } });

gives("quoted_enum", "say \"hello\"");
gives("quoted_enum", "new\nline\u2028\0");
gives("external_enum", "Nothing");
gives("external_enum", { Named: { id: 1, size: null } });
gives("external_enum", { Pair: [1, "a"] });
gives("internal_enum", { kind: "box", width: 1, height: 2 });
gives("internal_enum", { kind: "named", "full-name": "a" });
gives("adjacent_enum", { t: "Nothing" });
gives("adjacent_enum", { t: "Named", c: { id: 1 } });
gives("untagged_enum", [1, 2]);
gives("untagged_enum", [[1, "a", null], "b"]);
gives("partly_untagged", "anything");
gives("enum_of_enums", { kind: "flat", id: 1, width: 2, height: 3, more: true });

gives("recursive_struct", { name: "a", kids: [{ name: "b", kids: [] }] });
gives("recursive_option", { value: 1, next: { value: 2, next: null } });
gives("recursive_list", [[], [[]]]);
gives("recursive_map", { a: {}, b: { c: {} } });
gives("recursive_map_by_number", { 1: { 2: {} } });
gives("recursive_map_of_options", { a: null, b: { c: null } });
gives("recursive_tuple", [1, [[2, []]]]);
gives("recursive_enum", { Sum: [{ Number: 1 }, { Not: { Named: { name: "a", arguments: [] } } }] });
gives("recursive_untagged_enum", [true, 1, "a", { b: [{ c: false }] }]);
gives("recursive_text_or_map", { a: "b", c: { d: "e" } });
gives("recursive_members", { id: 1, other: { id: 2 } });
gives("mutually_recursive", { name: "a", entries: [{ type: "folder", name: "b", entries: [] }] });
gives("mutually_recursive_maps", { a: { b: { c: {} } } });
gives("deep_lists", [[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]);

gives("items_of_all", [
  { id: 1, of: [] },
  { name: "a", of: { name: "b", of: null } },
  { id: "c", of: [] },
  { left: { second: null }, right: { second: 1 } },
  { left: { other: true }, right: { other: false } },
]);
gives("hostile_enum", { first: "*/", second: "`${x}`" });
void takes("type", { fn: "a", in: 1, _unused: 2 });
void takes("42", { n: 1 });
void takes("__proto__", { n: 1 });
void takes("get-logs", { "since-when": "now" });
void takes("no_arguments", {});
void takes("closed_and_no_arguments", {});
void takes("arguments", { code: "a", bytes: [1] });

for (const value of [await tools.internal_enum({ value: { kind: "nothing" } })]) {
  if (value.kind === "box") gives("scalar_u16", value.width);
  if (value.kind === "named") gives("scalar_string", value["full-name"]);
}
const entry = await tools.mutually_recursive_enum({ value: { type: "file", name: "a", size: 1 } });
if (entry.type === "folder") gives("mutually_recursive", entry);
