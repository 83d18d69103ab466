//! `split`, by a text and by a regular expression. The parts share the memory of the whole.

use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsArray, JsRegExp};
use boa_engine::{Context, JsResult, JsString, JsValue, js_string};

use super::find::Finder;
use super::{position, text_argument, widened};
use crate::engine::state::State;

/// How many parts are made between two looks at the clock.
const PARTS: usize = 1024;

pub(super) fn by_text(
    this: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<Option<JsValue>> {
    let texts = this.as_string().zip(text_argument(arguments, 0));
    let Some((text, separator)) = texts.filter(|(_, separator)| !separator.is_empty()) else {
        return Ok(None);
    };
    let Some(most) = most_parts(arguments) else { return Ok(None) };
    let state = State::of(context)?;
    let finder = Finder::new(&text, &separator);
    let mut parts: Vec<JsValue> = Vec::new();
    let mut from = 0;
    while parts.len() < most {
        let found = finder.find(&text, from);
        parts.push(text.slice(from, found.unwrap_or(text.len())).into());
        let Some(found) = found else { break };
        from = found + separator.len();
        if parts.len().is_multiple_of(PARTS) {
            state.check(context)?;
        }
    }
    Ok(Some(JsArray::from_iter(parts, context).into()))
}

/// How many parts are wanted: any number, unless told.
fn most_parts(arguments: &[JsValue]) -> Option<usize> {
    match arguments.get(1) {
        None => Some(usize::MAX),
        Some(limit) if limit.is_undefined() => Some(usize::MAX),
        // Numbers out of range wrap around in ways that are the engine's to know.
        Some(limit) if limit.as_number().is_some_and(|limit| (0.0..4e9).contains(&limit)) => {
            position(Some(limit), u32::MAX as usize)
        }
        Some(_) => None,
    }
}

pub(super) fn by_pattern(
    this: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<Option<JsValue>> {
    let Some(text) = text_argument(arguments, 0).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let Some(most) = most_parts(arguments) else { return Ok(None) };
    let Some(searcher) = searcher(this, context)? else { return Ok(None) };
    let is_unicode = searcher.unicode(context)?;
    let text = widened(&text);
    let state = State::of(context)?;
    let mut parts: Vec<JsValue> = Vec::new();
    let (mut done, mut from) = (0, 0);
    while from < text.len() && parts.len() < most {
        state.check(context)?;
        let Some((found, at, end)) = next_match(&searcher, &text, from, context)? else { break };
        if at >= text.len() {
            break;
        }
        if end == done {
            // An empty match where a part begins separates nothing.
            from = after(&text, at, is_unicode);
            continue;
        }
        parts.push(text.slice(done, at).into());
        let groups = found.get(js_string!("length"), context)?.to_length(context)?;
        for group in 1..groups {
            parts.push(found.get(group, context)?);
        }
        (done, from) = (end, end);
    }
    if parts.len() < most {
        parts.push(text.slice(done, text.len()).into());
    }
    parts.truncate(most);
    Ok(Some(JsArray::from_iter(parts, context).into()))
}

/// A searching twin of a regular expression of the plain class.
fn searcher(pattern: &JsValue, context: &mut Context) -> JsResult<Option<JsRegExp>> {
    let Some(object) = pattern.as_object() else { return Ok(None) };
    let plain = context.intrinsics().constructors().regexp().prototype();
    let is_plain = object.prototype().is_some_and(|own| JsObject::equals(&own, &plain));
    let Some(pattern) = JsRegExp::from_object(object).ok().filter(|_| is_plain) else {
        return Ok(None);
    };
    let flags = pattern.flags(context)?.replace(['g', 'y'], "") + "g";
    // Made of the pattern itself, since the engine's `source` escapes what is escaped already.
    let constructor = context.intrinsics().constructors().regexp().constructor();
    let arguments = [pattern.into(), JsString::from(flags).into()];
    let twin = constructor.construct(&arguments, None, context)?;
    Ok(JsRegExp::from_object(twin).ok())
}

/// The next match at or after `from`, with its place and its end.
fn next_match(
    searcher: &JsRegExp,
    text: &JsString,
    from: usize,
    context: &mut Context,
) -> JsResult<Option<(JsArray, usize, usize)>> {
    searcher.set(js_string!("lastIndex"), from, true, context)?;
    let Some(found) = searcher.exec(text.clone(), context)? else { return Ok(None) };
    let at = found.get(js_string!("index"), context)?.to_length(context)?;
    let end = searcher.get(js_string!("lastIndex"), context)?.to_length(context)?;
    let inside = |place: u64| usize::try_from(place).unwrap_or(usize::MAX).min(text.len());
    Ok(Some((found, inside(at), inside(end))))
}

/// The place after that of a character.
fn after(text: &JsString, at: usize, is_unicode: bool) -> usize {
    let unit = |at: usize| text.code_unit_at(at).unwrap_or_default();
    let is_pair = is_unicode
        && (0xd800..0xdc00).contains(&unit(at))
        && (0xdc00..0xe000).contains(&unit(at + 1));
    at + if is_pair { 2 } else { 1 }
}
