//! Says what a program threw: name and message, its own lines and columns, the source line.
//! Whatever was thrown, this answers; names of the engine and paths of the host never appear.

use std::rc::Rc;

use boa_engine::builtins::error::Error;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::error::EngineError;
use boa_engine::object::builtins::JsFunction;
use boa_engine::object::builtins::JsPromise;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{
    Context, JsError, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string,
};

use super::context::{method, stack_key};
use super::inspect::inspect;
use super::refuse::data_property;
use super::report::{Failure, FailureKind, Rejection};
use super::run::PROGRAM_PATH;
use super::state::State;
use crate::program::{Position, nearest, snippet};

/// How many frames a message shows.
const FRAMES: usize = 10;

/// A function of the program that was running.
struct Frame {
    name: String,
    at: Position,
}

/// The failure that an error of the engine or of the program amounts to.
pub(super) fn failure(state: &Rc<State>, error: JsError, context: &mut Context) -> Failure {
    if let Some(ending) = state.ending() {
        return ending;
    }
    match error.as_engine() {
        Some(limit) if is_recursion(limit) => {
            let mut message = format!(
                "RangeError: the program's functions call each other too deep, more than {} calls",
                state.limits.recursion
            );
            append(state, &mut message, &frames(state, &error.to_string()));
            Failure::exception(message)
        }
        Some(_) => Failure::new(FailureKind::WorkerExit, "the engine failed inside a built-in"),
        None => match error.into_opaque(context) {
            Ok(value) => {
                let message = exception(state, &value, context);
                // Describing it may run the program's getters.
                state.ending().unwrap_or_else(|| Failure::exception(message))
            }
            Err(_) => Failure::new(FailureKind::WorkerExit, "the engine failed inside a built-in"),
        },
    }
}

/// Whether the engine met its limit of calls, also where it met it inside a step of its own.
fn is_recursion(error: &EngineError) -> bool {
    match error {
        EngineError::RuntimeLimit(_) => true,
        EngineError::Panic(_) => format!("{error:?}").contains("RuntimeLimit("),
    }
}

/// An early error that only the engine's own parser finds.
pub(super) fn syntax(state: &Rc<State>, error: &JsError, context: &mut Context) -> Failure {
    let text = match error.try_native(context) {
        Ok(native) => native.message().to_owned(),
        Err(_) => error.to_string(),
    };
    let Some((reason, line, column)) = located(&text) else {
        return Failure::exception(format!("SyntaxError: {text}"));
    };
    let Some(at) = state.program.origin(Position { line, column }) else {
        return Failure::exception(format!("SyntaxError: {reason}"));
    };
    let lines = snippet(state.program.source(), at);
    Failure::exception(format!("SyntaxError at {at}: {reason}\n{lines}"))
}

