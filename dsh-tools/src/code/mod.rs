//! Code Mode: the tool `run_code`, the seam behind which programs run, and the bridge between the two.
//! The seam knows nothing of tools; the bridge knows nothing of engines (rule CODE-12).

mod bridge;
mod catalogue;
#[cfg(feature = "engine")]
mod check;
#[cfg(feature = "engine")]
mod deadline;
mod failure;
mod finding;
#[cfg(feature = "engine")]
mod in_process;
mod preflight;
mod render;
mod run_code;
mod runtime;
#[cfg(feature = "engine")]
mod spin;
#[cfg(feature = "engine")]
mod thread_host;

#[cfg(feature = "engine")]
pub use self::check::check_program;
#[cfg(feature = "engine")]
pub(crate) use self::deadline::Deadline;
pub use self::finding::{Finding, FindingKind};
#[cfg(feature = "engine")]
pub use self::in_process::{InProcess, InProcessBuilder, LimitError};
#[cfg(feature = "engine")]
pub(crate) use self::in_process::{engine_groups, report};
#[cfg(feature = "engine")]
pub(crate) use self::preflight::written;
pub use self::preflight::{Preflight, WrittenCall};
pub use self::render::render_result;
pub use self::run_code::CodeOptions;
pub use self::runtime::{
    BindingCall, BindingGroup, BindingHost, BindingReply, CodeFailure, CodeReport, CodeRun,
    CodeRuntime, ErrorClass, FailureKind, Isolation, WallClock,
};
#[cfg(all(feature = "engine", target_os = "linux"))]
pub(crate) use self::spin::{Spin, TURN};
