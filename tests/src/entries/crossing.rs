//! Values across the border between a program and its tools, both ways: they arrive as they were, or that one call
//! is refused and says which part is at fault (CODE-3, PIPE-1, SCH-7).

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use dsh_tools::code::CodeRuntime;
use dsh_tools::json::Json;
use dsh_tools::prelude::*;

use super::choices::Choices;
use super::promptly;
use super::tree::{Tree, given};
use crate::kit::{builder, with_body};

/// How deep a value may be that crosses.
const DEEPEST: usize = 100_000;

/// What happened to one value.
#[derive(Clone, Debug, Default)]
struct Crossing {
    /// What arrived at the tool.
    out: Option<Json>,
    /// What the program sent on of what it got.
    back: Option<Json>,
    /// Why a call was refused.
    refused: Option<String>,
}

type Crossings = Arc<Mutex<Vec<Crossing>>>;

/// Sends values across in this process.
pub fn crossing(bytes: &[u8]) {
    crossing_in(InProcess::new(), bytes);
}

/// Sends values across to programs of that runtime.
pub fn crossing_in(host: impl CodeRuntime, bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let trees: Vec<Tree> = (0..choices.below(4)).map(|_| Tree::read(&mut choices, 4)).collect();
    let values: Vec<Json> = (0..choices.below(4)).map(|_| given(&mut choices, 4)).collect();
    if trees.is_empty() && values.is_empty() {
        return;
    }
    let code = program(&trees, values.len());
    let crossings = promptly("the crossing", || run(host, &code, trees.len(), values.clone()));
    let (sent, got) = crossings.split_at(trees.len());
    for (tree, crossing) in trees.iter().zip(sent) {
        holds(tree.json().as_ref(), crossing, true, &code);
    }
    for (value, crossing) in values.iter().zip(got) {
        let expected = (!has_unsafe_integer(value)).then_some(value);
        holds(expected, crossing, false, &code);
        if expected.is_none() {
            let said = crossing.refused.as_deref().unwrap_or_default();
            assert!(said.contains("which a program's numbers cannot hold"), "{value}: {said}");
        }
    }
}

/// Sends every tree to `send` and what comes of it to `back`; then asks for every value of the host.
fn program(trees: &[Tree], values: usize) -> String {
    let mut code = String::from(
        "const nest = (value: unknown, levels: number) => {\n\
         for (let i = 0; i < levels; i++) value = i % 2 ? [value] : { k: value };\nreturn value;\n};\n\
         const send = async (index: number, make: () => unknown) => {\ntry {\n\
         const value = await tools.send({ index, value: make() });\nawait tools.back({ index, value });\n\
         } catch (error) { await tools.refused({ index, message: error.message }) }\n};\n\
         const get = async (index: number) => {\ntry {\n\
         const value = await tools.get({ index });\nawait tools.back({ index, value });\n\
         } catch (error) { await tools.refused({ index, message: error.message }) }\n};\n",
    );
    for (index, tree) in trees.iter().enumerate() {
        write!(code, "await send({index}, () => ").unwrap();
        tree.expression(&mut code);
        code.push_str(");\n");
    }
    for index in 0..values {
        writeln!(code, "await get({});", trees.len() + index).unwrap();
    }
    code
}

fn run(host: impl CodeRuntime, code: &str, sent: usize, values: Vec<Json>) -> Vec<Crossing> {
    let crossings: Crossings = Arc::new(Mutex::new(vec![Crossing::default(); sent + values.len()]));
    let note = |name: &str, note: fn(&mut Crossing, &Json)| {
        let crossings = Arc::clone(&crossings);
        with_body(builder(name), move |arguments| {
            note(&mut crossings.lock().unwrap()[index(arguments)], arguments);
            Ok(arguments["value"].clone())
        })
    };
    let tools = vec![
        note("send", |crossing, arguments| crossing.out = Some(arguments["value"].clone())),
        note("back", |crossing, arguments| crossing.back = Some(arguments["value"].clone())),
        note("refused", |crossing, arguments| {
            crossing.refused = arguments["message"].as_str().map(str::to_owned);
        }),
        with_body(builder("get"), move |arguments| Ok(values[index(arguments) - sent].clone())),
    ];
    let registry = ToolRegistry::builder().mode(Mode::Code).runtime(host).tools(tools);
    let registry = registry.build().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let arguments = json!({ "code": code, "description": "values across the border" });
    let outcome = runtime.block_on(registry.call("run_code", arguments));
    assert!(!outcome.is_error(), "{}\n{code}", outcome.text());
    let crossings = crossings.lock().unwrap();
    crossings.clone()
}

fn index(arguments: &Json) -> usize {
    arguments["index"].as_u64().and_then(|index| index.try_into().ok()).unwrap()
}

/// The value went over and back, or was refused if it could not.
fn holds(expected: Option<&Json>, crossing: &Crossing, sent: bool, code: &str) {
    // The arguments around it are one more level.
    let fits = expected.filter(|value| value.depth_up_to(DEEPEST) < DEEPEST);
    match (fits, &crossing.refused) {
        (Some(value), None) => {
            assert!(!sent || crossing.out.as_ref() == Some(value), "arrived otherwise\n{code}");
            assert!(crossing.back.as_ref() == Some(value), "came back otherwise\n{code}");
        }
        (Some(_), Some(refused)) => panic!("refused without need: {refused}\n{code}"),
        (None, None) => panic!("not refused\n{code}"),
        (None, Some(refused)) => {
            assert!(refused.contains('`'), "the refusal names no part: {refused}\n{code}");
            assert!(crossing.out.is_none() && crossing.back.is_none(), "sent all the same\n{code}");
        }
    }
}

fn has_unsafe_integer(value: &Json) -> bool {
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        match value {
            Json::Number(number) if number.is_unsafe_integer() => return true,
            Json::Array(items) => pending.extend(items),
            Json::Object(members) => pending.extend(members.values()),
            _ => {}
        }
    }
    false
}
