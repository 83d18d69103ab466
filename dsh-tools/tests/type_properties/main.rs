//! Types of all shapes: what serde writes of them fits their output schema, and what fits their input schema
//! serde reads. Where the two differ, `known` says why; `docs/types.md` tells the reader.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test fails by panicking.
#![allow(clippy::zero_sized_map_values)] // Such maps are among the types that are tried.

mod change;
mod known;
mod sample;
mod types;

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::net::Ipv4Addr;
use std::num::{NonZeroI64, NonZeroU8, NonZeroU64, Wrapping};
use std::ops::{Bound, Range};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use dsh_tools::json::{Json, from_json, to_json};
use dsh_tools::schema::Schema;
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{
    Config, RngAlgorithm, TestCaseError, TestCaseResult, TestError, TestRng, TestRunner,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Number, Value};

use self::change::Changes;
use self::sample::Sample;
use self::types::{
    Adjacent, AdjacentClosed, Alias, AllDefaults, BothWays, Camel, Closed, Colour, Defaults,
    Distance, Documented, Empty, Expression, External, ExternalClosed, Flat, FlatAny, FlatClosed,
    FlatEnum, FlatExternal, FlatMap, FlatNumbers, FlatOption, FlatPoint, FlatTwice, Internal,
    InternalClosed, Metres, Node, OfEnums, Options, Page, PartlyUntagged, Point, Screaming, Size,
    Tagged, TextOrMap, Transparent, TwoParts, Unit, Untagged, WithOther,
};

const VALUES: u32 = 150;
const CHANGED_OF_EACH: usize = 6;

/// One test of each type.
macro_rules! agree {
    ($($name:ident: $type:ty;)*) => {
        $(
            #[test]
            fn $name() {
                check::<$type>(stringify!($name));
            }
        )*

        const TYPES: &[&str] = &[$(stringify!($name)),*];
    };
}

agree! {
    sch_1_bool: bool;
    sch_1_i8: i8;
    sch_1_i16: i16;
    sch_1_i32: i32;
    sch_1_i64: i64;
    sch_1_i128: i128;
    sch_1_isize: isize;
    sch_1_u8: u8;
    sch_1_u16: u16;
    sch_1_u32: u32;
    sch_1_u64: u64;
    sch_1_u128: u128;
    sch_1_usize: usize;
    sch_1_f32: f32;
    sch_1_f64: f64;
    sch_1_char: char;
    sch_1_string: String;
    sch_1_nothing: ();
    sch_1_non_zero_u8: NonZeroU8;
    sch_1_non_zero_u64: NonZeroU64;
    sch_1_non_zero_i64: NonZeroI64;
    sch_1_wrapping: Wrapping<u16>;
    sch_1_path: PathBuf;
    sch_1_duration: Duration;
    sch_1_system_time: SystemTime;
    sch_1_ip_address: Ipv4Addr;
    sch_1_option: Option<u32>;
    sch_1_option_of_option: Option<Option<u32>>;
    sch_1_option_of_nothing: Option<()>;
    sch_1_option_of_pairs: Option<Vec<(u32, Option<String>)>>;
    sch_1_result: Result<u32, String>;
    sch_1_list: Vec<String>;
    sch_1_list_of_lists: Vec<Vec<Vec<f64>>>;
    sch_1_list_of_options: Vec<Option<u32>>;
    sch_1_pair: (u32, String);
    sch_1_single: (u8,);
    sch_1_nested_tuples: ((u8, bool), [String; 2], (Option<char>, (f32, f32)));
    sch_1_array: [u8; 4];
    sch_1_empty_array: [u8; 0];
    sch_1_matrix: [[f64; 3]; 2];
    sch_1_map: BTreeMap<String, Vec<u8>>;
    sch_1_map_by_u32: BTreeMap<u32, String>;
    sch_1_map_by_u64: BTreeMap<u64, ()>;
    sch_1_map_by_i8: BTreeMap<i8, Option<bool>>;
    sch_1_map_by_bool: BTreeMap<bool, u8>;
    sch_1_map_by_char: HashMap<char, u32>;
    sch_1_map_by_enum: HashMap<Colour, u32>;
    sch_1_map_by_documented_enum: HashMap<Documented, u32>;
    sch_1_map_of_maps: BTreeMap<String, BTreeMap<String, Option<(u8, u8)>>>;
    sch_1_set: HashSet<String>;
    sch_1_sorted_set: BTreeSet<(u8, u8)>;
    sch_1_queue: VecDeque<BTreeMap<String, u8>>;
    sch_1_linked_list: LinkedList<u8>;
    sch_1_heap: BinaryHeap<u8>;
    sch_1_boxed_slice: Box<[Box<str>]>;
    sch_1_shared_text: Arc<str>;
    sch_1_cow: Cow<'static, str>;
    sch_1_range: Range<u32>;
    sch_1_bound: Bound<i32>;
    sch_1_any_json: Value;
    sch_1_any_list: Vec<Value>;
    sch_1_any_object: Map<String, Value>;
    sch_1_any_number: Number;
    sch_1_unit_struct: Unit;
    sch_1_empty_struct: Empty;
    sch_1_newtype: Metres;
    sch_1_newtype_of_newtype: Distance;
    sch_1_tuple_struct: TwoParts;
    sch_1_transparent: Transparent;
    sch_1_struct: Point;
    sch_1_closed: Closed;
    sch_1_options: Options;
    sch_1_defaults: Defaults;
    sch_1_all_defaults: AllDefaults;
    sch_1_camel: Camel;
    sch_1_screaming: Screaming;
    sch_1_both_ways: BothWays;
    sch_1_alias: Alias;
    sch_1_flat: Flat;
    sch_1_flat_map: FlatMap;
    sch_1_flat_numbers: FlatNumbers;
    sch_1_flat_any: FlatAny;
    sch_1_flat_enum: FlatEnum;
    sch_1_flat_external: FlatExternal;
    sch_1_flat_option: FlatOption;
    sch_1_flat_twice: FlatTwice;
    sch_1_flat_closed: FlatClosed;
    sch_1_flat_point: FlatPoint;
    sch_1_generic: Page<Page<Size>>;
    sch_1_plain_enum: Colour;
    sch_1_documented_enum: Documented;
    sch_1_external: External;
    sch_1_external_closed: ExternalClosed;
    sch_1_internal: Internal;
    sch_1_internal_closed: InternalClosed;
    sch_1_adjacent: Adjacent;
    sch_1_adjacent_closed: AdjacentClosed;
    sch_1_untagged: Untagged;
    sch_1_with_other: WithOther;
    sch_1_partly_untagged: PartlyUntagged;
    sch_1_enum_of_enums: OfEnums;
    sch_1_recursive: Node;
    sch_1_recursive_enum: Expression;
    sch_1_recursive_tagged: Tagged;
    sch_1_recursive_untagged: TextOrMap;
}

