//! What a model reads of an exception: name, message, the program's own lines, and the line itself.
//! Nothing of the engine and no path of the host is in it (rule CODE-1).

use boa_engine::{Context, JsError, JsObject, JsValue};

use super::inspect::{display, headline};
use super::world::{World, read};
use crate::program::{Position, Program, nearest, snippet};

/// How many frames are shown.
const MOST_FRAMES: usize = 5;

/// A frame of the program, in the model's own text.
struct Frame {
    function: String,
    at: Position,
}

/// The text of a thrown value.
pub(super) fn describe(
    value: &JsValue,
    program: &Program,
    world: &World,
    context: &mut Context,
) -> String {
    let Some(object) = value.as_object() else {
        return format!("the program threw {}", shown(value, context));
    };
    if read(&object, "message", context).is_none_or(|message| message.is_undefined()) {
        return format!("the program threw {}", shown(value, context));
    }
    let frames = frames(&object, program, context);
    let mut text = headline(&object, context);
    let Some(first) = frames.first() else { return text };
    if let Some(explained) = program.explain(&text, first.at) {
        let name = text.split(':').next().unwrap_or("Error").to_owned();
        text = format!("{name}: {explained}{}", meant(&explained, world));
    }
    for frame in frames.iter().take(MOST_FRAMES) {
        let Position { line, column } = frame.at;
        let place = format!("line {line}, column {column}");
        text = match &*frame.function {
            "<main>" | "" => format!("{text}\n    at {place}"),
            function => format!("{text}\n    at {function} ({place})"),
        };
    }
    let line = snippet(program.source(), first.at);
    format!("{text}\n{line}")
}

/// A value that is no error; some cannot even be shown.
fn shown(value: &JsValue, context: &mut Context) -> String {
    let text = display(value, context);
    if text.is_empty() { "an empty text".to_owned() } else { text }
}

/// The text of an error before the program ran: mistakes that only the engine finds.
pub(super) fn describe_early(error: &JsError, program: &Program) -> String {
    let text = error.to_string();
    let text = text.lines().next().unwrap_or("SyntaxError").to_owned();
    let Some(at) = position_in(&text) else { return text };
    match program.origin(at) {
        Some(at) => {
            let message = text.split(" at line ").next().unwrap_or(&text).to_owned();
            format!("{message} ({at})\n{}", snippet(program.source(), at))
        }
        None => text,
    }
}

/// The place in `… at line 3, col 5`.
fn position_in(text: &str) -> Option<Position> {
    let rest = text.split(" line ").nth(1)?;
    let mut numbers =
        rest.split(|character: char| !character.is_ascii_digit()).filter(|part| !part.is_empty());
    Some(Position { line: numbers.next()?.parse().ok()?, column: numbers.next()?.parse().ok()? })
}

/// The frames of an error that lie in the program, innermost first.
fn frames(error: &JsObject, program: &Program, context: &mut Context) -> Vec<Frame> {
    let stack = read(error, "stack", context);
    let stack = stack.and_then(|stack| stack.as_string().map(|text| text.to_std_string_escaped()));
    let stack = stack.unwrap_or_default();
    stack.lines().filter_map(|line| frame(line, program)).collect()
}

/// Reads `    at name (program:3:5)`.
fn frame(line: &str, program: &Program) -> Option<Frame> {
    let (function, place) = line.trim().strip_prefix("at ")?.split_once(" (")?;
    let mut parts = place.strip_suffix(')')?.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    let own = parts.next()? == "program";
    let at = program.origin(Position { line, column }).filter(|_| own)?;
    Some(Frame { function: function.to_owned(), at })
}

/// The function that was probably meant, for "`tools.x` is not a function".
fn meant(explained: &str, world: &World) -> String {
    let Some(called) =
        explained.strip_prefix('`').and_then(|rest| rest.strip_suffix("` is not a function"))
    else {
        return String::new();
    };
    for group in &world.groups {
        let Some(name) = called.strip_prefix(&group.global).and_then(|rest| rest.strip_prefix('.'))
        else {
            continue;
        };
        let members = || group.members.iter().map(|member| &**member);
        // A name that can be written after a dot is the likelier one.
        let near = nearest(name, members().filter(|member| is_word(member)));
        return match near.or_else(|| nearest(name, members())) {
            Some(near) if is_word(near) => format!("; did you mean `{}.{near}`?", group.global),
            Some(near) => format!("; did you mean `{}[{near:?}]`?", group.global),
            None => format!("; there is no tool named `{name}`"),
        };
    }
    String::new()
}

/// Whether a name can be written after a dot.
fn is_word(name: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$';
    name.bytes().next().is_some_and(letter)
        && name.bytes().all(|byte| letter(byte) || byte.is_ascii_digit())
}
