//! `format`: which texts are dates, addresses and the like, for schemas that ask to enforce it.
//! Each check reads the text once and keeps nothing of it.

mod mail;
#[cfg(test)]
mod tests;
mod time;
mod uri;

use std::net::{Ipv4Addr, Ipv6Addr};

use self::mail::is_email;
use self::time::{is_date, is_date_time, is_duration, is_time};
use self::uri::is_uri;

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

fn is_uuid(text: &str) -> bool {
    let fits = |(at, byte): (usize, u8)| match at {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    text.len() == 36 && text.bytes().enumerate().all(fits)
}
