//! The order of texts by their units.

use std::cmp::Ordering;

use boa_engine::JsString;
use boa_engine::string::JsStrVariant;

pub(super) fn compare(first: &JsString, second: &JsString) -> Ordering {
    match (first.as_str().variant(), second.as_str().variant()) {
        (JsStrVariant::Latin1(first), JsStrVariant::Latin1(second)) => first.cmp(second),
        (JsStrVariant::Utf16(first), JsStrVariant::Utf16(second)) => first.cmp(second),
        (JsStrVariant::Latin1(first), JsStrVariant::Utf16(second)) => mixed(first, second),
        (JsStrVariant::Utf16(first), JsStrVariant::Latin1(second)) => {
            mixed(second, first).reverse()
        }
    }
}

fn mixed(narrow: &[u8], wide: &[u16]) -> Ordering {
    narrow.iter().copied().map(u16::from).cmp(wide.iter().copied())
}
