//! How one character of a stranger is shown: as it is, or as a sign where it would drive the terminal or hide.

use unicode_width::UnicodeWidthChar;

/// So many characters without a width may follow each other; more could fill a screen without taking a column.
pub(super) const MOST_MARKS: usize = 8;

/// How a character is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// As itself, over that many columns.
    Itself(usize),
    /// As that sign, over one column.
    Sign(char),
    /// As its number.
    Number,
    /// As spaces up to the next stop.
    Tab,
}

/// How to show the character.
pub(super) fn shown(character: char) -> Shown {
    match character {
        ' '..='~' => Shown::Itself(1),
        '\t' => Shown::Tab,
        // The signs of control characters stand in their order from U+2400.
        '\0'..='\u{1f}' => {
            char::from_u32(0x2400 + u32::from(character)).map_or(Shown::Number, Shown::Sign)
        }
        '\u{7f}' => Shown::Sign('\u{2421}'),
        _ if hides(character) => Shown::Number,
        _ => character.width().map_or(Shown::Number, Shown::Itself),
    }
}

/// Whether a character cannot be seen, turns the direction of text or means something to terminals.
/// The joiners U+200C and U+200D and the selector U+FE0F belong to ordinary words and pictures.
fn hides(character: char) -> bool {
    matches!(
        character,
        '\u{80}'..='\u{9f}' // control characters of eight bits
            | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' // line and paragraph ends, embeddings and overrides of direction
            | '\u{2060}'..='\u{206f}' // isolates of direction and what can't be seen
            | '\u{3164}' | '\u{fe00}'..='\u{fe0e}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}' // tags and selectors, which carry hidden text
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ui_1_no_character_that_drives_a_terminal_is_shown_as_itself() {
        for character in '\0'..=char::MAX {
            let itself = matches!(shown(character), Shown::Itself(_));
            assert!(!(itself && character.is_control()), "{character:?}");
        }
        assert_eq!(shown('\u{1b}'), Shown::Sign('␛'));
        assert_eq!(shown('\r'), Shown::Sign('␍'));
        assert_eq!(shown('\u{7f}'), Shown::Sign('␡'));
        assert_eq!(shown('\u{9b}'), Shown::Number);
        assert_eq!(shown('\u{202e}'), Shown::Number);
    }

    #[test]
    fn ui_1_letters_of_all_scripts_are_themselves() {
        for (character, width) in [('a', 1), ('é', 1), ('日', 2), ('😀', 2), ('\u{301}', 0)] {
            assert_eq!(shown(character), Shown::Itself(width), "{character:?}");
        }
    }
}
