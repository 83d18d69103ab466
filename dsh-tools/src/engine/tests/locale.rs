//! Numbers and the order of texts in English: what they give, as V8 gives it, and what is refused.

use super::text::run_for;

/// Each with the result of V8.
const CASES: &[(&str, &str)] = &[
    ("return (1234567.891).toLocaleString()", r#""1,234,567.891""#),
    ("return (0).toLocaleString()", r#""0""#),
    ("return (-0).toLocaleString()", r#""-0""#),
    ("return (-1234.5).toLocaleString()", r#""-1,234.5""#),
    (r#"return (999).toLocaleString("en-US")"#, r#""999""#),
    (r#"return (1000).toLocaleString(["en-GB", "de"])"#, r#""1,000""#),
    ("return (1e21).toLocaleString()", r#""1,000,000,000,000,000,000,000""#),
    ("return (0.00049).toLocaleString()", r#""0""#),
    ("return (0.0005).toLocaleString()", r#""0.001""#),
    ("return (1.0005).toLocaleString()", r#""1.001""#),
    ("return (2.5).toLocaleString(undefined, { maximumFractionDigits: 0 })", r#""3""#),
    (r#"return (1.005).toLocaleString("en-US", { maximumFractionDigits: 2 })"#, r#""1.01""#),
    (r#"return (1234.5).toLocaleString("en-US", { minimumFractionDigits: 2 })"#, r#""1,234.50""#),
    (
        r#"return (1234.56789).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 4 })"#,
        r#""1,234.5679""#,
    ),
    (r#"return (9.999).toLocaleString("en-US", { maximumFractionDigits: 2 })"#, r#""10""#),
    ("return (999999.9999).toLocaleString()", r#""1,000,000""#),
    (
        r#"return (1234.5).toLocaleString("en-US", { style: "currency", currency: "USD" })"#,
        r#""$1,234.50""#,
    ),
    (
        r#"return (-1234.5).toLocaleString("en-US", { style: "currency", currency: "USD" })"#,
        r#""-$1,234.50""#,
    ),
    (
        r#"return (1234.5).toLocaleString("en-US", { style: "currency", currency: "EUR" })"#,
        r#""€1,234.50""#,
    ),
    (
        r#"return (1234.5).toLocaleString("en-US", { style: "currency", currency: "jpy" })"#,
        r#""¥1,235""#,
    ),
    (
        r#"return (1234.5).toLocaleString("en-US", { style: "currency", currency: "CHF" })"#,
        "\"CHF\u{a0}1,234.50\"",
    ),
    (
        r#"return (1234.5).toLocaleString("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 })"#,
        r#""$1,235""#,
    ),
    (r#"return (0.256).toLocaleString("en-US", { style: "percent" })"#, r#""26%""#),
    (
        r#"return (0.2567).toLocaleString("en-US", { style: "percent", maximumFractionDigits: 1 })"#,
        r#""25.7%""#,
    ),
    (r#"return (12.3).toLocaleString("en-US", { style: "percent" })"#, r#""1,230%""#),
    (r#"return (0.005).toLocaleString("en-US", { style: "percent" })"#, r#""1%""#),
    (r#"return (1234567).toLocaleString("en-US", { useGrouping: false })"#, r#""1234567""#),
    ("return NaN.toLocaleString()", r#""NaN""#),
    ("return (-Infinity).toLocaleString()", r#""-∞""#),
    ("return new Number(1234).toLocaleString()", r#""1,234""#),
    (r#"return [1234.5, 2].map((n) => n.toLocaleString()).join("; ")"#, r#""1,234.5; 2""#),
    (
        r#"return ["b", "A", "a", "B", "_x", "1", "10", "9", " y", "Zed", "zebra", "(c)", "+d"].sort((a, b) => a.localeCompare(b))"#,
        r#"[" y","_x","(c)","+d","1","10","9","a","A","b","B","zebra","Zed"]"#,
    ),
    (r#"return "a".localeCompare("b")"#, "-1"),
    (r#"return "a".localeCompare("A")"#, "-1"),
    (r#"return "A".localeCompare("a")"#, "1"),
    (r#"return "resume".localeCompare("Resume")"#, "-1"),
    (r#"return "a".localeCompare("a")"#, "0"),
    (r#"return "".localeCompare("a")"#, "-1"),
    (r#"return "a10".localeCompare("a2", undefined, { numeric: true })"#, "1"),
    (r#"return "a10".localeCompare("a2")"#, "-1"),
    (r#"return "a".localeCompare("A", undefined, { sensitivity: "base" })"#, "0"),
    (
        r#"return ["a10", "a2", "B1", "b1", "A2"].sort((a, b) => a.localeCompare(b, "en", { numeric: true, sensitivity: "base" }))"#,
        r#"["a2","A2","a10","B1","b1"]"#,
    ),
    (
        r#"return ["item 10", "item 9", "Item 1"].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))"#,
        r#"["Item 1","item 9","item 10"]"#,
    ),
    (r#"return "file-2.txt".localeCompare("file_10.txt")"#, "1"),
    (r#"return "ab".localeCompare("aB")"#, "-1"),
    (r#"return "aB".localeCompare("ac")"#, "-1"),
];

/// Each with the result of V8, but for the kind of space before AM and PM.
const DATES: &[(&str, &str)] = &[
    (r#"return new Date(0).toLocaleDateString("en-US", { timeZone: "UTC" })"#, r#""1/1/1970""#),
    (
        r#"return new Date("2024-01-15T15:45:10Z").toLocaleTimeString("en-US", { timeZone: "UTC" })"#,
        r#""3:45:10 PM""#,
    ),
    (
        r#"return new Date("2024-01-15T15:45:10Z").toLocaleString("en-US", { timeZone: "UTC" })"#,
        r#""1/15/2024, 3:45:10 PM""#,
    ),
    (
        r#"return new Date("2024-01-15T00:05:00Z").toLocaleString("en-US", { timeZone: "UTC" })"#,
        r#""1/15/2024, 12:05:00 AM""#,
    ),
    (
        r#"return new Date("2024-01-15T12:00:00Z").toLocaleTimeString("en-US", { timeZone: "UTC", hour: "numeric", minute: "2-digit" })"#,
        r#""12:00 PM""#,
    ),
    (
        r#"return new Date("2024-01-15T12:00:00Z").toLocaleTimeString("en-US", { timeZone: "UTC", hour: "2-digit", minute: "2-digit" })"#,
        r#""12:00 PM""#,
    ),
    (
        r#"return new Date("2024-01-15T15:45:10Z").toLocaleTimeString("en-US", { timeZone: "UTC", hour12: false })"#,
        r#""15:45:10""#,
    ),
    (
        r#"return new Date("2024-01-05").toLocaleDateString("en-US", { timeZone: "UTC", year: "numeric", month: "short", day: "numeric" })"#,
        r#""Jan 5, 2024""#,
    ),
    (
        r#"return new Date("2024-01-05").toLocaleDateString("en-US", { timeZone: "UTC", year: "numeric", month: "long", day: "numeric", weekday: "long" })"#,
        r#""Friday, January 5, 2024""#,
    ),
    (
        r#"return new Date("2024-01-05").toLocaleDateString("en-US", { timeZone: "UTC", month: "short", day: "numeric" })"#,
        r#""Jan 5""#,
    ),
    (
        r#"return new Date("2024-01-05").toLocaleDateString("en-US", { timeZone: "UTC", month: "long", year: "numeric" })"#,
        r#""January 2024""#,
    ),
    (
        r#"return new Date("2024-01-05").toLocaleDateString("en-US", { timeZone: "UTC", year: "numeric", month: "2-digit", day: "2-digit" })"#,
        r#""01/05/2024""#,
    ),
    (
        r#"return new Date("2024-01-05").toLocaleDateString("en-US", { timeZone: "UTC", weekday: "short" })"#,
        r#""Fri""#,
    ),
    (
        r#"return new Date("2024-01-05").toLocaleDateString("en-US", { timeZone: "UTC", month: "numeric", day: "numeric" })"#,
        r#""1/5""#,
    ),
    (
        r#"return new Date("2024-01-05").toLocaleDateString("en-US", { timeZone: "UTC", weekday: "short", month: "short", day: "numeric" })"#,
        r#""Fri, Jan 5""#,
    ),
    (
        r#"return new Date("2024-01-05").toLocaleDateString("en-US", { timeZone: "UTC", year: "2-digit", month: "numeric", day: "numeric" })"#,
        r#""1/5/24""#,
    ),
    (
        r#"return new Date("2024-01-05T08:09:00Z").toLocaleString("en-US", { timeZone: "UTC", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" })"#,
        r#""Jan 5, 8:09 AM""#,
    ),
    ("return new Date(NaN).toLocaleDateString()", r#""Invalid Date""#),
    ("return new Date(2024, 0, 15, 9, 30).toLocaleString()", r#""1/15/2024, 9:30:00 AM""#),
];

#[test]
fn code_11_dates_are_english() {
    for (source, expected) in DATES {
        assert_eq!(run_for(source), *expected, "{source}");
    }
}

#[test]
fn code_11_numbers_and_the_order_of_texts_are_english() {
    for (source, expected) in CASES {
        assert_eq!(run_for(source), *expected, "{source}");
    }
}

#[test]
fn code_11_what_is_beyond_the_common_forms_is_an_error_that_says_so() {
    for (source, part) in [
        ("return (1).toLocaleString('de-DE')", "the locale de-DE is not known here, only en"),
        (
            "return (1).toLocaleString('en', { notation: 'compact' })",
            "the option notation is not known",
        ),
        ("return (1).toLocaleString('en', { style: 'unit' })", "the style unit is not known here"),
        ("return (1).toLocaleString('en', { style: 'currency' })", "a code of three letters"),
        (
            "return (1).toLocaleString('en', { minimumFractionDigits: 4, maximumFractionDigits: 2 })",
            "is less than",
        ),
        (
            "return (1).toLocaleString('en', { maximumFractionDigits: -1 })",
            "a number from 0 to 100",
        ),
        ("return new Date(0).toLocaleString('en', { timeZone: 'Asia/Tokyo' })", "only UTC"),
        (
            "return new Date(0).toLocaleString('en', { dateStyle: 'long' })",
            "the option dateStyle is not",
        ),
        ("return 'a'.localeCompare('b', 'sv')", "the locale sv is not known here"),
        (
            "return 'a'.localeCompare('b', 'en', { caseFirst: 'upper' })",
            "the option caseFirst is not known",
        ),
    ] {
        let result = run_for(source);
        assert!(result.starts_with("Exception: RangeError") && result.contains(part), "{result}");
    }
}
