//! The cards of results as text: what matters most first, so that it is not what is left out.

use std::borrow::Cow;
use std::collections::HashMap;

use super::calls::content;
use super::diff::diffs;
use super::page::{INDENT, Page, Style, counted};
use crate::call::{
    DiffResult, GenericResult, ReadResult, SearchMatch, SearchResult, TerminalResult, WebResult,
};

pub(super) fn generic(page: &mut Page, card: &GenericResult) {
    if card.content.is_empty() {
        page.heading(Style::Quiet, "(no content)");
    }
    content(page, &card.content);
}

/// How it ended stands before what it wrote.
pub(super) fn terminal(page: &mut Page, card: &TerminalResult) {
    if let Some(code) = card.exit_code {
        let style = if code == 0 { Style::Quiet } else { Style::Removed };
        page.heading(style, &format!("exit code {code}"));
    }
    if let Some(signal) = &card.signal {
        page.heading(Style::Removed, &format!("ended by {signal}"));
    }
    match card.output.as_deref() {
        None if card.exit_code.is_some() || card.signal.is_some() => {}
        Some("") | None => page.heading(Style::Quiet, "(no output)"),
        Some(output) => page.block(output),
    }
}

pub(super) fn diff(page: &mut Page, card: &DiffResult) {
    let files = counted(card.diffs.len(), "change", "changes");
    page.heading(Style::Title, &files);
    diffs(page, &card.diffs, &card.locations);
}

pub(super) fn search(page: &mut Page, card: &SearchResult) {
    let shown = card.matches.len();
    let count = match card.total {
        Some(total) if total != shown as u64 => format!("{shown} of {total} matches"),
        _ => counted(shown, "match", "matches"),
    };
    let query = card.query.as_ref().map(|query| format!(" of {query}")).unwrap_or_default();
    page.heading(Style::Title, &(count + &query));
    for (path, matches) in by_file(&card.matches) {
        page.note(Style::Place, path);
        matches.into_iter().for_each(|found| found_line(page, found));
    }
}

/// The matches of each file, files in the order of their first match.
fn by_file(matches: &[SearchMatch]) -> Vec<(&str, Vec<&SearchMatch>)> {
    let mut files: Vec<(&str, Vec<&SearchMatch>)> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for found in matches {
        let path = &*found.location.path;
        let place = *places.entry(path).or_insert(files.len());
        match files.get_mut(place) {
            Some((_, matches)) => matches.push(found),
            None => files.push((path, vec![found])),
        }
    }
    files
}

/// The number of the line, then the text around the match.
fn found_line(page: &mut Page, found: &SearchMatch) {
    let number = found.location.line.map(|line| format!("    {line}: "));
    match (&found.text, number) {
        (Some(text), number) => {
            let number = number.unwrap_or_else(|| "    ".to_owned());
            let indent = number.len();
            page.lines(text, indent, |line| {
                if line == 0 { Cow::from(&*number) } else { Cow::from(" ".repeat(indent)) }
            });
        }
        (None, Some(number)) => page.line(Style::Plain, number.trim_end_matches(": "), "", INDENT),
        (None, None) => {}
    }
}

/// The file and the range of lines, then each line with its number.
pub(super) fn read(page: &mut Page, card: &ReadResult) {
    let lines = card.text.lines().count() as u64;
    let first = card.location.as_ref().and_then(|location| location.line);
    let start = u64::from(first.unwrap_or(1));
    let of = card.total_lines.map(|total| format!(" of {total}")).unwrap_or_default();
    let range = match lines {
        0 => format!("no lines{of}"),
        1 => format!("line {start}{of}"),
        _ => format!("lines {start} to {}{of}", start.saturating_add(lines - 1)),
    };
    let range = match &card.location {
        Some(location) => format!("{}, {range}", location.path),
        None => range,
    };
    page.heading(Style::Title, &range);
    if lines == 0 {
        return;
    }
    let digits = start.saturating_add(lines - 1).to_string().len();
    page.lines(&card.text, digits + 2 * INDENT, |line| {
        let number = start.saturating_add(line as u64);
        Cow::from(format!("  {number:digits$}  "))
    });
}

pub(super) fn web(page: &mut Page, card: &WebResult) {
    page.heading(Style::Title, card.title.as_deref().unwrap_or(&card.url));
    let status = card.status.map(|status| format!("status {status}"));
    match (card.title.is_some(), status) {
        (true, Some(status)) => page.note(Style::Place, &format!("{}, {status}", card.url)),
        (true, None) => page.note(Style::Place, &card.url),
        (false, Some(status)) => page.note(Style::Quiet, &status),
        (false, None) => {}
    }
    card.text.iter().for_each(|text| page.block(text));
}
