//! `setTimeout` and its family: callbacks by due time, those of equal time in order of their making.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use boa_engine::{Context, JsObject, JsResult, JsValue};

use super::world::{World, type_error};

/// The longest delay, as browsers have it.
const MOST: f64 = 2_147_483_647.0;

struct Timer {
    callback: JsObject,
    arguments: Vec<JsValue>,
    /// For `setInterval`.
    every: Option<Duration>,
}

#[derive(Default)]
pub(super) struct Timers(RefCell<State>);

#[derive(Default)]
struct State {
    last_id: u32,
    due: BTreeMap<(Instant, u32), Timer>,
    times: HashMap<u32, Instant>,
}

impl Timers {
    /// When the next callback is due.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.0.borrow().due.keys().next().map(|(time, _)| *time)
    }

    /// Runs one callback that is due; none if none is.
    pub(super) fn run_due(&self, context: &mut Context) -> Option<JsResult<()>> {
        let (callback, arguments) = {
            let mut state = self.0.borrow_mut();
            let ((time, id), timer) = state.due.pop_first()?;
            if time > Instant::now() {
                state.due.insert((time, id), timer);
                return None;
            }
            let call = (timer.callback.clone(), timer.arguments.clone());
            match timer.every {
                Some(every) => {
                    let next = Instant::now() + every;
                    state.times.insert(id, next);
                    state.due.insert((next, id), timer);
                }
                None => {
                    state.times.remove(&id);
                }
            }
            call
        };
        Some(callback.call(&JsValue::undefined(), &arguments, context).map(drop))
    }

    fn add(&self, delay: Duration, timer: Timer) -> u32 {
        let mut state = self.0.borrow_mut();
        state.last_id += 1;
        let (id, time) = (state.last_id, Instant::now() + delay);
        state.times.insert(id, time);
        state.due.insert((time, id), timer);
        id
    }

    fn remove(&self, id: u32) {
        let mut state = self.0.borrow_mut();
        if let Some(time) = state.times.remove(&id) {
            state.due.remove(&(time, id));
        }
    }
}

fn set(arguments: &[JsValue], context: &mut Context, repeat: bool) -> JsResult<JsValue> {
    let callback = arguments.first().and_then(JsValue::as_callable);
    let Some(callback) = callback else {
        return Err(type_error("the first argument of a timer must be a function"));
    };
    let delay = match arguments.get(1) {
        Some(delay) => delay.to_number(context)?,
        None => 0.0,
    };
    let delay = if (1.0..=MOST).contains(&delay) { delay } else { 1.0 };
    let delay = Duration::from_secs_f64(delay / 1000.0);
    let timer = Timer {
        callback: callback.clone(),
        arguments: arguments.iter().skip(2).cloned().collect(),
        every: repeat.then_some(delay),
    };
    let id = World::of(context)?.timers.add(delay, timer);
    Ok(JsValue::from(id))
}

pub(super) fn set_timeout(
    _: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    set(arguments, context, false)
}

pub(super) fn set_interval(
    _: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    set(arguments, context, true)
}

pub(super) fn clear(
    _: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    if let Some(id) = arguments.first().and_then(JsValue::as_number) {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        // Casts of floats saturate.
        World::of(context)?.timers.remove(id as u32);
    }
    Ok(JsValue::undefined())
}
