//! `format`: which texts are dates, addresses and the like, for schemas that ask to enforce it.
//! Each check reads the text once and keeps nothing of it.

use std::net::{Ipv4Addr, Ipv6Addr};

/// A format that can be enforced (rule SCH-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// RFC 3339 `date-time`.
    DateTime,
    /// RFC 3339 `full-date`.
    Date,
    /// RFC 3339 `full-time`.
    Time,
    /// RFC 3339, appendix A.
    Duration,
    /// RFC 5321 `Mailbox`.
    Email,
    /// RFC 3986 `URI`, which begins with a scheme.
    Uri,
    /// RFC 4122.
    Uuid,
    /// RFC 2673 `dotted-quad`.
    Ipv4,
    /// RFC 4291.
    Ipv6,
}

impl Format {
    const NAMES: [(&'static str, Self); 9] = [
        ("date-time", Self::DateTime),
        ("date", Self::Date),
        ("time", Self::Time),
        ("duration", Self::Duration),
        ("email", Self::Email),
        ("uri", Self::Uri),
        ("uuid", Self::Uuid),
        ("ipv4", Self::Ipv4),
        ("ipv6", Self::Ipv6),
    ];

    /// The format of that name; none for one that is always an annotation.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, format)| *format)
    }

    /// What is expected, in words.
    pub(crate) fn expected(self) -> &'static str {
        match self {
            Self::DateTime => "a date-time such as 2026-01-31T12:00:00Z",
            Self::Date => "a date such as 2026-01-31",
            Self::Time => "a time such as 12:00:00Z",
            Self::Duration => "a duration such as P1DT12H",
            Self::Email => "an email address",
            Self::Uri => "a URI with a scheme, such as https://example.com/a",
            Self::Uuid => "a UUID such as 123e4567-e89b-12d3-a456-426614174000",
            Self::Ipv4 => "an IPv4 address",
            Self::Ipv6 => "an IPv6 address",
        }
    }

    /// Whether the text is of this format.
    pub(crate) fn matches(self, text: &str) -> bool {
        match self {
            Self::DateTime => is_date_time(text),
            Self::Date => is_date(text),
            Self::Time => is_time(text),
            Self::Duration => is_duration(text),
            Self::Email => is_email(text),
            Self::Uri => is_uri(text),
            Self::Uuid => is_uuid(text),
            // The standard library refuses leading zeros and zones, as these formats do.
            Self::Ipv4 => text.parse::<Ipv4Addr>().is_ok(),
            Self::Ipv6 => text.parse::<Ipv6Addr>().is_ok(),
        }
    }
}

fn is_date_time(text: &str) -> bool {
    text.split_once(['T', 't']).is_some_and(|(date, time)| is_date(date) && is_time(time))
}

fn is_date(text: &str) -> bool {
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

fn is_time(text: &str) -> bool {
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

fn is_duration(text: &str) -> bool {
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

fn is_email(text: &str) -> bool {
    // A quoted local part can hold the sign too, a domain cannot.
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let quoted = local.strip_prefix('"').and_then(|local| local.strip_suffix('"'));
    let local_fits = quoted.map_or_else(|| is_dotted_atoms(local), is_quoted_content);
    local.len() <= 64 && local_fits && is_mail_domain(domain)
}

fn is_dotted_atoms(text: &str) -> bool {
    text.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(is_atom_byte))
}

fn is_atom_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte)
}

/// Printable characters, quotes and backslashes only behind a backslash.
fn is_quoted_content(text: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let shown = match byte {
            b'"' => return false,
            b'\\' => bytes.next(),
            other => Some(other),
        };
        if !shown.is_some_and(|byte| (b' '..=b'~').contains(&byte)) {
            return false;
        }
    }
    true
}

fn is_mail_domain(text: &str) -> bool {
    match text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        None => text.len() <= 253 && text.split('.').all(is_label),
        Some(literal) => match literal.strip_prefix("IPv6:") {
            Some(address) => Format::Ipv6.matches(address),
            None => Format::Ipv4.matches(literal),
        },
    }
}

