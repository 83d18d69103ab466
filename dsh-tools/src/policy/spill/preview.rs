//! What the model reads in place of a long text: a line that says what was cut, then head and tail.

use super::store::SpillError;

/// Room for the first line and the mark of the gap.
const AROUND: usize = 512;

pub(super) fn of(
    text: &str,
    limit: usize,
    tool: &str,
    handle: Result<&str, &SpillError>,
) -> String {
    let room = limit.saturating_sub(AROUND);
    let head = floor(text, room * 3 / 4);
    let tail = ceil(text, text.len() - room / 4);
    let (bytes, lines) = (text.len(), text.lines().count());
    let rest = match handle {
        Ok(handle) => format!("read the rest with {tool}({{ \"handle\": \"{handle}\" }})"),
        Err(SpillError::Full) => "the rest is lost, since the spill store is full".to_owned(),
        Err(_) => "the rest is lost, since the spill store failed".to_owned(),
    };
    format!(
        "[shortened: bytes {head} to {tail} of {bytes} bytes in {lines} lines are left out; {rest}]\n{}\n[…]\n{}",
        &text[..head],
        &text[tail..]
    )
}

/// The last boundary between characters that is not after that byte.
pub(super) fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}

/// The first boundary between characters that is not before that byte.
pub(super) fn ceil(text: &str, at: usize) -> usize {
    text.ceil_char_boundary(at)
}
