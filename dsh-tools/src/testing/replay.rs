//! The calls of a journal, made again: does each still come to what was recorded?
//! Only failure and content are compared, since a record holds no canonical value (rule CODE-5).

use std::collections::HashMap;
use std::io;
use std::path::Path;

use super::report::{Entry, Report, Unmet, Verdict};
use crate::call::{
    CallEnd, CallId, CallToken, CodeDispatch, CodeDispatchStart, Content, Outcome, Parent, Record,
    ToolCall,
};
use crate::hook::{JsonLines, kept_content};
use crate::json::Json;
use crate::registry::ScopeHandle;
use crate::schema::REDACTED;

/// The calls that models and their programs made, as a journal recorded them; programs themselves do not run again.
///
/// They are made again in the order in which they started, one after the other, as nested calls with the
/// recorded ids. They pass all hooks, also those that replace the journal's content,
/// and do what the tools do: a tool that writes will write again.
///
/// Skipped is a call whose arguments hold what stands for a secret, the text `[redacted]`: nobody knows
/// what it was. A call whose end was not recorded is made, since later ones may rest on it, and not compared.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use dsh_tools::hook::InMemory;
/// use dsh_tools::registry::ToolRegistry;
/// use dsh_tools::testing::Replay;
///
/// let journal = InMemory::new();
/// let registry = ToolRegistry::builder().journal(journal.clone()).build()?;
/// // … the registry runs programs …
/// Replay::of(journal.records()).run(&registry).await.assert();
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Replay {
    calls: Vec<Recorded>,
    notes: Vec<String>,
}

/// A call and what came of it.
#[derive(Clone, Debug)]
struct Recorded {
    start: CodeDispatchStart,
    end: Option<CodeDispatch>,
}

impl Replay {
    /// The calls of these records.
    pub fn of(records: impl IntoIterator<Item = Record>) -> Self {
        let mut replay = Self::default();
        // By id, the calls that are not over. A journal of several processes has the same ids again.
        let mut open = HashMap::new();
        records.into_iter().for_each(|record| replay.add(record, &mut open));
        replay
    }

    /// The calls of a file that [`JsonLines`] wrote. Lines that are no records become notes of the report.
    ///
    /// # Errors
    ///
    /// The file cannot be opened.
    pub fn read(path: impl AsRef<Path>) -> io::Result<Self> {
        let mut notes = Vec::new();
        let lines = JsonLines::read(path)?;
        let records =
            lines.filter_map(|line| line.map_err(|error| notes.push(error.to_string())).ok());
        let calls = Self::of(records).calls;
        Ok(Self { calls, notes })
    }

    fn add(&mut self, record: Record, open: &mut HashMap<CallId, usize>) {
        match record {
            Record::Approval(_) => {}
            Record::CallStart(start) => {
                self.add(Record::CodeDispatchStart(start.as_dispatch()), open);
            }
            Record::CallEnd(CallEnd { call, is_error, content, .. }) => {
                let end = CodeDispatch { call: call.as_dispatch(), is_error, content };
                self.add(Record::CodeDispatch(end), open);
            }
            Record::CodeDispatchStart(start) => {
                open.insert(start.sub_call_id.clone(), self.calls.len());
                self.calls.push(Recorded { start, end: None });
            }
            Record::CodeDispatch(end) => {
                let started = open.remove(&end.call.sub_call_id);
                match started.and_then(|index| self.calls.get_mut(index)) {
                    Some(call) => call.end = Some(end),
                    // A journal that refused the start; the end tells as much.
                    None => self.calls.push(Recorded { start: end.call.clone(), end: Some(end) }),
                }
            }
        }
    }

    /// Makes the calls; `&registry` and `&scope` both fit.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future ends the call that runs, and the calls after it are not made.
    pub async fn run<S: Send + Sync + 'static>(&self, scope: &ScopeHandle<S>) -> Report {
        let mut entries = Vec::with_capacity(self.calls.len());
        for call in &self.calls {
            entries.push(call.run(scope).await);
        }
        Report::new(entries, self.notes.clone())
    }
}

impl Recorded {
    async fn run<S: Send + Sync + 'static>(&self, scope: &ScopeHandle<S>) -> Entry {
        if holds_redacted(&self.start.arguments) {
            let reason = "its arguments hold secrets that were not recorded";
            return self.entry(None, Verdict::Skipped(reason.to_owned()));
        }
        let outcome = scope.execute(self.call()).await;
        let verdict = match &self.end {
            Some(end) => Verdict::of(self.unmet(end, &outcome, scope)),
            None => Verdict::Skipped("its end was not recorded".to_owned()),
        };
        self.entry(Some(outcome), verdict)
    }

    fn call(&self) -> ToolCall {
        let parent = Parent::new(CallToken::mint(), self.start.root_call_id.clone());
        ToolCall::new(self.start.name.clone(), self.start.arguments.clone())
            .with_id(self.start.sub_call_id.clone())
            .with_parent(parent)
    }

    fn entry(&self, outcome: Option<Outcome>, verdict: Verdict) -> Entry {
        let CodeDispatchStart { name, arguments, .. } = &self.start;
        Entry { name: name.clone(), arguments: arguments.clone().into(), outcome, verdict }
    }

    /// What differs from the record.
    fn unmet<S>(&self, end: &CodeDispatch, outcome: &Outcome, scope: &ScopeHandle<S>) -> Vec<Unmet>
    where
        S: Send + Sync + 'static,
    {
        let hooks = &scope.core().journal_content;
        let content = kept_content(hooks, &self.start, outcome.content());
        let (recorded, now) = (end.is_error.to_string(), outcome.is_error().to_string());
        let is_error = (recorded != now).then(|| Unmet::new("is_error", recorded, now));
        is_error.into_iter().chain(unmet_content(&end.content, &content)).collect()
    }
}

fn unmet_content(recorded: &[Content], now: &[Content]) -> Option<Unmet> {
    if recorded == now {
        return None;
    }
    let text = Unmet::between("content", &shown(recorded), &shown(now));
    // The same text in other blocks.
    let blocks = |content: &[Content]| format!("{} blocks", content.len());
    text.or_else(|| Some(Unmet::new("content", blocks(recorded), blocks(now))))
}

/// All blocks as text, images with their data.
fn shown(content: &[Content]) -> String {
    let block = |block: &Content| match block {
        Content::Text { text } => text.as_ref().to_owned(),
        Content::Image { mime_type, data } => format!("[{mime_type} image: {data}]"),
    };
    content.iter().map(block).collect::<Vec<_>>().join("\n")
}

/// Whether any part of the arguments is what the journal writes for a secret.
fn holds_redacted(arguments: &Json) -> bool {
    let mut pending = vec![arguments];
    while let Some(value) = pending.pop() {
        match value {
            Json::String(text) if **text == *REDACTED => return true,
            Json::Array(items) => pending.extend(items),
            Json::Object(members) => pending.extend(members.values()),
            _ => {}
        }
    }
    false
}
