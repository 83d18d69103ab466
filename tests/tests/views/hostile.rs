//! Texts of strangers in every field of every card: none drives the terminal, breaks out of its place or takes more
//! room than there is (rule UI-1).

use dsh_tools::call::{CallCard, ResultCard, TerminalResult};
use dsh_tools::present::TerminalView;
use proptest::prelude::*;

use super::examples::examples;

const HOSTILE: [&str; 16] = [
    "\u{1b}[2J\u{1b}[1;1Hnothing happened",
    "\u{1b}]0;title\u{7}\u{1b}]52;c;c3RvbGVu\u{1b}\\",
    "\u{1b}]8;;https://evil.example\u{1b}\\click\u{1b}]8;;\u{1b}\\",
    "\u{9b}31m\u{90}q\u{9c}",
    "safe\rrm -rf /",
    "a\u{8}\u{8}\u{8}b\u{7f}",
    "\n\nexit code 0\n$ ls\n",
    "\u{202e}gpj.exe\u{2066}\u{2069}\u{200f}\u{61c}",
    "a\u{200b}b\u{feff}c\u{ad}d\u{e0041}\u{e007f}\u{fe01}",
    "line\u{2028}line\u{2029}line\u{85}line\u{b}line\u{c}line",
    "\0",
    "\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "\u{301}\u{200d}\u{200d}\u{200d}\u{200d}\u{200d}\u{200d}\u{200d}\u{200d}\u{200d}\u{200d}",
    "日本語日本語日本語日本語日本語日本語日本語日本語👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "",
];

/// The same card with that text in place of all of its texts, but for its type.
fn infested(value: &serde_json::Value, text: &str, name: &str) -> serde_json::Value {
    match value {
        serde_json::Value::String(_) if name != "type" && name != "kind" => text.into(),
        serde_json::Value::Array(items) => {
            items.iter().map(|item| infested(item, text, "")).collect()
        }
        serde_json::Value::Object(members) => members
            .iter()
            .map(|(name, member)| (name.clone(), infested(member, text, name)))
            .collect(),
        other => other.clone(),
    }
}

/// The card as text, if the example is one of a card.
fn shown(card: &serde_json::Value, of: &str, view: TerminalView) -> Option<String> {
    let call = |card| serde_json::from_value::<CallCard>(card).map(|card| view.call(&card));
    let result = |card| serde_json::from_value::<ResultCard>(card).map(|card| view.result(&card));
    match of {
        "CallCard" => Some(call(card.clone()).unwrap()),
        "ResultCard" => Some(result(card.clone()).unwrap()),
        _ => None,
    }
}

/// Whether a terminal, or an eye, would be led astray by it.
fn misleads(character: char) -> bool {
    (character.is_control() && character != '\n')
        || matches!(
            character,
            '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fe00}'..='\u{fe0e}' | '\u{e0000}'..='\u{e0fff}'
        )
}

/// The text is harmless, and no larger than it may be.
fn check(text: &str, width: usize, most: usize) {
    assert!(!text.chars().any(misleads), "{text:?}");
    // The line that says what was left out may need a second one.
    assert!(text.lines().count() <= most + 2, "{text}");
    for line in text.lines() {
        // A column holds a character and at most eight marks.
        assert!(line.chars().count() <= 9 * (width + 1), "{line:?}");
        assert!(line.chars().filter(char::is_ascii).count() <= width, "{line:?}");
    }
}

#[test]
fn ui_1_no_text_of_a_stranger_drives_the_terminal() {
    let mut cards = 0;
    for example in examples() {
        for text in HOSTILE.map(str::to_owned).into_iter().chain([HOSTILE.concat().repeat(3)]) {
            let card = infested(&example.json, &text, "");
            for (width, most) in [(1, 5), (24, 1), (80, usize::MAX - 2)] {
                let plain = TerminalView::new().width(width).max_lines(most);
                let Some(text) = shown(&card, &example.of, plain) else { continue };
                check(&text, width.max(24), most);
                let coloured = shown(&card, &example.of, plain.colour(true)).unwrap();
                let without = ["0", "1", "2", "31", "32", "36"]
                    .iter()
                    .fold(coloured, |text, code| text.replace(&format!("\u{1b}[{code}m"), ""));
                assert_eq!(without, text, "nothing but our own colours");
                cards += 1;
            }
        }
    }
    assert!(cards > 400, "only {cards} cards");
}

#[test]
fn ui_1_no_line_of_an_output_passes_for_one_of_the_card() {
    let output = "fine\nexit code 0\n\nended by nobody\r\n(no output)";
    let text = TerminalView::new().result(&TerminalResult::new(output).exit_code(1).into());
    let own: Vec<&str> = text.lines().filter(|line| !line.starts_with("  ")).collect();
    assert_eq!(own, ["exit code 1"]);
}

#[test]
fn ui_1_what_was_hidden_is_seen() {
    let shown = |text: &str| TerminalView::new().result(&TerminalResult::new(text).into());
    assert_eq!(shown("\u{1b}[2J"), "  ␛[2J\n");
    assert_eq!(shown("a\rb\u{7}\u{7f}\0"), "  a␍b␇␡␀\n");
    assert_eq!(shown("\u{202e}x\u{9b}\u{e0041}"), "  <U+202E>x<U+009B><U+E0041>\n");
    let marks = shown(&format!("e{}", "\u{301}".repeat(9)));
    assert_eq!(marks, format!("  e{}<U+0301>\n", "\u{301}".repeat(8)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn ui_1_any_text_is_shown_within_its_bounds(
        text in any::<String>(), width in 0_usize..120, most in 0_usize..20, which in any::<prop::sample::Index>(),
    ) {
        let examples = examples();
        let example = which.get(&examples);
        let card = infested(&example.json, &text.repeat(3), "");
        let view = TerminalView::new().width(width).max_lines(most);
        if let Some(text) = shown(&card, &example.of, view) {
            check(&text, width.max(24), most.max(1));
        }
    }
}
