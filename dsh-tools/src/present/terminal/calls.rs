//! The cards of calls as text: the title, then what belongs to it.

use super::diff::diffs;
use super::page::{Page, Style, counted};
use crate::call::{CallKind, Content, DiffCall, GenericCall, Location, TerminalCall};
use crate::json::Json;

pub(super) fn generic(page: &mut Page, card: &GenericCall) {
    let kind = card.kind.and_then(word);
    let title = kind.map(|kind| format!("{} [{kind}]", card.title));
    page.heading(Style::Title, title.as_deref().unwrap_or(&card.title));
    locations(page, &card.locations);
    match &card.raw_input {
        // A program, for one, is easier to read with its own lines.
        Some(Json::String(text)) => page.block(text),
        Some(other) => page.block(&other.to_string()),
        None => {}
    }
    content(page, &card.content);
}

/// The command may have many lines; all but the first are indented.
pub(super) fn terminal(page: &mut Page, card: &TerminalCall) {
    let (first, rest) = match card.title.split_once('\n') {
        Some((first, rest)) => (first, Some(rest)),
        None => (&*card.title, None),
    };
    page.line(Style::Title, "$ ", first, super::page::INDENT);
    rest.iter().for_each(|rest| page.block(rest));
    for (what, text) in [("in", &card.cwd), ("for", &card.description)] {
        if let Some(text) = text {
            page.heading(Style::Quiet, &format!("{what}: {text}"));
        }
    }
}

pub(super) fn diff(page: &mut Page, card: &DiffCall) {
    page.heading(Style::Title, &card.title);
    diffs(page, &card.diffs, &card.locations);
}

/// The places that a card is about.
pub(super) fn locations(page: &mut Page, locations: &[Location]) {
    for location in locations {
        page.note(Style::Place, &format!("at {}", place(location)));
    }
}

/// A file, and a line of it if there is one.
pub(super) fn place(location: &Location) -> String {
    match location.line {
        Some(line) => format!("{}:{line}", location.path),
        None => location.path.clone(),
    }
}

/// Blocks below the heading; an image says what it is.
pub(super) fn content(page: &mut Page, blocks: &[Content]) {
    for block in blocks {
        match block {
            Content::Text { text } => page.block(text),
            Content::Image { mime_type, data } => {
                let bytes = counted(data.trim_end_matches('=').len() * 3 / 4, "byte", "bytes");
                page.note(Style::Quiet, &format!("[image: {mime_type}, {bytes}]"));
            }
        }
    }
}

/// What a call does, where there is a word for it.
fn word(kind: CallKind) -> Option<&'static str> {
    Some(match kind {
        CallKind::Read => "read",
        CallKind::Edit => "edit",
        CallKind::Delete => "delete",
        CallKind::Move => "move",
        CallKind::Search => "search",
        CallKind::Execute => "execute",
        CallKind::Fetch => "fetch",
        CallKind::Other => return None,
    })
}
