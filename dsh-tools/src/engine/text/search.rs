//! `indexOf` and `includes`, of texts in texts.

use boa_engine::{Context, JsResult, JsValue};

use super::find::Finder;
use super::{position, text_argument};

#[allow(clippy::unnecessary_wraps, reason = "the shape of an override")]
pub(super) fn index_of(
    this: &JsValue,
    arguments: &[JsValue],
    _: &mut Context,
) -> JsResult<Option<JsValue>> {
    let place = |found: Option<usize>| match found {
        // A text is shorter than what an exact number can count.
        #[allow(clippy::cast_precision_loss)]
        Some(found) => JsValue::from(found as f64),
        None => JsValue::from(-1),
    };
    Ok(found(this, arguments).map(place))
}

#[allow(clippy::unnecessary_wraps, reason = "the shape of an override")]
pub(super) fn includes(
    this: &JsValue,
    arguments: &[JsValue],
    _: &mut Context,
) -> JsResult<Option<JsValue>> {
    Ok(found(this, arguments).map(|found| JsValue::from(found.is_some())))
}

/// Where the text stands, if these are texts at all.
#[allow(clippy::option_option, reason = "not found is an answer, and not answering another")]
fn found(this: &JsValue, arguments: &[JsValue]) -> Option<Option<usize>> {
    let (text, wanted) = (this.as_string()?, text_argument(arguments, 0)?);
    let from = position(arguments.get(1), text.len())?;
    if wanted.is_empty() {
        return Some(Some(from));
    }
    Some(Finder::new(&text, &wanted).find(&text, from))
}
