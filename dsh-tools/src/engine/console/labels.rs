//! Counts and times by labels.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use boa_engine::{Context, JsResult, JsString, JsValue, js_string};

use super::{format, write};
use crate::engine::state::State;

/// What the console keeps by label.
#[derive(Default)]
pub(in crate::engine) struct Labels {
    counts: HashMap<JsString, u64>,
    begun: HashMap<JsString, Instant>,
}

fn label(arguments: &[JsValue], context: &mut Context) -> JsResult<JsString> {
    match arguments.first().filter(|label| !label.is_undefined()) {
        Some(label) => label.to_string(context),
        None => Ok(js_string!("default")),
    }
}

pub(super) fn count(
    _: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let label = label(arguments, context)?;
    let state = State::of(context)?;
    state.check(context)?;
    let times = {
        let mut labels = state.labels.borrow_mut();
        let times = labels.counts.entry(label.clone()).or_default();
        *times += 1;
        *times
    };
    write(format!("{}: {times}", label.to_std_string_lossy()), context)
}

pub(super) fn count_reset(
    _: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let label = label(arguments, context)?;
    State::of(context)?.labels.borrow_mut().counts.remove(&label);
    Ok(JsValue::undefined())
}

pub(super) fn time(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let label = label(arguments, context)?;
    State::of(context)?.labels.borrow_mut().begun.entry(label).or_insert_with(Instant::now);
    Ok(JsValue::undefined())
}

pub(super) fn time_end(
    _: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let label = label(arguments, context)?;
    let begun = State::of(context)?.labels.borrow_mut().begun.remove(&label);
    say(&label, begun, &[], context)
}

pub(super) fn time_log(
    _: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let label = label(arguments, context)?;
    let begun = State::of(context)?.labels.borrow().begun.get(&label).copied();
    say(&label, begun, arguments.get(1..).unwrap_or_default(), context)
}

/// How long it has been, and what else is to be said. Of a label that is not known, nothing.
fn say(
    label: &JsString,
    begun: Option<Instant>,
    rest: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    State::of(context)?.check(context)?;
    let Some(begun) = begun else { return Ok(JsValue::undefined()) };
    let mut said =
        vec![JsValue::from(js_string!("%s: %s")), label.clone().into(), passed(begun.elapsed())];
    said.extend_from_slice(rest);
    let entry = format(&said, context)?;
    write(entry, context)
}

/// `1.5ms`, `1.500s`, `1:01.500 (m:ss.mmm)`, `1:00:01.500 (h:mm:ss.mmm)`.
fn passed(time: Duration) -> JsValue {
    let (seconds, millis) = (time.as_secs(), time.subsec_millis());
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let text = match (hours, minutes, seconds % 60) {
        (0, 0, 0) => {
            let text = format!("{:.3}", time.as_secs_f64() * 1000.0);
            format!("{}ms", text.trim_end_matches('0').trim_end_matches('.'))
        }
        (0, 0, seconds) => format!("{seconds}.{millis:03}s"),
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}.{millis:03} (m:ss.mmm)"),
        (_, _, seconds) => format!("{hours}:{minutes:02}:{seconds:02}.{millis:03} (h:mm:ss.mmm)"),
    };
    JsString::from(text).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_11_times_are_said_as_node_says_them() {
        for (micros, said) in [
            (0, "0ms"),
            (1_500, "1.5ms"),
            (10_000, "10ms"),
            (999_999, "999.999ms"),
            (1_000_000, "1.000s"),
            (61_500_000, "1:01.500 (m:ss.mmm)"),
            (3_601_500_000, "1:00:01.500 (h:mm:ss.mmm)"),
        ] {
            let text = passed(Duration::from_micros(micros));
            assert_eq!(text.as_string().unwrap().to_std_string_lossy(), said);
        }
    }
}
