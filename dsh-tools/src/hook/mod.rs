//! What can be put around every call: gates, guards, around-execute, post-execute, observers, approval,
//! the journal and its clock. Hooks take owned, cheaply cloned handles, so async functions, structs and closures fit.
//!
//! A closure that captures state has to clone it for each call: `move |call, next| { let db = db.clone();
//! async move { … } }`; a struct with the state in it reads better.

mod approval;
mod around;
mod chain;
mod clock;
mod gate;
mod guard;
mod handle;
mod journal;
mod observer;
mod post;
#[cfg(feature = "tower")]
mod tower;

pub use self::approval::{Approval, ApprovalRequest, ApprovalService};
pub use self::around::{AroundExecute, AroundNext};
pub use self::chain::{Chain, IntoHookResult};
pub use self::clock::Clock;
pub use self::gate::{Decision, Next, PreExecute};
pub use self::guard::Guard;
pub use self::handle::{CallHandle, ScopeId};
pub use self::journal::{
    InMemory, Journal, JournalContent, JsonLines, JsonLinesBuilder, LineError, RecordLines,
};
pub use self::observer::{ProgressObserver, ResultObserver};
pub use self::post::{FinishedCall, PostDecision, PostExecute, PostNext, Replacement};
#[cfg(feature = "tower")]
pub use self::tower::{Dispatch, DispatchError, Dispatched, TowerHook, tower_layer};

pub(crate) use self::approval::SharedApproval;
pub(crate) use self::around::share_around;
pub(crate) use self::chain::{BoxFuture, Link};
pub(crate) use self::gate::share_gate;
pub(crate) use self::journal::kept_content;
pub(crate) use self::post::share_post;
