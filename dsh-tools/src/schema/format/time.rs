//! Dates, times and durations: RFC 3339 with its appendix A.
//! A leap second fits only where a day ends in UTC.

pub(super) fn is_date_time(text: &str) -> bool {
    text.split_once(['T', 't']).is_some_and(|(date, time)| is_date(date) && is_time(time))
}

pub(super) fn is_date(text: &str) -> bool {
    let [c1, c2, y1, y2, b'-', m1, m2, b'-', d1, d2] = *text.as_bytes() else { return false };
    let (Some(century), Some(year)) = (two_digits(c1, c2), two_digits(y1, y2)) else {
        return false;
    };
    let (Some(month), Some(day)) = (two_digits(m1, m2), two_digits(d1, d2)) else { return false };
    (1..=days_of(century * 100 + year, month)).contains(&day)
}

/// The days of a month; none for a month that does not exist.
fn days_of(year: u16, month: u16) -> u16 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u16::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

pub(super) fn is_time(text: &str) -> bool {
    let Some((clock, rest)) = text.split_at_checked(8) else { return false };
    let [h1, h2, b':', m1, m2, b':', s1, s2] = *clock.as_bytes() else { return false };
    let (Some(hour), Some(minute)) = (two_digits(h1, h2), two_digits(m1, m2)) else {
        return false;
    };
    let (Some(second), Some(zone)) = (two_digits(s1, s2), after_fraction(rest)) else {
        return false;
    };
    let Some(offset) = offset_of(zone) else { return false };
    let local = hour * 60 + minute;
    hour < 24 && minute < 60 && (second < 60 || (second == 60 && is_last_minute(local, offset)))
}

const MINUTES_OF_A_DAY: u16 = 24 * 60;

/// Leap seconds are put in at the end of a day in UTC, wherever the clock is.
fn is_last_minute(local: u16, offset: Offset) -> bool {
    let utc = match offset {
        Offset::East(minutes) => local + MINUTES_OF_A_DAY - minutes,
        Offset::West(minutes) => local + minutes,
    };
    utc % MINUTES_OF_A_DAY == MINUTES_OF_A_DAY - 1
}

/// What follows a fraction of a second, if there is one; it needs a digit.
fn after_fraction(text: &str) -> Option<&str> {
    let Some(fraction) = text.strip_prefix('.') else { return Some(text) };
    let rest = fraction.trim_start_matches(|digit: char| digit.is_ascii_digit());
    (rest.len() < fraction.len()).then_some(rest)
}

/// How many minutes a clock is away from UTC, less than a day.
#[derive(Clone, Copy)]
enum Offset {
    East(u16),
    West(u16),
}

fn offset_of(zone: &str) -> Option<Offset> {
    let (sign, hours, minutes) = match *zone.as_bytes() {
        [b'Z' | b'z'] => return Some(Offset::East(0)),
        [sign, h1, h2, b':', m1, m2] => (sign, two_digits(h1, h2)?, two_digits(m1, m2)?),
        _ => return None,
    };
    let total = (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)?;
    match sign {
        b'+' => Some(Offset::East(total)),
        b'-' => Some(Offset::West(total)),
        _ => None,
    }
}

fn two_digits(tens: u8, ones: u8) -> Option<u16> {
    let both = tens.is_ascii_digit() && ones.is_ascii_digit();
    both.then(|| u16::from(tens - b'0') * 10 + u16::from(ones - b'0'))
}

pub(super) fn is_duration(text: &str) -> bool {
    let Some(parts) = text.strip_prefix('P') else { return false };
    // Weeks stand alone.
    if let Some(weeks) = parts.strip_suffix('W') {
        return is_digits(weeks);
    }
    match parts.split_once('T') {
        None => is_run_of_units(parts, b"YMD"),
        Some(("", time)) => is_run_of_units(time, b"HMS"),
        Some((date, time)) => is_run_of_units(date, b"YMD") && is_run_of_units(time, b"HMS"),
    }
}

/// Numbers with units that follow each other without a gap: `1Y2M` is one, `1Y2D` is not.
fn is_run_of_units(text: &str, units: &[u8]) -> bool {
    let mut rest = text.as_bytes();
    let mut last: Option<usize> = None;
    while !rest.is_empty() {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let Some(unit) = rest.get(digits) else { return false };
        let Some(at) = units.iter().position(|known| known == unit) else { return false };
        if digits == 0 || last.is_some_and(|last| at != last + 1) {
            return false;
        }
        last = Some(at);
        rest = &rest[digits + 1..];
    }
    last.is_some()
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
