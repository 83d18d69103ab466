//! A text that grows at its end, in the narrow encoding as long as all of it fits.

use boa_engine::string::{JsStr, JsStrVariant};
use boa_engine::{JsNativeError, JsResult, JsString};

/// No text is longer, as in V8.
const MOST_UNITS: usize = (1 << 29) - 24;

/// The units of a text that grows.
pub(super) enum Units {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

impl Default for Units {
    fn default() -> Self {
        Self::Narrow(Vec::new())
    }
}

impl Units {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Narrow(units) => units.len(),
            Self::Wide(units) => units.len(),
        }
    }

    /// Adds at the end.
    ///
    /// # Errors
    ///
    /// A `RangeError` when the text would be longer than any may be.
    pub(super) fn push(&mut self, piece: JsStr<'_>) -> JsResult<()> {
        self.has_room_for(piece.len())?;
        match (&mut *self, piece.variant()) {
            (Self::Narrow(units), JsStrVariant::Latin1(piece)) => units.extend_from_slice(piece),
            (Self::Wide(units), JsStrVariant::Latin1(piece)) => {
                units.extend(piece.iter().copied().map(u16::from));
            }
            (Self::Wide(units), JsStrVariant::Utf16(piece)) => units.extend_from_slice(piece),
            (Self::Narrow(units), JsStrVariant::Utf16(piece)) => {
                let mut wide = Vec::with_capacity((units.len() + piece.len()) * 2);
                wide.extend(units.iter().copied().map(u16::from));
                wide.extend_from_slice(piece);
                *self = Self::Wide(wide);
            }
        }
        Ok(())
    }

    /// # Errors
    ///
    /// A `RangeError` when the text would be longer than any may be, with so many more units.
    pub(super) fn has_room_for(&self, more: usize) -> JsResult<()> {
        if self.len().saturating_add(more) > MOST_UNITS {
            let why = "the text would be too long: work on parts of it";
            return Err(JsNativeError::range().with_message(why).into());
        }
        Ok(())
    }

    /// The first so many units.
    pub(super) fn start(&self, length: usize) -> JsStr<'_> {
        match self {
            Self::Narrow(units) => JsStr::latin1(&units[..length.min(units.len())]),
            Self::Wide(units) => JsStr::utf16(&units[..length.min(units.len())]),
        }
    }

    /// All of it.
    pub(super) fn text(&self) -> JsString {
        JsString::from(self.start(self.len()))
    }
}

/// A part of a text, without a copy of it.
pub(super) fn part(text: &JsString, from: usize, to: usize) -> JsStr<'_> {
    match text.as_str().variant() {
        JsStrVariant::Latin1(units) => JsStr::latin1(units.get(from..to).unwrap_or_default()),
        JsStrVariant::Utf16(units) => JsStr::utf16(units.get(from..to).unwrap_or_default()),
    }
}
