//! Every form of type that `#[data]` takes.
use dsh_tools::prelude::*;

use dsh_tools::data;

#[data]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Unit;

#[data]
struct Wrapped(u8);

#[data]
struct Pair(u8, #[serde(default)] Option<Unit>);

#[data]
struct Page<T> {
    items: Vec<T>,
}

#[data]
#[serde(untagged)]
enum Either<'a> {
    Number(u8),
    Text { text: std::borrow::Cow<'a, str> },
}

/// Take them all.
#[tool]
fn take(unit: Unit, wrapped: Wrapped, pair: Pair, page: Page<Unit>, either: Either<'_>) -> Page<u8> {
    assert_eq!(Some(unit), pair.1);
    let either = match either {
        Either::Number(number) => number,
        Either::Text { text } => u8::from(text.is_empty()),
    };
    Page { items: vec![wrapped.0, pair.0, either, u8::from(page.items.is_empty())] }
}

fn main() {
    let _: Tools<()> = tools![take];
}
