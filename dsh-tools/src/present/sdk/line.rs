//! The first line of a description, for levels that tell no more of a tool.

use crate::schema::typescript::separates_words;

/// The first line that says something, in at most that many characters: up to the end of a sentence where one fits,
/// otherwise cut between two words. Nothing in it ends a line or a comment of one.
pub(crate) fn first_line(text: &str, most: usize) -> String {
    let line = text.split(['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}']);
    let line = line.map(|line| line.trim_matches(separates_words)).find(|line| !line.is_empty());
    let words = line.unwrap_or_default().split(separates_words).filter(|word| !word.is_empty());
    let (mut cut, mut length, mut sentence) = (String::new(), 0, 0);
    for word in words {
        let space = usize::from(!cut.is_empty());
        // A word may be megabytes long.
        let characters = word.chars().take(most + 1).count();
        if length + space + characters > most {
            return ended(cut, sentence, word, most);
        }
        if space > 0 {
            cut.push(' ');
        }
        cut.push_str(word);
        length += space + characters;
        if word.ends_with(['.', '!', '?', '。', '！', '？']) {
            sentence = cut.len();
        }
    }
    cut
}

/// A line that goes on: as far as its last whole sentence, or with a sign that there is more.
fn ended(mut cut: String, sentence: usize, next: &str, most: usize) -> String {
    if sentence > 0 {
        cut.truncate(sentence);
    } else if cut.is_empty() {
        cut.extend(next.chars().take(most.saturating_sub(1)).chain((most > 0).then_some('…')));
    } else {
        cut.push('…');
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sdk_4_a_line_is_cut_where_a_sentence_or_a_word_ends() {
        for (text, most, line) in [
            ("Read a file.", 80, "Read a file."),
            ("\n  \u{202e} \nRead\ta\u{0}file\r\nand more", 80, "Read a file"),
            ("Read a file. Then tell of it.", 20, "Read a file."),
            ("Read a very long file", 10, "Read a…"),
            ("日本語の説明です", 4, "日本語…"),
            ("abc", 0, ""),
            ("", 10, ""),
        ] {
            assert_eq!(first_line(text, most), line, "{text:?}");
        }
        assert!(first_line(&"x".repeat(10_000_000), 50).chars().count() <= 50);
    }
}
