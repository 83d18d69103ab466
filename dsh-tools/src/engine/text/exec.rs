//! `RegExp.prototype.exec` on a text that it need not copy for each match. `match`, `matchAll`, `replace`, `test` and
//! loops of the program's own all come by here.

use boa_engine::object::builtins::JsRegExp;
use boa_engine::string::JsStrVariant;
use boa_engine::{Context, JsResult, JsString, JsValue};

use super::{text_argument, widened};
use crate::engine::state::State;

/// Shorter texts are copied as fast as they are looked up.
const LONG: usize = 512;

pub(super) fn exec(
    this: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<Option<JsValue>> {
    let Some(text) = text_argument(arguments, 0).filter(is_long) else {
        return Ok(None);
    };
    let pattern = this.as_object().and_then(|object| JsRegExp::from_object(object).ok());
    let Some(pattern) = pattern else { return Ok(None) };
    let wide = last_widened(&text, context)?;
    let found = pattern.exec(wide, context)?;
    Ok(Some(found.map_or_else(JsValue::null, JsValue::from)))
}

fn is_long(text: &JsString) -> bool {
    text.len() >= LONG && matches!(text.as_str().variant(), JsStrVariant::Latin1(_))
}

/// The wide form of the text, which the run keeps for the next match in the same text.
fn last_widened(text: &JsString, context: &Context) -> JsResult<JsString> {
    let state = State::of(context)?;
    let mut last = state.widened.borrow_mut();
    if let Some((_, wide)) = last.as_ref().filter(|(narrow, _)| is_same(narrow, text)) {
        return Ok(wide.clone());
    }
    let wide = widened(text);
    *last = Some((text.clone(), wide.clone()));
    Ok(wide)
}

/// Whether these are one text in memory.
fn is_same(left: &JsString, right: &JsString) -> bool {
    match (left.as_str().variant(), right.as_str().variant()) {
        (JsStrVariant::Latin1(left), JsStrVariant::Latin1(right)) => std::ptr::eq(left, right),
        _ => false,
    }
}
