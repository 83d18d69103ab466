//! Reads a date: as ISO 8601 as far as that goes, then as people write it. Each text is read once, from its beginning.
//!
//! Of what people write, numbers count by what stands behind them, months by their first three letters, and words before
//! the first number not at all.

use super::fields::{
    DayFields, TimeFields, ZoneFields, is_day, is_hour, is_minute, is_month, time,
};
use super::scan::{Number, Scanner, Token, Word};

struct Reader<'a> {
    scanner: Scanner<'a>,
    day: DayFields,
    time: TimeFields,
    zone: ZoneFields,
    /// Whether there was a number; behind it, words have to mean something.
    numbered: bool,
}

/// The milliseconds since 1970 that the text stands for; nothing for what is no date.
pub(super) fn read(text: &[u16]) -> Option<f64> {
    let mut reader = Reader {
        scanner: Scanner::new(text),
        day: DayFields::default(),
        time: TimeFields::default(),
        zone: ZoneFields::default(),
        numbered: false,
    };
    let mut token = reader.iso()?;
    reader.numbered = !reader.day.is_empty();
    while token != Token::End {
        reader.take(token)?;
        token = reader.scanner.next();
    }
    #[allow(clippy::cast_precision_loss)] // No date is that far away.
    time(&reader.day, &reader.time, &reader.zone).map(|time| time as f64)
}

