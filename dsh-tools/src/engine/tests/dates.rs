//! Dates from texts: Node's answers to a table of them, and that no text is too much.

use super::node::cases;
use super::*;

/// A list of texts in the program's own language.
fn times(texts: &str) -> String {
    outcome(&format!(
        "return {texts}.map((text) => {{
            const [parsed, made] = [Date.parse(text), new Date(text).getTime()];
            if (!Object.is(parsed, made)) throw new Error(`${{text}} is both ${{parsed}} and ${{made}}`);
            return Number.isNaN(parsed) ? null : parsed;
        }})"
    ))
}

#[test]
fn code_11_dates_are_read_as_node_reads_them() {
    let (texts, expected): (Vec<_>, Vec<_>) = cases("dates").into_iter().unzip();
    let got: Vec<serde_json::Value> = serde_json::from_str(&times(&texts_of(&texts))).unwrap();
    let differ: Vec<_> = texts
        .iter()
        .zip(expected.iter().zip(&got))
        .filter(|(_, (expected, got))| expected.as_f64() != got.as_f64())
        .collect();
    assert!(differ.is_empty() && got.len() == texts.len(), "{differ:#?}");
}

fn texts_of(texts: &[String]) -> String {
    serde_json::to_string(texts).unwrap()
}

#[test]
fn code_11_any_text_is_read_once() {
    let long = ["1", "(", ")", "1:", "-", "x", "1-", "2024-01-15T", "Jan ", "+1", "1.", "日", " "];
    let program = format!(
        "return {}.map(([part, times]) => Number.isNaN(Date.parse(part.repeat(times)))).every(Boolean)",
        serde_json::to_string(
            &long.iter().map(|part| (part, 300_000 / part.len())).collect::<Vec<_>>()
        )
        .unwrap()
    );
    let begun = Instant::now();
    assert_eq!(outcome(&program), "true");
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[test]
fn code_11_the_constructor_of_dates_is_whole() {
    gives(&[
        ("return typeof Date()", "\"string\""),
        ("return new Date(5).getTime()", "5"),
        (
            "return new Date('5 Jan 2024').getTime() === new Date(new Date('5 Jan 2024')).getTime()",
            "true",
        ),
        ("return new Date(2024, 0, 5, 1).toISOString()", "\"2024-01-05T01:00:00.000Z\""),
        ("return new Date() <= Date.now() && Date.now() - new Date() < 5000", "true"),
        (
            "return [Date.name, Date.length, typeof Date.UTC, Date.parse.length]",
            "[\"Date\",7,\"function\",1]",
        ),
        ("return new Date(0).constructor === Date && new Date(0) instanceof Date", "true"),
        (
            "class Day extends Date { twice() { return this.getTime() * 2 } } const d = new Day('Jan 5, 1970'); return [d instanceof Day, d instanceof Date, d.twice()]",
            "[true,true,691200000]",
        ),
        ("return Object.prototype.toString.call(new Date(0))", "\"[object Date]\""),
        (
            "return Number.isNaN(new Date(undefined).getTime()) && new Date(null).getTime() === 0",
            "true",
        ),
        ("return new Date({ toString: () => '6 Jan 1970' }).getTime()", "432000000"),
        ("return new Date({ valueOf: () => 7 }).getTime()", "7"),
        (
            "try { new Date({ valueOf() { throw new Error('mine') } }) } catch (e) { return e.message }",
            "\"mine\"",
        ),
        ("return [Object.keys(Date), Object.keys(new Date(0))]", "[[],[]]"),
        ("return structuredClone(new Date('5 Jan 1970')).getTime()", "345600000"),
        ("return String(new Date('no date'))", "\"Invalid Date\""),
        ("try { new Date('no date').toISOString() } catch (e) { return e.name }", "\"RangeError\""),
    ]);
}
