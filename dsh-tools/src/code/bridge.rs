//! Between a program and the pipeline: numbers its calls, runs them in a lane, keeps their records,
//! and hands values back. It outlives the program, so that what has started is awaited (rule CODE-6).

use std::collections::{HashMap, VecDeque};
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::SystemTime;

use tokio_util::sync::CancellationToken;

use super::catalogue::Catalogue;
use super::failure::{Finished, MOST_NAMED};
use super::finding::Finding;
use super::preflight::{Inspection, WrittenCall};
use super::runtime::{BindingCall, BindingHost, BindingReply, CodeFailure};
use crate::call::{
    CallId, CallState, CodeDispatch, CodeDispatchStart, Content, DeferredContext, Outcome, Parent,
    Record, ToolCall, WallClock,
};
use crate::hook::{JournalContent, kept_content};
use crate::json::Json;
use crate::registry::{Records, ScopeHandle};
use crate::schedule::{Lane, LaneEvent};

/// Who is named as the source of images that calls of a program show.
const SOURCE: &str = "run_code";

/// A call of the program, from its number to its answer.
struct SubCall {
    binding: u64,
    start: CodeDispatchStart,
}

/// The calls of one run.
pub(super) struct Bridge<S> {
    /// The `run_code` call itself.
    outer: Arc<CallState>,
    /// The same as calls know it, with the clock that their questions stop.
    parent: Parent,
    scope: ScopeHandle<S>,
    lane: Lane<S>,
    cancel: CancellationToken,
    inspection: Inspection<S>,
    /// Where the program may look for tools.
    catalogue: Option<Catalogue<S>>,
    /// What it found there and was not told yet.
    looked_up: VecDeque<BindingReply>,
    records: Arc<Records>,
    journal_hooks: Vec<Arc<dyn JournalContent>>,
    /// How many calls were numbered.
    numbered: u64,
    calls: HashMap<u64, SubCall>,
    finished: Vec<Finished>,
    /// The names of the calls that never started.
    forgotten: Vec<Arc<str>>,
    /// Wakes whoever polls for answers when a call is made from elsewhere.
    waker: Option<Waker>,
}

/// What remains of a run when all its calls are over.
pub(super) struct Remains {
    pub(super) finished: Vec<Finished>,
    pub(super) notes: Vec<String>,
}

impl<S: Send + Sync + 'static> Bridge<S> {
    pub(super) fn new(
        outer: Arc<CallState>,
        scope: ScopeHandle<S>,
        max_parallel: usize,
        cancel: CancellationToken,
        clock: WallClock,
        inspection: Inspection<S>,
        catalogue: Option<Catalogue<S>>,
    ) -> Self {
        let token = outer.token.clone().timed_by(Some(clock));
        let parent = Parent::new(token, outer.root_call_id().clone());
        let records = scope.core().records.clone();
        let journal_hooks = scope.core().journal_content.clone();
        Self {
            outer,
            parent,
            lane: Lane::new(scope.clone(), max_parallel),
            scope,
            cancel,
            inspection,
            catalogue,
            looked_up: VecDeque::new(),
            records,
            journal_hooks,
            numbered: 0,
            calls: HashMap::new(),
            finished: Vec::new(),
            forgotten: Vec::new(),
            waker: None,
        }
    }

    /// Answers a look into the catalogue; gives any other call its number and queues it.
    fn start(&mut self, call: BindingCall) {
        let answer = self.catalogue.as_ref().and_then(|catalogue| catalogue.answer(&call));
        match answer {
            Some(answer) => self.looked_up.push_back(BindingReply::new(call.id, answer)),
            None => self.queue(call),
        }
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    fn queue(&mut self, call: BindingCall) {
        self.numbered += 1;
        let ticket = self.numbered;
        let parent_call_id = self.outer.call_id().clone();
        let sub_call_id = CallId::from(format!("{parent_call_id}:code:{ticket}"));
        let tool_call = ToolCall::new(call.member.clone(), call.arguments.clone())
            .with_id(sub_call_id.clone())
            .with_cancel(self.cancel.clone())
            .with_parent(self.parent.clone());
        let start = CodeDispatchStart {
            root_call_id: self.outer.root_call_id().clone(),
            parent_call_id,
            sub_call_id,
            name: call.member.clone(),
            arguments: self.without_secrets(&call.member, call.arguments),
            time: SystemTime::UNIX_EPOCH,
        };
        self.calls.insert(ticket, SubCall { binding: call.id, start });
        self.lane.submit(ticket, tool_call);
    }

    /// Arguments as the journal keeps them (rule MAC-3).
    fn without_secrets(&self, tool: &str, arguments: Json) -> Json {
        match self.scope.view().get(tool) {
            Some(tool) => tool.spec().parameters().redact(&arguments),
            None => arguments,
        }
    }

    /// Forgets the calls that have not started (rule CODE-6).
    fn forget_queued(&mut self) {
        // Calls start in the order of their numbers, so those that did not are the last ones.
        let queued = self.lane.abandon_queued() as u64;
        for ticket in self.numbered - queued + 1..=self.numbered {
            self.forgotten.extend(self.calls.remove(&ticket).map(|call| call.start.name));
        }
    }

    /// The next call that is over, as an answer for the program; `None` when none is under way.
    fn poll_settled(&mut self, context: &mut Context<'_>) -> Poll<Option<BindingReply>> {
        if self.cancel.is_cancelled() {
            self.forget_queued();
        }
        loop {
            match self.lane.poll_event(context) {
                Poll::Ready(Some(LaneEvent::Started { ticket })) => self.note_start(ticket),
                Poll::Ready(Some(LaneEvent::Settled { ticket, outcome })) => {
                    if let Some(reply) = self.settle(ticket, outcome) {
                        return Poll::Ready(Some(reply));
                    }
                }
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Pending => return Poll::Pending,
            }
        }
    }

    fn note_start(&mut self, ticket: u64) {
        if !self.records.are_kept() {
            return;
        }
        let time = self.records.now();
        if let Some(call) = self.calls.get_mut(&ticket) {
            call.start.time = time;
            let record = Record::CodeDispatchStart(call.start.clone());
            self.records.keep(record);
        }
    }

    /// Forwards what a call hands to the conversation, records it, and makes its answer.
    fn settle(&mut self, ticket: u64, mut outcome: Outcome) -> Option<BindingReply> {
        let call = self.calls.remove(&ticket)?;
        let contexts = std::mem::take(outcome.contexts_mut());
        if !outcome.is_error() && outcome.content().iter().any(Content::is_image) {
            self.outer.defer_context(DeferredContext::new(SOURCE, outcome.content().to_vec()));
        }
        contexts.into_iter().for_each(|context| self.outer.defer_context(context));
        if outcome.concludes_turn() {
            self.outer.conclude_turn();
        }
        self.finished.push(Finished {
            name: call.start.name.as_ref().to_owned(),
            error: outcome.error().map(|error| error.message.clone()),
        });
        let result = match outcome.result() {
            Ok(success) => Ok(success.value.clone()),
            Err(error) => Err(error.message.clone()),
        };
        if self.records.are_kept() {
            let content = kept_content(&self.journal_hooks, &call.start, outcome.content());
            self.records.keep(Record::CodeDispatch(CodeDispatch {
                call: CodeDispatchStart { time: self.records.now(), ..call.start },
                is_error: outcome.is_error(),
                content,
            }));
        }
        Some(BindingReply::new(call.binding, result))
    }
}

