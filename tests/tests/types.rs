//! Types that arguments and values often have: each is defined and keeps its values, or says why not (FIELD R-M9).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::zero_sized_map_values)]
#![allow(
    clippy::needless_pass_by_value,
    clippy::option_option,
    reason = "tools take what they get"
)]

use std::collections::{BTreeMap, HashMap, HashSet};
use std::num::NonZeroU8;
use std::path::PathBuf;
use std::time::Duration;

use dsh_tools::json::{Json, parse};
use dsh_tools::prelude::*;

/// A tool that gives back its argument, values that it keeps, and values that it refuses.
macro_rules! keeps {
    ($($name:ident: $type:ty, keeps [$($good:literal),*], refuses [$($bad:literal),*];)*) => {$(
        #[tokio::test]
        async fn $name() {
            /// Give back the value.
            #[tool]
            fn echo(value: $type) -> $type {
                value
            }
            let registry = ToolRegistry::builder().tools(tools![echo]).build().unwrap();
            $(
                let outcome = call(&registry, $good).await;
                assert_eq!(outcome.value(), Some(&parse($good).unwrap()), "{}", outcome.text());
                assert_eq!(outcome.value().unwrap().to_string(), parse($good).unwrap().to_string());
            )*
            $(
                let outcome = call(&registry, $bad).await;
                let code = outcome.code().map(ToString::to_string);
                assert_eq!(code.as_deref(), Some("INVALID_ARGS"), "{} for {}", outcome.text(), $bad);
                assert!(outcome.text().contains("value"), "{}", outcome.text());
            )*
        }
    )*};
}

async fn call(registry: &ToolRegistry<()>, value: &str) -> Outcome {
    let arguments = Json::Object([("value", parse(value).unwrap())].into_iter().collect());
    registry.call("echo", arguments).await
}

keeps! {
    r_m9_option_of_option: Option<Option<u32>>, keeps ["null", "5"], refuses ["\"5\"", "-1"];
    r_m9_map_with_numbers_as_keys: BTreeMap<u32, String>, keeps ["{}", r#"{"7":"x"}"#], refuses [r#"{"a":"x"}"#, r#"{"7":1}"#];
    r_m9_tuple: (u32, String), keeps [r#"[1,"a"]"#], refuses ["[1]", r#"[1,"a",2]"#, r#"["a",1]"#];
    r_m9_u64: u64, keeps ["0", "18446744073709551615"], refuses ["-1", "1.5", "1e20"];
    r_m9_i64: i64, keeps ["-9223372036854775808", "9007199254740993"], refuses ["9223372036854775808"];
    r_m9_i128: i128, keeps ["-5", "9223372036854775807"], refuses ["0.5", "1e30"];
    r_m9_f32: f32, keeps ["0.5", "-2"], refuses ["\"0.5\"", "null"];
    r_m9_char: char, keeps ["\"x\"", "\"é\""], refuses ["\"\"", "\"xy\""];
    r_m9_duration: Duration, keeps [r#"{"secs":1,"nanos":5}"#], refuses ["1", r#"{"secs":1}"#];
    r_m9_path: PathBuf, keeps ["\"/tmp/x\""], refuses ["1"];
    r_m9_array: [u8; 4], keeps ["[1,2,3,4]"], refuses ["[1,2,3]", "[1,2,3,4,5]", "[1,2,3,256]"];
    r_m9_empty_array: [u8; 0], keeps ["[]"], refuses ["[1]"];
    r_m9_non_zero: NonZeroU8, keeps ["1", "255"], refuses ["0", "256"];
    r_m9_unit: (), keeps ["null"], refuses ["0"];
    r_m9_set: HashSet<String>, keeps [r#"["a"]"#], refuses [r#"["a","a"]"#];
    r_m9_map: HashMap<String, Vec<bool>>, keeps [r#"{"a":[true]}"#], refuses [r#"{"a":[1]}"#];
    r_m9_boxed: Box<str>, keeps ["\"x\""], refuses ["1"];
    r_m9_chrono_time: chrono::DateTime<chrono::Utc>, keeps ["\"2026-01-31T12:00:00Z\""], refuses ["\"soon\"", "0"];
    r_m9_chrono_date: chrono::NaiveDate, keeps ["\"2026-01-31\""], refuses ["\"2026-02-31\""];
    r_m9_uuid: uuid::Uuid, keeps ["\"123e4567-e89b-12d3-a456-426614174000\""], refuses ["\"123\""];
    r_m9_url: url::Url, keeps ["\"https://example.com/a\""], refuses ["\"/a\""];
    r_m9_bytes: bytes::Bytes, keeps ["[1,2,255]"], refuses ["[256]", "1"];
}

/// Give a number beyond 64 bits.
#[tool]
fn huge() -> i128 {
    i128::MAX
}

#[tokio::test]
async fn r_m9_a_value_beyond_64_bits_is_refused_with_the_reason() {
    let registry: ToolRegistry<()> = ToolRegistry::builder().tools(tools![huge]).build().unwrap();
    let outcome = registry.call("huge", json!({})).await;
    assert!(outcome.is_error() && outcome.text().contains("64"), "{}", outcome.text());
}

/// Count.
#[tool]
fn count() -> u64 {
    u64::MAX
}

/// Small numbers.
#[tool]
fn small() -> u32 {
    1
}

#[test]
fn sch_7_the_sdk_says_which_outputs_can_be_beyond_what_programs_hold() {
    let specs = [count::tool().spec().unwrap(), small::tool().spec().unwrap()];
    let text = dsh_tools::present::sdk_types(specs.iter().map(|spec| &**spec));
    let outputs = text.split_once("ToolOutputMap").unwrap().1;
    let before = |name: &str| {
        outputs.split_once(name).unwrap().0.lines().rev().nth(1).unwrap_or("").to_owned()
    };
    assert!(before("count: number").contains("64-bit"), "{outputs}");
    assert!(!before("small: number").contains("64-bit"), "{outputs}");
}
