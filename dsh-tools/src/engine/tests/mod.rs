//! Programs run on a scripted host; each test names the rule or case it is about.
//! The host answers a few tools at once, some late, and can stop a run.

mod bindings;
mod console;
mod dates;
mod failures;
mod from_async;
mod grown;
mod items;
mod json;
mod locale;
mod newer;
mod node;
mod patterns;
mod sort;
mod text;
mod url;
mod url_edges;
mod values;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::*;
use crate::json::parse;

/// Answers calls by name: `add`, `echo`, `fail`, `never`, `late` (20 ms), `huge`, `list` and others by name.
struct Scripted {
    replies: Vec<(Instant, HostEvent)>,
    world: Arc<World>,
}

#[derive(Default)]
struct World {
    calls: Mutex<Vec<String>>,
    logs: Mutex<Vec<String>>,
    abort: AtomicBool,
    waits: AtomicU64,
}

impl Host for Scripted {
    fn call(&mut self, call: HostCall) {
        let HostCall { id, member, arguments, .. } = call;
        self.world.calls.lock().unwrap().push(format!("{member} {arguments}"));
        let number = |name: &str| arguments[name].as_f64().unwrap_or(0.0);
        let mut delay = 0;
        let result = match &*member {
            "add" => Ok(Json::from(serde_json::json!(number("a") + number("b")))),
            "echo" => Ok(arguments["value"].clone()),
            "fail" => Err(arguments["message"].as_str().unwrap_or("broken").to_owned()),
            "never" => return,
            "late" => {
                delay = 20;
                Ok(Json::from("late"))
            }
            "huge" => Ok(parse(r#"{"rows":[{"id":9007199254740993}]}"#).unwrap()),
            "list" => Ok(parse(r#"{"rows":[]}"#).unwrap()),
            name => Ok(Json::from(format!("called {name}"))),
        };
        let at = Instant::now() + Duration::from_millis(delay);
        self.replies.push((at, HostEvent::Reply { id, result }));
        self.replies.sort_by_key(|(at, _)| *at);
    }

    fn wait(&mut self, until: Option<Instant>) -> HostEvent {
        self.world.waits.fetch_add(1, Ordering::Relaxed);
        loop {
            let now = Instant::now();
            if self.world.abort.load(Ordering::Relaxed) {
                return HostEvent::Stop;
            }
            if self.replies.first().is_some_and(|(at, _)| *at <= now) {
                return self.replies.remove(0).1;
            }
            if until.is_some_and(|until| until <= now) {
                return HostEvent::TimeUp;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn log(&mut self, entry: &str) {
        self.world.logs.lock().unwrap().push(entry.to_owned());
    }

    fn stop(&self) -> Option<Stop> {
        self.world.abort.load(Ordering::Relaxed).then(|| Stop::Abort("cancelled".into()))
    }
}

const TOOLS: [&str; 22] = [
    "add",
    "echo",
    "fail",
    "never",
    "late",
    "huge",
    "list",
    "get-logs",
    "get_logs",
    "getX",
    "getx",
    "Summarize Detection",
    "a.b",
    "__proto__",
    "then",
    "constructor",
    "1st",
    "日本",
    "read_file",
    "write_file",
    "my-tool",
    "7",
];

fn run_with(source: &str, limits: Limits, world: &Arc<World>) -> RunReport {
    let request = RunRequest {
        source: source.to_owned(),
        bindings: vec![BindingGroup {
            global: "tools".into(),
            members: TOOLS.iter().map(|name| Arc::from(*name)).collect(),
            hidden_members: vec!["$search".into()],
            error_class: Some(ErrorClass {
                name: "ToolCallError".into(),
                member_property: "toolName".into(),
            }),
        }],
        limits,
    };
    let world = Arc::clone(world);
    std::thread::Builder::new()
        .stack_size(stack_size())
        .spawn(move || run(request, Box::new(Scripted { replies: Vec::new(), world })))
        .unwrap()
        .join()
        .unwrap()
}

fn report(source: &str) -> RunReport {
    run_with(source, Limits::default(), &Arc::default())
}

/// The value as compact JSON, `undefined`, or the failure.
fn outcome(source: &str) -> String {
    shown(&report(source))
}

fn shown(report: &RunReport) -> String {
    match &report.result {
        Ok(Some(value)) => value.to_string(),
        Ok(None) => "undefined".into(),
        Err(failure) => format!("{}: {}", failure.kind, failure.message),
    }
}

fn logs(source: &str) -> Vec<String> {
    let report = report(source);
    assert!(report.result.is_ok(), "{}", shown(&report));
    report.logs
}

#[track_caller]
fn gives(cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        assert_eq!(outcome(source), *expected, "{source}");
    }
}