fn is_label(text: &str) -> bool {
    let inner = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    (1..=63).contains(&text.len()) && inner && !text.starts_with('-') && !text.ends_with('-')
}

fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let path = match rest.strip_prefix("//") {
        None => rest,
        Some(rest) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            if !is_authority(authority) {
                return false;
            }
            path
        }
    };
    is_scheme(scheme)
        && has_only(path, b":@/")
        && has_only(query, b":@/?")
        && has_only(fragment, b":@/?")
}

fn is_scheme(text: &str) -> bool {
    let follows = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.bytes().all(follows)
}

fn is_authority(text: &str) -> bool {
    let (user, place) = text.rsplit_once('@').unwrap_or(("", text));
    let bracketed = place.strip_prefix('[').and_then(|place| place.split_once(']'));
    let host_fits = if let Some((literal, port)) = bracketed {
        let port_fits = port.is_empty() || port.strip_prefix(':').is_some_and(is_port);
        is_host_literal(literal) && port_fits
    } else {
        let (host, port) = place.rsplit_once(':').unwrap_or((place, ""));
        has_only(host, b"") && is_port(port)
    };
    has_only(user, b":") && host_fits
}

/// Of any length, also none.
fn is_port(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// What stands in brackets: an address, or one of a later version such as `v7.a:b`.
fn is_host_literal(text: &str) -> bool {
    let Some(later) = text.strip_prefix(['v', 'V']) else { return Format::Ipv6.matches(text) };
    later.split_once('.').is_some_and(|(version, address)| {
        let is_address = |byte: u8| is_plain(byte) || byte == b':';
        !version.is_empty()
            && version.bytes().all(|byte| byte.is_ascii_hexdigit())
            && !address.is_empty()
            && address.bytes().all(is_address)
    })
}

/// Whether there are only plain characters, escapes such as `%2F`, and these.
fn has_only(text: &str, others: &[u8]) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let fits = if byte == b'%' {
            let mut hex = || bytes.next().is_some_and(|digit| digit.is_ascii_hexdigit());
            hex() && hex()
        } else {
            is_plain(byte) || others.contains(&byte)
        };
        if !fits {
            return false;
        }
    }
    true
}

/// What may stand in every part of a URI: unreserved characters and delimiters within parts.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&byte)
}

