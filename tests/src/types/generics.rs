//! Generic types, whose names have to tell what they are made of.

#![allow(clippy::type_complexity, reason = "types of all shapes")]

use std::collections::BTreeMap;
use std::marker::PhantomData;

use dsh_tools::data;
use dsh_tools::prelude::*;

/// A page of a list.
#[data]
struct Page<T> {
    items: Vec<T>,
    next: Option<String>,
}

#[data]
struct Item {
    id: u32,
}

/// One or the other.
#[data]
enum Either<L, R> {
    Left(L),
    Right(R),
}

/// The same twice, so that it gets a name.
#[data]
struct Both<T> {
    left: T,
    right: T,
}

/// A row of a length that only its type tells.
#[data]
struct Row<const N: usize> {
    cells: Vec<u8>,
}

/// Knows what it is of.
#[data]
struct Id<T> {
    id: u64,
    #[serde(skip)]
    of: PhantomData<T>,
}

type Pages = (Page<Item>, Page<String>, Page<Page<Item>>, Page<(u8, Option<Item>)>);
type Named = Both<Either<Item, BTreeMap<String, Both<Item>>>>;

echo! {
    /// A page.
    generic: Page<Item>;
    /// Pages of all sorts.
    generics: Pages;
    /// Pages of all sorts, each named.
    named_generics: (Both<Page<Item>>, Both<Page<String>>, Both<Page<Page<Item>>>);
    /// One or the other, in both places.
    generic_enum: Named;
    /// Rows of two lengths.
    const_generics: (Both<Row<2>>, Both<Row<3>>);
    /// Numbers that know what they are of.
    phantom: Both<(Id<Item>, Id<String>)>;
}
