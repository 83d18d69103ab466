//! Cuts the text of a date into numbers, words and signs.

/// A part of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Number(Number),
    /// `+` or `-`, as 1 or -1.
    Sign(i64),
    Colon,
    Point,
    /// A bracket that closes and was not opened.
    Close,
    Word(Word),
    Space,
    /// Anything else; also all that stands in brackets.
    Other,
    End,
}

/// A run of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// Of the first nine digits.
    pub(super) value: i64,
    pub(super) digits: usize,
}

/// A run of letters and whatever else comes behind `A`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// From 1.
    Month(i64),
    /// `AM` and `PM`: the hours to add.
    Half(i64),
    /// Hours east of Greenwich.
    Zone(i64),
    /// `Z`, which is a zone too.
    Zulu,
    /// `T`, which separates date and time.
    Time,
    Unknown,
}

/// Digits that count; the others only have a place.
const MOST_DIGITS: usize = 9;

const MONTHS: [&[u8; 3]; 12] = [
    b"jan", b"feb", b"mar", b"apr", b"may", b"jun", b"jul", b"aug", b"sep", b"oct", b"nov", b"dec",
];

const ZONES: [(&str, i64); 11] = [
    ("ut", 0),
    ("utc", 0),
    ("gmt", 0),
    ("est", -5),
    ("edt", -4),
    ("cst", -6),
    ("cdt", -5),
    ("mst", -7),
    ("mdt", -6),
    ("pst", -8),
    ("pdt", -7),
];

/// Reads a text once, from its beginning, and knows the token ahead.
pub(super) struct Scanner<'a> {
    rest: &'a [u16],
    ahead: Token,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a [u16]) -> Self {
        let mut scanner = Self { rest: text, ahead: Token::End };
        scanner.next();
        scanner
    }

    pub(super) fn peek(&self) -> Token {
        self.ahead
    }

    pub(super) fn next(&mut self) -> Token {
        let scanned = self.scan();
        std::mem::replace(&mut self.ahead, scanned)
    }

    /// Goes past the token if it is the next one.
    pub(super) fn skip(&mut self, token: Token) -> bool {
        let is_next = self.ahead == token;
        if is_next {
            self.next();
        }
        is_next
    }

    /// The number ahead, if it has so many digits.
    pub(super) fn peek_number(&self, digits: usize) -> Option<i64> {
        match self.ahead {
            Token::Number(number) if number.digits == digits => Some(number.value),
            _ => None,
        }
    }

    fn scan(&mut self) -> Token {
        let Some((&first, rest)) = self.rest.split_first() else { return Token::End };
        match char::from_u32(first.into()) {
            Some('0'..='9') => return self.number(),
            Some('(') => {
                self.skip_brackets();
                return Token::Other;
            }
            _ if first >= u16::from(b'A') && !is_space(first) => return self.word(),
            _ => self.rest = rest,
        }
        match char::from_u32(first.into()) {
            Some(':') => Token::Colon,
            Some('-') => Token::Sign(-1),
            Some('+') => Token::Sign(1),
            Some('.') => Token::Point,
            Some(')') => Token::Close,
            _ if is_space(first) => Token::Space,
            _ => Token::Other,
        }
    }

    /// Takes the units at the front for which this holds.
    fn take(&mut self, holds: impl Fn(u16) -> bool) -> &'a [u16] {
        let length = self.rest.iter().take_while(|unit| holds(**unit)).count();
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    fn number(&mut self) -> Token {
        let zero = u16::from(b'0');
        let digits = self.take(|unit| (zero..zero + 10).contains(&unit));
        let value = digits
            .iter()
            .take(MOST_DIGITS)
            .fold(0, |value, digit| value * 10 + i64::from(digit - zero));
        Token::Number(Number { value, digits: digits.len() })
    }

    fn word(&mut self) -> Token {
        let word = self.take(|unit| unit >= u16::from(b'A'));
        Token::Word(meaning(word))
    }

    /// Up to the bracket that closes the first, or to the end.
    fn skip_brackets(&mut self) {
        let mut open = 0_usize;
        while let Some((&unit, rest)) = self.rest.split_first() {
            self.rest = rest;
            if unit == u16::from(b'(') {
                open += 1;
            } else if unit == u16::from(b')') {
                open -= 1;
            }
            if open == 0 {
                return;
            }
        }
    }
}

fn is_space(unit: u16) -> bool {
    char::from_u32(unit.into()).is_some_and(|char| char.is_whitespace() || char == '\u{feff}')
}

/// What a word means. Only months may be longer than what they are known by.
fn meaning(word: &[u16]) -> Word {
    let mut start = [0; 3];
    for (letter, unit) in start.iter_mut().zip(word) {
        *letter = u8::try_from(*unit).unwrap_or(0).to_ascii_lowercase();
    }
    if let Some(month) = MONTHS.iter().position(|known| **known == start) {
        return Word::Month(i64::try_from(month).unwrap_or(0) + 1);
    }
    let known = start.get(..word.len()).unwrap_or_default();
    match known {
        b"am" => Word::Half(0),
        b"pm" => Word::Half(12),
        b"z" => Word::Zulu,
        b"t" => Word::Time,
        _ => ZONES
            .iter()
            .find(|(name, _)| name.as_bytes() == known)
            .map_or(Word::Unknown, |(_, hours)| Word::Zone(*hours)),
    }
}
