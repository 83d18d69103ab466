//! Texts that grow in place, for `+=` in loops: <https://github.com/boa-dev/boa/issues/4663> copies all of a text each time.
//! The front end puts these calls where a variable can hold such a text; no other value of the program is one.
//!
//! What a variable holds never changes: it is so many first units of a text that may have grown since.

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::value::PreferredType;
use boa_engine::{Context, JsData, JsResult, JsString, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};

use super::units::Units;

/// Shorter texts are copied as fast.
const LONG: usize = 256;

/// What a variable holds in place of a long text.
#[derive(Trace, Finalize, JsData)]
struct Grown {
    // Holds nothing of the engine's heap.
    #[unsafe_ignore_trace]
    text: Rc<Text>,
    length: usize,
}

#[derive(Default)]
struct Text {
    units: RefCell<Units>,
    /// The text that was taken out last.
    taken: RefCell<Option<JsString>>,
}

/// A text in either form.
enum Held {
    Grown(Rc<Text>, usize),
    Text(JsString),
}

/// The functions that the prepared program takes: what adds, what takes the text out, and its length.
pub(in crate::engine) fn functions(context: &mut Context) -> [JsValue; 3] {
    [add, text, length].map(|function| {
        let function = NativeFunction::from_fn_ptr(function);
        FunctionObjectBuilder::new(context.realm(), function).build().into()
    })
}

fn held(value: &JsValue) -> Option<Held> {
    if let Some(text) = value.as_string() {
        return Some(Held::Text(text));
    }
    let object = value.as_object()?;
    let grown = object.downcast_ref::<Grown>()?;
    Some(Held::Grown(Rc::clone(&grown.text), grown.length))
}

/// What `+` gives.
fn add(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let [value, added] = arguments else { return Ok(JsValue::undefined()) };
    let Some(held) = held(value) else { return value.add(added, context) };
    let added = match added.as_string() {
        Some(text) => text,
        None => added.to_primitive(context, PreferredType::Default)?.to_string(context)?,
    };
    let text = match held {
        Held::Text(text) if text.len() + added.len() < LONG => {
            return Ok(JsString::concat(text.as_str(), added.as_str()).into());
        }
        Held::Text(text) => {
            let grown = Text::default();
            grown.units.borrow_mut().push(text.as_str())?;
            Rc::new(grown)
        }
        Held::Grown(text, length) if text.units.borrow().len() == length => text,
        // It has grown since, from this very value.
        Held::Grown(text, length) => {
            let other = Text::default();
            other.units.borrow_mut().push(text.units.borrow().start(length))?;
            Rc::new(other)
        }
    };
    text.units.borrow_mut().push(added.as_str())?;
    let length = text.units.borrow().len();
    Ok(JsObject::from_proto_and_data(None, Grown { text, length }).into())
}

#[allow(clippy::unnecessary_wraps, reason = "the shape of a native function")]
fn text(_: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let value = arguments.first().cloned().unwrap_or_default();
    let Some(Held::Grown(text, length)) = held(&value) else { return Ok(value) };
    let mut taken = text.taken.borrow_mut();
    if let Some(taken) = taken.as_ref().filter(|taken| taken.len() == length) {
        return Ok(taken.clone().into());
    }
    let whole = JsString::from(text.units.borrow().start(length));
    *taken = Some(whole.clone());
    Ok(whole.into())
}

fn length(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = arguments.first().cloned().unwrap_or_default();
    match held(&value) {
        Some(Held::Grown(_, length)) => Ok(length.into()),
        Some(Held::Text(text)) => Ok(text.len().into()),
        None => value.to_object(context)?.get(js_string!("length"), context),
    }
}
