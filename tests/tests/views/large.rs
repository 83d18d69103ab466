//! Cards of great size: what is shown stays small, and the time grows with the size and not with its square (UI-1).
//! The bounds are wide, for slow machines; what is quadratic would take hours.

use std::time::{Duration, Instant};

use dsh_tools::call::{
    CallCard, Diff, DiffCall, GenericCall, GenericResult, Location, ReadResult, ResultCard,
    SearchMatch, SearchResult, TerminalCall, TerminalResult, WebResult,
};
use dsh_tools::json::Json;
use dsh_tools::present::TerminalView;

const MEGABYTES_10: usize = 10 << 20;
const LONGEST: Duration = Duration::from_secs(30);

fn in_time<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let done = work();
    assert!(began.elapsed() < LONGEST, "{what} took {:?}", began.elapsed());
    done
}

/// The card in 40 lines, and the line that says what is missing.
fn cut(what: &str, card: impl Into<ResultCard>) -> String {
    let card = card.into();
    let text = in_time(what, || TerminalView::new().result(&card));
    assert_eq!(text.lines().count(), 41, "{what}");
    text.lines().last().unwrap().to_owned()
}

#[test]
fn ui_1_an_output_of_10_megabytes_is_cut() {
    let one_line = "x".repeat(MEGABYTES_10);
    let shown = 78 * 39;
    assert_eq!(
        cut("one line", TerminalResult::new(&*one_line).exit_code(0)),
        format!("… left out: 1 line, {} bytes", MEGABYTES_10 - shown)
    );
    for text in ["\u{1b}[31m", "\u{301}", "日", "\t", "\r"] {
        cut("hostile", TerminalResult::new(text.repeat(MEGABYTES_10 / text.len())).exit_code(0));
    }
    cut("a page", WebResult::new("https://a.b/").text(&*one_line));
    cut("an address", WebResult::new(&*one_line));
    cut("content", GenericResult::new(vec![one_line.as_str().into()]));
}

#[test]
fn ui_1_a_million_lines_are_cut() {
    let lines = "line\n".repeat(1_000_000);
    let left = cut("an output", TerminalResult::new(&*lines).exit_code(0));
    assert_eq!(left, "… left out: 999961 lines, 4999805 bytes");
    cut("a read", ReadResult::new(&*lines).location(Location::line("a", 5)));
    let matches = (0..1_000_000_u32).map(|line| {
        SearchMatch::new(Location::line(format!("file{}", line % 1000), line)).text("x")
    });
    cut("a search", SearchResult::new(matches));
}

#[test]
fn ui_1_a_command_and_arguments_of_10_megabytes_are_cut() {
    let long = "x ".repeat(MEGABYTES_10 / 2);
    let cards: [CallCard; 4] = [
        TerminalCall::new(&*long).into(),
        GenericCall::new(&*long).into(),
        CallCard::fallback("t", Json::from(vec![Json::from(&*long)])),
        GenericCall::new("t").raw_input(Json::from(&*long)).into(),
    ];
    for card in cards {
        let text = in_time("a call", || TerminalView::new().call(&card));
        assert_eq!(text.lines().count(), 41);
    }
}

#[test]
fn ui_1_arguments_of_any_depth_are_shown() {
    let deep = (0..100_000).fold(Json::Null, |inner, _| Json::from(vec![inner]));
    let text = TerminalView::new().call(&CallCard::fallback("deep", deep));
    assert!(text.starts_with("deep\n  [[[["), "{text}");
}

#[test]
fn ui_1_a_whole_card_is_shown_where_that_is_wanted() {
    let card = TerminalResult::new("x".repeat(MEGABYTES_10 / 10)).exit_code(0).into();
    let text = in_time("all", || TerminalView::new().max_lines(usize::MAX).result(&card));
    assert_eq!(text.matches('x').count(), MEGABYTES_10 / 10 + 1, "and one of `exit`");
}

/// Lines of those numbers.
fn text(numbers: impl Iterator<Item = usize>) -> String {
    numbers.flat_map(|number| [number.to_string(), "\n".to_owned()]).collect()
}

#[test]
fn ui_1_a_diff_of_100_000_lines_is_not_quadratic() {
    let count = 100_000;
    let cases = [
        ("every line", text(0..count), text(count..2 * count)),
        ("every other line", text(0..count), text((0..count).map(|at| at + at % 2 * count))),
        ("reversed", text(0..count), text((0..count).rev())),
        ("shuffled", text(0..count), text((0..count).map(|at| at * 7919 % count))),
        ("few words", text((0..count).map(|at| at % 7)), text((0..count).map(|at| at % 11))),
        ("one line", "a\n".repeat(count), "a\n".repeat(count / 2)),
    ];
    for (what, old, new) in cases {
        let card = DiffCall::new("Edit", [Diff::changed("a", old, new)]).into();
        let text = in_time(what, || TerminalView::new().call(&card));
        assert!(text.lines().count() == 41 || what == "one line", "{what}: {text}");
        let whole = in_time(what, || TerminalView::new().max_lines(usize::MAX).call(&card));
        assert!(whole.lines().count() > 40_000, "{what}");
    }
}

#[test]
fn ui_1_a_small_change_of_a_large_file_is_a_small_diff() {
    let (old, count) = (text((0..100_000).map(|at| at / 2)), 100_000);
    let new = text((0..count).map(|at| if at == 70_000 { 1 } else { at / 2 }));
    let card = DiffCall::new("Edit", [Diff::changed("a", old, new)]).into();
    let text = TerminalView::new().call(&card);
    assert_eq!(text.lines().count(), 11, "{text}");
    assert!(text.contains("1 line added, 1 removed\n    @@ -69998,7 +69998,7 @@"), "{text}");
}
