//! `replaceAll` of a text, by a text or by what a function makes of each place.

use boa_engine::object::JsObject;
use boa_engine::string::JsStrVariant;
use boa_engine::{Context, JsResult, JsString, JsValue};

use super::find::Finder;
use super::text_argument;
use super::units::{Units, part};
use crate::engine::state::State;

/// How many places are filled between two looks at the clock.
const PLACES: usize = 256;

pub(super) fn all(
    this: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<Option<JsValue>> {
    let texts = this.as_string().zip(text_argument(arguments, 0));
    let Some((text, wanted)) = texts.filter(|(_, wanted)| !wanted.is_empty()) else {
        return Ok(None);
    };
    let by = match arguments.get(1) {
        Some(by) if by.is_string() => By::Text(by.to_string(context)?),
        Some(by) => match by.as_callable() {
            Some(function) => By::Function(function),
            None => return Ok(None),
        },
        None => return Ok(None),
    };
    let state = State::of(context)?;
    let finder = Finder::new(&text, &wanted);
    let mut made = Units::default();
    let mut places = 0_usize;
    let mut from = 0;
    while let Some(at) = finder.find(&text, from) {
        if places.is_multiple_of(PLACES) {
            state.check(context)?;
        }
        places += 1;
        made.push(part(&text, from, at))?;
        from = at + wanted.len();
        match &by {
            By::Text(replacement) => fill(replacement, &text, (at, from), &mut made)?,
            By::Function(function) => {
                let arguments = [wanted.clone().into(), at.into(), text.clone().into()];
                let by = function.call(&JsValue::undefined(), &arguments, context)?;
                made.push(by.to_string(context)?.as_str())?;
            }
        }
    }
    made.push(part(&text, from, text.len()))?;
    Ok(Some(made.text().into()))
}

enum By {
    Text(JsString),
    Function(JsObject),
}

/// Adds the replacement, with what `$$`, `$&`, `` $` `` and `$'` in it stand for.
fn fill(
    replacement: &JsString,
    text: &JsString,
    (at, end): (usize, usize),
    made: &mut Units,
) -> JsResult<()> {
    let mut from = 0;
    while let Some(sign) = dollar(replacement, from) {
        let stands_for = match replacement.code_unit_at(sign + 1).map(u8::try_from) {
            Some(Ok(b'$')) => part(replacement, sign, sign + 1),
            Some(Ok(b'&')) => part(text, at, end),
            Some(Ok(b'`')) => part(text, 0, at),
            Some(Ok(b'\'')) => part(text, end, text.len()),
            _ => {
                made.push(part(replacement, from, sign + 1))?;
                from = sign + 1;
                continue;
            }
        };
        made.push(part(replacement, from, sign))?;
        made.push(stands_for)?;
        from = sign + 2;
    }
    made.push(part(replacement, from, replacement.len()))
}

fn dollar(text: &JsString, from: usize) -> Option<usize> {
    let found = match text.as_str().variant() {
        JsStrVariant::Latin1(text) => memchr::memchr(b'$', text.get(from..)?),
        JsStrVariant::Utf16(text) => {
            text.get(from..)?.iter().position(|unit| *unit == u16::from(b'$'))
        }
    };
    found.map(|found| from + found)
}
