//! Each card on a terminal, as a person sees it (rule UI-1).

use dsh_tools::call::{
    CallCard, CallKind, Content, Diff, DiffCall, DiffResult, GenericCall, GenericResult, Location,
    ReadResult, ResultCard, SearchMatch, SearchResult, TerminalCall, TerminalResult, WebResult,
};
use dsh_tools::json::Json;
use dsh_tools::prelude::json;
use dsh_tools::present::TerminalView;

/// The lines of a card; each ends.
fn lines(text: &str) -> Vec<&str> {
    assert!(text.ends_with('\n'), "{text:?}");
    text.lines().collect()
}

fn call(card: impl Into<CallCard>) -> String {
    TerminalView::new().width(40).call(&card.into())
}

fn result(card: impl Into<ResultCard>) -> String {
    TerminalView::new().width(40).result(&card.into())
}

#[test]
fn ui_1_a_generic_call_shows_compact_arguments() {
    let card = GenericCall::new("Move a.txt")
        .kind(CallKind::Move)
        .raw_input(Json::from(json!({ "from": "a.txt", "to": ["b", 1.5] })))
        .content("it exists\nalready")
        .location(Location::file("a.txt"))
        .location(Location::line("b.txt", 3));
    let expected = [
        "Move a.txt [move]",
        "  at a.txt",
        "  at b.txt:3",
        r#"  {"from":"a.txt","to":["b",1.5]}"#,
        "  it exists",
        "  already",
    ];
    assert_eq!(lines(&call(card)), expected);
    assert_eq!(call(CallCard::fallback("now", json!({}).into())), "now\n  {}\n");
    assert_eq!(
        call(GenericCall::new("one").raw_input("a\nb").kind(CallKind::Other)),
        "one\n  a\n  b\n"
    );
}

#[test]
fn ui_1_a_terminal_call_shows_the_whole_command() {
    let card = TerminalCall::new("cat <<E\nx\nE").cwd("/src").description("say x");
    assert_eq!(lines(&call(card)), ["$ cat <<E", "  x", "  E", "in: /src", "for: say x"]);
    // Spaces do not push the rest out of sight.
    let hidden = call(TerminalCall::new(format!("ls{}; rm -rf /", " ".repeat(60))));
    assert!(hidden.lines().count() == 2 && hidden.ends_with("; rm -rf /\n"), "{hidden}");
}

#[test]
fn ui_1_a_diff_has_hunks() {
    let old: String = (1..=20).flat_map(|number| [number.to_string(), "\n".to_owned()]).collect();
    let new = old.replace("\n5\n", "\nfive\n").replace("\n18\n", "\n").replace("20\n", "20");
    let card = DiffCall::new("Edit", [Diff::changed("a", old, new), Diff::added("b", "x\ny\n")])
        .location(Location::line("a", 5));
    let expected = [
        "Edit",
        "  at a:5",
        "  a: 2 lines added, 3 removed",
        "    @@ -2,7 +2,7 @@",
        "     2",
        "     3",
        "     4",
        "    -5",
        "    +five",
        "     6",
        "     7",
        "     8",
        "    @@ -15,6 +15,5 @@",
        "     15",
        "     16",
        "     17",
        "    -18",
        "     19",
        "    -20",
        "    +20",
        "    \\ no line break at the end",
        "  b: new, 2 lines",
        "    @@ -0,0 +1,2 @@",
        "    +x",
        "    +y",
    ];
    assert_eq!(lines(&call(card)), expected);
}

#[test]
fn ui_1_a_diff_shows_what_differs_in_line_ends_only() {
    let card = DiffResult::new([Diff::changed("a", "x\n", "x\r\n"), Diff::changed("b", "x", "x")]);
    let expected = [
        "2 changes",
        "  a: 1 line added, 1 removed",
        "    @@ -1 +1 @@",
        "    -x",
        "    +x␍",
        "  b: unchanged",
    ];
    assert_eq!(lines(&result(card)), expected);
}

#[test]
fn ui_1_a_terminal_result_begins_with_how_it_ended() {
    let card = TerminalResult::new("one\r\ntwo\n").exit_code(101);
    assert_eq!(result(card), "exit code 101\n  one\n  two\n");
    assert_eq!(
        result(TerminalResult::new("").signal("SIGKILL")),
        "ended by SIGKILL\n(no output)\n"
    );
    assert_eq!(result(TerminalResult::default().exit_code(0)), "exit code 0\n");
    assert_eq!(result(TerminalResult::default()), "(no output)\n");
}

