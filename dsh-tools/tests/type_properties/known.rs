//! Where schema and serde differ, why, and values that show it.
//! Each difference is checked to be there, so that one that ends is taken off the table and out of `docs/types.md`.

use dsh_tools::json::{Json, from_json, parse};
use dsh_tools::schema::Schema;
use serde::de::DeserializeOwned;

/// A reason why values fit an input schema and are not read.
pub(crate) struct Known {
    pub(crate) reason: &'static str,
    pub(crate) examples: &'static [Example],
}

/// The test of a type, a value that shows the difference, and what serde says of such values.
pub(crate) struct Example(pub(crate) &'static str, &'static str, &'static str);

pub(crate) const ALL: &[Known] = &[
    Known {
        reason: "the bounds of 64 bits and more cost tokens in every schema of arguments, and serde holds them",
        examples: &[
            Example("sch_1_i64", "9223372036854775808", "expected i64"),
            Example("sch_1_isize", "9223372036854775808", "expected isize"),
            Example("sch_1_i128", "1e30", "expected i128"),
            Example("sch_1_u64", "1e20", "expected u64"),
            Example("sch_1_usize", "1e20", "expected usize"),
            Example("sch_1_u128", "1e30", "expected u128"),
            Example("sch_1_non_zero_i64", "9223372036854775808", "expected a nonzero i64"),
            Example("sch_1_non_zero_u64", "1e20", "expected a nonzero u64"),
            Example("sch_1_duration", r#"{"secs":1e20,"nanos":0}"#, "expected u64"),
            Example(
                "sch_1_system_time",
                r#"{"secs_since_epoch":1e20,"nanos_since_epoch":0}"#,
                "expected u64",
            ),
        ],
    },
    Known {
        reason: "a number with a point beyond 2^53 may be a rounded one, so it is read as no integer",
        examples: &[
            Example("sch_1_i64", "9007199254740992.0", "expected i64"),
            Example("sch_1_u64", "9007199254740992.0", "expected u64"),
        ],
    },
    Known {
        reason: "seconds and nanoseconds fit by themselves, but not their sum",
        examples: &[
            Example(
                "sch_1_duration",
                r#"{"secs":18446744073709551615,"nanos":4294967295}"#,
                "overflow",
            ),
            Example(
                "sch_1_system_time",
                r#"{"secs_since_epoch":18446744073709551615,"nanos_since_epoch":0}"#,
                "overflow",
            ),
        ],
    },
    Known {
        reason: "serde reads these types of the standard library closed, and schemars says that they are open",
        examples: &[
            Example("sch_1_duration", r#"{"secs":0,"nanos":0,"more":0}"#, "unknown field"),
            Example(
                "sch_1_system_time",
                r#"{"secs_since_epoch":0,"nanos_since_epoch":0,"more":0}"#,
                "unknown field",
            ),
            Example("sch_1_range", r#"{"start":0,"end":0,"more":0}"#, "unknown field"),
            Example("sch_1_result", r#"{"Ok":0,"more":0}"#, "exactly one member"),
            Example("sch_1_bound", r#"{"Included":0,"more":0}"#, "exactly one member"),
        ],
    },
    Known {
        reason: "a schema of member names says that they are digits, not how large the number may be",
        examples: &[
            Example("sch_1_map_by_u32", r#"{"4294967296":""}"#, "expected u32"),
            Example("sch_1_map_by_u64", r#"{"99999999999999999999":null}"#, "expected u64"),
            Example("sch_1_map_by_i8", r#"{"300":true}"#, "expected i8"),
        ],
    },
    Known {
        reason: "schemars says nothing of member names that are not text, digits or plain variants",
        examples: &[
            Example("sch_1_map_by_bool", r#"{"maybe":0}"#, "expected a boolean"),
            Example("sch_1_map_by_char", r#"{"ab":0}"#, "expected a character"),
            Example("sch_1_map_by_documented_enum", r#"{"newest":0}"#, "unknown variant"),
        ],
    },
    Known {
        reason: "a format is an annotation unless it is enforced",
        examples: &[Example("sch_1_ip_address", r#""here""#, "invalid IPv4 address syntax")],
    },
    Known {
        reason: "a variant without content takes no other content than null, and its schema leaves that open",
        examples: &[
            Example("sch_1_adjacent", r#"{"t":"Nothing","c":5}"#, "expected unit"),
            Example(
                "sch_1_enum_of_enums",
                r#"{"kind":"Inner","t":"Nothing","c":5}"#,
                "expected unit",
            ),
        ],
    },
    Known {
        reason: "an alias is no name in the schema, and serde refuses both names at once",
        examples: &[Example("sch_1_alias", r#"{"own":1,"other":2}"#, "duplicate field")],
    },
    Known {
        reason: "serde does not read flattened names as numbers",
        examples: &[Example("sch_1_flat_numbers", r#"{"1":true}"#, "expected u8")],
    },
    Known {
        reason: "serde does not support flattened enums beside `deny_unknown_fields`",
        examples: &[Example(
            "sch_1_flat_closed",
            r#"{"id":0,"kind":"wheel","size":0}"#,
            "unknown field",
        )],
    },
];

/// Whether that message about a value of that type is known.
pub(crate) fn explains(name: &str, message: &str) -> bool {
    ALL.iter()
        .flat_map(|known| known.examples)
        .any(|Example(of, _, says)| *of == name && message.contains(says))
}

/// Shows every difference that is known of that type.
pub(crate) fn check<T: DeserializeOwned>(name: &str, input: &Schema) {
    for Known { reason, examples } in ALL {
        for Example(_, value, says) in examples.iter().filter(|Example(of, ..)| *of == name) {
            let value: Json = parse(value).expect("JSON");
            assert!(input.is_valid(&value), "{value} does not fit the schema any more: {reason}");
            match from_json::<T>(&value) {
                Ok(_) => panic!("{value} is read by now: {reason}"),
                Err(error) => assert!(error.to_string().contains(says), "{error}: {reason}"),
            }
        }
    }
}
