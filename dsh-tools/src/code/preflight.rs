//! The look at a program before it runs: the calls in its text against the schemas of its tools (rule CODE-13).
//! Runtimes find the calls where they parse; here they are compared, so that no text is parsed twice or in the host.

use std::collections::HashMap;
use std::sync::Arc;

use super::catalogue::{self, DESCRIBE, SEARCH};
use super::finding::Finding;
use super::runtime::{CodeFailure, FailureKind};
use crate::json::{Json, Part, Partial, Place, What};
use crate::registry::View;
use crate::schema::{Mismatch, ViolationKind, nearest};
use crate::tool::ToolSpec;

/// How many unknown tools get a look at all names for one that was meant.
const MOST_SUGGESTED: usize = 100;

/// What is done about a program that does not fit the tools that it calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Preflight {
    /// It runs; if it fails, for whatever reason, the failure says what was found.
    #[default]
    Report,
    /// It fails before it makes any call, and the failure says what was found.
    Refuse,
}

/// A call that stands in the text of a program, as a runtime found it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WrittenCall {
    /// Which group of functions, by its place in [`super::CodeRun::bindings`].
    pub group: usize,
    /// Which function; there may be none of that name.
    pub member: Arc<str>,
    /// The line at which the call starts, from 1.
    pub line: usize,
    /// The column, from 1, in UTF-16 units.
    pub column: usize,
    arguments: Partial,
}

/// The calls that the engine found, as hosts take them.
#[cfg(feature = "engine")]
pub(crate) fn written(calls: Vec<crate::engine::WrittenCall>) -> Vec<WrittenCall> {
    let call = |call: crate::engine::WrittenCall| WrittenCall {
        group: call.group,
        member: call.member,
        line: call.at.line,
        column: call.at.column,
        arguments: call.arguments,
    };
    calls.into_iter().map(call).collect()
}

/// What is wrong with the calls of group 0, in the order of the text. `has_catalogue` says whether the program may look
/// for tools.
pub(super) fn findings<'t>(
    calls: &[WrittenCall],
    tools: impl IntoIterator<Item = &'t ToolSpec>,
    has_catalogue: bool,
) -> Vec<Finding> {
    let tools: HashMap<&str, &ToolSpec> =
        tools.into_iter().map(|tool| (tool.name().as_str(), tool)).collect();
    let mut found = Vec::new();
    let mut suggested = 0;
    for call in calls.iter().filter(|call| call.group == 0) {
        let at = Place { line: call.line, column: call.column };
        if let Some(tool) = tools.get(&*call.member) {
            mismatches(call, at, tool, &mut found);
        } else if let Some(mismatches) = looked_up(call).filter(|_| has_catalogue) {
            let place = |part: usize| call.arguments.parts()[part].at;
            let finding = |it: &Mismatch| Finding::mismatch(place(it.part), &call.member, it);
            found.extend(mismatches.iter().map(finding));
        } else {
            suggested += 1;
            let lookups: &[&str] = if has_catalogue { &[SEARCH, DESCRIBE] } else { &[] };
            let names = tools.keys().chain(lookups).copied();
            let near = nearest(&call.member, names.filter(|_| suggested <= MOST_SUGGESTED));
            found.push(Finding::unknown_tool(at, &call.member, near));
        }
    }
    // Equal mistakes that several schemas of one value see are one.
    found.sort_by(|left, right| {
        let key = |it: &Finding| (it.line, it.column);
        key(left).cmp(&key(right)).then_with(|| left.text.cmp(&right.text))
    });
    found.dedup();
    found
}

/// What is wrong with a look for tools; none for a call of anything else.
fn looked_up(call: &WrittenCall) -> Option<Vec<Mismatch>> {
    catalogue::mismatches(&call.member, &call.arguments)
}

fn mismatches(call: &WrittenCall, at: Place, tool: &ToolSpec, found: &mut Vec<Finding>) {
    let nothing = Partial::lone(What::Object { open: false }, at);
    let arguments = match call.arguments.parts() {
        // As for every call, `null` stands for no arguments.
        [Part { what: What::Scalar(Json::Null), .. }] => &nothing,
        _ => &call.arguments,
    };
    for mismatch in tool.parameters().mismatches(arguments) {
        let missing = mismatch.violation.kind == ViolationKind::MissingRequired;
        let place =
            if missing && mismatch.part == 0 { at } else { arguments.parts()[mismatch.part].at };
        found.push(Finding::mismatch(place, &call.member, &mismatch));
    }
}

/// The look at one program.
pub(super) struct Inspection<S> {
    preflight: Preflight,
    /// The tools that the run sees.
    view: Arc<View<S>>,
    /// Whether it may look for others.
    has_catalogue: bool,
    calls: Vec<WrittenCall>,
}

impl<S: Send + Sync + 'static> Inspection<S> {
    pub(super) fn new(preflight: Preflight, view: Arc<View<S>>, has_catalogue: bool) -> Self {
        Self { preflight, view, has_catalogue, calls: Vec::new() }
    }

    /// Takes the calls of the text, and says whether the program may run.
    pub(super) fn take(&mut self, calls: Vec<WrittenCall>) -> Result<(), CodeFailure> {
        self.calls = calls;
        if self.preflight == Preflight::Report || self.findings().is_empty() {
            return Ok(());
        }
        let message = "the program does not fit the tools that it calls, so none was called: correct these \
                       places and send the whole program again";
        Err(CodeFailure::new(FailureKind::Exception, message))
    }

    /// What is wrong with them.
    pub(super) fn findings(&self) -> Vec<Finding> {
        let tools = self.view.tools().map(|tool| &**tool.spec());
        findings(&self.calls, tools, self.has_catalogue)
    }
}
