//! The words of names and texts, in the form in which they are compared: `getHTTPLogs`, `get-http-logs` and
//! "Gets HTTP logs" have the same ones.

/// The words of a text, in its order.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|character: char| !character.is_alphanumeric());
        let end = word_end(rest)?;
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(stem(word.chars().take(MOST_OF_WORD).flat_map(char::to_lowercase).collect()))
    })
}

/// The first bytes of a text, whole characters of them.
pub(super) fn beginning(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}

/// How many characters of a word count.
const MOST_OF_WORD: usize = 64;

/// Where the first word ends that the text begins with; none at the end of the text.
fn word_end(text: &str) -> Option<usize> {
    let mut characters = text.char_indices().peekable();
    let (_, mut last) = characters.next()?;
    if stands_alone(last) {
        return Some(last.len_utf8());
    }
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        // `getLogs`, `HTTPServer`, `page2`
        let ends = !character.is_alphanumeric()
            || stands_alone(character)
            || last.is_numeric() != character.is_numeric()
            || (character.is_uppercase()
                && (last.is_lowercase() || next.is_some_and(char::is_lowercase)));
        if ends {
            return Some(at);
        }
        last = character;
    }
    Some(text.len())
}

/// Characters of scripts that put no space between words: each counts as one.
fn stands_alone(character: char) -> bool {
    matches!(
        character,
        '\u{e00}'..='\u{eff}'
            | '\u{1000}'..='\u{109f}'
            | '\u{1780}'..='\u{17ff}'
            | '\u{2e80}'..='\u{a4cf}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3ffff}'
    )
}

/// An English word without the endings that its forms differ in; what is left need not be a word.
fn stem(mut word: String) -> String {
    let long_enough = |word: &str, ending: &str| word.len() >= ending.len() + 3;
    let ending = ["ing", "ed", "es", "s"].into_iter().find(|ending| {
        word.ends_with(ending) && !word.ends_with("ss") && long_enough(&word, ending)
    });
    if let Some(ending) = ending {
        word.truncate(word.len() - ending.len());
    }
    if word.len() > 3 && word.ends_with('e') {
        word.pop();
    }
    if word.len() > 3 && word.ends_with('i') {
        // `queries`, whose singular ends in `y`.
        word.pop();
        word.push('y');
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        words(text).collect()
    }

    #[test]
    fn code_2_names_are_split_into_words() {
        for name in ["getHTTPLogs2", "get-http-logs-2", "get.http_logs 2", "GET http, LOGS: 2!"] {
            assert_eq!(all(name), ["get", "http", "log", "2"], "{name}");
        }
        assert_eq!(all("  __ -- "), [""; 0]);
        assert_eq!(all("日本語Größe"), ["日", "本", "語", "größ"]);
    }

    #[test]
    fn code_2_forms_of_a_word_are_the_same() {
        for forms in [
            &["create", "creates", "created", "creating"][..],
            &["issue", "issues"],
            &["query", "queries"],
            &["file", "files"],
            &["class", "classes"],
            &["repo", "repos"],
            &["branch", "branches"],
        ] {
            let stems: Vec<_> = forms.iter().flat_map(|form| all(form)).collect();
            assert!(stems.iter().all(|stem| *stem == stems[0]), "{stems:?}");
        }
    }

    #[test]
    fn code_2_the_longest_words_are_read_up_to_a_limit() {
        let long = "x".repeat(1_000_000);
        assert_eq!(all(&long)[0].len(), MOST_OF_WORD);
        assert_eq!(beginning("aéb", 2), "a");
    }
}
