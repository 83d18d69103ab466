//! The program `dsh-tools`, run as a user runs it: results, exit statuses, losses, and hostile input.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Prints also where the test passes, which hides what `println!` prints.
macro_rules! say {
    ($($text:tt)*) => {{
        let _ = std::io::Write::write_fmt(&mut std::io::stdout(), format_args!("{}\n", format_args!($($text)*)));
    }};
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_dsh-tools");
/// How long the program may take, in a debug build on a busy machine.
const PROMPTLY: Duration = Duration::from_mins(1);

/// A file for one test.
fn file(name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

struct Run {
    status: i32,
    out: String,
    err: String,
}

impl Run {
    fn lines(&self) -> Vec<&str> {
        self.err.lines().collect()
    }
}

fn run<const N: usize>(arguments: [&str; N], input: &str) -> Run {
    let started = Instant::now();
    let mut child = Command::new(PROGRAM)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // The program may end before it has read everything.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    assert!(started.elapsed() < PROMPTLY, "{arguments:?} took {:?}", started.elapsed());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(stdout), text(stderr));
    assert!(!err.contains("panicked"), "{err}");
    Run { status: status.code().expect("the program was ended by a signal"), out, err }
}

fn with_tools(command: &str, tools: &str) -> Run {
    run([command, "--tools", "-"], tools)
}

/// Runs `validate` over a schema and a value.
fn validate(name: &str, schema: &str, value: &str) -> Run {
    let schema = file(&format!("{name}.schema.json"), schema);
    run(["validate", "--schema", schema.to_str().unwrap(), "-"], value)
}

const TOOLS: &str = r#"[
    {"name": "write", "description": "Write a file.", "inputSchema": {"type": "object", "required": ["path"],
        "properties": {"path": {"type": "string"}, "mode": {"type": "integer", "default": 420}}},
     "outputSchema": {"type": "object", "properties": {"bytes": {"type": "integer"}}, "required": ["bytes"]},
     "annotations": {"destructiveHint": true}},
    {"name": "read", "description": "Read a file.", "inputSchema": {"type": "object", "properties": {}}}
]"#;

#[test]
fn sdk_1_the_sdk_of_a_list_is_printed() {
    let sdk = with_tools("sdk", TOOLS);
    assert_eq!((sdk.status, &*sdk.err), (0, ""));
    assert!(sdk.out.starts_with("# Programs for `run_code`") && sdk.out.ends_with("};\n```\n"));
    assert!(sdk.out.contains("\n/** Write a file. */\nwrite: {\n path:string;\n"));
    assert!(sdk.out.find("\nread:") < sdk.out.find("\nwrite:"));

    let raw = run(["sdk", "--tools", "-", "--raw"], TOOLS);
    assert!(raw.out.starts_with("type JsonValue =") && raw.out.ends_with("};\n"), "{}", raw.out);
    assert!(raw.out.contains("  /** Write a file. */\n  write: {\n    path: string;\n"));

    let raw = run(["sdk", "--tools", "-", "--raw", "--level", "full"], TOOLS);
    assert!(sdk.out.contains(&format!("\n\n```ts\n{}```\n", raw.out)));
}

#[test]
fn sdk_4_a_list_is_printed_at_each_level() {
    let at = |level| run(["sdk", "--tools", "-", "--level", level], TOOLS);
    assert_eq!(at("full").out, with_tools("sdk", TOOLS).out);
    let signatures = at("signatures").out;
    let write =
        "\nwrite(args:{path:string;mode?:number}):Promise<{bytes:number}> // Write a file.\n";
    assert!(signatures.contains(write), "{signatures}");
    assert!(signatures.contains("\nread(args:Open):Answer // Read a file.\n"), "{signatures}");
    assert!(at("catalog").out.ends_with("2 tools:\nread: Read a file.\nwrite: Write a file.\n"));

    let within = |budget| run(["sdk", "--tools", "-", "--budget", budget], TOOLS);
    assert_eq!(within("100000").out, with_tools("sdk", TOOLS).out);
    let least = within("1");
    assert!(least.out.ends_with("2 tools not listed; `$search` finds them.\n"), "{}", least.out);
    assert_eq!((least.status, &*least.err), (0, "within the budget: catalog\n"));
    let refused = run(["sdk", "--tools", "-", "--level", "full", "--budget", "9"], TOOLS);
    assert!(refused.status == 2 && refused.err.contains("leave out --level"), "{}", refused.err);
}

#[test]
fn sch_1_the_documentation_of_a_list_is_printed() {
    let docs = with_tools("docs", TOOLS);
    assert_eq!((docs.status, &*docs.err), (0, ""));
    assert!(docs.out.contains("## `write`\n\nWrite a file.\n\nThis tool may destroy something.\n"));
    assert!(docs.out.contains("| `mode` | `integer` | no | `420` |  |\n"), "{}", docs.out);
    assert!(docs.out.contains("| `bytes` | `integer` | yes |  |\n"), "{}", docs.out);
    assert!(docs.out.find("## `read`") < docs.out.find("## `write`"));
}

#[test]
fn sch_1_lists_are_read_in_every_spelling() {
    let schema = r#"{"type":"object","properties":{"p":{"type":"boolean"}}}"#;
    let spellings = [
        format!(r#"[{{"name":"t","description":"d","inputSchema":{schema}}}]"#),
        format!(r#"[{{"name":"t","description":"d","input_schema":{schema}}}]"#),
        format!(r#"[{{"name":"t","description":"d","parameters":{schema}}}]"#),
        format!(r#"{{"tools":[{{"name":"t","description":"d","inputSchema":{schema}}}]}}"#),
        format!(
            r#"[{{"type":"function","function":{{"name":"t","description":"d","parameters":{schema}}}}}]"#
        ),
        format!(r#"[{{"type":"function","name":"t","description":"d","parameters":{schema}}}]"#),
    ];
    let first = with_tools("sdk", &spellings[0]);
    assert!(first.out.contains("p?:boolean;"), "{}", first.out);
    for spelling in &spellings {
        let sdk = with_tools("sdk", spelling);
        assert_eq!((sdk.status, &*sdk.err), (0, ""), "{spelling}");
        assert_eq!(sdk.out, first.out, "{spelling}");
    }
    let file = file("with-mark.json", format!("\u{feff}{}", spellings[0]));
    assert_eq!(run(["sdk", "--tools", file.to_str().unwrap()], "").out, first.out);
}

#[test]
fn sch_3_what_is_not_understood_is_a_loss_of_that_place() {
    let tools = r##"[{"name":"t","description":"d",
        "inputSchema":{"type":"object","properties":{"a":{"type":"strange"},"b":{"type":"string"}}},
        "outputSchema":{"type":"array","items":{"$ref":"#/nowhere"}}}]"##;
    let sdk = with_tools("sdk", tools);
    assert_eq!(sdk.status, 0);
    let lines = sdk.lines();
    assert_eq!(lines.len(), 2, "{}", sdk.err);
    assert!(lines[0].starts_with("tool t: parameters.properties.a: "), "{}", sdk.err);
    assert!(lines[1].starts_with("tool t: output.items: "), "{}", sdk.err);
    assert!(sdk.out.contains("b?:string;"));
}

#[test]
fn sch_3_a_bad_tool_hides_no_other() {
    let tools = r#"[
        {"description":"no name"},
        {"name":"  ","description":"blank name"},
        7,
        {"name":"good","description":"The good one.","inputSchema":{"type":"object"}},
        {"name":"good","description":"Again.","inputSchema":{"type":"object"}},
        {"name":"run_code","description":"d","inputSchema":{"type":"object"}},
        {"name":"$x","description":"d","inputSchema":{"type":"object"}},
        {"name":"titled","title":"A title.","inputSchema":{"type":"object"}},
        {"name":"bare"},
        {"name":"text","description":"d","inputSchema":{"type":"string"}},
        {"name":"null","description":"d","inputSchema":null},
        {"name":"untyped","description":"d","inputSchema":{"properties":{"p":{"type":"number"}}}},
        {"name":"a\nb","description":null,"inputSchema":{"type":["object","null"]}}
    ]"#;
    let sdk = with_tools("sdk", tools);
    assert_eq!(sdk.status, 0);
    let stand_in = "parameters: the root is not only an object, but is read as one";
    for expected in [
        "tool #1: left out: it has no name",
        "tool   : left out: it has no name",
        "tool #3: left out: it is no object but number",
        "tool good: left out: an earlier tool has that name",
        "tool run_code: left out: `run_code` is reserved",
        "tool $x: left out: \"$x\" starts with `$`",
        "tool titled: description: missing, so the title stands for it",
        "tool bare: description: missing, so the name stands for it",
        "tool bare: parameters: missing, so any arguments are accepted",
        "tool text: parameters: the root is no object, so any arguments are accepted",
        "tool null: parameters: the root is no object, so any arguments are accepted",
        &format!("tool untyped: {stand_in}"),
        &format!("tool a\\nb: {stand_in}"),
    ] {
        assert!(
            sdk.lines().iter().any(|line| line.starts_with(expected)),
            "{expected}\n{}",
            sdk.err
        );
    }
    for expected in
        ["/** The good one. */", "/** A title. */", "p?:number;", "\"a\\nb\":", "\ntext:"]
    {
        assert!(sdk.out.contains(expected), "{expected}\n{}", sdk.out);
    }
    assert!(!sdk.out.contains("Again.") && !sdk.out.contains("\nrun_code:"));
}

#[test]
fn sch_4_violations_are_lines_of_json() {
    let schema = r#"{"type":"object","required":["b"],"properties":{"a":{"type":"array","items":{"type":"integer"}}}}"#;
    let valid = validate("violations", schema, r#"{"a":[1],"b":0}"#);
    assert_eq!((valid.status, &*valid.out, &*valid.err), (0, "", ""));

    let invalid = validate("violations", schema, r#"{"a":[1,"x\n"]}"#);
    assert_eq!((invalid.status, &*invalid.err), (1, ""));
    let lines: Vec<serde_json::Value> =
        invalid.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(lines.len(), 2, "{}", invalid.out);
    let kinds: Vec<&str> = lines.iter().filter_map(|line| line["kind"].as_str()).collect();
    assert!(kinds.contains(&"wrong_type") && kinds.contains(&"missing_required"), "{kinds:?}");
    let item = lines.iter().find(|line| line["kind"] == "wrong_type").unwrap();
    assert_eq!(item["path"], "value.a[1]");
    assert!(item["message"].as_str().unwrap().contains("integer"));
    for line in invalid.out.lines() {
        assert!(line.starts_with(r#"{"path":"#), "{line}");
    }
}

#[test]
fn sch_3_an_unusable_schema_lists_every_offence() {
    let schema = r#"{"type":"object","properties":{"a":{"type":"strange"},"b":{"enum":[]}}}"#;
    let strict = validate("strict", schema, "{}");
    assert_eq!((strict.status, &*strict.out), (2, ""));
    assert_eq!(strict.lines().len(), 2, "{}", strict.err);
    assert!(strict.lines()[0].starts_with("schema.properties.a: "), "{}", strict.err);
    assert!(strict.lines()[1].starts_with("schema.properties.b: "), "{}", strict.err);

    let path = file("lenient.schema.json", schema);
    let path = path.to_str().unwrap();
    let lenient = run(["validate", "--lenient", "--schema", path, "-"], r#"{"a":1,"b":2}"#);
    assert_eq!((lenient.status, &*lenient.out), (0, ""));
    assert_eq!(lenient.lines().len(), 2, "{}", lenient.err);
    let invalid = run(["validate", "--lenient", "--schema", path, "-"], "7");
    assert_eq!((invalid.status, invalid.out.lines().count()), (1, 1));
}

#[test]
fn sch_2_formats_are_enforced_on_request() {
    let path = file("formats.schema.json", r#"{"type":"string","format":"date"}"#);
    let path = path.to_str().unwrap();
    assert_eq!(run(["validate", "--schema", path, "-"], "\"soon\"").status, 0);
    let asked = run(["validate", "--formats", "--schema", path, "-"], "\"soon\"");
    assert_eq!(asked.status, 1);
    assert!(asked.out.contains(r#""kind":"format""#), "{}", asked.out);
}

#[test]
fn input_that_cannot_be_used_is_one_clear_line() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let good = file("good.schema.json", "{}");
    let good = good.to_str().unwrap();
    let bytes = file("bytes.json", b"[\xff]");
    let empty = file("empty.json", "");
    for (path, why) in [
        ("/nowhere/at-all.json", "cannot be read: "),
        (folder, "cannot be read: "),
        (bytes.to_str().unwrap(), "not UTF-8"),
        (empty.to_str().unwrap(), "it is empty"),
    ] {
        for unusable in [
            run(["sdk", "--tools", path], ""),
            run(["docs", "--tools", path], ""),
            run(["validate", "--schema", path, good], ""),
            run(["validate", "--schema", good, path], ""),
        ] {
            assert_eq!((unusable.status, &*unusable.out), (2, ""), "{path}");
            assert_eq!(unusable.lines().len(), 1, "{}", unusable.err);
            assert!(unusable.err.contains(path) && unusable.err.contains(why), "{}", unusable.err);
        }
    }
    for (text, why) in [
        ("", "it is empty"),
        ("tools", "line 1, column 1"),
        (r#"[{"a":1,"a":2}]"#, "duplicate key"),
        ("7", "no tool list"),
        (r#"{"tools":{}}"#, "no tool list"),
    ] {
        let unusable = with_tools("sdk", text);
        assert_eq!((unusable.status, unusable.lines().len()), (2, 1), "{}", unusable.err);
        assert!(unusable.err.contains(why), "{}", unusable.err);
    }
    let twice = run(["validate", "--schema", "-", "-"], "{}");
    assert_eq!((twice.status, twice.lines().len()), (2, 1), "{}", twice.err);
}

#[test]
fn wrong_usage_is_told_and_help_is_given() {
    assert_eq!(run(["sdk"], "").status, 2);
    assert_eq!(run(["compile"], "").status, 2);
    let help = run(["--help"], "");
    assert_eq!(help.status, 0);
    for command in ["sdk", "validate", "docs"] {
        assert!(help.out.contains(command), "{}", help.out);
    }
    assert_eq!(run(["--version"], "").status, 0);
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    let tool = |index| format!(r#"{{"name":"tool{index}","description":"A tool of many."}}"#);
    let tools: Vec<String> = (0..20_000).map(tool).collect();
    let path = file("many.json", format!("[{}]", tools.join(",")));
    for command in ["sdk", "docs"] {
        let mut child = Command::new(PROGRAM)
            .args([command, "--tools", path.to_str().unwrap()])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Both ends close after a first look.
        let mut first = [0; 1];
        child.stderr.take().unwrap().read_exact(&mut first).unwrap();
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{command}");
    }
}

/// How many properties are many: a million, or what a debug build does in the same time.
const MANY: usize = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };

fn nested_objects(levels: usize) -> String {
    nested(levels, r#"{"type":"object","properties":{"k":"#, "}}")
}

/// A schema of that many levels.
fn nested(levels: usize, open: &str, close: &str) -> String {
    format!("{}{{}}{}", open.repeat(levels), close.repeat(levels))
}

/// Runs a command over a list that nobody sane would write: it gives a result or an error, in short lines.
fn endure(name: &str, commands: &[&str], list: &str) {
    let path = file(&format!("hostile-{name}.json"), list);
    for command in commands {
        let run = run([command, "--tools", path.to_str().unwrap()], "");
        assert!([0, 2].contains(&run.status), "{name}");
        assert_eq!(run.status == 2, run.out.is_empty(), "{name}");
        let long = run.err.lines().find(|line| line.len() > 5000);
        assert!(long.is_none(), "{name}: {:?}", long.map(str::len));
    }
}

#[test]
fn sch_6_hostile_tool_lists_end_promptly() {
    let both = ["sdk", "docs"];
    endure("open", &both, &"[".repeat(100_000));
    endure("not-a-tool", &both, &nested(100_000, "[", "]"));
    endure("arrays", &both, &list_of(&nested(100_000, r#"{"type":"array","items":"#, "}")));
    endure("branches", &both, &list_of(&nested(100_000, r#"{"anyOf":["#, "]}")));
    let text = "x\\n`|".repeat(2_000_000);
    endure("text", &both, &format!(r#"[{{"name":"t","description":"{text}"}}]"#));
    let name = "n".repeat(10_000_000);
    endure("name", &both, &format!(r#"[{{"name":"{name}","description":"d","inputSchema":7}}]"#));
    endure("objects", &["docs"], &list_of(&nested_objects(100_000)));
    endure("properties", &["docs"], &list_of(&properties(MANY)));
}

#[test]
fn sch_6_the_hardest_tool_lists_end_promptly() {
    let both = ["sdk", "docs"];
    endure("losses", &both, &list_of(&nested(100_000, r#"{"odd":1,"not":"#, "}")));
    endure("objects-typed", &["sdk"], &list_of(&nested_objects(100_000)));
    endure("properties-typed", &["sdk"], &list_of(&properties(MANY)));
}

#[test]
fn sch_6_hostile_schemas_and_values_end_promptly() {
    let deep = nested(100_000, "[", "]");
    assert_eq!(validate("deep-value", r#"{"type":"object"}"#, &deep).status, 1);
    let schema = nested(100_000, r#"{"type":"array","items":"#, "}");
    assert_eq!(validate("deep-schema", &schema, &deep).status, 0);
    assert_eq!(validate("not-schema", &deep, "{}").status, 2);
    let many = properties(MANY);
    assert_eq!(validate("many-properties", &many, &many).status, 1);
}

fn list_of(schema: &str) -> String {
    format!(r#"[{{"name":"t","description":"d","inputSchema":{schema},"outputSchema":{schema}}}]"#)
}

/// An object schema of that many properties, all required.
fn properties(count: usize) -> String {
    let names: Vec<String> = (0..count).map(|index| format!("\"p{index}\"")).collect();
    let declared: Vec<String> =
        names.iter().map(|name| format!("{name}:{{\"type\":\"null\"}}")).collect();
    format!(
        r#"{{"type":"object","required":[{}],"properties":{{{}}}}}"#,
        names.join(","),
        declared.join(",")
    )
}

/// The properties of a TypeScript text, and how many of them are of a type that says nothing.
fn unknown_properties(text: &str) -> (usize, usize) {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("/**"));
    let types = code.filter_map(|line| {
        if let Some(named) = line.strip_prefix("type ") {
            return named.split_once(" = ").map(|(_, text)| text);
        }
        // A property begins a line with its key, which may be quoted and may hold anything.
        let line = line.strip_prefix("  ")?.trim_start();
        let end = match line.strip_prefix('"') {
            Some(quoted) => quoted.find("\": ").or_else(|| quoted.find("\"?: "))? + 2,
            None => line.find([':', '?'])?,
        };
        Some(&line[end..])
    });
    // What is between quotes are values and not types.
    let is_unknown = |text: &str| {
        let types = text.replace("\\\"", "");
        types.split('"').step_by(2).any(|part| {
            part.split(|character: char| !character.is_alphanumeric()).any(|word| word == "unknown")
        })
    };
    types.fold((0, 0), |(all, unknown), text| (all + 1, unknown + usize::from(is_unknown(text))))
}

#[test]
fn the_count_of_properties_counts() {
    let text = "type A = {\n  /** unknown: unknown */\n  a: string;\n  \"b: unknown\"?: unknown[];\n  \
        c: \"unknown\" | \"a\\\" unknown\";\n};\ntype B = unknown;";
    assert_eq!(unknown_properties(text), (5, 2));
}

#[test]
fn sdk_2_real_tool_lists_lose_next_to_nothing() {
    let Some(folder) = std::env::var_os("TOOL_LISTS") else {
        say!("skipped: TOOL_LISTS is not set");
        return;
    };
    let mut lists = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        lists += 1;
        let path = path.to_str().unwrap();
        let sdk = run(["sdk", "--raw", "--tools", path], "");
        assert_eq!(sdk.status, 0, "{path}: {}", sdk.err);
        let (all, unknown) = unknown_properties(&sdk.out);
        say!("{path}: {unknown} of {all} properties unknown, {} losses", sdk.lines().len());
        assert!(unknown * 100 <= all, "{path}: {unknown} of {all} properties are unknown");
        let docs = run(["docs", "--tools", path], "");
        assert_eq!((docs.status, docs.err), (0, sdk.err), "{path}");
        let tools: serde_json::Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        let tools = tools.as_array().or_else(|| tools["tools"].as_array()).unwrap().len();
        let headings = docs.out.lines().filter(|line| line.starts_with("## ")).count();
        assert_eq!(headings, tools, "{path}");
    }
    assert!(lists > 0, "TOOL_LISTS holds no list");
}

/// What programs come to on the command line.
#[cfg(all(feature = "engine", target_os = "linux"))]
mod programs {
    use super::*;

    fn run_program<const N: usize>(program: &str, options: [&str; N]) -> Run {
        let mut arguments = vec!["run", "-"];
        arguments.extend(options);
        match arguments[..] {
            [a, b] => run([a, b], program),
            [a, b, c] => run([a, b, c], program),
            [a, b, c, d] => run([a, b, c, d], program),
            _ => panic!("too many options"),
        }
    }

    #[test]
    fn code_8_a_program_prints_what_a_model_would_read() {
        for options in [&[][..], &["--in-process"]] {
            let program = "console.log('first'); return { a: 1 }";
            let ran = match options {
                [only] => run_program(program, [only]),
                _ => run_program(program, []),
            };
            assert_eq!((ran.status, ran.out.as_str()), (0, "first\n{\n  \"a\": 1\n}\n"));
        }
    }

    #[test]
    fn code_9_a_failure_has_exit_status_1_and_its_kind() {
        let ran = run_program("throw new Error('no')", []);
        assert_eq!(ran.status, 1);
        assert!(
            ran.out.starts_with("Error: code run failed (exception): Error: no"),
            "{}",
            ran.out
        );
        let ran = run_program("while (true) {}", ["--limits", "compute=200ms,memory=64MiB"]);
        assert_eq!(ran.status, 1);
        assert!(ran.out.contains("(timeout)"), "{}", ran.out);
    }

    #[test]
    fn ui_2_the_whole_outcome_is_json() {
        let ran = run_program("return 3", ["--json"]);
        let outcome: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!((ran.status, &outcome["value"]["result"]), (0, &serde_json::json!(3)));
    }

    #[test]
    fn code_10_limits_that_make_no_sense_are_told() {
        for (limits, status) in [("compute=0s", 2), ("memory=1MiB", 2), ("wall", 2)] {
            let ran = run_program("return 1", ["--limits", limits]);
            assert_eq!((ran.status, ran.lines().len()), (status, 1), "{limits}: {}", ran.err);
        }
    }
}

/// Programs against tool lists on the command line.
#[cfg(feature = "engine")]
mod checks {
    use super::*;

    fn check(name: &str, program: &str) -> Run {
        let tools = file(&format!("{name}.tools.json"), TOOLS);
        run(["check", "--tools", tools.to_str().unwrap(), "-"], program)
    }

    #[test]
    fn code_13_findings_are_printed_one_a_line() {
        let program = "```ts\nawait tools.write({ mode: '420' });\nreturn tools.raed()\n```";
        let checked = check("check-wrong", program);
        let expected = "2:7: tools.write: missing required property `path`\n\
                        2:21: tools.write: mode: expected an integer, found the string \"420\"\n\
                        3:8: tools.raed: there is no such tool; did you mean `read`?\n";
        assert_eq!((checked.status, &*checked.out, &*checked.err), (1, expected, ""));
    }

    #[test]
    fn code_13_a_program_that_fits_prints_nothing() {
        let checked = check("check-right", "return tools.write({ path: await tools.read() })");
        assert_eq!((checked.status, &*checked.out, &*checked.err), (0, "", ""));
    }

    #[test]
    fn code_13_a_program_that_does_not_parse_is_a_finding() {
        let checked = check("check-syntax", "const a = 1;\nenum E { A }");
        assert_eq!((checked.status, checked.out.lines().count()), (1, 1), "{}", checked.out);
        let expected = "2:1: SyntaxError: an enum is code, not a type. Use an object";
        assert!(checked.out.starts_with(expected), "{}", checked.out);
        let deep = check("check-deep", &"(".repeat(100_000));
        assert_eq!((deep.status, deep.out.lines().count()), (1, 1), "{}", deep.out);
    }

    #[test]
    fn code_13_what_cannot_be_read_has_exit_status_2() {
        let tools = file("check-unread.tools.json", "7");
        let checked = run(["check", "--tools", tools.to_str().unwrap(), "-"], "return 1");
        assert_eq!((checked.status, &*checked.out, checked.lines().len()), (2, "", 1));
        assert_eq!(run(["check", "--tools", "-", "-"], TOOLS).status, 2);
    }
}