#[test]
fn sch_1_every_known_difference_is_of_a_type_here() {
    assert!(TYPES.len() >= 60, "{} types", TYPES.len());
    for known in known::ALL {
        let unknown = known.examples.iter().find(|example| !TYPES.contains(&example.0));
        assert!(unknown.is_none(), "{}: no type here: {}", unknown.unwrap().0, known.reason);
    }
}

/// A type under test.
struct Subject {
    name: &'static str,
    input: Schema,
    output: Schema,
    /// How many values were read.
    read: Cell<usize>,
}

fn check<T: Sample + Serialize + DeserializeOwned + JsonSchema>(name: &'static str) {
    let input = Schema::of_input::<T>().expect("an input schema");
    let output = Schema::of_output::<T>().expect("an output schema");
    known::check::<T>(name, &input);
    let subject = Subject { name, input, output, read: Cell::new(0) };

    let config = Config { cases: VALUES, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let choices = vec(any::<u32>(), 0..80);
    let outcome = runner.run(&(T::any(), choices), |(value, choices)| {
        let written = subject.write(&value)?;
        let mut changes = Changes::new(&choices, subject.input.to_json());
        subject.read::<T>(&written)?;
        let written = serde_json::to_value(written).expect("JSON");
        (0..CHANGED_OF_EACH).try_for_each(|_| subject.read::<T>(&changes.of(&written).into()))
    });
    match outcome {
        Ok(()) => {}
        // The choices say nothing to a reader; the value that they make does.
        Err(TestError::Fail(reason, _)) => panic!("{reason}"),
        Err(TestError::Abort(reason)) => panic!("too few values: {reason}"),
    }
    let read = subject.read.get();
    assert!(read * 20 >= VALUES as usize, "only {read} values fit the input schema");
}

impl Subject {
    fn write<T: Serialize>(&self, value: &T) -> Result<Json, TestCaseError> {
        let written = to_json(value).map_err(|error| TestCaseError::reject(error.to_string()))?;
        let violations = self.output.validate(&written, "value");
        if violations.is_empty() {
            return Ok(written);
        }
        let schema = self.output.to_json();
        Err(TestCaseError::fail(format!("{written} is written but {violations:?} by {schema}")))
    }

    fn read<T: DeserializeOwned>(&self, value: &Json) -> TestCaseResult {
        if !self.input.is_valid(value) {
            return Ok(());
        }
        self.read.set(self.read.get() + 1);
        match from_json::<T>(value) {
            Err(error) if !known::explains(self.name, &error.to_string()) => {
                let schema = self.input.to_json();
                Err(TestCaseError::fail(format!("{value} fits {schema} but: {error}")))
            }
            _ => Ok(()),
        }
    }
}
