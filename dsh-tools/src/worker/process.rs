//! Starting a child and taking leave of it, without any thread's help.
//! A started child has said hello and set its limits; it waits for its one program.

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::PollFlags;
use rustix::fs::MemfdFlags;

use super::channel;
use super::environment::MARKER;
use super::protocol::{BUILD, FromChild, PREAMBLE, Protections, Settings, ToChild};
use super::sandbox::MOST_DYING_WORDS;
use super::wire::{Filled, Inbox};

/// How long a child may take until it is ready.
const READY_WITHIN: Duration = Duration::from_secs(10);
/// How much of what a wrong program printed is quoted.
const MOST_QUOTED: usize = 200;
/// What the loader needs to find libraries.
const LOADER: [&str; 2] = ["LD_LIBRARY_PATH", "LD_PRELOAD"];

/// Why no worker could be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// There is no program to start.
    #[error(
        "there is no worker to run programs in: call `dsh_tools::worker::init()` first in `main`, or name a binary that \
         calls `dsh_tools::worker::main()` with `Isolated::builder().worker(path)` or in DSH_CODE_WORKER"
    )]
    NoWorker,
    /// The platform has no means to keep a program apart.
    #[error(
        "programs cannot be isolated on this platform; use `InProcess` for programs that are trusted"
    )]
    Platform,
    /// A budget that no run could keep.
    #[error("{limit}: {reason}")]
    Limit {
        /// Which one.
        limit: &'static str,
        /// What it must be.
        reason: String,
    },
    /// The system started no process.
    #[error("the worker {program} could not be started: {reason}")]
    Spawn {
        /// What was to be started.
        program: String,
        /// What the system says.
        reason: String,
    },
    /// What was started is no worker of this version.
    #[error("{program} is no worker: {reason}")]
    NotAWorker {
        /// What was started.
        program: String,
        /// What it did instead.
        reason: String,
    },
}

/// What is started as a worker, and with which limits.
#[derive(Clone, Debug)]
pub(super) struct Starter {
    pub(super) program: PathBuf,
    pub(super) settings: Settings,
}

/// A child that waits for its program.
pub(super) struct Worker {
    pub(super) process: Process,
    /// What the parent writes to.
    pub(super) to_child: OwnedFd,
    /// What it reads from.
    pub(super) from_child: OwnedFd,
    pub(super) inbox: Inbox,
    pub(super) protections: Protections,
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").field("process", &self.process).finish_non_exhaustive()
    }
}

/// A child process with the file that takes its last words.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    words: File,
}

impl Starter {
    /// Starts a child. Blocks for some milliseconds, at most for ten seconds.
    pub(super) fn start(&self) -> Result<Worker, StartError> {
        let nonce = nonce();
        let (mut process, to_child, from_child) = self.spawn(&nonce)?;
        let mut inbox = Inbox::default();
        let greeted = greet(&from_child, &mut inbox, &nonce)
            .and_then(|()| settle(self, &to_child, &from_child, &mut inbox));
        match greeted {
            Ok(protections) => Ok(Worker { process, to_child, from_child, inbox, protections }),
            Err(reason) => {
                process.kill();
                let status = process.wait();
                let words = process.last_words();
                let words = if words.is_empty() { words } else { format!("; it wrote {words:?}") };
                let reason = format!("{reason} ({status}{words})");
                Err(StartError::NotAWorker { program: self.program.display().to_string(), reason })
            }
        }
    }

    fn spawn(&self, nonce: &str) -> Result<(Process, OwnedFd, OwnedFd), StartError> {
        let failed = |error: io::Error| StartError::Spawn {
            program: self.program.display().to_string(),
            reason: error.to_string(),
        };
        let words = rustix::fs::memfd_create("dsh-tools worker", MemfdFlags::CLOEXEC);
        let words = File::from(words.map_err(|error| failed(error.into()))?);
        let mut command = Command::new(&self.program);
        command
            .env_clear()
            .envs(LOADER.iter().filter_map(|name| Some((name, std::env::var_os(name)?))))
            .env(MARKER, nonce)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(words.try_clone().map_err(failed)?)
            .process_group(0);
        let mut child = command.spawn().map_err(failed)?;
        let ends = child.stdin.take().zip(child.stdout.take());
        let process = Process { child, words };
        match ends {
            Some((to_child, from_child)) => Ok((process, to_child.into(), from_child.into())),
            None => Err(failed(io::Error::other("it has no pipes"))),
        }
    }
}

/// A text that a program cannot know by chance. Secrecy is not needed: only the child itself sees it.
fn nonce() -> String {
    let random = || RandomState::new().hash_one(0);
    format!("{:016x}{:016x}", random(), random())
}

