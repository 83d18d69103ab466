//! What a process holds: processes, threads, descriptors and memory, before and after whatever should leave nothing.

use std::fmt;
use std::fs;
use std::time::{Duration, Instant};

use anyhow::Context as _;

/// How long what has ended may take to be gone.
const SETTLE_WITHIN: Duration = Duration::from_secs(10);

/// What this process holds.
pub struct Held {
    /// Started by this one, and not seen off.
    pub processes: u64,
    /// Of this process.
    pub threads: u64,
    /// Of this process.
    pub descriptors: u64,
    /// Resident bytes of this process.
    pub memory: u64,
}

impl Held {
    /// How much more there is than before, where memory may have grown by so many bytes.
    #[must_use]
    pub fn leaked_since(&self, before: &Self, most_grown: u64) -> u64 {
        let grown = self.memory.saturating_sub(before.memory) > most_grown;
        self.processes.saturating_sub(before.processes)
            + self.threads.saturating_sub(before.threads)
            + self.descriptors.saturating_sub(before.descriptors)
            + u64::from(grown)
    }
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { processes, threads, descriptors, memory } = self;
        let memory = memory >> 20;
        write!(
            f,
            "{processes} processes, {threads} threads, {descriptors} descriptors, {memory} MiB"
        )
    }
}

/// What this process holds now.
///
/// # Errors
///
/// Where `/proc` cannot be read.
pub fn held() -> anyhow::Result<Held> {
    let count = |folder: &str| -> anyhow::Result<u64> { Ok(fs::read_dir(folder)?.count() as u64) };
    let status = fs::read_to_string("/proc/self/status")?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = resident.and_then(|text| text.trim().split(' ').next()?.parse::<u64>().ok());
    Ok(Held {
        processes: children()?,
        threads: count("/proc/self/task")?,
        descriptors: count("/proc/self/fd")?,
        memory: kibibytes.context("no resident memory is told")? << 10,
    })
}

/// The processes that this one has started and not seen off.
fn children() -> anyhow::Result<u64> {
    let me = std::process::id().to_string();
    let mut children = 0;
    for entry in fs::read_dir("/proc")?.flatten() {
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        // The parent is the second field behind the name, which stands in brackets.
        let parent = stat.rsplit(") ").next().and_then(|rest| rest.split(' ').nth(1));
        children += u64::from(parent == Some(me.as_str()));
    }
    Ok(children)
}

/// What is held once it is no more than before, or has not become so for a while.
///
/// # Errors
///
/// Where `/proc` cannot be read.
pub fn settled(before: &Held, most_grown: u64) -> anyhow::Result<Held> {
    let deadline = Instant::now() + SETTLE_WITHIN;
    loop {
        let after = held()?;
        if after.leaked_since(before, most_grown) == 0 || Instant::now() > deadline {
            return Ok(after);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}
