//! Types that contain themselves or each other, and types that nest deep.

use std::collections::BTreeMap;

use dsh_tools::data;
use dsh_tools::prelude::*;
use serde_json::Value;

/// A tree.
#[data]
struct Node {
    name: String,
    kids: Vec<Node>,
}

/// A list, link by link.
#[data]
struct Link {
    value: u8,
    next: Option<Box<Link>>,
}

/// Lists all the way down.
#[data]
struct Rose(Vec<Rose>);

/// Maps all the way down.
#[data]
struct Names(BTreeMap<String, Names>);

/// Maps by number all the way down.
#[data]
struct Numbers(BTreeMap<u32, Numbers>);

/// Perhaps maps all the way down.
#[data]
struct MaybeNames(BTreeMap<String, Option<MaybeNames>>);

/// A tuple that holds itself.
#[data]
struct Pair(u8, Vec<Pair>);

/// An array of itself, or not.
#[data]
struct Quad(Option<u8>, Vec<[Quad; 4]>);

/// Sums and products.
#[data]
enum Expression {
    Number(f64),
    Sum(Box<Expression>, Box<Expression>),
    Not(Box<Expression>),
    Named { name: String, arguments: Vec<Expression> },
}

/// Sums and products, with tags.
#[data]
#[serde(tag = "op", deny_unknown_fields)]
enum Tagged {
    Number { value: f64 },
    Sum { left: Box<Tagged>, right: Box<Tagged> },
}

/// JSON in our words.
#[data]
#[serde(untagged)]
enum Data {
    Truth(bool),
    Number(f64),
    Text(String),
    List(Vec<Data>),
    Map(BTreeMap<String, Data>),
}

/// Text, or maps of the same.
#[data]
#[serde(untagged)]
enum TextOrMap {
    Text(String),
    Map(BTreeMap<String, TextOrMap>),
}

/// Members of its own, and others like it.
#[data]
struct Open {
    id: u32,
    #[serde(flatten)]
    others: BTreeMap<String, Open>,
}

/// A list with a part that says more.
#[data]
struct Extended {
    base: Option<Box<Extended>>,
    #[serde(flatten)]
    more: BTreeMap<String, Value>,
}

/// A folder.
#[data]
struct Folder {
    name: String,
    entries: Vec<Entry>,
}

/// What a folder holds.
#[data]
#[serde(tag = "type", rename_all = "lowercase")]
enum Entry {
    File { name: String, size: u64 },
    Folder(Folder),
    Shortcut { to: Box<Entry>, from: Box<Folder> },
}

#[data]
struct Odd(Vec<Even>);

#[data]
struct Even(Vec<Odd>);

#[data]
struct MapOdd(BTreeMap<String, MapEven>);

#[data]
struct MapEven(BTreeMap<String, MapOdd>);

/// A tree of what one likes.
#[data]
struct Tree<T> {
    value: T,
    left: Option<Box<Tree<T>>>,
    right: Option<Box<Tree<T>>>,
}

/// One level.
#[data]
struct Level<T> {
    inner: T,
}

type Levels4<T> = Level<Level<Level<Level<T>>>>;
type Levels20<T> = Levels4<Levels4<Levels4<Levels4<Levels4<T>>>>>;
type Lists4<T> = Vec<Vec<Vec<Vec<T>>>>;
type Lists20<T> = Lists4<Lists4<Lists4<Lists4<Lists4<T>>>>>;
type Maps4<T> = BTreeMap<String, BTreeMap<String, BTreeMap<String, BTreeMap<String, T>>>>;
type Maps20<T> = Maps4<Maps4<Maps4<Maps4<Maps4<T>>>>>;
type Pairs4<T> = ((((T, u8), u8), u8), u8);
type Pairs20<T> = Pairs4<Pairs4<Pairs4<Pairs4<Pairs4<T>>>>>;

echo! {
    /// A tree.
    recursive_struct: Node;
    /// A linked list.
    recursive_option: Link;
    /// Lists in lists.
    recursive_list: Rose;
    /// Maps in maps.
    recursive_map: Names;
    /// Maps by number in such maps.
    recursive_map_by_number: Numbers;
    /// Options of maps in maps.
    recursive_map_of_options: MaybeNames;
    /// Tuples in tuples.
    recursive_tuple: Pair;
    /// Arrays in tuples in arrays.
    recursive_array: Quad;
    /// An expression.
    recursive_enum: Expression;
    /// An expression with tags.
    recursive_tagged_enum: Tagged;
    /// JSON in our words.
    recursive_untagged_enum: Data;
    /// Text, or maps of the same.
    recursive_text_or_map: TextOrMap;
    /// Members of its own kind.
    recursive_members: Open;
    /// Members of all kinds.
    recursive_with_any_members: Extended;
    /// Two that hold each other.
    mutually_recursive: Folder;
    /// Two that hold each other, from the other side.
    mutually_recursive_enum: Entry;
    /// Two lists of each other.
    mutually_recursive_lists: Odd;
    /// Two maps of each other.
    mutually_recursive_maps: MapOdd;
    /// Trees of two kinds.
    recursive_generic: (Tree<u8>, Tree<Option<String>>);
    /// Twenty objects deep.
    deep_structs: Levels20<String>;
    /// Twenty lists deep.
    deep_lists: Lists20<u8>;
    /// Twenty maps deep.
    deep_maps: Maps20<Option<u8>>;
    /// Twenty tuples deep.
    deep_tuples: Pairs20<String>;
    /// Deep, and then around.
    deep_and_recursive: Lists4<Levels4<Maps4<Levels4<Node>>>>;
}
