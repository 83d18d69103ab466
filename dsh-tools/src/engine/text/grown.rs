//! Texts that grow in place, for `+=` in loops: <https://github.com/boa-dev/boa/issues/4663> copies all of a text each time.
//! The front end moves there what programs have added to a variable; no value of the program is one.
//!
//! What stands for such a text is so many first units of a text that may have grown since. It never changes, but where
//! the front end knows that nothing else holds it: then it grows in place.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::value::PreferredType;
use boa_engine::{Context, JsData, JsResult, JsString, JsValue, NativeFunction};
use boa_gc::{Finalize, Trace};

use super::units::Units;

/// What stands for the text so far.
#[derive(Trace, Finalize, JsData)]
struct Grown {
    // Holds nothing of the engine's heap.
    #[unsafe_ignore_trace]
    text: Rc<Text>,
    #[unsafe_ignore_trace]
    length: Cell<usize>,
}

#[derive(Default)]
struct Text {
    units: RefCell<Units>,
    /// What was taken out last: how much of the text, what stood behind it, and both together.
    taken: RefCell<Option<(usize, JsString, JsString)>>,
}

/// The functions that the prepared program takes: what moves to a text so far, what takes all of it out, its length, and
/// what adds pieces in place, as a sum and as a template do.
pub(in crate::engine) fn functions(context: &mut Context) -> [JsValue; 5] {
    [move_over, text, length, add_sum, add_template].map(|function| {
        let function = NativeFunction::from_fn_ptr(function);
        FunctionObjectBuilder::new(context.realm(), function).build().into()
    })
}

/// The text so far, and what the variable holds behind it.
fn parts(arguments: &[JsValue]) -> (Option<(Rc<Text>, usize)>, JsString) {
    let object = arguments.first().and_then(JsValue::as_object);
    let so_far = object.as_ref().and_then(|object| {
        let grown = object.downcast_ref::<Grown>()?;
        Some((Rc::clone(&grown.text), grown.length.get()))
    });
    let behind = arguments.get(1).and_then(JsValue::as_string).unwrap_or_default();
    (so_far, behind)
}

fn move_over(_: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let (so_far, behind) = parts(arguments);
    let text = match so_far {
        None => Rc::default(),
        Some((text, length)) if text.units.borrow().len() == length => text,
        // It has grown since, from this very value.
        Some((text, length)) => {
            let other = Text::default();
            other.units.borrow_mut().push(text.units.borrow().start(length))?;
            Rc::new(other)
        }
    };
    text.units.borrow_mut().push(behind.as_str())?;
    let length = Cell::new(text.units.borrow().len());
    Ok(JsObject::from_proto_and_data(None, Grown { text, length }).into())
}

fn add_sum(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    add(arguments, context, |piece, context| {
        piece.to_primitive(context, PreferredType::Default)?.to_string(context)
    })
}

fn add_template(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    add(arguments, context, JsValue::to_string)
}

/// Adds the pieces behind the text so far in place. Where there is none it gives what they are together.
fn add(
    arguments: &[JsValue],
    context: &mut Context,
    convert: fn(&JsValue, &mut Context) -> JsResult<JsString>,
) -> JsResult<JsValue> {
    let Some((so_far, pieces)) = arguments.split_first() else { return Ok(JsValue::undefined()) };
    let object = so_far.as_object();
    let grown = object.as_ref().and_then(|object| object.downcast_ref::<Grown>());
    if let Some(grown) = &grown
        && pieces.iter().all(JsValue::is_string)
    {
        return grown.push(|| pieces.iter().filter_map(JsValue::as_string));
    }
    let convert = |piece| convert(piece, context);
    let texts = pieces.iter().map(convert).collect::<JsResult<Vec<_>>>()?;
    match grown {
        Some(grown) => grown.push(|| texts.iter().cloned()),
        None => Ok(match texts.as_slice() {
            [text] => text.clone(),
            texts => {
                JsString::concat_array(&texts.iter().map(JsString::as_str).collect::<Vec<_>>())
            }
        }
        .into()),
    }
}

impl Grown {
    /// Adds the pieces in place, or none of them.
    fn push<I: Iterator<Item = JsString>>(&self, pieces: impl Fn() -> I) -> JsResult<JsValue> {
        let mut units = self.text.units.borrow_mut();
        units.has_room_for(pieces().map(|piece| piece.len()).sum())?;
        for piece in pieces() {
            units.push(piece.as_str())?;
        }
        self.length.set(units.len());
        Ok(JsValue::undefined())
    }
}

fn text(_: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let (Some((text, length)), behind) = parts(arguments) else { return Ok(JsValue::undefined()) };
    let mut taken = text.taken.borrow_mut();
    if let Some((_, _, whole)) =
        taken.as_ref().filter(|(known, more, _)| *known == length && *more == behind)
    {
        return Ok(whole.clone().into());
    }
    let mut whole = Units::default();
    whole.push(text.units.borrow().start(length))?;
    whole.push(behind.as_str())?;
    let whole = whole.text();
    *taken = Some((length, behind, whole.clone()));
    Ok(whole.into())
}

#[allow(clippy::unnecessary_wraps, reason = "the shape of a native function")]
fn length(_: &JsValue, arguments: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let (so_far, behind) = parts(arguments);
    Ok(JsValue::from(so_far.map_or(0, |(_, length)| length) + behind.len()))
}
