//! The lane: calls start in the order they were made and finish in that order; safe bodies overlap.
//! It is polled, not spawned: dropping it drops the bodies that run in it.

use std::collections::VecDeque;
use std::fmt;
use std::task::{Context, Poll};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use crate::call::{Arguments, Outcome, ToolCall};
use crate::hook::BoxFuture;
use crate::pipeline::{Prepared, Settled};
use crate::registry::{ExecutionMode, ScopeHandle};

/// What happens in a lane, in order.
pub(crate) enum LaneEvent {
    /// A call starts; its gates have not been asked yet.
    Started {
        /// The number that it was submitted under.
        ticket: u64,
    },
    /// A call is over, all its hooks included.
    Settled {
        /// The number that it was submitted under.
        ticket: u64,
        /// What it came to.
        outcome: Outcome,
    },
}

/// A call that waits for its turn.
struct Queued {
    ticket: u64,
    call: ToolCall,
}

/// A call that has started, from its gates to its last observer.
struct Slot<S> {
    ticket: u64,
    mode: ExecutionMode,
    /// Set once the body is over, until the call's turn to finish comes.
    ended: Option<Settled<S>>,
}

/// The one stage that is under way; stages other than the body never overlap.
enum Step<S> {
    Idle,
    Preparing(BoxFuture<Prepared<S>>),
    Finishing(BoxFuture<Outcome>),
}

/// An ordered lane over one scope.
pub(crate) struct Lane<S> {
    scope: ScopeHandle<S>,
    max_parallel: usize,
    queue: VecDeque<Queued>,
    started: VecDeque<Slot<S>>,
    bodies: FuturesUnordered<BoxFuture<(u64, Settled<S>)>>,
    step: Step<S>,
}

impl<S: Send + Sync + 'static> Lane<S> {
    /// A lane in which at most that many bodies overlap; at least one runs.
    pub(crate) fn new(scope: ScopeHandle<S>, max_parallel: usize) -> Self {
        Self {
            scope,
            max_parallel: max_parallel.max(1),
            queue: VecDeque::new(),
            started: VecDeque::new(),
            bodies: FuturesUnordered::new(),
            step: Step::Idle,
        }
    }

    /// Queues a call. Tickets tell calls apart in events, and grow from one to the next.
    pub(crate) fn submit(&mut self, ticket: u64, mut call: ToolCall) {
        // Text is read once, here, as far as it can be; what cannot be read fails when it starts.
        if let Arguments::Text(text) = &call.arguments
            && let Ok(value) = Arguments::from(text.as_str()).read()
        {
            call.arguments = value.into();
        }
        self.queue.push_back(Queued { ticket, call });
    }

    /// Forgets the calls that have not started; answers how many there were.
    pub(crate) fn abandon_queued(&mut self) -> usize {
        let abandoned = self.queue.len();
        self.queue.clear();
        abandoned
    }

    /// The next event; `None` when there is nothing left to do.
    pub(crate) fn poll_event(&mut self, context: &mut Context<'_>) -> Poll<Option<LaneEvent>> {
        loop {
            self.poll_bodies(context);
            match &mut self.step {
                Step::Preparing(prepare) => match prepare.as_mut().poll(context) {
                    Poll::Ready(prepared) => self.launch(prepared),
                    Poll::Pending => return Poll::Pending,
                },
                Step::Finishing(finish) => match finish.as_mut().poll(context) {
                    Poll::Ready(outcome) => {
                        self.step = Step::Idle;
                        if let Some(slot) = self.started.pop_front() {
                            let ticket = slot.ticket;
                            return Poll::Ready(Some(LaneEvent::Settled { ticket, outcome }));
                        }
                    }
                    Poll::Pending => return Poll::Pending,
                },
                Step::Idle => {
                    // Finishing goes before starting, so that results are not held back.
                    if self.finish_oldest() {
                        continue;
                    }
                    if let Some(ticket) = self.start_next() {
                        return Poll::Ready(Some(LaneEvent::Started { ticket }));
                    }
                    let idle = self.started.is_empty() && self.queue.is_empty();
                    return if idle { Poll::Ready(None) } else { Poll::Pending };
                }
            }
        }
    }

    /// Lets every running body go on, and notes which are over.
    fn poll_bodies(&mut self, context: &mut Context<'_>) {
        while let Poll::Ready(Some((ticket, settled))) = self.bodies.poll_next_unpin(context) {
            // Tickets grow in the order in which calls start.
            if let Ok(at) = self.started.binary_search_by_key(&ticket, |slot| slot.ticket) {
                self.started[at].ended = Some(settled);
            }
        }
    }

    /// A call that may run gets its body started; one that may not is over at once. Both are what
    /// `dispatch` makes of them.
    fn launch(&mut self, prepared: Prepared<S>) {
        self.step = Step::Idle;
        let Some(ticket) = self.started.back().map(|slot| slot.ticket) else { return };
        self.bodies.push(Box::pin(async move { (ticket, prepared.dispatch().await) }));
    }

    fn finish_oldest(&mut self) -> bool {
        let Some(settled) = self.started.front_mut().and_then(|slot| slot.ended.take()) else {
            return false;
        };
        self.step = Step::Finishing(Box::pin(async move { settled.complete().await }));
        true
    }

    /// Starts the call at the head of the queue, if it may start now.
    fn start_next(&mut self) -> Option<u64> {
        let head = self.queue.front()?;
        let mode = self.scope.execution_mode(&head.call);
        let may_start = match mode {
            ExecutionMode::Exclusive => self.started.is_empty(),
            ExecutionMode::Parallel => {
                // An exclusive call is always the only one that has started.
                let alone = |slot: &Slot<S>| slot.mode == ExecutionMode::Exclusive;
                self.bodies.len() < self.max_parallel && !self.started.front().is_some_and(alone)
            }
        };
        if !may_start {
            return None;
        }
        let Queued { ticket, call } = self.queue.pop_front()?;
        self.started.push_back(Slot { ticket, mode, ended: None });
        let scope = self.scope.clone();
        self.step = Step::Preparing(Box::pin(async move { scope.prepare(call).await }));
        Some(ticket)
    }
}

impl<S> fmt::Debug for Lane<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lane")
            .field("queued", &self.queue.len())
            .field("started", &self.started.len())
            .finish_non_exhaustive()
    }
}