/// Splits `reason at line 3, col 5`.
fn located(text: &str) -> Option<(&str, usize, usize)> {
    let at = text.rfind("line ")?;
    let mut numbers = text[at..]
        .split(|char: char| !char.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .map(str::parse);
    let (line, column) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
    let reason = text[..at].trim_end().trim_end_matches("at").trim_end_matches([' ', ',', '(']);
    Some((reason, line, column))
}

/// The message of a run that nothing can wake up.
pub(super) fn nothing_can_settle(_: &Rc<State>) -> String {
    String::from(
        "the program waits for something that nothing can settle: it awaits a promise, but no call and no \
         timer is pending",
    )
}

/// What is said about a thrown value.
fn exception(state: &Rc<State>, value: &JsValue, context: &mut Context) -> String {
    let Some(object) = value.as_object() else {
        let shown = match value.as_string() {
            Some(text) => text.to_std_string_lossy(),
            None => inspect(value, context),
        };
        return format!("Uncaught {shown}");
    };
    if !is_error(&object) {
        return format!("Uncaught {}", inspect(value, context));
    }
    let mut frames = frames_of(state, &object, context);
    let headline = headline(&object, context);
    place_missing_name(state, &headline, &mut frames);
    let mut message = match frames.first() {
        Some(frame) => explained(state, headline, frame.at),
        None => headline,
    };
    append(state, &mut message, &frames);
    message
}

/// The engine has no place for reading a name: finds where the program mentions it.
fn place_missing_name(state: &Rc<State>, headline: &str, frames: &mut Vec<Frame>) {
    let name = headline
        .strip_prefix("ReferenceError: ")
        .and_then(|reason| reason.strip_suffix(" is not defined"));
    let Some(name) = name else { return };
    let begun = frames.first().map(|frame| frame.at);
    let Some(at) = state.program.mention(name, begun) else { return };
    match frames.first_mut() {
        Some(frame) => frame.at = at,
        None => frames.push(Frame { name: String::new(), at }),
    }
}

/// Whether it is an error of the engine's or one of ours.
pub(super) fn is_error(object: &JsObject) -> bool {
    object.is::<Error>()
}

fn append(state: &Rc<State>, message: &mut String, frames: &[Frame]) {
    for frame in frames.iter().take(FRAMES) {
        message.push_str(&format!("\n    at {}", frame_words(frame)));
    }
    if let Some(top) = frames.first() {
        message.push('\n');
        message.push_str(&snippet(state.program.source(), top.at));
    }
}

/// A frame as a stack of the program shows it.
fn frame_text(frame: &Frame) -> String {
    if frame.name.is_empty() {
        frame.at.to_string()
    } else {
        format!("{} ({})", frame.name, frame.at)
    }
}

/// A frame as a model reads it.
fn frame_words(frame: &Frame) -> String {
    let Position { line, column } = frame.at;
    let place = format!("line {line}, column {column}");
    if frame.name.is_empty() { place } else { format!("{} ({place})", frame.name) }
}

/// Adds what the syntax tree knows about a terse message of the engine.
fn explained(state: &Rc<State>, headline: String, at: Position) -> String {
    if !headline.starts_with("TypeError") {
        return headline;
    }
    let Some(reason) = state.program.explain(&headline, at) else { return headline };
    let hint = member_hint(state, &reason).unwrap_or_default();
    format!("TypeError: {reason}{hint}")
}

/// The member that was meant, when the failed call names a group and no member of it.
fn member_hint(state: &Rc<State>, reason: &str) -> Option<String> {
    let callee = reason.strip_prefix('`')?.strip_suffix("` is not a function")?;
    for group in &state.groups {
        let rest = callee.strip_prefix(&group.global);
        let name = match rest {
            Some(rest) => rest
                .trim_start_matches(['.', '?', ' '])
                .trim_start_matches("[\"")
                .trim_start_matches("['")
                .trim_end_matches("\"]")
                .trim_end_matches("']"),
            // It may have been taken out of the group first.
            None if !callee.contains(['.', '(', ' ']) => callee,
            None => continue,
        };
        let members = group.members.iter().chain(&group.hidden_members).map(AsRef::as_ref);
        if let Some(meant) = nearest(name, members) {
            let dotted =
                meant.chars().all(|char| char.is_alphanumeric() || char == '_' || char == '$');
            let global = &group.global;
            return Some(if dotted {
                format!("; did you mean `{global}.{meant}`?")
            } else {
                format!("; did you mean `{global}[\"{meant}\"]`?")
            });
        }
        if rest.is_some() {
            return Some(format!("; `{}` has no member `{name}`", group.global));
        }
    }
    None
}

/// `Name: message` of an error, whatever its properties do.
fn headline(error: &JsObject, context: &mut Context) -> String {
    let name = property_text(error, "name", context).unwrap_or_else(|| String::from("Error"));
    let message = property_text(error, "message", context).unwrap_or_default();
    match (name.is_empty(), message.is_empty()) {
        (true, _) => message,
        (false, true) => name,
        (false, false) => format!("{name}: {message}"),
    }
}

/// The text of a property; `None` if reading it fails.
fn property_text(object: &JsObject, name: &str, context: &mut Context) -> Option<String> {
    let value = object.get(JsString::from(name), context).ok()?;
    if value.is_undefined() {
        return None;
    }
    if let Some(text) = value.as_string() {
        return Some(text.to_std_string_lossy());
    }
    value.is_number().then(|| inspect(&value, context))
}

/// The frames of the program in an error's stack.
fn frames_of(state: &Rc<State>, error: &JsObject, context: &mut Context) -> Vec<Frame> {
    if let Some(stack) = data_property(error, &stack_key()).and_then(|stack| stack.as_string()) {
        // One of ours, or the program's own: places of the source stand in it.
        return own_frames(&stack.to_std_string_lossy());
    }
    let Ok(captured) = state.captured() else { return Vec::new() };
    let this = JsValue::from(error.clone());
    match captured.error_stack.call(&this, &[], context) {
        Ok(stack) => match stack.as_string() {
            Some(stack) => frames(state, &stack.to_std_string_lossy()),
            None => Vec::new(),
        },
        Err(_) => Vec::new(),
    }
}

/// Reads `at name (program:3:5)` lines as the engine writes them.
fn frames(state: &Rc<State>, stack: &str) -> Vec<Frame> {
    let read = |line: &str| {
        let line = line.trim().strip_prefix("at ")?;
        let (name, place) = line.strip_suffix(')')?.rsplit_once(" (")?;
        let place = place.strip_prefix(PROGRAM_PATH)?.strip_prefix(':')?;
        let (line, column) = place.split_once(':')?;
        let at = Position { line: line.parse().ok()?, column: column.parse().ok()? };
        let at = state.program.origin(at)?;
        let name = if name.starts_with('<') { "" } else { name };
        Some(Frame { name: name.to_owned(), at })
    };
    stack.lines().filter_map(read).collect()
}

/// Reads `at 3:5` and `at name (3:5)`.
fn own_frames(stack: &str) -> Vec<Frame> {
    let read = |line: &str| {
        let line = line.trim().strip_prefix("at ")?;
        let (name, place) = match line.strip_suffix(')').and_then(|line| line.rsplit_once(" (")) {
            Some((name, place)) => (name, place),
            None => ("", line),
        };
        let (line, column) = place.split_once(':')?;
        let at = Position { line: line.parse().ok()?, column: column.parse().ok()? };
        Some(Frame { name: name.to_owned(), at })
    };
    stack.lines().filter_map(read).collect()
}

/// Rejections that nothing handled, in order.
pub(super) fn unhandled(state: &Rc<State>, context: &mut Context) -> Vec<Rejection> {
    const MOST: usize = 100;
    let rejected = state.rejected.borrow_mut().take(MOST);
    let mut rejections = Vec::with_capacity(rejected.len());
    for promise in rejected {
        let PromiseState::Rejected(reason) = JsPromise::from(promise).state() else { continue };
        let object = reason.as_object();
        let error = object.as_ref().filter(|object| is_error(object));
        let mut message = match error {
            Some(error) => headline(error, context),
            None => match reason.as_string() {
                Some(text) => text.to_std_string_lossy(),
                None => inspect(&reason, context),
            },
        };
        if let Some(frame) =
            error.and_then(|error| frames_of(state, error, context).into_iter().next())
        {
            message.push_str(&format!(
                " (at {})",
                frame_words(&Frame { name: String::new(), ..frame })
            ));
        }
        let member = error.and_then(|error| failed_member(state, error));
        rejections.push(Rejection { message: message.replace('\n', " "), member });
    }
    rejections
}

fn failed_member(state: &Rc<State>, error: &JsObject) -> Option<std::sync::Arc<str>> {
    let captured = state.captured().ok()?;
    state.groups.iter().zip(&captured.error_prototypes).find_map(|(group, prototype)| {
        let (class, prototype) = (group.error_class.as_ref()?, prototype.as_ref()?);
        if !JsObject::equals(&error.prototype()?, prototype) {
            return None;
        }
        let name = data_property(error, &JsString::from(&*class.member_property))?;
        Some(name.as_string()?.to_std_string_lossy().into())
    })
}

/// Makes `error.stack` what programs expect: a headline, and places of the source alone. Answers the
/// engine's own getter.
pub(super) fn replace_stack(context: &mut Context) -> JsResult<JsFunction> {
    let prototype = context.intrinsics().constructors().error().prototype();
    let property = prototype.borrow().properties().get(&stack_key().into());
    let accessor = |value: Option<&JsValue>| value.and_then(JsValue::as_function);
    let getter = property.as_ref().and_then(|property| accessor(property.get()));
    let setter = property.as_ref().and_then(|property| accessor(property.set()));
    let missing = || JsNativeError::typ().with_message("the engine has no error stacks");
    let getter = getter.ok_or_else(missing)?;
    let ours = NativeFunction::from_fn_ptr(|this, _, context| {
        let Some(error) = this.as_object().filter(is_error) else {
            return Ok(JsValue::undefined());
        };
        Ok(JsString::from(stack_text(&error, context)?).into())
    });
    let ours = FunctionObjectBuilder::new(context.realm(), ours).name(js_string!("stack")).build();
    let mut replaced = PropertyDescriptor::builder().get(ours).enumerable(false).configurable(true);
    if let Some(setter) = setter {
        replaced = replaced.set(setter);
    }
    prototype.define_property_or_throw(stack_key(), replaced, context)?;
    let constructor = context.intrinsics().constructors().error().constructor();
    let capture = NativeFunction::from_fn_ptr(capture_stack);
    method(&constructor, "captureStackTrace", 2, false, capture, context)?;
    Ok(getter)
}

/// `Error.captureStackTrace`, which classes of errors call: those have a stack already, other objects get one.
fn capture_stack(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = arguments.first().and_then(JsValue::as_object).ok_or_else(|| {
        JsNativeError::typ().with_message("Error.captureStackTrace takes an object")
    })?;
    if is_error(&object) {
        return Ok(JsValue::undefined());
    }
    let error = context.intrinsics().constructors().error().constructor();
    let error = error.construct(&[], None, context)?;
    let state = State::of(context)?;
    let mut text = headline(&object, context);
    for frame in frames_of(&state, &error, context) {
        text.push_str(&format!("\n    at {}", frame_text(&frame)));
    }
    let property = PropertyDescriptor::builder()
        .value(JsString::from(text))
        .writable(true)
        .enumerable(false)
        .configurable(true);
    object.define_property_or_throw(stack_key(), property, context)?;
    Ok(JsValue::undefined())
}

/// The stack of an error as the program sees it.
pub(super) fn stack_text(error: &JsObject, context: &mut Context) -> JsResult<String> {
    let state = State::of(context)?;
    let mut text = headline(error, context);
    for frame in frames_of(&state, error, context) {
        text.push_str(&format!("\n    at {}", frame_text(&frame)));
    }
    Ok(text)
}
