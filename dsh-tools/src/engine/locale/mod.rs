//! The English forms of numbers and dates, and the order of English texts, which the engine does not know and passes over
//! in silence. What goes beyond them is an error that says what to do instead.

mod collate;
mod date;
mod number;
mod options;

use boa_engine::{Context, JsResult, NativeFunction};

pub(super) use self::collate::Collated;
use self::date::Halves;
use super::context::method;

/// Replaces the methods of numbers, dates and texts.
pub(super) fn define(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let (number, text) = (constructors.number().prototype(), constructors.string().prototype());
    let dates = constructors.date().prototype();
    let in_english = NativeFunction::from_fn_ptr(number::to_locale_string);
    method(&number, "toLocaleString", 0, false, in_english, context)?;
    let in_english = NativeFunction::from_fn_ptr(number::integer_to_locale_string);
    let integer = context.intrinsics().constructors().bigint().prototype();
    method(&integer, "toLocaleString", 0, false, in_english, context)?;
    let compare = NativeFunction::from_fn_ptr(collate::locale_compare);
    method(&text, "localeCompare", 1, false, compare, context)?;
    for (name, halves) in [
        ("toLocaleString", Halves::Both),
        ("toLocaleDateString", Halves::Date),
        ("toLocaleTimeString", Halves::Time),
    ] {
        let written = NativeFunction::from_copy_closure(move |this, arguments, context| {
            date::to_locale_string(this, arguments, halves, context)
        });
        method(&dates, name, 0, false, written, context)?;
    }
    Ok(())
}
