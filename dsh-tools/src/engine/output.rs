//! Counts what a run puts out, and settles what of it is kept (rule CODE-10).
//! Counted: the logs as a JSON array, plus the value or the failure's message as JSON.

use crate::json::{Json, measure, measure_string};

use super::report::{Failure, FailureKind};

/// The log of a run and its size.
#[derive(Debug, Default)]
pub(super) struct Output {
    logs: Vec<String>,
    bytes: usize,
}

impl Output {
    /// Adds an entry; false when it no longer fits. Even then it is kept, to be cut at the end.
    pub(super) fn push(&mut self, entry: String, limit: usize) -> bool {
        let comma = usize::from(!self.logs.is_empty());
        self.bytes += comma + measure_string(&entry);
        self.logs.push(entry);
        self.bytes + 2 <= limit
    }

    /// Settles the result against the limit.
    pub(super) fn settle(
        self,
        result: Result<Option<Json>, Failure>,
        limit: usize,
    ) -> (Result<Option<Json>, Failure>, Vec<String>) {
        let size = match &result {
            Ok(value) => value.as_ref().map_or(0, measure),
            Err(failure) if failure.kind == FailureKind::OutputLimit => usize::MAX,
            Err(failure) => measure_string(&failure.message),
        };
        if (self.bytes + 2).checked_add(size).is_some_and(|total| total <= limit) {
            return (result, self.logs);
        }
        let message = overflow_message(limit);
        let left = limit.saturating_sub(measure_string(&message));
        (Err(Failure::new(FailureKind::OutputLimit, message)), prefix(self.logs, left))
    }
}

/// The message of an overflow; cut when not even it fits beside an empty log.
fn overflow_message(limit: usize) -> String {
    let message = format!("logs and value are larger than {limit} bytes: log and return less");
    cut(message, limit.saturating_sub(2))
}

/// The longest prefix of the entries that fits, its last entry cut.
fn prefix(logs: Vec<String>, limit: usize) -> Vec<String> {
    let mut left = limit.saturating_sub(2);
    let mut kept = Vec::new();
    for entry in logs {
        let comma = usize::from(!kept.is_empty());
        let size = comma + measure_string(&entry);
        if size <= left {
            left -= size;
            kept.push(entry);
            continue;
        }
        let cut = cut(entry, left.saturating_sub(comma));
        if !cut.is_empty() {
            kept.push(cut);
        }
        break;
    }
    kept
}

/// The longest start of the text whose JSON form fits.
fn cut(mut text: String, limit: usize) -> String {
    let mut size = 2;
    let mut buffer = [0; 4];
    let end = text.char_indices().find_map(|(at, char)| {
        size += measure_string(char.encode_utf8(&mut buffer)) - 2;
        (size > limit).then_some(at)
    });
    if let Some(end) = end {
        text.truncate(end);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_10_exactly_at_the_limit_passes() {
        let text = Json::from("x".repeat(196));
        assert!(Output::default().settle(Ok(Some(text.clone())), 200).0.is_ok());
        assert!(Output::default().settle(Ok(Some(text)), 199).0.is_err());
        assert!(Output::default().settle(Ok(Some(Json::Null)), 6).0.is_ok());
    }

    #[test]
    fn code_10_the_fitting_prefix_of_the_logs_is_kept() {
        let mut output = Output::default();
        assert!(output.push("first".into(), 200));
        assert!(!output.push("😀".repeat(100), 200));
        let (result, logs) = output.settle(Ok(None), 200);
        let failure = result.unwrap_err();
        assert_eq!(failure.kind, FailureKind::OutputLimit);
        assert_eq!(logs[0], "first");
        let total = measure_string(&failure.message)
            + 3
            + logs.iter().map(|entry| measure_string(entry)).sum::<usize>();
        assert!((197..=200).contains(&total), "{total}");
        let (result, logs) = Output::default().settle(Err(Failure::exception("e".repeat(500))), 8);
        assert_eq!(measure_string(&result.unwrap_err().message), 6);
        assert!(logs.is_empty());
    }
}