impl Reader<'_> {
    /// Reads ISO 8601, and answers the token from which something else goes on. Behind a `T` nothing else may.
    fn iso(&mut self) -> Option<Token> {
        let first = self.scanner.next();
        let year = match first {
            Token::Number(Number { value, digits: 4 }) => value,
            Token::Sign(sign) => match self.scanner.peek_number(6) {
                Some(year) if sign > 0 || year > 0 => {
                    self.scanner.next();
                    sign * year
                }
                _ => return Some(first),
            },
            _ => return Some(first),
        };
        self.day.add(year);
        for holds in [is_month, is_day] {
            if !self.scanner.skip(Token::Sign(-1)) {
                break;
            }
            let Some(number) = self.two_digits(holds) else { return Some(self.scanner.next()) };
            self.day.add(number);
        }
        if self.scanner.skip(Token::Word(Word::Time)) {
            self.iso_time()?;
            self.iso_zone()?;
            if self.scanner.peek() != Token::End {
                return None;
            }
        } else if self.scanner.peek() != Token::End {
            return Some(self.scanner.next());
        } else {
            self.zone.set(0);
        }
        self.day.is_iso = true;
        Some(Token::End)
    }

    /// Takes the number ahead if it has two digits and is in its range.
    fn two_digits(&mut self, holds: impl Fn(i64) -> bool) -> Option<i64> {
        let number = self.scanner.peek_number(2).filter(|number| holds(*number))?;
        self.scanner.next();
        Some(number)
    }

    fn iso_time(&mut self) -> Option<()> {
        let hour = self.two_digits(|number| is_hour(number) || number == 24)?;
        // 24 is the end of the day, and nothing comes behind that.
        let holds = |number| is_minute(number) && (hour < 24 || number == 0);
        self.time.add(hour);
        if !self.scanner.skip(Token::Colon) {
            return None;
        }
        let minute = self.two_digits(holds)?;
        self.time.add(minute);
        if self.scanner.skip(Token::Colon) {
            let second = self.two_digits(holds)?;
            self.time.add(second);
            if self.scanner.skip(Token::Point) {
                let Token::Number(fraction) = self.scanner.next() else { return None };
                if hour == 24 && fraction.value > 0 {
                    return None;
                }
                self.time.add(thousandths(fraction));
            }
        }
        Some(())
    }

    fn iso_zone(&mut self) -> Option<()> {
        let Token::Sign(sign) = self.scanner.peek() else {
            if self.scanner.skip(Token::Word(Word::Zulu)) {
                self.zone.set(0);
            }
            return Some(());
        };
        self.scanner.next();
        self.zone.set_sign(sign);
        if let Some(both) = self.scanner.peek_number(4) {
            self.scanner.next();
            let (hours, minutes) = (both / 100, both % 100);
            self.zone.set_offset(hours, Some(minutes));
            return (is_hour(hours) && is_minute(minutes)).then_some(());
        }
        let hours = self.two_digits(is_hour)?;
        if !self.scanner.skip(Token::Colon) {
            return None;
        }
        let minutes = self.two_digits(is_minute)?;
        self.zone.set_offset(hours, Some(minutes));
        Some(())
    }

    /// Takes a token of what people write; nothing when it makes the whole no date.
    fn take(&mut self, token: Token) -> Option<()> {
        match token {
            Token::Number(number) => {
                self.numbered = true;
                self.number(number)
            }
            Token::Word(word) => self.word(word),
            Token::Sign(sign) if self.zone.is_utc() || !self.time.is_empty() => {
                self.numbered = true;
                self.offset(sign)
            }
            Token::Sign(_) | Token::Close if self.numbered => None,
            _ => Some(()),
        }
    }

    fn number(&mut self, number: Number) -> Option<()> {
        let value = number.value;
        if self.scanner.skip(Token::Colon) {
            if self.scanner.skip(Token::Colon) {
                let is_first = self.time.is_empty();
                return (is_first && self.time.add(value) && self.time.add(0)).then_some(());
            }
            let has_room = self.time.add(value);
            self.scanner.skip(Token::Point);
            return has_room.then_some(());
        }
        if self.scanner.skip(Token::Point) && self.time.expects(value) {
            self.time.add(value);
            let Token::Number(fraction) = self.scanner.next() else { return None };
            self.time.add_last(thousandths(fraction));
        } else if self.zone.expects(value) {
            self.zone.set_minutes(value);
        } else if self.time.expects(value) {
            self.time.add_last(value);
            // Nothing may stick to it but a zone.
            let next = self.scanner.peek();
            let is_apart = matches!(
                next,
                Token::End | Token::Space | Token::Sign(_) | Token::Word(Word::Zulu)
            );
            return is_apart.then_some(());
        } else {
            let has_room = self.day.add(value);
            self.scanner.skip(Token::Sign(-1));
            return has_room.then_some(());
        }
        Some(())
    }

    fn word(&mut self, word: Word) -> Option<()> {
        match word {
            Word::Half(hours) if !self.time.is_empty() => self.time.set_half(hours),
            Word::Month(month) => {
                self.day.name_month(month);
                self.scanner.skip(Token::Sign(-1));
            }
            Word::Zone(hours) if self.numbered => self.zone.set(hours),
            Word::Zulu if self.numbered => self.zone.set(0),
            // Other words stand before the first number, and not right before it.
            _ if self.numbered || matches!(self.scanner.peek(), Token::Number(_)) => return None,
            _ => {}
        }
        Some(())
    }

    /// `+1`, `+0100` and `+1:00`, whose minutes are still to come.
    fn offset(&mut self, sign: i64) -> Option<()> {
        self.zone.set_sign(sign);
        let mut number = Number { value: 0, digits: 0 };
        if let Token::Number(next) = self.scanner.peek() {
            number = next;
            self.scanner.next();
        }
        let Number { value, digits } = number;
        let (hours, minutes) = match digits {
            _ if self.scanner.peek() == Token::Colon => (value, None),
            1 | 2 => (value, Some(0)),
            3 | 4 => (value / 100, Some(value % 100)),
            _ => return None,
        };
        self.zone.set_offset(hours, minutes);
        Some(())
    }
}

/// The thousandths in the digits behind a point; further digits are left out.
fn thousandths(fraction: Number) -> i64 {
    let places = u32::try_from(fraction.digits.min(9)).unwrap_or(9);
    fraction.value * 10_i64.pow(9 - places) / 1_000_000
}
