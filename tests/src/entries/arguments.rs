//! Any text as the arguments of a call: one value that loses nothing, or an error that says where (PIPE-1, SCH-7).
//! Held against `serde_json`, which reads the same language with fewer scruples.

use std::sync::{Arc, LazyLock, Mutex};

use dsh_tools::call::{Arguments, ErrorCode};
use dsh_tools::json::{Json, from_json, measure, parse, pretty, to_json};
use dsh_tools::prelude::*;
use serde_json::Value;

use super::promptly;
use crate::kit::{builder, with_body};

/// Texts up to this length are also cut off everywhere.
const CUT_BELOW: usize = 400;

/// Reads arguments.
pub fn arguments(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    let read = promptly("parsing", || parse(text));
    match (&read, serde_json::from_str::<Value>(text)) {
        (Ok(ours), Ok(theirs)) => assert_eq!(*ours, Json::from(theirs), "{text:?}"),
        (Err(error), Ok(_)) => {
            let strict = ["duplicate key", "-0, which"];
            assert!(strict.iter().any(|why| error.reason.starts_with(why)), "{text:?}: {error}");
        }
        (Ok(_), Err(error)) => {
            // They recurse, and stop somewhere.
            let deep = error.to_string().starts_with("recursion limit exceeded");
            assert!(deep, "only ours takes {text:?}: {error}");
        }
        (Err(_), Err(_)) => {}
    }
    match &read {
        Ok(value) => written(value),
        Err(error) => {
            let line = text.split('\n').nth(error.line.wrapping_sub(1));
            let columns = line.map_or(0, |line| line.chars().count() + 1);
            assert!((1..=columns).contains(&error.column), "no such place in {text:?}: {error}");
        }
    }
    no_part_is_whole(text);
    called(text, read.ok());
}

/// What is written is read as the same.
fn written(value: &Json) {
    let text = value.to_string();
    assert_eq!(measure(value), text.len());
    let again = parse(&text).unwrap();
    assert_eq!(again.to_string(), text, "another text");
    let laid_out = parse(&pretty(value)).unwrap();
    assert_eq!(laid_out, again, "the layout changed the value");
    // Serde recurses, so deep values are refused before.
    if let Ok(theirs) = from_json::<Value>(value) {
        assert_eq!(to_json(&theirs).unwrap(), *value, "serde changed the value");
    }
}

/// Arguments that were cut off never pass for whole ones.
fn no_part_is_whole(text: &str) {
    let whole = text.trim_matches([' ', '\t', '\r', '\n']);
    if whole.len() > CUT_BELOW || !whole.starts_with(['{', '[', '"']) || parse(whole).is_err() {
        return;
    }
    for (at, _) in whole.char_indices() {
        assert!(parse(&whole[..at]).is_err(), "a part of {whole:?} is taken: {:?}", &whole[..at]);
    }
}

/// A registry whose one tool keeps what it was called with.
struct Called {
    registry: ToolRegistry,
    seen: Arc<Mutex<Option<Json>>>,
    runtime: tokio::runtime::Runtime,
}

static CALLED: LazyLock<Mutex<Called>> = LazyLock::new(|| {
    let seen = Arc::<Mutex<Option<Json>>>::default();
    let kept = Arc::clone(&seen);
    let tool = with_body(builder("keep"), move |arguments| {
        *kept.lock().unwrap() = Some(arguments.clone());
        Ok(arguments.clone())
    });
    let registry = ToolRegistry::builder().tools(vec![tool]).build().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    Mutex::new(Called { registry, seen, runtime })
});

/// A call gets the same value, or fails before the tool is reached.
fn called(text: &str, read: Option<Json>) {
    let nothing = text.trim().is_empty() || read.as_ref().is_some_and(Json::is_null);
    let expected = if nothing { Some(Json::from(serde_json::json!({}))) } else { read };
    assert_eq!(Arguments::from(text).read().ok(), expected, "{text:?}");
    let called = CALLED.lock().unwrap();
    *called.seen.lock().unwrap() = None;
    let outcome = called.runtime.block_on(called.registry.call("keep", text));
    let seen = called.seen.lock().unwrap().take();
    match expected.filter(|value| value.as_object().is_some()) {
        Some(expected) if !outcome.is_error() => assert_eq!(seen, Some(expected), "{text:?}"),
        _ => {
            assert_eq!(
                outcome.code(),
                Some(&ErrorCode::INVALID_ARGS),
                "{text:?}: {}",
                outcome.text()
            );
            assert_eq!(seen, None, "{text:?} reached the tool");
        }
    }
}
