//! The class `URLSearchParams`: the names and values of a query.

use std::rc::Rc;

use boa_engine::class::{Class, ClassBuilder};
use boa_engine::object::builtins::JsArray;
use boa_engine::property::Attribute;
use boa_engine::{
    Context, JsData, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_string,
};
use boa_gc::{Finalize, Trace};

use super::query::Query;
use super::{accessor, entries, optional_text, record, texts, type_error};
use crate::engine::state::State;

/// An instance.
#[derive(Trace, Finalize, JsData)]
pub(super) struct SearchParams {
    // Holds nothing of the engine's heap.
    #[unsafe_ignore_trace]
    query: Rc<Query>,
}

impl SearchParams {
    pub(super) fn new(query: Rc<Query>) -> Self {
        Self { query }
    }

    pub(super) fn query(&self) -> Rc<Query> {
        Rc::clone(&self.query)
    }
}

type Method = fn(&JsValue, &[JsValue], &mut Context) -> JsResult<JsValue>;

const METHODS: [(&str, usize, Method); 9] = [
    ("append", 2, append),
    ("delete", 1, delete),
    ("get", 1, get),
    ("getAll", 1, get_all),
    ("has", 1, has),
    ("set", 2, set),
    ("sort", 0, sort),
    ("forEach", 1, for_each),
    ("toString", 0, to_string),
];

impl Class for SearchParams {
    const NAME: &'static str = "URLSearchParams";
    const ATTRIBUTES: Attribute = Attribute::WRITABLE.union(Attribute::CONFIGURABLE);

    fn data_constructor(
        _: &JsValue,
        arguments: &[JsValue],
        context: &mut Context,
    ) -> JsResult<Self> {
        let pairs = record::pairs_of(arguments.first(), context)?;
        Ok(Self::new(Query::alone(pairs)))
    }

    fn init(class: &mut ClassBuilder<'_>) -> JsResult<()> {
        for (name, length, method) in METHODS {
            class.method(JsString::from(name), length, NativeFunction::from_fn_ptr(method));
        }
        accessor(class, "size", NativeFunction::from_fn_ptr(size), None);
        class.property(
            JsSymbol::to_string_tag(),
            js_string!("URLSearchParams"),
            Attribute::CONFIGURABLE,
        );
        entries::define(class)
    }
}

/// The pairs of `this`.
pub(super) fn query_of(this: &JsValue) -> JsResult<Rc<Query>> {
    this.as_object()
        .and_then(|object| Some(object.downcast_ref::<SearchParams>()?.query()))
        .ok_or_else(|| type_error("Value of \"this\" must be of type URLSearchParams"))
}

fn append(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let query = query_of(this)?;
    let [name, value] = texts(arguments, ["name", "value"], context)?;
    query.change(|pairs| pairs.push(name, value))?;
    Ok(JsValue::undefined())
}

fn delete(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let query = query_of(this)?;
    let [name] = texts(arguments, ["name"], context)?;
    let value = optional_text(arguments.get(1), context)?;
    query.change(|pairs| {
        pairs.remove(&name, value.as_ref());
        Ok(())
    })?;
    Ok(JsValue::undefined())
}

fn get(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let query = query_of(this)?;
    let [name] = texts(arguments, ["name"], context)?;
    let value = query.read(|pairs| pairs.values(&name).next().cloned())?;
    Ok(value.map_or_else(JsValue::null, JsValue::from))
}

fn get_all(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let query = query_of(this)?;
    let [name] = texts(arguments, ["name"], context)?;
    let values: Vec<JsValue> =
        query.read(|pairs| pairs.values(&name).cloned().map(JsValue::from).collect())?;
    Ok(JsArray::from_iter(values, context).into())
}

fn has(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let query = query_of(this)?;
    let [name] = texts(arguments, ["name"], context)?;
    let value = optional_text(arguments.get(1), context)?;
    let found = query.read(|pairs| {
        pairs.values(&name).any(|known| value.as_ref().is_none_or(|value| known == value))
    })?;
    Ok(found.into())
}

fn set(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let query = query_of(this)?;
    let [name, value] = texts(arguments, ["name", "value"], context)?;
    query.change(|pairs| pairs.set(name, value))?;
    Ok(JsValue::undefined())
}

fn sort(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    query_of(this)?.change(|pairs| {
        pairs.sort();
        Ok(())
    })?;
    Ok(JsValue::undefined())
}

fn size(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    query_of(this)?.read(|pairs| JsValue::from(pairs.list().len()))
}

fn to_string(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    query_of(this)?.read(|pairs| JsString::from(pairs.write()).into())
}

fn for_each(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let query = query_of(this)?;
    let callback = arguments
        .first()
        .and_then(JsValue::as_callable)
        .ok_or_else(|| type_error("forEach takes a function as its first argument"))?;
    let receiver = arguments.get(1).cloned().unwrap_or_default();
    let state = State::of(context)?;
    // The callback may change the list: what is at each place when its turn comes counts.
    for index in 0.. {
        let Some((name, value)) = query.read(|pairs| pairs.list().get(index).cloned())? else {
            break;
        };
        state.check(context)?;
        callback.call(&receiver, &[value.into(), name.into(), this.clone()], context)?;
    }
    Ok(JsValue::undefined())
}
