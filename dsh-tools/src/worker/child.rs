//! A worker's life: hello, limits, one program, done.
//! The program runs on a thread with a large stack; the main thread only waits for it.

use std::collections::HashMap;
use std::io;
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::channel::Channel;
use super::protocol::{BUILD, Done, FromChild, Settings, ToChild};
use super::sandbox;
use super::watchdog::{Watch, exit};
use crate::engine::{
    self, BindingGroup, HostCall, HostEvent, RunReport, RunRequest, Stop, WrittenCall,
};

/// Serves one run and ends the process.
pub(super) fn serve(nonce: String) -> ! {
    let code = match begin(nonce) {
        Ok(()) => 0,
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => exit::ORPHAN,
        Err(error) => {
            eprintln!("dsh-tools worker: {error}");
            exit::BROKEN
        }
    };
    process::exit(code)
}

fn begin(nonce: String) -> io::Result<()> {
    let mut channel = Channel::take()?;
    channel.send(&FromChild::Hello { build: BUILD.to_owned(), nonce })?;
    let Some(ToChild::Settings(settings)) = channel.receive(None)? else {
        return Err(io::Error::other("the host sent no settings"));
    };
    let watch = Watch::start(channel.watched()?)?;
    let engine = thread::Builder::new()
        .name("dsh-tools program".to_owned())
        .stack_size(engine::stack_size())
        .spawn(move || serve_program(channel, &settings, &watch))?;
    engine.join().unwrap_or_else(|_| Err(io::Error::other("the program's thread panicked")))
}

fn serve_program(mut channel: Channel, settings: &Settings, watch: &Watch) -> io::Result<()> {
    // What the engine holds for good belongs to the child, not to the program's budget.
    engine::warm_up();
    channel.send(&FromChild::Ready(sandbox::confine(settings)))?;
    let Some(ToChild::Run { source, groups }) = channel.receive(None)? else {
        return Err(io::Error::other("the host sent no program"));
    };
    let members = groups.iter().map(members_of).collect();
    let request = RunRequest { source, bindings: groups, limits: settings.limits.clone() };
    channel.spun = Duration::ZERO;
    watch.begin(settings.limits.compute);
    let line = Arc::new(Mutex::new(Line { channel, streamed: 0 }));
    let host = PipeHost { line: line.clone(), members, watch: watch.clone() };
    let report = engine::run(request, Box::new(host));
    watch.end();
    let line = &mut *line.lock().unwrap_or_else(PoisonError::into_inner);
    line.channel.send(&FromChild::Done(done(report, line.streamed)))
}

fn members_of(group: &BindingGroup) -> HashMap<Arc<str>, usize> {
    let names = group.members.iter().chain(&group.hidden_members);
    names.enumerate().map(|(index, name)| (name.clone(), index)).collect()
}

/// The end of a run, when so many entries of its log are with the host already.
fn done(report: RunReport, streamed: usize) -> Done {
    let RunReport { result, mut logs, unhandled } = report;
    // The last entry may have been cut, so it is sent again.
    let kept = logs.len().saturating_sub(1).min(streamed);
    Done { result, kept, tail: logs.split_off(kept), unhandled }
}

/// The channel, and how many entries of the log went over it.
struct Line {
    channel: Channel,
    streamed: usize,
}

/// The engine's way out: frames to the host.
struct PipeHost {
    line: Arc<Mutex<Line>>,
    /// The place of each member in its group.
    members: Vec<HashMap<Arc<str>, usize>>,
    watch: Watch,
}

impl PipeHost {
    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a channel gave; without a host there is nobody left to work for.
fn or_exit<T>(done: io::Result<T>) -> T {
    done.unwrap_or_else(|_| process::exit(exit::ORPHAN))
}

impl engine::Host for PipeHost {
    fn written(&mut self, calls: Vec<WrittenCall>) {
        or_exit(self.line().channel.send(&FromChild::Written(calls)));
    }

    fn call(&mut self, call: HostCall) {
        let HostCall { id, group, member, arguments } = call;
        let member = self.members.get(group).and_then(|members| members.get(&member));
        let member = member.copied().unwrap_or(usize::MAX);
        let frame = FromChild::Call { id, group, member, arguments, bytes: 0 };
        or_exit(self.line().channel.send(&frame));
    }

    fn wait(&mut self, until: Option<Instant>) -> HostEvent {
        let mut line = self.line();
        let received = or_exit(line.channel.receive(until));
        self.watch.forgive(std::mem::take(&mut line.channel.spun));
        match received {
            Some(ToChild::Reply { id, result }) => HostEvent::Reply { id, result },
            Some(ToChild::CaughtUp) => HostEvent::CaughtUp,
            Some(_) => process::exit(exit::BROKEN),
            None => HostEvent::TimeUp,
        }
    }

    fn catch_up(&mut self) -> bool {
        or_exit(self.line().channel.send(&FromChild::CatchUp));
        true
    }

    fn log(&mut self, entry: &str) {
        let mut line = self.line();
        line.streamed += 1;
        or_exit(line.channel.send(&FromChild::Log(entry.to_owned())));
    }

    fn stop(&self) -> Option<Stop> {
        // The host ends a process, not a program.
        None
    }
}