/// Reads the preamble and the hello.
fn greet(from_child: &OwnedFd, inbox: &mut Inbox, nonce: &str) -> Result<(), String> {
    channel::unblock(from_child).map_err(|error| error.to_string())?;
    let deadline = Instant::now() + READY_WITHIN;
    loop {
        let came = inbox.unread();
        let same = came.iter().zip(PREAMBLE).all(|(came, expected)| came == expected);
        if !same {
            // What else it printed at once may be here by now.
            let _ = inbox.fill(from_child);
            let quoted = inbox.unread();
            let quoted = String::from_utf8_lossy(&quoted[..quoted.len().min(MOST_QUOTED)]);
            return Err(format!(
                "it printed {quoted:?} before its hello: `dsh_tools::worker::init()` has to be the first \
                 statement of `main`"
            ));
        }
        if came.len() >= PREAMBLE.len() {
            inbox.skip(PREAMBLE.len());
            break;
        }
        more(from_child, inbox, deadline)?;
    }
    match next(from_child, inbox, deadline)? {
        FromChild::Hello { build, .. } if build != BUILD => {
            Err(format!("it is version {build}, and this is {BUILD}"))
        }
        FromChild::Hello { nonce: echoed, .. } if echoed != nonce => {
            Err("it echoed another nonce".to_owned())
        }
        FromChild::Hello { .. } => Ok(()),
        _ => Err("it did not begin with a hello".to_owned()),
    }
}

/// Sends the settings and waits until they are kept.
fn settle(
    starter: &Starter,
    to_child: &OwnedFd,
    from_child: &OwnedFd,
    inbox: &mut Inbox,
) -> Result<Protections, String> {
    let mut bytes = Vec::new();
    let settings = ToChild::Settings(starter.settings.clone());
    settings.encode(&mut bytes).map_err(|error| error.to_string())?;
    // The pipe is empty, and takes these few bytes at once.
    rustix::io::write(to_child, &bytes).map_err(|error| error.to_string())?;
    channel::unblock(to_child).map_err(|error| error.to_string())?;
    match next(from_child, inbox, Instant::now() + READY_WITHIN)? {
        FromChild::Ready(protections) => Ok(protections),
        _ => Err("it did not say that it is ready".to_owned()),
    }
}

fn next(from_child: &OwnedFd, inbox: &mut Inbox, deadline: Instant) -> Result<FromChild, String> {
    loop {
        match FromChild::next(inbox).map_err(|error| error.to_string())? {
            Some(frame) => return Ok(frame),
            None => more(from_child, inbox, deadline)?,
        }
    }
}

fn more(from_child: &OwnedFd, inbox: &mut Inbox, deadline: Instant) -> Result<(), String> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(format!("it said nothing for {} seconds", READY_WITHIN.as_secs()));
    }
    channel::sleep(&[(from_child.as_fd(), PollFlags::IN)], Some(left))
        .map_err(|error| error.to_string())?;
    match inbox.fill(from_child).map_err(|error| error.to_string())? {
        Filled::Closed => Err("it ended before it was ready".to_owned()),
        Filled::Bytes(_) | Filled::Empty => Ok(()),
    }
}

impl Process {
    /// Ends it, whatever it does.
    pub(super) fn kill(&mut self) {
        // It may be over already.
        let _ = self.child.kill();
    }

    /// How it ended, if it did.
    pub(super) fn try_wait(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Waits for its end. Kill it first.
    pub(super) fn wait(&mut self) -> String {
        self.child.wait().map_or_else(|error| error.to_string(), describe)
    }

    /// The start of what it wrote to its standard error.
    pub(super) fn last_words(&self) -> String {
        let mut words = String::new();
        let mut file = &self.words;
        let read = file
            .seek(SeekFrom::Start(0))
            .and_then(|_| file.take(MOST_DYING_WORDS).read_to_string(&mut words));
        if read.is_ok() { words.trim().to_owned() } else { String::new() }
    }
}

/// No child is left behind, nor what the kernel keeps of it.
impl Drop for Process {
    fn drop(&mut self) {
        if self.try_wait().is_none() {
            self.kill();
            self.wait();
        }
    }
}

/// A status in words.
pub(super) fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit status {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => status.to_string(),
    }
}

/// What to start as a worker: what the code names, what the environment names, or this program itself.
pub(super) fn program(named: Option<PathBuf>, is_initialised: bool) -> Option<PathBuf> {
    let from_environment =
        || std::env::var_os("DSH_CODE_WORKER").filter(|path: &OsString| !path.is_empty());
    named
        .or_else(|| from_environment().map(PathBuf::from))
        .or_else(|| is_initialised.then(|| PathBuf::from("/proc/self/exe")))
}
