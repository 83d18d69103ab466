//! Values as Node's console prints them: depth 4, 100 items, 10,000 characters of a string.
//! Reads data properties only: no getter and no proxy of the program runs.

use boa_engine::builtins::date::Date;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::{
    JsDate, JsMap, JsPromise, JsProxy, JsRegExp, JsSet, JsTypedArray,
};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsString, JsValue};

use super::console::length_key;
use super::describe::{is_error, stack_text};
use super::refuse::{class_name, data_property};
use super::url;

const DEPTH: usize = 4;
const ITEMS: usize = 100;
const KEYS: usize = 1_000;
const CHARACTERS: usize = 10_000;
/// A line that holds a whole container is at most this wide.
const WIDTH: usize = 80;
/// All values of one text, so that wide and deep ones stay readable.
const NODES: usize = 20_000;

/// A value as the console prints it.
pub(super) fn inspect(value: &JsValue, context: &mut Context) -> String {
    Inspector { depth: DEPTH, ..Inspector::default() }.whole(value, context)
}

/// The same, with more levels (`%o`).
pub(super) fn inspect_deep(value: &JsValue, context: &mut Context) -> String {
    Inspector { depth: 8, ..Inspector::default() }.whole(value, context)
}

/// Own enumerable data properties by name; `None` if the engine objects.
pub(super) fn own_members(
    object: &JsObject,
    most: usize,
    context: &mut Context,
) -> Option<Vec<(String, JsValue)>> {
    if is_proxy(object) {
        return None;
    }
    let keys = object.own_property_keys(context).ok()?;
    let mut members = Vec::new();
    for key in keys {
        let property = object.borrow().properties().get(&key);
        if let Some(property) = property
            && property.enumerable() == Some(true)
            && let Some(value) = property.value()
            && !matches!(key, PropertyKey::Symbol(_))
        {
            members.push((key_name(&key), value.clone()));
        }
        if members.len() == most {
            break;
        }
    }
    Some(members)
}

fn is_proxy(object: &JsObject) -> bool {
    !object.is_array() && !object.is_ordinary() && JsProxy::from_object(object.clone()).is_ok()
}

fn key_name(key: &PropertyKey) -> String {
    match key {
        PropertyKey::String(name) => name.to_std_string_lossy(),
        PropertyKey::Index(index) => index.get().to_string(),
        PropertyKey::Symbol(symbol) => symbol.descriptive_string().to_std_string_lossy(),
    }
}

#[derive(Default)]
struct Inspector {
    depth: usize,
    /// The containers around, outermost first.
    around: Vec<JsObject>,
    /// Containers that something inside refers to.
    referred: Vec<JsObject>,
    /// The level of the container that was begun last.
    last_level: usize,
    indentation: usize,
    nodes: usize,
}

impl Inspector {
    fn whole(mut self, value: &JsValue, context: &mut Context) -> String {
        self.value(value, 0, true, context)
    }

    fn value(&mut self, value: &JsValue, level: usize, top: bool, context: &mut Context) -> String {
        self.nodes += 1;
        if let Some(text) = value.as_string() {
            return quoted(&text, top);
        }
        match value.as_object() {
            Some(object) => self.object(&object, level, context),
            None => primitive(value),
        }
    }

