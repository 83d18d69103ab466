//! Changes of files in hunks, as a unified diff has them.

use std::ops::Range;

use super::hunks::{Change, changes};
use super::page::{Page, Style, counted};
use crate::call::{Diff, Location};

/// So many lines that stay are shown around a change.
const AROUND: usize = 3;
/// Where the lines of a hunk start, and where their continuations do.
const HUNK: &str = "    ";
const CONTINUED: usize = 5;

/// The changes, each file under its name, and the places that they are about.
pub(super) fn diffs(page: &mut Page, diffs: &[Diff], places: &[Location]) {
    super::calls::locations(page, places);
    for diff in diffs {
        file(page, diff);
    }
}

fn file(page: &mut Page, diff: &Diff) {
    let changes = changes(diff.old_text.as_deref().unwrap_or_default(), &diff.new_text);
    let count = |wanted: fn(&Change<'_>) -> bool| changes.iter().filter(|it| wanted(it)).count();
    let added = count(|change| matches!(change, Change::Added(_)));
    let removed = count(|change| matches!(change, Change::Removed(_)));
    let lines = counted(added, "line", "lines");
    let what = match (&diff.old_text, added, removed) {
        (None, ..) => format!("new, {lines}"),
        (Some(_), 0, 0) => "unchanged".to_owned(),
        (Some(_), ..) => format!("{lines} added, {removed} removed"),
    };
    page.note(Style::Title, &format!("{}: {what}", diff.path));
    let (mut at, mut old, mut new) = (0, 0, 0);
    for hunk in hunks(&changes) {
        // What lies between hunks stays.
        let between = hunk.start - at;
        (old, new) = (old + between, new + between);
        let part = &changes[hunk.clone()];
        let of_old = part.iter().filter(|change| !matches!(change, Change::Added(_))).count();
        let of_new = part.iter().filter(|change| !matches!(change, Change::Removed(_))).count();
        let head = format!("@@ -{} +{} @@", range(old, of_old), range(new, of_new));
        page.line(Style::Place, HUNK, &head, CONTINUED);
        part.iter().for_each(|change| line(page, change));
        (at, old, new) = (hunk.end, old + of_old, new + of_new);
    }
}

/// The parts of the changes that are shown: each change with a few lines around it.
fn hunks(changes: &[Change<'_>]) -> Vec<Range<usize>> {
    let mut hunks: Vec<Range<usize>> = Vec::new();
    for (at, change) in changes.iter().enumerate() {
        if matches!(change, Change::Kept(_)) {
            continue;
        }
        let (start, end) = (at.saturating_sub(AROUND), (at + 1 + AROUND).min(changes.len()));
        match hunks.last_mut().filter(|last| start <= last.end) {
            Some(last) => last.end = end,
            None => hunks.push(start..end),
        }
    }
    hunks
}

/// The lines of a hunk, as its head names them: a part without lines stands after the line before it.
fn range(before: usize, lines: usize) -> String {
    match lines {
        0 => format!("{before},0"),
        1 => (before + 1).to_string(),
        _ => format!("{},{lines}", before + 1),
    }
}

fn line(page: &mut Page, change: &Change<'_>) {
    let (style, sign, text) = match change {
        Change::Kept(text) => (Style::Plain, "     ", text),
        Change::Removed(text) => (Style::Removed, "    -", text),
        Change::Added(text) => (Style::Added, "    +", text),
    };
    page.line(style, sign, text.strip_suffix('\n').unwrap_or(text), CONTINUED);
    if !text.ends_with('\n') {
        page.line(Style::Quiet, HUNK, "\\ no line break at the end", CONTINUED);
    }
}
