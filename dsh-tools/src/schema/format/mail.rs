//! Mail addresses: `Mailbox` of RFC 5321, with quoted local parts and address literals.
//! Lengths are those that mail servers take.

use super::Format;

pub(super) fn is_email(text: &str) -> bool {
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
