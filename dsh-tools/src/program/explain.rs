//! Turns an engine's terse `TypeError` into a sentence with the expression it is about.
//! "cannot convert 'null' or 'undefined' to object" becomes "`r.items` is null or undefined, ...".

use super::members::{MemberTable, Site, SiteKind};
use super::text::Position;

/// How the message ends when a loop has nothing to go through.
const NOT_ITERABLE: &str = " is not iterable";

/// What the tree says about a failure at that place of the source; `None` if nothing fits.
pub(super) fn explain(
    members: &MemberTable,
    source: &str,
    message: &str,
    at: Position,
) -> Option<String> {
    let byte = at.to_byte(source);
    let what = message.strip_prefix("TypeError: ").and_then(|rest| rest.strip_suffix(NOT_ITERABLE));
    if let Some(what) = what {
        let site = nearest_site(members, byte, |site| site.kind == SiteKind::Items)?;
        let subject = expression(source, site.subject)?;
        let hint = match what {
            "an object" => format!("; loop over `Object.entries({subject})`"),
            _ => String::new(),
        };
        return Some(format!("`{subject}` is {what}, which is not iterable{hint}"));
    }
    if message.contains("null") && message.contains("undefined") {
        let site = nearest_site(members, byte, |site| site.kind == SiteKind::Access)?;
        let subject = expression(source, site.subject)?;
        let what = if message.contains("'undefined'") && !message.contains("'null'") {
            "undefined"
        } else {
            "null or undefined"
        };
        return Some(match &site.property {
            Some(property) => format!("`{subject}` is {what}, reading `{property}`"),
            None => format!("`{subject}` is {what}, reading an item of it"),
        });
    }
    if message.contains("not a callable") || message.contains("not callable") {
        let site = nearest_site(members, byte, |site| site.kind == SiteKind::Call)?;
        return Some(format!("`{}` is not a function", expression(source, site.subject)?));
    }
    if message.contains("not a constructor") {
        let site = nearest_site(members, byte, |site| site.kind == SiteKind::New)?;
        return Some(format!("`{}` is not a constructor", expression(source, site.subject)?));
    }
    None
}

/// The smallest site around that byte whose own part starts nearest to it.
fn nearest_site(members: &MemberTable, byte: usize, fits: impl Fn(&Site) -> bool) -> Option<&Site> {
    let around = |site: &&Site| site.whole.0 <= byte && byte <= site.whole.1 && fits(site);
    members.sites.iter().filter(around).min_by_key(|site| {
        // The engine points at or near the end of the subject, where the access or the call is.
        (site.subject.1.abs_diff(byte), site.whole.1 - site.whole.0)
    })
}

/// The expression's text if it is short and on one line.
fn expression(source: &str, (start, end): (usize, usize)) -> Option<String> {
    let text = source.get(start..end)?;
    if text.contains('\n') || text.chars().count() > 80 {
        let squeezed = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let tail: Vec<char> = squeezed.chars().rev().take(40).collect();
        return Some(format!("…{}", tail.into_iter().rev().collect::<String>()));
    }
    Some(text.to_owned())
}

/// The name most like that one, if any is close enough to be what was meant.
pub(crate) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let wanted = fold(name);
    names
        .map(|candidate| (distance(&wanted, &fold(candidate)), candidate))
        .filter(|(steps, candidate)| *steps <= 1 + name.len().min(candidate.len()) / 3)
        .min_by_key(|(steps, _)| *steps)
        .map(|(_, candidate)| candidate)
}

/// Case and separators aside: models mix up `getFile` and `get_file`.
fn fold(name: &str) -> Vec<char> {
    name.chars().filter(char::is_ascii_alphanumeric).flat_map(char::to_lowercase).take(64).collect()
}

fn distance(left: &[char], right: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, from) in left.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (column, to) in right.iter().enumerate() {
            let changed = diagonal + usize::from(from != to);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}
