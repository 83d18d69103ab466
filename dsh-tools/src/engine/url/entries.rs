//! The iterators of `URLSearchParams`: `entries`, `keys` and `values`.
//! They read the list as they go, so changes on the way show.

use std::rc::Rc;

use boa_engine::builtins::iterable::create_iter_result_object;
use boa_engine::class::ClassBuilder;
use boa_engine::object::builtins::{JsArray, JsFunction};
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::{
    Context, JsData, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_string,
};
use boa_gc::{Finalize, Trace};

use super::query::Query;
use super::search_params::query_of;
use super::type_error;
use crate::engine::context::method;

/// Where an iterator stands.
#[derive(Trace, Finalize, JsData)]
struct Entries {
    // Holds nothing of the engine's heap.
    #[unsafe_ignore_trace]
    query: Rc<Query>,
    next: usize,
    #[unsafe_ignore_trace]
    item: Item,
}

/// What an iterator gives of each pair.
#[derive(Clone, Copy)]
enum Item {
    Pair,
    Name,
    Value,
}

/// Defines the three methods, and the first as what `for … of` calls.
pub(super) fn define(class: &mut ClassBuilder<'_>) -> JsResult<()> {
    let prototype = prototype(class.context())?;
    let attributes = Attribute::WRITABLE | Attribute::CONFIGURABLE;
    for (name, item) in [("entries", Item::Pair), ("keys", Item::Name), ("values", Item::Value)] {
        let function = opening(name, item, prototype.clone(), class.context());
        class.property(JsString::from(name), function.clone(), attributes);
        if matches!(item, Item::Pair) {
            class.property(JsSymbol::iterator(), function, attributes);
        }
    }
    Ok(())
}

/// What all of the iterators inherit.
fn prototype(context: &mut Context) -> JsResult<JsObject> {
    // The prototype of every iterator is public only as that of this one.
    let base = context.intrinsics().objects().iterator_prototypes().array().prototype();
    let prototype = JsObject::with_object_proto(context.intrinsics());
    prototype.set_prototype(base);
    method(&prototype, "next", 0, true, NativeFunction::from_fn_ptr(next), context)?;
    let tag = PropertyDescriptor::builder()
        .value(js_string!("URLSearchParams Iterator"))
        .writable(false)
        .enumerable(false)
        .configurable(true);
    prototype.define_property_or_throw(JsSymbol::to_string_tag(), tag, context)?;
    Ok(prototype)
}

/// The function that makes an iterator.
fn opening(name: &str, item: Item, prototype: JsObject, context: &mut Context) -> JsFunction {
    let function = NativeFunction::from_copy_closure_with_captures(
        move |this, _, prototype: &JsObject, _| {
            let entries = Entries { query: query_of(this)?, next: 0, item };
            Ok(JsObject::from_proto_and_data(prototype.clone(), entries).into())
        },
        prototype,
    );
    FunctionObjectBuilder::new(context.realm(), function).name(JsString::from(name)).build()
}

fn next(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let iterator = this.as_object();
    let step = iterator.as_ref().and_then(|object| {
        let mut entries = object.downcast_mut::<Entries>()?;
        entries.next += 1;
        Some((Rc::clone(&entries.query), entries.next - 1, entries.item))
    });
    let (query, index, item) = step
        .ok_or_else(|| type_error("Value of \"this\" must be of type URLSearchParamsIterator"))?;
    let Some((name, value)) = query.read(|pairs| pairs.list().get(index).cloned())? else {
        return Ok(create_iter_result_object(JsValue::undefined(), true, context));
    };
    let value = match item {
        Item::Pair => JsArray::from_iter([name.into(), value.into()], context).into(),
        Item::Name => name.into(),
        Item::Value => value.into(),
    };
    Ok(create_iter_result_object(value, false, context))
}
