//! Runs one prepared program in a fresh JavaScript context, on the calling thread.
//! It knows no tools: only named functions that a [`Host`] answers.
//!
//! Rules CODE-2, CODE-3 and CODE-9 to CODE-11. [`run`] blocks; give it a thread of [`stack_size`].
//!
//! # What ends a program
//!
//! Every loop and every function of the program asks a meter now and then, every job and every native
//! function of this room asks too: endless loops, recursion without depth, promise chains, timers and
//! output end within milliseconds of their limit, and nothing in the program can catch that. Text can't
//! be compiled at run time, so no code goes unmetered.
//!
//! # What cannot be ended in process
//!
//! A single built-in that runs long or takes much memory: regular expressions with heavy backtracking,
//! `new Array(1e9).fill(0)`, `"a".repeat(2 ** 30)`, array methods without a callback on objects with a giant
//! `length`, sorts of giant typed arrays. A built-in that recurses natively can overflow the stack and end the
//! process: `JSON.stringify` or `flat(Infinity)` of something very deep, long chains of prototypes or
//! proxies. Memory has no limit here. Whoever runs programs that are not trusted needs a process of their
//! own for them, with limits from outside.

mod bindings;
mod clock;
mod compiles;
mod console;
mod context;
mod crossing;
mod dates;
mod describe;
mod globals;
mod inspect;
mod items;
mod jobs;
mod json;
mod limits;
mod locale;
mod output;
mod read;
mod refuse;
mod rejections;
mod report;
mod run;
mod sort;
mod state;
mod text;
mod url;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::json::Json;

pub(crate) use self::compiles::compiles;
pub(crate) use self::limits::{InvalidLimits, Limits, stack_size};
pub(crate) use self::read::{Unread, read};
pub(crate) use self::report::{Failure, FailureKind, Rejection, RunReport};
pub(crate) use self::run::{run, warm_up};
pub(crate) use crate::program::WrittenCall;

/// One program and the world it runs in.
#[derive(Clone, Debug)]
pub(crate) struct RunRequest {
    /// The model's text as it came (rule CODE-1).
    pub(crate) source: String,
    /// The global objects whose members the host answers.
    pub(crate) bindings: Vec<BindingGroup>,
    /// What the run may cost.
    pub(crate) limits: Limits,
}

/// A global object of functions that the host answers.
#[derive(Clone, Debug)]
pub(crate) struct BindingGroup {
    /// The name of the object: `tools`.
    pub(crate) global: String,
    /// The names of its functions, any text.
    pub(crate) members: Vec<Arc<str>>,
    /// Names of functions that exist and are not listed: no key of the object shows them.
    pub(crate) hidden_members: Vec<Arc<str>>,
    /// What a failed call rejects with; a plain `Error` without one.
    pub(crate) error_class: Option<ErrorClass>,
}

/// The class of a group's errors.
#[derive(Clone, Debug)]
pub(crate) struct ErrorClass {
    /// Its global name and the `name` of its instances: `ToolCallError`.
    pub(crate) name: String,
    /// The property of an instance that holds the member's name: `toolName`.
    pub(crate) member_property: String,
}

/// A call that a program made.
#[derive(Clone, Debug)]
pub(crate) struct HostCall {
    /// From 1, in order of the calls.
    pub(crate) id: u64,
    /// Index into [`RunRequest::bindings`].
    pub(crate) group: usize,
    /// The member's name.
    pub(crate) member: Arc<str>,
    /// A snapshot; `{}` when the program passed nothing.
    pub(crate) arguments: Json,
}

/// What happens while a program waits.
#[derive(Clone, Debug)]
pub(crate) enum HostEvent {
    /// A call has its outcome. An id that is not pending is ignored.
    Reply {
        /// The call.
        id: u64,
        /// The value, or the message of the error to reject with.
        result: Result<Json, String>,
    },
    /// [`Host::stop`] has something to say.
    Stop,
    /// The time to wait until has come.
    TimeUp,
    /// What [`Host::catch_up`] asked for.
    CaughtUp,
}

/// Why a host ends a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Somebody cancelled it.
    Abort(String),
    /// Its wall time is over.
    WallTime(Duration),
}

/// The engine's only way out. Called on the engine's own thread, one method at a time.
pub(crate) trait Host {
    /// Takes the calls that stand in the program's text, before the program begins (rule CODE-13). Must not block.
    fn written(&mut self, _calls: Vec<WrittenCall>) {}

    /// Starts a call. Must not block.
    fn call(&mut self, call: HostCall);

    /// Blocks until a reply, a stop, or that time; polls if the time has passed. Without a time there is
    /// always a call pending. This is the only place where a program's waiting is not charged to it.
    fn wait(&mut self, until: Option<Instant>) -> HostEvent;

    /// Asks for [`HostEvent::CaughtUp`] once every call has gone as far as it goes at once, after the replies that there
    /// are by then. Whether that event will come.
    fn catch_up(&mut self) -> bool {
        false
    }

    /// Takes an entry of the log as it comes. Entries beyond the output limit never come.
    fn log(&mut self, entry: &str);

    /// Whether the run is to end now. Asked often, so it should cost no more than an atomic load.
    fn stop(&self) -> Option<Stop>;
}
