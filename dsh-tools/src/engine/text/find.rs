//! Where one text stands in another, from any position on, whatever their encodings are.

use std::borrow::Cow;

use boa_engine::JsString;
use boa_engine::string::JsStrVariant;
use memchr::memmem;

/// Looks for a text that is not empty in others of one encoding.
pub(super) enum Finder<'w> {
    Narrow(Box<memmem::Finder<'w>>),
    Wide(Cow<'w, [u16]>),
    /// The text cannot stand in them.
    Never,
}

impl<'w> Finder<'w> {
    /// Looks for `wanted` in `text`.
    pub(super) fn new(text: &JsString, wanted: &'w JsString) -> Self {
        match (text.as_str().variant(), wanted.as_str().variant()) {
            (JsStrVariant::Latin1(_), JsStrVariant::Latin1(wanted)) => {
                Self::Narrow(Box::new(memmem::Finder::new(wanted)))
            }
            (JsStrVariant::Latin1(_), JsStrVariant::Utf16(wanted)) => {
                let narrow: Result<Vec<u8>, _> =
                    wanted.iter().map(|unit| u8::try_from(*unit)).collect();
                narrow.map_or(Self::Never, |narrow| {
                    Self::Narrow(Box::new(memmem::Finder::new(&narrow).into_owned()))
                })
            }
            (JsStrVariant::Utf16(_), JsStrVariant::Latin1(wanted)) => {
                Self::Wide(wanted.iter().copied().map(u16::from).collect())
            }
            (JsStrVariant::Utf16(_), JsStrVariant::Utf16(wanted)) => Self::Wide(wanted.into()),
        }
    }

    /// The first place at or after `from`.
    pub(super) fn find(&self, text: &JsString, from: usize) -> Option<usize> {
        let found = match (self, text.as_str().variant()) {
            (Self::Narrow(finder), JsStrVariant::Latin1(text)) => finder.find(text.get(from..)?),
            (Self::Wide(wanted), JsStrVariant::Utf16(text)) => wide(text.get(from..)?, wanted),
            _ => None,
        };
        found.map(|found| from + found)
    }
}

/// By its first unit, and then by all of them.
fn wide(text: &[u16], wanted: &[u16]) -> Option<usize> {
    let first = wanted.first()?;
    let last = text.len().checked_sub(wanted.len())?;
    let mut from = 0;
    while let Some(next) = text.get(from..=last)?.iter().position(|unit| unit == first) {
        let at = from + next;
        if text[at..].starts_with(wanted) {
            return Some(at);
        }
        from = at + 1;
    }
    None
}
