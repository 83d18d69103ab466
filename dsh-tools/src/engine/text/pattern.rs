//! Regular expressions compiled as the engine compiles them, and kept: the engine's own copies its compiled form and
//! makes three arrays for each match.

use std::rc::Rc;

use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsRegExp;
use boa_engine::string::{CodePoint, JsStrVariant};
use boa_engine::{Context, JsResult, JsString, JsValue};
use regress::{Flags, Match, Regex};

use super::widened;
use crate::engine::state::State;

/// So many regular expressions are kept compiled.
const MOST_KEPT: usize = 8;

/// Shorter texts are widened as fast as they are looked up.
const LONG: usize = 512;

/// A regular expression of the plain kind.
pub(super) struct Pattern {
    regex: Regex,
    pub(super) is_global: bool,
    pub(super) is_sticky: bool,
    is_unicode: bool,
}

/// The regular expressions that ran last, the last one first; and the text that was searched last, in both forms.
#[derive(Default)]
pub(in crate::engine) struct Searches {
    patterns: Vec<(JsObject, Known)>,
    widened: Option<(JsString, JsString)>,
}

/// What is known of a regular expression. A literal in a loop is a new object each time, which would be compiled for
/// one run, so the engine runs each of them the first time.
#[derive(Clone)]
enum Known {
    RanOnce,
    Compiled(Rc<Pattern>),
    /// Of a kind that the engine has to run.
    Engines,
}

impl Pattern {
    /// The pattern of an object that ran before; nothing if the engine has to run it.
    pub(super) fn of(object: &JsObject, context: &mut Context) -> JsResult<Option<Rc<Self>>> {
        let state = State::of(context)?;
        let known = state.searches.borrow_mut().known(object);
        match known {
            Some(Known::Compiled(pattern)) => return Ok(Some(pattern)),
            Some(Known::Engines) => return Ok(None),
            Some(Known::RanOnce) => {}
            None => {
                if JsRegExp::from_object(object.clone()).is_ok() {
                    state.searches.borrow_mut().keep(object.clone());
                }
                return Ok(None);
            }
        }
        let pattern = Self::compiled(object, &state, context)?.map(Rc::new);
        if let Some((_, known)) = state.searches.borrow_mut().patterns.first_mut() {
            *known = pattern.clone().map_or(Known::Engines, Known::Compiled);
        }
        Ok(pattern)
    }

    fn compiled(object: &JsObject, state: &State, context: &mut Context) -> JsResult<Option<Self>> {
        let own = JsRegExp::from_object(object.clone())?;
        let captured = state.captured()?;
        let this = JsValue::from(object.clone());
        let source = captured.pattern_source.call(&this, &[], context)?.to_string(context)?;
        if own.has_indices(context)? || is_unsure(&source) {
            return Ok(None);
        }
        let flags = Flags {
            icase: own.ignore_case(context)?,
            multiline: own.multiline(context)?,
            dot_all: own.dot_all(context)?,
            unicode: own.unicode(context)?,
            unicode_sets: captured.has_sets.call(&this, &[], context)?.to_boolean(),
            ..Flags::default()
        };
        let is_unicode = flags.unicode || flags.unicode_sets;
        let regex = if is_unicode {
            Regex::from_unicode(source.code_points().map(CodePoint::as_u32), flags)
        } else {
            Regex::from_unicode(source.iter().map(u32::from), flags)
        };
        let Ok(regex) = regex else { return Ok(None) };
        let (is_global, is_sticky) = (own.global(context)?, own.sticky(context)?);
        Ok(Some(Self { regex, is_global, is_sticky, is_unicode }))
    }

    /// The first match at or after `from`.
    pub(super) fn find(
        &self,
        text: &JsString,
        from: usize,
        context: &Context,
    ) -> JsResult<Option<Match>> {
        let wide = if is_long(text) { wide_form(text, context)? } else { text.clone() };
        Ok(match wide.as_str().variant() {
            JsStrVariant::Utf16(units) => self.find_units(units, from),
            JsStrVariant::Latin1(units) => {
                let units: Vec<u16> = units.iter().copied().map(u16::from).collect();
                self.find_units(&units, from)
            }
        })
    }

    fn find_units(&self, units: &[u16], from: usize) -> Option<Match> {
        if self.is_unicode {
            self.regex.find_from_utf16(units, from).next()
        } else {
            self.regex.find_from_ucs2(units, from).next()
        }
    }
}

impl Searches {
    /// What is known of the object, which then comes first.
    fn known(&mut self, object: &JsObject) -> Option<Known> {
        let is_it = |(known, _): &(JsObject, Known)| JsObject::equals(known, object);
        let at = self.patterns.iter().position(is_it)?;
        self.patterns.get_mut(..=at)?.rotate_right(1);
        self.patterns.first().map(|(_, known)| known.clone())
    }

    fn keep(&mut self, object: JsObject) {
        self.patterns.truncate(MOST_KEPT - 1);
        self.patterns.insert(0, (object, Known::RanOnce));
    }
}

/// `compile` makes another pattern of the same object.
pub(super) fn forget(
    _: &JsValue,
    _: &[JsValue],
    context: &mut Context,
) -> JsResult<Option<JsValue>> {
    State::of(context)?.searches.borrow_mut().patterns.clear();
    Ok(None)
}

/// Whether the source may stand for two patterns: the end of a line is written like what escapes it.
fn is_unsure(source: &JsString) -> bool {
    let text = source.to_std_string_lossy();
    ["\\\\n", "\\\\r", "\\\\u202"].iter().any(|end| text.contains(end))
}

/// Whether making it wide again and again would take long.
pub(super) fn is_long(text: &JsString) -> bool {
    text.len() >= LONG && matches!(text.as_str().variant(), JsStrVariant::Latin1(_))
}

/// A long text in the wide form, which the run keeps for the next search of the same long text.
pub(super) fn wide_form(text: &JsString, context: &Context) -> JsResult<JsString> {
    let state = State::of(context)?;
    let mut searches = state.searches.borrow_mut();
    if let Some((_, wide)) = searches.widened.as_ref().filter(|(narrow, _)| is_same(narrow, text)) {
        return Ok(wide.clone());
    }
    let wide = widened(text);
    searches.widened = Some((text.clone(), wide.clone()));
    Ok(wide)
}

/// Whether these are one text in memory.
fn is_same(left: &JsString, right: &JsString) -> bool {
    match (left.as_str().variant(), right.as_str().variant()) {
        (JsStrVariant::Latin1(left), JsStrVariant::Latin1(right)) => std::ptr::eq(left, right),
        _ => false,
    }
}
