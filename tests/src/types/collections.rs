//! Options, lists, tuples, arrays, maps, sets, pointers, and JSON as it comes.

#![allow(
    clippy::linkedlist,
    clippy::option_option,
    clippy::type_complexity,
    clippy::unnecessary_box_returns,
    reason = "types of all shapes"
)]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ops::{Bound, Range};
use std::sync::Arc;

use dsh_tools::data;
use dsh_tools::prelude::*;
use serde_json::{Map, Number, Value};

/// A key of a map.
#[data]
#[derive(PartialEq, Eq, Hash)]
enum Colour {
    Red,
    #[serde(rename = "dark blue")]
    DarkBlue,
}

/// What is or is not there.
#[data]
struct Maybe {
    plain: Option<u32>,
    twice: Option<Option<u32>>,
    list: Option<Vec<Option<String>>>,
    result: Result<u32, String>,
}

echo! {
    /// Perhaps a number.
    option: Option<u32>;
    /// Perhaps a number, twice over.
    option_of_option: Option<Option<u32>>;
    /// Options in a struct.
    options_in_a_struct: Maybe;
    /// Perhaps pairs.
    option_of_pairs: Option<Vec<(u32, Option<String>)>>;
    /// A list.
    list: Vec<String>;
    /// Lists of lists of lists.
    list_of_lists: Vec<Vec<Vec<f64>>>;
    /// Gaps in a list.
    list_of_options: Vec<Option<u32>>;
    /// Either, in a list.
    list_of_results: Vec<Result<u32, String>>;
    /// A pair.
    pair: (u32, String);
    /// One, as a tuple.
    single: (u8,);
    /// Tuples in tuples.
    nested_tuples: ((u8, bool), [String; 2], (Option<char>, (f32, f32)));
    /// Twelve.
    long_tuple: (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, String);
    /// Four bytes.
    array: [u8; 4];
    /// No bytes.
    empty_array: [u8; 0];
    /// Arrays of arrays.
    matrix: [[f64; 3]; 3];
    /// A map by text.
    map: BTreeMap<String, Vec<u8>>;
    /// A map by number.
    map_by_number: BTreeMap<u32, String>;
    /// A map by number with a sign.
    map_by_signed_number: BTreeMap<i8, Option<bool>>;
    /// A map by letter.
    map_by_char: HashMap<char, u32>;
    /// A map by colour.
    map_by_colour: HashMap<Colour, u32>;
    /// Maps of maps.
    map_of_maps: BTreeMap<String, BTreeMap<String, Option<(u8, u8)>>>;
    /// A set.
    set: HashSet<String>;
    /// A sorted set.
    sorted_set: BTreeSet<(u8, u8)>;
    /// A queue.
    queue: VecDeque<BTreeMap<String, u8>>;
    /// A linked list.
    linked_list: LinkedList<u8>;
    /// A heap.
    heap: BinaryHeap<u8>;
    /// A box.
    boxed: Box<u32>;
    /// A boxed slice.
    boxed_slice: Box<[Box<str>]>;
    /// Shared text.
    shared: Arc<str>;
    /// Text that may be borrowed.
    cow: Cow<'static, str>;
    /// From here to there.
    range: Range<u32>;
    /// How far.
    bound: Bound<i32>;
    /// Any JSON.
    any_json: Value;
    /// Any list.
    any_list: Vec<Value>;
    /// Any object.
    any_object: Map<String, Value>;
    /// Any number.
    any_number: Number;
    /// Perhaps any JSON.
    option_of_any: Option<Value>;
}
