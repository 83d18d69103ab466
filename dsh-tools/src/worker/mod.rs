//! Programs in processes of their own: for programs that a model wrote (rule CODE-12).
//!
//! Each run gets a child process with limits that hold against anything a program does: processor time, memory,
//! output, files, system calls. The child is the application itself, started again, so `main` begins with
//! [`init`], before any thread exists:
//!
//! ```no_run
//! use dsh_tools::prelude::*;
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     dsh_tools::worker::init();
//!     run()
//! }
//!
//! #[tokio::main]
//! async fn run() -> Result<(), Box<dyn std::error::Error>> {
//!     let registry = ToolRegistry::builder().mode(Mode::Code).runtime(Isolated::new()?).build()?;
//!     let program = json!({ "code": "return 6 * 7", "description": "a product" });
//!     assert_eq!(registry.call("run_code", program).await.text(), "42");
//!     Ok(())
//! }
//! ```
//!
//! Where that is not possible, as in a test, the child is a binary of yours that calls [`main`]: name it with
//! [`IsolatedBuilder::worker`] or in the environment variable `DSH_CODE_WORKER`. An application that did neither gets
//! an error when it makes a runtime; it is never started again without its consent.
//!
//! # Runtime
//!
//! Runs need a tokio runtime with its drivers for input, output and time: `enable_all()`, as `#[tokio::main]` has.

mod channel;
mod child;
mod drive;
mod environment;
mod isolated;
mod pool;
mod process;
mod protocol;
mod reread;
mod sandbox;
mod wall;
mod watchdog;
mod wire;
mod written;

use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};

pub use self::isolated::{Isolated, IsolatedBuilder};
pub use self::process::StartError;
pub use self::protocol::Protections;
#[doc(hidden)]
pub use self::reread::Reread;

pub(crate) use self::reread::reread;

use self::environment::Marked;

/// Whether [`init`] ran, so that this program may be started again as a worker.
static INITIALISED: AtomicBool = AtomicBool::new(false);

/// What a worker ends with that was started in a way that cannot work.
const MISUSED: i32 = 64;

/// Makes this process a worker if it was started as one; otherwise it returns at once.
///
/// Call it as the first statement of a `main` that is not asynchronous: a worker needs to be alone in its process
/// when it takes over, and ends with a message if other threads are there. It never returns in a worker.
pub fn init() {
    match environment::take_marker() {
        Marked::No => INITIALISED.store(true, Ordering::Release),
        Marked::Worker(nonce) => child::serve(nonce),
        Marked::TooLate => {
            eprintln!(
                "dsh-tools worker: other threads run already: call `dsh_tools::worker::init()` as the first \
                 statement of a `main` that is not asynchronous"
            );
            exit(MISUSED)
        }
    }
}

/// Takes from this process what a worker takes from itself before it reads a program, with default budgets; for tests of
/// just that. It only ever takes away, for good.
#[doc(hidden)]
#[must_use]
pub fn confine_this_process() -> Protections {
    let limits = crate::engine::Limits::default();
    sandbox::confine(&protocol::Settings { limits, memory: 64 * 1024 * 1024 })
}

/// The whole `main` of a binary that is only a worker.
///
/// ```no_run
/// // src/bin/code-worker.rs: `fn main() { … }` around this one line.
/// dsh_tools::worker::main()
/// ```
pub fn main() -> ! {
    init();
    eprintln!("this program runs programs for `dsh_tools::worker::Isolated`, which starts it");
    exit(MISUSED)
}
