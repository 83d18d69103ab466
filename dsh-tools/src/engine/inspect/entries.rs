//! What containers hold besides their properties: items, pairs, bytes, the outcome of a promise.

use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::{
    JsArrayBuffer, JsDataView, JsMap, JsPromise, JsSet, JsTypedArray,
};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsValue};

use super::super::url;
use super::shape::{Kind, Shape};
use super::{ITEMS, Inspector, text};

impl Inspector {
    pub(super) fn entries(
        &mut self,
        object: &JsObject,
        shape: &Shape,
        level: usize,
        context: &mut Context,
    ) -> Vec<String> {
        match &shape.kind {
            Kind::Properties => Vec::new(),
            Kind::Array(length) => self.items(object, *length, level, context),
            Kind::Map(map, _) => self.map(map, level, context),
            Kind::Set(set) => self.set(set, level, context),
            Kind::Typed(array) => typed(array, context),
            Kind::Buffer(buffer) => bytes(buffer),
            Kind::View(view) => self.view(view, level, context),
            Kind::Promise(promise) => vec![self.promise(promise, level, context)],
            Kind::Weak => vec![String::from("<items unknown>")],
            Kind::Url => self.url(object, level, context),
        }
    }

    fn held(&mut self, value: &JsValue, level: usize, context: &mut Context) -> String {
        self.indented(|inspector| inspector.value(value, level + 1, context))
    }

    fn items(
        &mut self,
        array: &JsObject,
        length: usize,
        level: usize,
        context: &mut Context,
    ) -> Vec<String> {
        let mut entries = Vec::new();
        let mut index = 0;
        while index < length && entries.len() < ITEMS {
            let property = array.borrow().properties().get(&PropertyKey::from(index));
            if let Some(property) = property {
                entries.push(self.property(&property, level, context));
                index += 1;
            } else {
                let next = next_item(array, index, length);
                let holes = next - index;
                let plural = if holes == 1 { "" } else { "s" };
                entries.push(format!("<{holes} empty item{plural}>"));
                index = next;
            }
        }
        more(&mut entries, length - index);
        entries
    }

    fn map(&mut self, map: &JsMap, level: usize, context: &mut Context) -> Vec<String> {
        let mut pairs = Vec::new();
        let mut rest = 0;
        // The program's code does not run here, so the map cannot change meanwhile.
        let _ = map.for_each_native(|key, value| {
            if pairs.len() < ITEMS {
                pairs.push((key, value));
            } else {
                rest += 1;
            }
            Ok(())
        });
        let pair = |(key, value): (JsValue, JsValue)| {
            let key = self.held(&key, level, context);
            format!("{key} => {}", self.held(&value, level, context))
        };
        let mut entries: Vec<String> = pairs.into_iter().map(pair).collect();
        more(&mut entries, rest);
        entries
    }

    fn set(&mut self, set: &JsSet, level: usize, context: &mut Context) -> Vec<String> {
        let mut items = Vec::new();
        let mut rest = 0;
        let _ = set.for_each_native(|item| {
            if items.len() < ITEMS {
                items.push(item);
            } else {
                rest += 1;
            }
            Ok(())
        });
        let mut entries: Vec<String> =
            items.iter().map(|item| self.held(item, level, context)).collect();
        more(&mut entries, rest);
        entries
    }

    fn view(&mut self, view: &JsDataView, level: usize, context: &mut Context) -> Vec<String> {
        let length = view.byte_length(context).unwrap_or(0);
        let offset = view.byte_offset(context).unwrap_or(0);
        let mut entries = vec![format!("byteLength: {length}"), format!("byteOffset: {offset}")];
        if let Ok(buffer) = view.buffer(context) {
            entries.push(format!("buffer: {}", self.held(&buffer, level, context)));
        }
        entries
    }

    fn promise(&mut self, promise: &JsPromise, level: usize, context: &mut Context) -> String {
        match promise.state() {
            PromiseState::Pending => String::from("<pending>"),
            PromiseState::Fulfilled(value) => self.held(&value, level, context),
            PromiseState::Rejected(value) => {
                format!("<rejected> {}", self.held(&value, level, context))
            }
        }
    }

    /// The parts of a `URL`, the pairs of a `URLSearchParams`.
    fn url(&mut self, object: &JsObject, level: usize, context: &mut Context) -> Vec<String> {
        let mut entries = Vec::new();
        for (name, value) in url::shown_parts(object, context).unwrap_or_default() {
            let value = self.held(&value, level, context);
            entries.push(format!("{name}: {value}"));
        }
        if let Some((pairs, total)) = url::shown_pairs(object, ITEMS) {
            for (name, value) in &pairs {
                entries.push(format!("{} => {}", text::quoted(name), text::quoted(value)));
            }
            more(&mut entries, total - pairs.len());
        }
        entries
    }
}

fn typed(array: &JsTypedArray, context: &mut Context) -> Vec<String> {
    let length = array.length(context).unwrap_or(0);
    let mut entries = Vec::new();
    for index in 0..length.min(ITEMS) {
        let item = array.at(i64::try_from(index).unwrap_or(0), context).unwrap_or_default();
        entries.push(text::primitive(&item));
    }
    more(&mut entries, length.saturating_sub(ITEMS));
    entries
}

fn bytes(buffer: &JsArrayBuffer) -> Vec<String> {
    let Some(data) = buffer.data() else {
        return vec![String::from("(detached)"), String::from("byteLength: 0")];
    };
    let shown: Vec<String> = data.iter().take(ITEMS).map(|byte| format!("{byte:02x}")).collect();
    let mut text = shown.join(" ");
    if data.len() > shown.len() {
        let rest = data.len() - shown.len();
        text.push_str(&format!(" ... {rest} more byte{}", if rest == 1 { "" } else { "s" }));
    }
    vec![format!("[Uint8Contents]: <{text}>"), format!("byteLength: {}", data.len())]
}

/// Says how many items are not shown.
fn more(entries: &mut Vec<String>, rest: usize) {
    if rest > 0 {
        let plural = if rest == 1 { "" } else { "s" };
        entries.push(format!("... {rest} more item{plural}"));
    }
}

/// The next index that the array has; a giant sparse array is not walked.
fn next_item(array: &JsObject, from: usize, length: usize) -> usize {
    let object = array.borrow();
    let keys = object.properties().index_property_keys();
    keys.map(|index| index as usize).filter(|index| *index > from).min().unwrap_or(length)
}
