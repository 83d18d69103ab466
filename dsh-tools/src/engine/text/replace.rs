//! `replaceAll` of a text, by a text or by what a function makes of each place.

use boa_engine::object::JsObject;
use boa_engine::string::{JsStr, JsStrVariant};
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue};

use super::find::Finder;
use super::text_argument;
use crate::engine::state::State;

/// No text is longer, as in V8.
const MOST_UNITS: usize = (1 << 29) - 24;

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
    let mut pieces = Pieces::default();
    let mut from = 0;
    while let Some(at) = finder.find(&text, from) {
        state.check(context)?;
        pieces.push(text.slice(from, at))?;
        from = at + wanted.len();
        match &by {
            By::Text(replacement) => fill(replacement, &text, (at, from), &mut pieces)?,
            By::Function(function) => {
                let arguments = [wanted.clone().into(), at.into(), text.clone().into()];
                let made = function.call(&JsValue::undefined(), &arguments, context)?;
                pieces.push(made.to_string(context)?)?;
            }
        }
    }
    pieces.push(text.slice(from, text.len()))?;
    Ok(Some(pieces.joined().into()))
}

enum By {
    Text(JsString),
    Function(JsObject),
}

/// Parts of a text that is being made.
#[derive(Default)]
struct Pieces {
    pieces: Vec<JsString>,
    units: usize,
}

impl Pieces {
    fn push(&mut self, piece: JsString) -> JsResult<()> {
        self.units += piece.len();
        if self.units > MOST_UNITS {
            let why = "the text would be too long: replace less, or parts of it";
            return Err(JsNativeError::range().with_message(why).into());
        }
        if !piece.is_empty() {
            self.pieces.push(piece);
        }
        Ok(())
    }

    fn joined(&self) -> JsString {
        let pieces: Vec<JsStr<'_>> = self.pieces.iter().map(JsString::as_str).collect();
        JsString::concat_array(&pieces)
    }
}

/// Adds the replacement, with what `$$`, `$&`, `` $` `` and `$'` in it stand for.
fn fill(
    replacement: &JsString,
    text: &JsString,
    (at, end): (usize, usize),
    pieces: &mut Pieces,
) -> JsResult<()> {
    let mut from = 0;
    while let Some(sign) = dollar(replacement, from) {
        let stands_for = match replacement.code_unit_at(sign + 1).map(u8::try_from) {
            Some(Ok(b'$')) => replacement.slice(sign, sign + 1),
            Some(Ok(b'&')) => text.slice(at, end),
            Some(Ok(b'`')) => text.slice(0, at),
            Some(Ok(b'\'')) => text.slice(end, text.len()),
            _ => {
                pieces.push(replacement.slice(from, sign + 1))?;
                from = sign + 1;
                continue;
            }
        };
        pieces.push(replacement.slice(from, sign))?;
        pieces.push(stands_for)?;
        from = sign + 2;
    }
    pieces.push(replacement.slice(from, replacement.len()))
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