    fn object(&mut self, object: &JsObject, level: usize, context: &mut Context) -> String {
        if let Some(at) = self.around.iter().position(|outer| JsObject::equals(outer, object)) {
            let outer = self.around[at].clone();
            return format!("[Circular *{}]", self.reference(&outer));
        }
        if is_proxy(object) {
            return String::from("[Proxy]");
        }
        if is_error(object) {
            return self.error(object, level, context);
        }
        if object.is::<Date>() {
            let date = JsDate::from_object(object.clone())
                .and_then(|date| date.to_iso_string(context))
                .ok()
                .and_then(|text| text.as_string());
            return date.map_or_else(|| "Invalid Date".into(), |text| text.to_std_string_lossy());
        }
        if let Ok(regexp) = JsRegExp::from_object(object.clone()) {
            return regexp.to_string(context).unwrap_or_else(|_| String::from("[RegExp]"));
        }
        let prefix = self.prefix(object, context);
        if level > self.depth || self.nodes > NODES {
            let name = prefix.trim_end();
            return match () {
                () if object.is_array() => String::from("[Array]"),
                () if name.is_empty() => String::from("[Object]"),
                () => format!("[{}]", name.trim_matches(['[', ']'])),
            };
        }
        self.last_level = level;
        self.around.push(object.clone());
        let (entries, open, close, is_list) = self.entries(object, level, context);
        self.around.pop();
        let reference = self
            .referred
            .iter()
            .position(|known| JsObject::equals(known, object))
            .map_or_else(String::new, |at| format!("<ref *{}> ", at + 1));
        if entries.is_empty() {
            return match () {
                () if object.is_callable() => format!("{reference}{}", prefix.trim_end()),
                () => format!("{reference}{prefix}{open}{close}"),
            };
        }
        let lines = self.lines(
            entries,
            level,
            &format!("{reference}{prefix}{open}"),
            close,
            is_list,
            object,
        );
        format!("{reference}{prefix}{lines}")
    }

    /// What stands before the bracket.
    #[allow(clippy::unused_self)] // Reads as a step of the inspector.
    fn prefix(&self, object: &JsObject, context: &mut Context) -> String {
        if object.is_callable() {
            let name = data_property(object, &JsString::from("name"))
                .and_then(|name| name.as_string())
                .map(|name| name.to_std_string_lossy())
                .filter(|name| !name.is_empty());
            let is_class = object.is_constructor()
                && data_property(object, &JsString::from("prototype")).is_some()
                && class_text(object, context);
            let kind = if is_class { "class" } else { "Function" };
            return match (name, is_class) {
                (Some(name), true) => format!("[class {name}] "),
                (Some(name), false) => format!("[{kind}: {name}] "),
                (None, true) => String::from("[class (anonymous)] "),
                (None, false) => format!("[{kind} (anonymous)] "),
            };
        }
        if object.prototype().is_none() {
            let kind = if object.is_array() { "Array" } else { "Object" };
            return format!("[{kind}: null prototype] ");
        }
        let name = class_name(object).unwrap_or_default();
        let size = |size: usize| format!("{name}({size}) ");
        if let Ok(map) = JsMap::from_object(object.clone()) {
            return size(
                map.get_size(context).ok().and_then(|size| size.as_i32()).map_or(0, count),
            );
        }
        if let Ok(set) = JsSet::from_object(object.clone()) {
            return size(set.size());
        }
        if let Ok(array) = JsTypedArray::from_object(object.clone()) {
            return size(array.length(context).unwrap_or(0));
        }
        if object.is_array() {
            return if name == "Array" { String::new() } else { size(array_length(object)) };
        }
        if name == "Object" && object.is_ordinary() { String::new() } else { format!("{name} ") }
    }

