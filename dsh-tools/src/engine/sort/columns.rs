//! Items that are compared without the program: what is compared is taken out of them once, and then sorted natively.
//! Calling a comparator costs more than all else together.
//!
//! Only plain data is taken: numbers that differences tell apart, texts, and own properties that are no accessors.
//! Anything else, and the comparator is called after all.

use std::cmp::Ordering;

use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsResult, JsString, JsValue, js_string};

use super::merge::{self, Ticks};
use super::texts;
use crate::engine::locale::Collated;
use crate::engine::state::State;
use crate::program::{By, Order, Step};

/// Fewer items are compared as soon as the function is read.
const FEWEST: usize = 64;

/// What items are compared by, in the order in which it counts.
struct Column {
    values: Values,
    is_descending: bool,
}

enum Values {
    Numbers(Vec<f64>),
    Texts(Vec<JsString>),
    Collated(Vec<Collated>),
}

/// The places of the items in the order of their texts.
pub(super) fn by_text(
    texts: Vec<JsString>,
    state: &State,
    context: &mut Context,
) -> JsResult<Vec<u32>> {
    let column = Column { values: Values::Texts(texts), is_descending: false };
    order(&[column], state, context)
}

/// The places of the items in the order that the comparator stands for, if its text and the items say it all.
pub(super) fn by_comparator(
    items: &[JsValue],
    comparator: &JsObject,
    state: &State,
    context: &mut Context,
) -> JsResult<Option<Vec<u32>>> {
    if items.len() < FEWEST {
        return Ok(None);
    }
    let text = state.captured()?.function_text.call(&comparator.clone().into(), &[], context)?;
    let text = text.as_string().and_then(|text| text.to_std_string().ok());
    let Some(order_read) = text.as_deref().and_then(Order::read) else { return Ok(None) };
    let mut columns = Vec::new();
    for key in order_read.0 {
        if key.by == By::Locale && !compares_by_locale(state, context)? {
            return Ok(None);
        }
        let path: Vec<PropertyKey> = key.path.iter().map(property).collect();
        let Some(values) = values(items, &path, key.by, state, context)? else { return Ok(None) };
        columns.push(Column { values, is_descending: key.is_descending });
    }
    order(&columns, state, context).map(Some)
}

fn property(step: &Step) -> PropertyKey {
    match step {
        Step::Name(name) => JsString::from(name.as_str()).into(),
        Step::Index(index) => PropertyKey::from(*index),
    }
}

/// Whether `localeCompare` is what it was.
fn compares_by_locale(state: &State, context: &Context) -> JsResult<bool> {
    let prototype = context.intrinsics().constructors().string().prototype();
    let key = PropertyKey::from(js_string!("localeCompare"));
    let now = prototype.borrow().properties().get(&key);
    let now = now.and_then(|now| now.value().and_then(JsValue::as_object));
    let ours = &state.captured()?.locale_compare;
    Ok(now.is_some_and(|now| JsObject::equals(&now, ours)))
}

fn values(
    items: &[JsValue],
    path: &[PropertyKey],
    by: By,
    state: &State,
    context: &mut Context,
) -> JsResult<Option<Values>> {
    let mut ticks = Ticks::default();
    let (mut numbers, mut texts, mut collated) = (Vec::new(), Vec::new(), Vec::new());
    for item in items {
        ticks.tick(state, context)?;
        let Some(value) = at(item, path) else { return Ok(None) };
        match (by, value.as_number(), value.as_string()) {
            (By::Difference | By::Less, Some(number), _) if number.is_finite() => {
                numbers.push(number);
            }
            (By::Less, _, Some(text)) => texts.push(text),
            (By::Locale, _, Some(text)) => collated.push(Collated::of(&text)),
            _ => return Ok(None),
        }
    }
    // Numbers and texts have no order among one another.
    Ok(match by {
        By::Locale => Some(Values::Collated(collated)),
        _ if texts.is_empty() => Some(Values::Numbers(numbers)),
        _ if numbers.is_empty() => Some(Values::Texts(texts)),
        _ => None,
    })
}

/// The value at the end of the way, where reading it runs nothing of the program.
fn at(item: &JsValue, path: &[PropertyKey]) -> Option<JsValue> {
    let mut value = item.clone();
    for key in path {
        let property = value.as_object()?.borrow().properties().get(key)?;
        value = property.value()?.clone();
    }
    Some(value)
}

fn order(columns: &[Column], state: &State, context: &mut Context) -> JsResult<Vec<u32>> {
    if let [Column { values: Values::Numbers(numbers), is_descending }] = columns {
        return by_number(numbers, *is_descending, state, context);
    }
    let count = columns.first().map_or(0, |column| column.values.len());
    let places = (0..u32::try_from(count).unwrap_or(u32::MAX)).collect();
    let compare = |first: &u32, second: &u32| {
        let (first, second) = (*first as usize, *second as usize);
        let mut orders = columns.iter().map(|column| column.compare(first, second));
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    };
    merge::sort(places, compare, state, context)
}

/// The most usual order: numbers beside their places, so that comparing them looks nothing up.
fn by_number(
    numbers: &[f64],
    is_descending: bool,
    state: &State,
    context: &mut Context,
) -> JsResult<Vec<u32>> {
    let placed: Vec<(f64, u32)> = numbers.iter().copied().zip(0..).collect();
    let compare = |first: &(f64, u32), second: &(f64, u32)| {
        turned(by_value(first.0, second.0), is_descending)
    };
    let sorted = merge::sort(placed, compare, state, context)?;
    Ok(sorted.into_iter().map(|(_, place)| place).collect())
}

impl Values {
    fn len(&self) -> usize {
        match self {
            Self::Numbers(numbers) => numbers.len(),
            Self::Texts(texts) => texts.len(),
            Self::Collated(texts) => texts.len(),
        }
    }
}

impl Column {
    fn compare(&self, first: usize, second: usize) -> Ordering {
        let order = match &self.values {
            Values::Numbers(numbers) => by_value(numbers[first], numbers[second]),
            Values::Texts(texts) => texts::compare(&texts[first], &texts[second]),
            Values::Collated(texts) => texts[first].compare(&texts[second]),
        };
        turned(order, self.is_descending)
    }
}

/// Numbers that are finite all have an order.
fn by_value(first: f64, second: f64) -> Ordering {
    first.partial_cmp(&second).unwrap_or(Ordering::Equal)
}

fn turned(order: Ordering, is_descending: bool) -> Ordering {
    if is_descending { order.reverse() } else { order }
}