#[test]
fn ui_1_matches_stand_by_file_with_their_lines() {
    let at = |path: &str, line| SearchMatch::new(Location::line(path, line));
    let card = SearchResult::new([
        at("a.rs", 12).text("fn a() {\n}"),
        at("b.rs", 1).text("x"),
        at("a.rs", 140),
        SearchMatch::new(Location::file("c.rs")),
        SearchMatch::new(Location::file("c.rs")).text("y"),
    ]);
    let expected = [
        "5 of 9 matches of fn a",
        "  a.rs",
        "    12: fn a() {",
        "        }",
        "    140",
        "  b.rs",
        "    1: x",
        "  c.rs",
        "    y",
    ];
    assert_eq!(lines(&result(card.clone().query("fn a").total(9))), expected);
    assert!(result(card.total(5)).starts_with("5 matches\n"));
    assert_eq!(result(SearchResult::new([])), "0 matches\n");
}

#[test]
fn ui_1_a_read_shows_its_lines_with_numbers() {
    let card =
        ReadResult::new("nine\n\nten\n").location(Location::line("a.txt", 9)).total_lines(70);
    let expected = ["a.txt, lines 9 to 11 of 70", "   9  nine", "  10  ", "  11  ten"];
    assert_eq!(lines(&result(card)), expected);
    assert_eq!(result(ReadResult::new("x")), "line 1\n  1  x\n");
    let nothing = ReadResult::new("").location(Location::file("a")).total_lines(0);
    assert_eq!(result(nothing), "a, no lines of 0\n");
    let last = ReadResult::new("x\ny").location(Location::line("a", u32::MAX));
    assert!(result(last).contains("  4294967296  y\n"));
}

#[test]
fn ui_1_a_page_shows_title_and_address() {
    let card = WebResult::new("https://example.org/").status(404).title("Example").text("gone");
    assert_eq!(result(card), "Example\n  https://example.org/, status 404\n  gone\n");
    assert_eq!(result(WebResult::new("https://a.b/")), "https://a.b/\n");
    assert_eq!(result(WebResult::new("https://a.b/").status(200)), "https://a.b/\n  status 200\n");
}

#[test]
fn ui_1_a_generic_result_shows_what_the_model_read() {
    let card = GenericResult::new(vec![Content::text("a\nb"), Content::image("image/png", "AAAA")]);
    assert_eq!(result(card), "  a\n  b\n  [image: image/png, 3 bytes]\n");
    assert_eq!(result(GenericResult::new(Vec::new())), "(no content)\n");
}

#[test]
fn ui_1_wide_characters_take_two_columns() {
    let card = CallCard::from(GenericCall::new("日".repeat(13)));
    let text = TerminalView::new().width(24).call(&card);
    assert_eq!(text, format!("{}\n  日\n", "日".repeat(12)));
    let marks = CallCard::from(GenericCall::new("e\u{301}".repeat(25)));
    let text = TerminalView::new().width(24).call(&marks);
    assert_eq!(text, format!("{}\n  e\u{301}\n", "e\u{301}".repeat(24)));
    let tabs = CallCard::from(GenericCall::new("a\tb\t\tc"));
    assert_eq!(TerminalView::new().call(&tabs), "a   b       c\n");
}

#[test]
fn ui_1_what_is_left_out_is_counted() {
    let view = TerminalView::new().width(40).max_lines(3);
    let output = |text: &str| view.result(&TerminalResult::new(text).exit_code(0).into());
    assert_eq!(output("a\nb\n"), "exit code 0\n  a\n  b\n");
    assert_eq!(output("a\nb\nc"), "exit code 0\n  a\n  b\n… left out: 1 line, 1 byte\n");
    assert_eq!(output("a\nb\nc\n\nd\n"), "exit code 0\n  a\n  b\n… left out: 3 lines, 5 bytes\n");
    let long = output(&"x".repeat(100));
    let row = "x".repeat(38);
    assert_eq!(long, format!("exit code 0\n  {row}\n  {row}\n… left out: 1 line, 24 bytes\n"));
    let one = TerminalView::new().max_lines(0).call(&TerminalCall::new("a").cwd("/").into());
    assert_eq!(one, "$ a\n… left out: 1 line, 5 bytes\n");
}

#[test]
fn ui_1_colours_are_off_until_they_are_wanted() {
    let card = DiffCall::new("Edit", [Diff::changed("a", "x\n", "y\n")]).into();
    let plain = TerminalView::new().call(&card);
    let coloured = TerminalView::new().colour(true).call(&card);
    assert!(!plain.contains('\u{1b}'));
    assert!(
        coloured.contains("\u{1b}[31m    -x\u{1b}[0m\n\u{1b}[32m    +y\u{1b}[0m\n"),
        "{coloured:?}"
    );
    assert_eq!(TerminalView::default(), TerminalView::new());
}