    #[allow(clippy::type_complexity)]
    fn entries(
        &mut self,
        object: &JsObject,
        level: usize,
        context: &mut Context,
    ) -> (Vec<String>, &'static str, &'static str, bool) {
        self.indentation += 2;
        let mut entries = Vec::new();
        let (open, close, is_list) = if object.is_array() {
            self.items(object, level, &mut entries, context);
            ("[", "]", true)
        } else if let Ok(map) = JsMap::from_object(object.clone()) {
            let mut pairs = Vec::new();
            let _ = map.for_each_native(|key, value| {
                if pairs.len() < ITEMS {
                    pairs.push((key, value));
                }
                Ok(())
            });
            for (key, value) in pairs {
                let key = self.value(&key, level + 1, false, context);
                let value = self.value(&value, level + 1, false, context);
                entries.push(format!("{key} => {value}"));
            }
            ("{", "}", false)
        } else if let Ok(set) = JsSet::from_object(object.clone()) {
            let mut items = Vec::new();
            let _ = set.for_each_native(|item| {
                if items.len() < ITEMS {
                    items.push(item);
                }
                Ok(())
            });
            for item in items {
                entries.push(self.value(&item, level + 1, false, context));
            }
            ("{", "}", false)
        } else if let Ok(array) = JsTypedArray::from_object(object.clone()) {
            let length = array.length(context).unwrap_or(0);
            for index in 0..length.min(ITEMS) {
                let item = array.at(i64::try_from(index).unwrap_or(0), context).unwrap_or_default();
                entries.push(primitive(&item));
            }
            more(&mut entries, length, ITEMS);
            ("[", "]", true)
        } else if let Ok(promise) = JsPromise::from_object(object.clone()) {
            match promise.state() {
                PromiseState::Pending => entries.push(String::from("<pending>")),
                PromiseState::Fulfilled(value) => {
                    entries.push(self.value(&value, level + 1, false, context));
                }
                PromiseState::Rejected(value) => {
                    let value = self.value(&value, level + 1, false, context);
                    entries.push(format!("<rejected> {value}"));
                }
            }
            ("{", "}", false)
        } else {
            self.url(object, level, &mut entries, context);
            ("{", "}", false)
        };
        self.members(object, level, &mut entries, context);
        self.indentation -= 2;
        (entries, open, close, is_list)
    }

    /// The parts of a `URL`, the pairs of a `URLSearchParams`; nothing of other objects.
    fn url(
        &mut self,
        object: &JsObject,
        level: usize,
        entries: &mut Vec<String>,
        context: &mut Context,
    ) {
        for (name, value) in url::shown_parts(object, context).unwrap_or_default() {
            let value = self.value(&value, level + 1, false, context);
            entries.push(format!("{name}: {value}"));
        }
        if let Some((pairs, total)) = url::shown_pairs(object, ITEMS) {
            for (name, value) in &pairs {
                entries.push(format!("{} => {}", quoted(name, false), quoted(value, false)));
            }
            more(entries, total, ITEMS);
        }
    }

    fn items(
        &mut self,
        array: &JsObject,
        level: usize,
        entries: &mut Vec<String>,
        context: &mut Context,
    ) {
        let length = array_length(array);
        let mut index = 0;
        while index < length && entries.len() < ITEMS {
            let property = array.borrow().properties().get(&PropertyKey::from(index));
            #[allow(clippy::single_match_else)] // Both arms are long.
            match property {
                Some(property) => {
                    entries.push(match property.value() {
                        Some(value) => self.value(value, level + 1, false, context),
                        None => String::from("[Getter]"),
                    });
                    index += 1;
                }
                None => {
                    let next = next_item(array, index, length);
                    let holes = next - index;
                    let plural = if holes == 1 { "" } else { "s" };
                    entries.push(format!("<{holes} empty item{plural}>"));
                    index = next;
                }
            }
        }
        if index < length {
            more(entries, length - index + entries.len(), entries.len());
        }
    }

    fn members(
        &mut self,
        object: &JsObject,
        level: usize,
        entries: &mut Vec<String>,
        context: &mut Context,
    ) {
        let listed = object.is_array() || JsTypedArray::from_object(object.clone()).is_ok();
        let Ok(keys) = object.own_property_keys(context) else { return };
        let mut shown = 0;
        for key in &keys {
            if listed && matches!(key, PropertyKey::Index(_)) {
                continue;
            }
            let Some(property) = object.borrow().properties().get(key) else { continue };
            if property.enumerable() != Some(true) {
                continue;
            }
            if shown == KEYS || self.nodes > NODES {
                entries.push(String::from("... more"));
                break;
            }
            shown += 1;
            let value = match (property.value(), property.get(), property.set()) {
                (Some(value), ..) => self.value(value, level + 1, false, context),
                (None, Some(get), Some(set)) if get.is_object() && set.is_object() => {
                    String::from("[Getter/Setter]")
                }
                (None, Some(get), _) if get.is_object() => String::from("[Getter]"),
                _ => String::from("[Setter]"),
            };
            entries.push(format!("{}: {value}", key_text(key)));
        }
    }

