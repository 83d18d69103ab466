//! URIs that begin with a scheme: RFC 3986, part by part.
//! Escapes are `%` and two hexadecimal digits; what stands in a part is ASCII.

use super::Format;

pub(super) fn is_uri(text: &str) -> bool {
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