/// The bridge, as the runtime and `run_code` share it.
pub(super) struct Shared<S>(Arc<Mutex<Bridge<S>>>);

impl<S> Clone for Shared<S> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<S: Send + Sync + 'static> Shared<S> {
    pub(super) fn new(bridge: Bridge<S>) -> Self {
        Self(Arc::new(Mutex::new(bridge)))
    }

    /// The lock is held while the lane is polled, and never while anything is awaited.
    fn bridge(&self) -> MutexGuard<'_, Bridge<S>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is wrong with the calls that stand in the program's text.
    pub(super) fn findings(&self) -> Vec<Finding> {
        self.bridge().inspection.findings()
    }

    /// Ends what the program left behind: queued calls are forgotten, running ones cancelled and awaited.
    pub(super) async fn drain(&self) -> Remains {
        let (mut running, notes) = {
            let mut bridge = self.bridge();
            bridge.cancel.cancel();
            bridge.forget_queued();
            let mut left: Vec<_> = bridge.calls.iter().collect();
            left.sort_unstable_by_key(|(ticket, _)| **ticket);
            let running: Vec<&str> = left.iter().map(|(_, call)| &*call.start.name).collect();
            let forgotten: Vec<&str> = bridge.forgotten.iter().map(|name| &**name).collect();
            (running.len(), left_behind(&running, &forgotten))
        };
        let finished = std::mem::take(&mut self.bridge().finished);
        while running > 0 {
            let settled = poll_fn(|context| self.bridge().poll_settled(context)).await;
            running = if settled.is_some() { running - 1 } else { 0 };
        }
        Remains { finished, notes }
    }
}

impl<S: Send + Sync + 'static> BindingHost for Shared<S> {
    fn preflight(&mut self, calls: Vec<WrittenCall>) -> Result<(), CodeFailure> {
        self.bridge().inspection.take(calls)
    }

    fn start(&mut self, call: BindingCall) {
        self.bridge().start(call);
    }

    fn poll_reply(&mut self, context: &mut Context<'_>) -> Poll<BindingReply> {
        let mut bridge = self.bridge();
        if let Some(reply) = bridge.looked_up.pop_front() {
            return Poll::Ready(reply);
        }
        match bridge.poll_settled(context) {
            Poll::Ready(Some(reply)) => Poll::Ready(reply),
            Poll::Ready(None) | Poll::Pending => {
                bridge.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

/// What the model should know of calls that were not over when the program was.
fn left_behind(running: &[&str], forgotten: &[&str]) -> Vec<String> {
    let note = |what: &str, names: &[&str]| {
        (!names.is_empty()).then(|| {
            let named = names[..names.len().min(MOST_NAMED)].join(", ");
            let more = match names.len().saturating_sub(MOST_NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("Note: {what} when the program ended: {named}{more}.")
        })
    };
    let running = note("these calls were still running and were cancelled", running);
    let forgotten = note("these calls had not started and were dropped", forgotten);
    running.into_iter().chain(forgotten).collect()
}

/// The canonical value of a run (rule CODE-8).
pub(super) fn value(logs: &[String], result: Option<Json>) -> Json {
    let mut members = crate::json::ObjectBuilder::with_capacity(2);
    members.insert("logs", logs.iter().map(|line| Json::from(line.as_str())).collect::<Json>());
    if let Some(result) = result {
        members.insert("result", result);
    }
    members.build().into()
}