    fn error(&mut self, error: &JsObject, level: usize, context: &mut Context) -> String {
        let own =
            data_property(error, &JsString::from("stack")).and_then(|stack| stack.as_string());
        let stack = match own {
            Some(stack) => stack.to_std_string_lossy(),
            None => stack_text(error, context).unwrap_or_else(|_| String::from("Error")),
        };
        let stack = if stack.contains("\n    at ") { stack } else { format!("[{stack}]") };
        if level > 0 {
            return stack.replace('\n', &format!("\n{}", " ".repeat(self.indentation)));
        }
        stack
    }

    /// One line if it fits and holds little, one line an entry otherwise.
    fn lines(
        &mut self,
        entries: Vec<String>,
        level: usize,
        opening: &str,
        close: &str,
        is_list: bool,
        object: &JsObject,
    ) -> String {
        let open = &opening[opening.len() - 1..];
        let count = entries.len();
        let entries = if is_list && count > 6 { self.grouped(entries, object) } else { entries };
        if self.last_level - level < 3 && entries.len() == count {
            let start = count + self.indentation + opening.chars().count() + 10;
            let total: usize =
                entries.iter().map(|entry| entry.chars().count()).sum::<usize>() + count;
            if total + start <= WIDTH && !entries.iter().any(|entry| entry.contains('\n')) {
                return format!("{open} {} {close}", entries.join(", "));
            }
        }
        let indentation = " ".repeat(self.indentation);
        let separator = format!(",\n{indentation}  ");
        format!("{open}\n{indentation}  {}\n{indentation}{close}", entries.join(&separator))
    }

    /// Columns for long lists of short entries, as Node lays them out.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // At most 101 entries.
    fn grouped(&self, entries: Vec<String>, object: &JsObject) -> Vec<String> {
        let has_more = entries.last().is_some_and(|last| last.starts_with("... "));
        let grouped = entries.len() - usize::from(has_more);
        let widths: Vec<usize> =
            entries[..grouped].iter().map(|entry| entry.chars().count()).collect();
        let total: usize = widths.iter().map(|width| width + 2).sum();
        let widest = widths.iter().max().copied().unwrap_or(0);
        let cell = widest + 2;
        let fits = cell * 3 + self.indentation < WIDTH
            && (total as f64 / cell as f64 > 5.0 || widest <= 6)
            && !entries.iter().any(|entry| entry.contains('\n'));
        if !fits {
            return entries;
        }
        let bias = (cell as f64 - total as f64 / entries.len() as f64).sqrt();
        let biased = (cell as f64 - 3.0 - bias).max(1.0);
        let columns = ((2.5 * biased * grouped as f64).sqrt() / biased)
            .round()
            .min(((WIDTH - self.indentation) / cell) as f64)
            .min(12.0)
            .min(15.0) as usize;
        if columns <= 1 {
            return entries;
        }
        let line_widths: Vec<usize> = (0..columns)
            .map(|column| {
                widths.iter().skip(column).step_by(columns).max().copied().unwrap_or(0) + 2
            })
            .collect();
        let right = (0..array_length(object).min(ITEMS)).all(|index| {
            let property = object.borrow().properties().get(&PropertyKey::from(index));
            property
                .and_then(|property| property.value().cloned())
                .is_some_and(|value| value.is_number() || value.is_bigint())
        });
        let mut lines = Vec::new();
        for start in (0..grouped).step_by(columns) {
            let end = (start + columns).min(grouped);
            let mut line = String::new();
            for index in start..end {
                let last = index + 1 == end;
                let text =
                    if last { entries[index].clone() } else { format!("{}, ", entries[index]) };
                let width = line_widths[index - start] - if last { 2 } else { 0 };
                let padding = " ".repeat(width.saturating_sub(text.chars().count()));
                match (right, last) {
                    (true, _) => line.push_str(&format!("{padding}{text}")),
                    (false, true) => line.push_str(&text),
                    (false, false) => line.push_str(&format!("{text}{padding}")),
                }
            }
            lines.push(line);
        }
        lines.extend(entries.into_iter().skip(grouped));
        lines
    }

