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
    pub(super) is_unicode: bool,
}

/// The regular expressions that ran last, the last one first, compiled where they ran before; and the text that was searched last, in both forms.
#[derive(Default)]
pub(in crate::engine) struct Searches {
    patterns: Vec<(JsObject, Option<Rc<Pattern>>)>,
    widened: Option<(JsString, JsString)>,
}

impl Pattern {
    /// The pattern of an object that ran before; nothing if it is new, no regular expression, or of a kind that the
    /// engine has to run. A literal in a loop is a new object each time, which would be compiled for one run.
    pub(super) fn of(object: &JsObject, context: &mut Context) -> JsResult<Option<Rc<Self>>> {
        let state = State::of(context)?;
        let is_known = match kept(object, &state) {
            Some(Some(pattern)) => return Ok(Some(pattern)),
            known => known.is_some(),
        };
        let Ok(own) = JsRegExp::from_object(object.clone()) else { return Ok(None) };
        if !is_known {
            let mut searches = state.searches.borrow_mut();
            searches.patterns.truncate(MOST_KEPT - 1);
            searches.patterns.insert(0, (object.clone(), None));
            return Ok(None);
        }
        let captured = state.captured()?;
        let this = JsValue::from(object.clone());
        let source = captured.pattern_source.call(&this, &[], context)?.to_string(context)?;
        if own.has_indices(context)? || is_unsure(&source) {
            return Ok(None);
        }
        let has_sets = captured.has_sets.call(&this, &[], context)?.to_boolean();
        let flags = Flags {
            icase: own.ignore_case(context)?,
            multiline: own.multiline(context)?,
            dot_all: own.dot_all(context)?,
            unicode: own.unicode(context)?,
            unicode_sets: has_sets,
            ..Flags::default()
        };
        let is_unicode = flags.unicode || has_sets;
        let Some(regex) = compiled(&source, flags, is_unicode) else { return Ok(None) };
        let (is_global, is_sticky) = (own.global(context)?, own.sticky(context)?);
        let pattern = Rc::new(Self { regex, is_global, is_sticky, is_unicode });
        if let Some(first) = state.searches.borrow_mut().patterns.first_mut() {
            first.1 = Some(Rc::clone(&pattern));
        }
        Ok(Some(pattern))
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

/// What is kept of the object, which then comes first.
#[allow(clippy::option_option, reason = "known is one thing, compiled another")]
fn kept(object: &JsObject, state: &State) -> Option<Option<Rc<Pattern>>> {
    let mut searches = state.searches.borrow_mut();
    let patterns = &mut searches.patterns;
    let at = patterns.iter().position(|(known, _)| JsObject::equals(known, object))?;
    patterns.swap(0, at);
    patterns.first().map(|(_, pattern)| pattern.clone())
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

fn compiled(source: &JsString, flags: Flags, is_unicode: bool) -> Option<Regex> {
    let regex = if is_unicode {
        Regex::from_unicode(source.code_points().map(CodePoint::as_u32), flags)
    } else {
        Regex::from_unicode(source.iter().map(u32::from), flags)
    };
    regex.ok()
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
