//! `JSON.parse`: the engine parses a text three times, refuses what nests deeper than 127, and refuses `1e400`. This reads
//! it once, as deep as it is (<https://github.com/boa-dev/boa/issues/4397>). What it can't read, the engine says why.

use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::string::{JsStr, JsStrVariant};
use boa_engine::{Context, JsError, JsNativeError, JsResult, JsString, JsValue, js_string};

use super::context::overlay;
use super::state::State;

/// How many values are read between two looks at the clock.
const VALUES: usize = 1024;

/// Replaces the method.
pub(super) fn define(context: &mut Context) -> JsResult<()> {
    let json = context.global_object().get(js_string!("JSON"), context)?;
    let json = json
        .as_object()
        .ok_or_else(|| JsNativeError::typ().with_message("the engine has no object JSON"))?;
    overlay(&json, js_string!("parse"), parse, context)
}

fn parse(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<Option<JsValue>> {
    let [text] = arguments else { return Ok(None) };
    let Some(text) = text.as_string() else { return Ok(None) };
    let read = match text.as_str().variant() {
        JsStrVariant::Latin1(units) => Reader { units, at: 0 }.document(context),
        JsStrVariant::Utf16(units) => Reader { units, at: 0 }.document(context),
    };
    match read {
        Ok(value) => Ok(Some(value)),
        Err(Unread::Not) => Ok(None),
        Err(Unread::Engine(error)) => Err(error),
    }
}

/// Why a text is not read.
enum Unread {
    /// It is not JSON.
    Not,
    Engine(JsError),
}

type Read<T> = Result<T, Unread>;

/// A unit of a text, in either encoding.
trait Unit: Copy + Into<u16> {
    fn text(units: &[Self]) -> JsString;
}

impl Unit for u8 {
    fn text(units: &[Self]) -> JsString {
        JsString::from(JsStr::latin1(units))
    }
}

impl Unit for u16 {
    fn text(units: &[Self]) -> JsString {
        JsString::from(JsStr::utf16(units))
    }
}

/// A container that is being read.
enum Open {
    Array(Vec<JsValue>),
    Object(JsObject, JsString),
}

struct Reader<'t, U> {
    units: &'t [U],
    at: usize,
}