fn is_uuid(text: &str) -> bool {
    let fits = |(at, byte): (usize, u8)| match at {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    text.len() == 36 && text.bytes().enumerate().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, right: &[&str], wrong: &[&str]) {
        let format = Format::named(name).expect(name);
        for text in right {
            assert!(format.matches(text), "{text:?} is a {name}");
        }
        for text in wrong.iter().chain(&["", " ", "é", "\u{0}"]) {
            assert!(!format.matches(text), "{text:?} is no {name}");
        }
    }

    #[test]
    fn sch_2_other_formats_stay_annotations() {
        for name in ["hostname", "regex", "int32", "Date", ""] {
            assert_eq!(Format::named(name), None, "{name}");
        }
    }

    #[test]
    fn sch_2_dates() {
        let right = ["2024-02-29", "2000-02-29", "1999-12-31", "0000-01-01", "2023-04-30"];
        let wrong = [
            "2023-02-29",
            "1900-02-29",
            "2023-04-31",
            "2023-00-10",
            "2023-13-01",
            "2023-01-00",
            "2023-1-01",
            "23-01-01",
            "12023-01-01",
            "2023/01/01",
            "2023-01-01 ",
            "20230101",
            "2023-01-0১",
            "2023-001",
            "2023-W01-1",
            "-023-01-01",
        ];
        check("date", &right, &wrong);
    }

    #[test]
    fn sch_2_times() {
        let right = [
            "08:30:06Z",
            "08:30:06z",
            "23:20:50.52Z",
            "08:30:06.283185000001+01:00",
            "00:00:00-23:59",
            "23:59:60Z",
            "23:59:60+00:00",
            "01:29:60+01:30",
            "23:29:60+23:30",
            "15:59:60-08:00",
            "00:29:60-23:30",
            "23:59:60.5Z",
        ];
        let wrong = [
            "08:30:06",
            "8:30:06Z",
            "08:30Z",
            "24:00:00Z",
            "00:60:00Z",
            "00:00:61Z",
            "22:59:60Z",
            "23:58:60Z",
            "23:59:60+01:00",
            "23:59:60-01:00",
            "01:02:03+24:00",
            "01:02:03+00:60",
            "01:02:03+0100",
            "01:02:03 +01:00",
            "01:02:03Z+00:30",
            "01:02:03.Z",
            "01:02:03,5Z",
            "08:30:06 PST",
            "08:30:0৬Z",
            "08:30:06#00:20",
        ];
        check("time", &right, &wrong);
    }

    #[test]
    fn sch_2_date_times() {
        let right = [
            "1963-06-19T08:30:06.283185Z",
            "1963-06-19t08:30:06z",
            "1937-01-01T12:00:27.87+00:20",
            "1998-12-31T23:59:60Z",
            "1998-12-31T15:59:60.123-08:00",
        ];
        let wrong = [
            "1990-02-31T15:59:59Z",
            "1990-12-31T15:59:59-24:00",
            "1998-12-31T23:58:60Z",
            "1963-06-19 08:30:06Z",
            "1963-06-19T08:30:06",
            "06/19/1963 08:30:06 PST",
            "2013-350T01:01:01Z",
            "1963-06-19T",
            "T08:30:06Z",
            "1963-06-19TT08:30:06Z",
            "+11963-06-19T08:30:06Z",
        ];
        check("date-time", &right, &wrong);
    }

    #[test]
    fn sch_2_durations() {
        let right = [
            "P4DT12H30M5S",
            "P4Y",
            "P1M",
            "PT1M",
            "PT0S",
            "P0D",
            "P1Y2M3DT4H5M6S",
            "P2W",
            "PT36H",
            "P1DT12H",
            "P1YT1S",
            "P0000000000000000000000009999999999D",
        ];
        let wrong = [
            "P",
            "PT",
            "P1",
            "P1DT",
            "4DT12H",
            "PT1D",
            "P1H",
            "P1Y2D",
            "PT1H2S",
            "P1D2H",
            "P2D1Y",
            "P1Y2W",
            "P1WT1H",
            "PW",
            "PT0.5S",
            "P-1D",
            "P1Y1Y",
            "P1DT1HT1M",
            "P২Y",
            "p1y",
        ];
        check("duration", &right, &wrong);
    }

    #[test]
    fn sch_2_mail_addresses() {
        let long_local = format!("{}@example.com", "a".repeat(64));
        let right = [
            "joe.bloggs@example.com",
            "te~st@example.com",
            "!#$%&'*+-/=?^_`{|}~@example.com",
            "a@b",
            "\"joe bloggs\"@example.com",
            "\"joe@bloggs\"@example.com",
            "\"a\\\"b\\\\c\"@example.com",
            "joe@[127.0.0.1]",
            "joe@[IPv6:::1]",
            &long_local,
        ];
        let longer_local = format!("a{long_local}");
        let long_label = format!("a@{}.com", "b".repeat(64));
        let long_domain = format!("a@{}com", "b.".repeat(126));
        let wrong = [
            "2962",
            ".test@example.com",
            "test.@example.com",
            "te..st@example.com",
            "@example.com",
            "joe@",
            "joe bloggs@example.com",
            "joe@invalid=domain.com",
            "joe@-a.com",
            "joe@a-.com",
            "joe@a..com",
            "joe@a.com.",
            "joe@[127.0.0.300]",
            "joe@[::1]",
            "joe@[127.0.0.1",
            "\"joe\"bloggs\"@example.com",
            "\"joe\\\"@example.com",
            "\"@example.com",
            "jöe@example.com",
            "a@example.com, b@example.com",
            &longer_local,
            &long_label,
            &long_domain,
        ];
        check("email", &right, &wrong);
    }

    #[test]
    fn sch_2_uris() {
        let right = [
            "http://foo.bar/?baz=qux#quux",
            "http://foo.com/blah_(wikipedia)_blah#cite-1",
            "http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com",
            "http://142.42.1.1:8080/",
            "ftp://ftp.is.co.za/rfc/rfc1808.txt",
            "ldap://[2001:db8::7]/c=GB?objectClass?one",
            "http://[v7.a:b]:80",
            "mailto:John.Doe@example.com",
            "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
            "tel:+1-816-555-1212",
            "file:///etc/hosts",
            "a:",
            "x-y+z.1:rest",
            "http://example.com:",
            "http://example.com?a?b/c#d?e",
        ];
        let wrong = [
            "//foo.bar/",
            "/abc",
            "abc",
            "\\\\WINDOWS\\fileshare",
            "http:// shouldfail.com",
            ":// should fail",
            "bar,baz:foo",
            "1http://a",
            "https://[@example.org/",
            "https://[::1",
            "https://[::1]x",
            "https://[v.a]",
            "https://[fe80::1%25eth0]/",
            "https://example.org/foobar\\.txt",
            "https://example.org/a b",
            "https://example.org/<a>",
            "https://example.org/%2",
            "https://example.org/%zz",
            "https://example.org/#a#b",
            "https://example.org/[a]",
            "https://example.org:a/",
            "https://a@b@example.org/",
            "https://ex^ample.org/",
            "https://exämple.org/",
        ];
        check("uri", &right, &wrong);
    }

    #[test]
    fn sch_2_uuids() {
        let right = [
            "2EB8AA08-AA98-11EA-B4AA-73B441D16380",
            "2eb8aa08-aa98-11ea-b4aa-73b441d16380",
            "00000000-0000-0000-0000-000000000000",
        ];
        let wrong = [
            "2eb8aa08-aa98-11ea-b4aa-73b441d1638",
            "2eb8aa08-aa98-11ea-73b441d16380",
            "2eb8aa08-aa98-11ea-b4aa-73b441d1638z",
            "2eb8aa08aa9811eab4aa73b441d16380",
            "2eb8-aa08-aa98-11ea-b4aa73b44-1d16380",
            "{2eb8aa08-aa98-11ea-b4aa-73b441d1638}",
            "2eb8aa08-aa98-11ea-b4aa-73b441d163800",
        ];
        check("uuid", &right, &wrong);
    }

    #[test]
    fn sch_2_addresses() {
        let right = ["192.168.0.1", "0.0.0.0", "255.255.255.255"];
        let wrong = [
            "127.0.0.0.1",
            "256.0.0.1",
            "127.0",
            "087.10.0.1",
            "0x7f000001",
            "2130706433",
            "1২7.0.0.1",
            "192.168.1.0/24",
            " 127.0.0.1",
        ];
        check("ipv4", &right, &wrong);
        let right = [
            "::1",
            "::",
            "::abcd:EF01",
            "1:2:3:4:5:6:7:8",
            "1:2:3:4:5:6:7::",
            "::ffff:192.168.0.1",
            "1:2:3:4:5:6:1.2.3.4",
            "d6::",
        ];
        let wrong = [
            "12345::",
            "1:2:3:4:5:6:7:8:9",
            "1:2:3:4:5:6:7",
            "::laptop",
            "1::2::3",
            ":2:3:4:5:6:7:8",
            "1:2:3:4:5:6:7:",
            "::1%eth1",
            "fe80::/64",
            "::ffff:192.168.0.01",
            "1:2:3:4:1.2.3.4",
            " ::1",
            "[::1]",
        ];
        check("ipv6", &right, &wrong);
    }
}