    fn reference(&mut self, object: &JsObject) -> usize {
        if let Some(at) = self.referred.iter().position(|known| JsObject::equals(known, object)) {
            return at + 1;
        }
        self.referred.push(object.clone());
        self.referred.len()
    }
}

fn count(size: i32) -> usize {
    usize::try_from(size).unwrap_or(0)
}

/// Whether a function was written as a class: only those have a prototype that is not writable.
fn class_text(function: &JsObject, _: &mut Context) -> bool {
    let key = PropertyKey::from(JsString::from("prototype"));
    let property = function.borrow().properties().get(&key);
    property.is_some_and(|property| property.writable() == Some(false))
}

fn more(entries: &mut Vec<String>, total: usize, shown: usize) {
    if total > shown {
        let rest = total - shown;
        let plural = if rest == 1 { "" } else { "s" };
        entries.push(format!("... {rest} more item{plural}"));
    }
}

fn array_length(array: &JsObject) -> usize {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A length is a u32.
    data_property(array, &length_key())
        .and_then(|length| length.as_number())
        .map_or(0, |length| length as usize)
}

/// The next index that the array has; a giant sparse array is not walked.
fn next_item(array: &JsObject, from: usize, length: usize) -> usize {
    let object = array.borrow();
    let keys = object.properties().index_property_keys();
    keys.map(|index| index as usize).filter(|index| *index > from).min().unwrap_or(length)
}

fn primitive(value: &JsValue) -> String {
    if value.is_undefined() {
        return String::from("undefined");
    }
    if value.is_null() {
        return String::from("null");
    }
    if let Some(flag) = value.as_boolean() {
        return flag.to_string();
    }
    if let Some(number) = value.as_number() {
        return match number {
            _ if number.is_nan() => String::from("NaN"),
            _ if number == 0.0 && number.is_sign_negative() => String::from("-0"),
            _ => ryu_js::Buffer::new().format(number).to_owned(),
        };
    }
    if let Some(integer) = value.as_bigint() {
        return format!("{}n", integer.to_string_radix(10));
    }
    if let Some(symbol) = value.as_symbol() {
        return symbol.descriptive_string().to_std_string_lossy();
    }
    String::from("(value)")
}

/// A string inside something else, in the quotes that need the fewest escapes.
fn quoted(text: &JsString, _top: bool) -> String {
    let text = text.to_std_string_lossy();
    let total = text.chars().count();
    let cut: String = text.chars().take(CHARACTERS).collect();
    let quote = match () {
        () if !cut.contains('\'') => '\'',
        () if !cut.contains('"') => '"',
        () if !cut.contains('`') && !cut.contains("${") => '`',
        () => '\'',
    };
    let mut out = String::with_capacity(cut.len() + 2);
    out.push(quote);
    for char in cut.chars() {
        match char {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\u{b}' => out.push_str("\\v"),
            '\\' => out.push_str("\\\\"),
            char if char == quote => {
                out.push('\\');
                out.push(char);
            }
            char if char.is_control() => out.push_str(&format!("\\x{:02X}", u32::from(char))),
            char => out.push(char),
        }
    }
    out.push(quote);
    if total > CHARACTERS {
        let rest = total - CHARACTERS;
        out.push_str(&format!("... {rest} more character{}", if rest == 1 { "" } else { "s" }));
    }
    out
}

fn key_text(key: &PropertyKey) -> String {
    match key {
        PropertyKey::String(name) => {
            let text = name.to_std_string_lossy();
            let plain = text
                .chars()
                .next()
                .is_some_and(|char| char.is_ascii_alphabetic() || char == '_' || char == '$')
                && text
                    .chars()
                    .all(|char| char.is_ascii_alphanumeric() || char == '_' || char == '$');
            if plain { text } else { quoted(name, false) }
        }
        PropertyKey::Index(index) => format!("'{}'", index.get()),
        PropertyKey::Symbol(_) => format!("[{}]", key_name(key)),
    }
}
