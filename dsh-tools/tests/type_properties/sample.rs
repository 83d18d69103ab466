//! Values of all types: those at the ends of their range come up often, and containers stay small.
//! A struct is sampled field by field and an enum variant by variant, which two macros write.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::fmt::Debug;
use std::hash::Hash;
use std::net::Ipv4Addr;
use std::num::{NonZeroI64, NonZeroU8, NonZeroU64, Wrapping};
use std::ops::{Bound, Range};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any};
use proptest::prop_oneof;
use serde_json::{Map, Number, Value, json};

/// A type whose values can be made.
pub(crate) trait Sample: Sized + Debug + 'static {
    fn any() -> BoxedStrategy<Self>;
}

/// Declares structs and samples them by their fields.
macro_rules! structs {
    ($($(#[$attribute:meta])* $name:ident {
        $($(#[$of_field:meta])* $field:ident: $type:ty,)*
    })*) => {$(
        #[dsh_tools::data]
        #[derive(Clone, Debug)]
        $(#[$attribute])*
        pub(crate) struct $name {
            $($(#[$of_field])* $field: $type,)*
        }

        impl Sample for $name {
            fn any() -> BoxedStrategy<Self> {
                ($(<$type as Sample>::any(),)*)
                    .prop_map(|($($field,)*)| Self { $($field),* })
                    .boxed()
            }
        }
    )*};
}

/// Samples a type by one of these strategies.
macro_rules! one_of {
    ($type:ty: $($strategy:expr),* $(,)?) => {
        impl Sample for $type {
            fn any() -> BoxedStrategy<Self> {
                proptest::strategy::Union::new([$($strategy.boxed()),*]).boxed()
            }
        }
    };
}

pub(crate) use {one_of, structs};

macro_rules! integers {
    ($($type:ty),*) => {$(
        one_of!($type: any::<$type>(), 0..=3 as $type, Just(<$type>::MIN), Just(<$type>::MAX));
    )*};
}

integers!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

// What is beyond 64 bits is no JSON here (rule SCH-7).
one_of!(i128: i64::any().prop_map(i128::from), u64::any().prop_map(i128::from));
one_of!(u128: u64::any().prop_map(u128::from));
one_of!(f32: any::<f32>().prop_map(|n| if n.is_finite() { n + 0.0 } else { 0.5 }), i8::any().prop_map(f32::from));
one_of!(f64: any::<f64>().prop_map(|n| if n.is_finite() { n + 0.0 } else { 0.5 }), i32::any().prop_map(f64::from));
one_of!(bool: any::<bool>());
one_of!(char: any::<char>(), Just('a'));
one_of!(String: vec(char::any(), 0..4).prop_map(String::from_iter), Just("text".to_owned()));
one_of!((): Just(()));
one_of!(NonZeroU8: any::<NonZeroU8>());
one_of!(NonZeroU64: any::<NonZeroU64>());
one_of!(NonZeroI64: any::<NonZeroI64>());
one_of!(PathBuf: String::any().prop_map(PathBuf::from));
one_of!(Duration: (u64::any(), 0..1_000_000_000_u32).prop_map(|(secs, nanos)| Duration::new(secs, nanos)));
one_of!(SystemTime: u32::any().prop_map(|n| SystemTime::UNIX_EPOCH + Duration::from_secs(n.into())));
one_of!(Ipv4Addr: u32::any().prop_map(Ipv4Addr::from));
one_of!(Number: i64::any().prop_map(Number::from), u64::any().prop_map(Number::from), Just(Number::from_f64(0.5).unwrap()));
one_of!(Arc<str>: String::any().prop_map(Arc::from));
one_of!(Box<str>: String::any().prop_map(Box::from));
one_of!(Cow<'static, str>: String::any().prop_map(Cow::from));
one_of!(
    Value:
    Just(Value::Null),
    any::<bool>().prop_map(Value::from),
    Number::any().prop_map(Value::from),
    f64::any().prop_map(Value::from),
    String::any().prop_map(Value::from),
    Just(json!({ "a": [1, { "b": null }], "": "x" })),
);
one_of!(Map<String, Value>: Vec::<(String, Value)>::any().prop_map(Map::from_iter));

impl<T: Sample> Sample for Option<T> {
    fn any() -> BoxedStrategy<Self> {
        proptest::option::of(T::any()).boxed()
    }
}

impl<T: Sample, E: Sample> Sample for Result<T, E> {
    fn any() -> BoxedStrategy<Self> {
        prop_oneof![T::any().prop_map(Ok), E::any().prop_map(Err)].boxed()
    }
}

impl<T: Sample> Sample for Bound<T> {
    fn any() -> BoxedStrategy<Self> {
        let ends =
            prop_oneof![T::any().prop_map(Bound::Included), T::any().prop_map(Bound::Excluded)];
        proptest::option::of(ends).prop_map(|end| end.unwrap_or(Bound::Unbounded)).boxed()
    }
}

/// Samples a type by what it is made from.
macro_rules! from {
    ($($type:ty: [$($bounds:tt)*] $source:ty, $make:expr;)*) => {$(
        impl<$($bounds)*> Sample for $type {
            fn any() -> BoxedStrategy<Self> {
                <$source>::any().prop_map($make).boxed()
            }
        }
    )*};
}

from! {
    Box<T>: [T: Sample] T, Box::new;
    Wrapping<T>: [T: Sample] T, Wrapping;
    Range<T>: [T: Sample] (T, T), |(start, end)| start..end;
    Box<[T]>: [T: Sample] Vec<T>, Vec::into_boxed_slice;
    VecDeque<T>: [T: Sample] Vec<T>, VecDeque::from;
    LinkedList<T>: [T: Sample] Vec<T>, LinkedList::from_iter;
    BinaryHeap<T>: [T: Sample + Ord] Vec<T>, BinaryHeap::from;
    BTreeSet<T>: [T: Sample + Ord] Vec<T>, BTreeSet::from_iter;
    HashSet<T>: [T: Sample + Eq + Hash] Vec<T>, HashSet::from_iter;
    BTreeMap<K, V>: [K: Sample + Ord, V: Sample] Vec<(K, V)>, BTreeMap::from_iter;
    HashMap<K, V>: [K: Sample + Eq + Hash, V: Sample] Vec<(K, V)>, HashMap::from_iter;
}

impl<T: Sample> Sample for Vec<T> {
    fn any() -> BoxedStrategy<Self> {
        vec(T::any(), 0..4).boxed()
    }
}

impl<T: Sample, const N: usize> Sample for [T; N] {
    fn any() -> BoxedStrategy<Self> {
        vec(T::any(), N).prop_map(|items| items.try_into().expect("as many as asked for")).boxed()
    }
}

macro_rules! tuples {
    ($(($($name:ident),*))*) => {$(
        impl<$($name: Sample),*> Sample for ($($name,)*) {
            fn any() -> BoxedStrategy<Self> {
                ($($name::any(),)*).boxed()
            }
        }
    )*};
}

tuples! { (A) (A, B) (A, B, C) }