impl<U: Unit> Reader<'_, U> {
    fn document(mut self, context: &mut Context) -> Read<JsValue> {
        let state = State::of(context).map_err(Unread::Engine)?;
        let mut open: Vec<Open> = Vec::new();
        let mut values = 0_usize;
        loop {
            values += 1;
            if values.is_multiple_of(VALUES) {
                state.check(context).map_err(Unread::Engine)?;
            }
            let Some(mut value) = self.scalar_or_open(&mut open, context)? else { continue };
            // A complete value goes into the container around it, which may complete that one too.
            loop {
                match open.last_mut() {
                    None => {
                        self.skip_space();
                        return if self.at == self.units.len() {
                            Ok(value)
                        } else {
                            Err(Unread::Not)
                        };
                    }
                    Some(Open::Array(items)) => {
                        items.push(value);
                        if self.another(b']')? {
                            break;
                        }
                    }
                    Some(Open::Object(object, key)) => {
                        put(object, std::mem::take(key), value);
                        if self.another(b'}')? {
                            *key = self.key()?;
                            break;
                        }
                    }
                }
                value = match open.pop() {
                    Some(Open::Array(items)) => JsArray::from_iter(items, context).into(),
                    Some(Open::Object(object, _)) => object.into(),
                    None => return Err(Unread::Not),
                };
            }
        }
    }

    /// Reads a scalar or an empty container, or opens a container up to its first value.
    fn scalar_or_open(
        &mut self,
        open: &mut Vec<Open>,
        context: &mut Context,
    ) -> Read<Option<JsValue>> {
        self.skip_space();
        let value = match self.peek() {
            Some(b'{') => {
                self.at += 1;
                let object = JsObject::with_object_proto(context.intrinsics());
                if !self.closes(b'}') {
                    let key = self.key()?;
                    open.push(Open::Object(object, key));
                    return Ok(None);
                }
                object.into()
            }
            Some(b'[') => {
                self.at += 1;
                if !self.closes(b']') {
                    open.push(Open::Array(Vec::new()));
                    return Ok(None);
                }
                JsArray::from_iter([], context).into()
            }
            Some(b'"') => self.string()?.into(),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b't') => self.word(b"true", JsValue::from(true))?,
            Some(b'f') => self.word(b"false", JsValue::from(false))?,
            Some(b'n') => self.word(b"null", JsValue::null())?,
            _ => return Err(Unread::Not),
        };
        Ok(Some(value))
    }

    /// The next unit, if it is one of ASCII.
    fn peek(&self) -> Option<u8> {
        let unit: u16 = (*self.units.get(self.at)?).into();
        u8::try_from(unit).ok()
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn closes(&mut self, bracket: u8) -> bool {
        self.skip_space();
        let closes = self.peek() == Some(bracket);
        self.at += usize::from(closes);
        closes
    }

    /// After a value: true for a comma, false for the closing bracket.
    fn another(&mut self, bracket: u8) -> Read<bool> {
        if self.closes(bracket) {
            return Ok(false);
        }
        if self.closes(b',') { Ok(true) } else { Err(Unread::Not) }
    }

    fn key(&mut self) -> Read<JsString> {
        self.skip_space();
        if self.peek() != Some(b'"') {
            return Err(Unread::Not);
        }
        let key = self.string()?;
        if self.closes(b':') { Ok(key) } else { Err(Unread::Not) }
    }

    fn word(&mut self, word: &[u8], value: JsValue) -> Read<JsValue> {
        let end = self.at + word.len();
        let found = self.units.get(self.at..end).ok_or(Unread::Not)?;
        if found.iter().zip(word).all(|(unit, byte)| (*unit).into() == u16::from(*byte)) {
            self.at = end;
            return Ok(value);
        }
        Err(Unread::Not)
    }

    /// From a quote to behind the other.
    fn string(&mut self) -> Read<JsString> {
        self.at += 1;
        let start = self.at;
        let mut made: Option<Vec<u16>> = None;
        let mut taken = start;
        loop {
            let unit: u16 = (*self.units.get(self.at).ok_or(Unread::Not)?).into();
            match unit {
                0x22 => break,
                0x5c => {
                    let made = made.get_or_insert_default();
                    made.extend(self.units[taken..self.at].iter().map(|unit| (*unit).into()));
                    made.push(self.escape()?);
                    taken = self.at;
                }
                0..0x20 => return Err(Unread::Not),
                _ => self.at += 1,
            }
        }
        let rest = &self.units[taken..self.at];
        self.at += 1;
        Ok(match made {
            None => U::text(rest),
            Some(mut made) => {
                made.extend(rest.iter().map(|unit| (*unit).into()));
                match made.iter().map(|unit| u8::try_from(*unit)).collect::<Result<Vec<u8>, _>>() {
                    Ok(narrow) => u8::text(&narrow),
                    Err(_) => u16::text(&made),
                }
            }
        })
    }

    fn escape(&mut self) -> Read<u16> {
        self.at += 1;
        let escaped = self.peek().ok_or(Unread::Not)?;
        self.at += 1;
        let unit = match escaped {
            b'"' | b'\\' | b'/' => escaped,
            b'b' => 8,
            b't' => b'\t',
            b'n' => b'\n',
            b'f' => 12,
            b'r' => b'\r',
            b'u' => {
                let mut unit = 0_u16;
                for _ in 0..4 {
                    let digit = self.peek().and_then(|digit| char::from(digit).to_digit(16));
                    let digit = digit.and_then(|digit| u16::try_from(digit).ok());
                    unit = unit << 4 | digit.ok_or(Unread::Not)?;
                    self.at += 1;
                }
                return Ok(unit);
            }
            _ => return Err(Unread::Not),
        };
        Ok(u16::from(unit))
    }

    fn number(&mut self) -> Read<JsValue> {
        let start = self.at;
        self.at += usize::from(self.peek() == Some(b'-'));
        let is_zero = self.peek() == Some(b'0');
        if self.digits()? > 1 && is_zero {
            return Err(Unread::Not);
        }
        let mut is_integer = true;
        if self.peek() == Some(b'.') {
            is_integer = false;
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            is_integer = false;
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            self.digits()?;
        }
        // Nothing but ASCII was read.
        let digits = self.units[start..self.at].iter();
        let text: String =
            digits.filter_map(|unit| char::from_u32(u32::from((*unit).into()))).collect();
        if is_integer
            && let Ok(small) = text.parse::<i32>()
            && text != "-0"
        {
            return Ok(small.into());
        }
        text.parse::<f64>().map(JsValue::from).map_err(|_| Unread::Not)
    }

    /// How many digits follow, at least one.
    fn digits(&mut self) -> Read<usize> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at > start { Ok(self.at - start) } else { Err(Unread::Not) }
    }
}

/// Not by assignment: `__proto__` is a plain key. Of keys that come twice the last counts.
fn put(object: &JsObject, key: JsString, value: JsValue) {
    let property = PropertyDescriptor::builder()
        .value(value)
        .writable(true)
        .enumerable(true)
        .configurable(true);
    object.insert_property(PropertyKey::from(key), property.build());
}
