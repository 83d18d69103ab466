//! Methods of texts that the engine does in quadratic time or wrong, done in linear time: each override is small, and goes
//! away by its line in [`define`] when the engine is mended.

mod exec;
mod find;
mod grown;
mod pattern;
mod replace;
mod search;
mod source;
mod split;
mod units;

use boa_engine::string::JsStrVariant;
use boa_engine::{Context, JsResult, JsString, JsSymbol, JsValue, js_string};

use super::context::overlay;

pub(super) use self::grown::functions;
pub(super) use self::pattern::Searches;

/// Replaces the methods.
pub(super) fn define(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let (text, pattern) = (constructors.string().prototype(), constructors.regexp().prototype());
    // Walks over all that lies before the position: https://github.com/boa-dev/boa/issues/4663.
    overlay(&text, js_string!("indexOf"), search::index_of, context)?;
    overlay(&text, js_string!("includes"), search::includes, context)?;
    overlay(&text, js_string!("split"), split::by_text, context)?;
    overlay(&text, js_string!("replaceAll"), replace::all, context)?;
    // Copies the whole text and the compiled pattern for each match: https://github.com/boa-dev/boa/issues/2316.
    overlay(&pattern, js_string!("exec"), exec::exec, context)?;
    overlay(&pattern, js_string!("compile"), pattern::forget, context)?;
    // Searches the whole rest of the text at every position of it.
    overlay(&pattern, JsSymbol::split(), split::by_pattern, context)?;
    source::define(context)
}

/// The argument, if it is a text already: turning anything else into one may run the program's code.
fn text_argument(arguments: &[JsValue], index: usize) -> Option<JsString> {
    arguments.get(index)?.as_string()
}

/// The whole number that a missing or numeric argument stands for, between 0 and `most`.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)] // Clamped.
fn position(argument: Option<&JsValue>, most: usize) -> Option<usize> {
    match argument {
        None => Some(0),
        Some(value) if value.is_undefined() => Some(0),
        // What is no number counts as 0, as the cast says.
        Some(value) => value.as_number().map(|number| number.clamp(0.0, most as f64) as usize),
    }
}

/// The text in the wide encoding, which patterns read without a copy.
fn widened(text: &JsString) -> JsString {
    match text.as_str().variant() {
        JsStrVariant::Utf16(_) => text.clone(),
        JsStrVariant::Latin1(narrow) => {
            let wide: Vec<u16> = narrow.iter().copied().map(u16::from).collect();
            JsString::from(wide.as_slice())
        }
    }
}
