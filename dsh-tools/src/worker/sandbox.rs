//! What a child takes away from itself before it reads a program.
//! Whatever the platform refuses is left out and told: see [`Protections`].

use std::collections::BTreeMap;
use std::fs;

use rustix::process::{Resource, Rlimit, setrlimit};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch};

use super::protocol::{Protections, Settings};

/// Processor seconds beyond the budget, after which the kernel ends the process.
const PROCESSOR_SLACK: u64 = 10;

/// Sets all limits. Call it when everything that the child needs is there, with all its threads.
pub(super) fn confine(settings: &Settings) -> Protections {
    // Read first: files cannot be opened afterwards.
    let held = address_space();
    let seconds = settings.limits.compute.as_secs().saturating_add(PROCESSOR_SLACK);
    Protections {
        memory: held.is_some_and(|held| limit(Resource::As, held.saturating_add(settings.memory))),
        processor_time: limit(Resource::Cpu, seconds),
        // Descriptors 0 to 2 are taken, so there can be no other; `poll` takes no more than this limit says.
        files: limit(Resource::Nofile, 3)
            && limit(Resource::Core, 0)
            && limit(Resource::Fsize, MOST_DYING_WORDS),
        no_new_privileges: rustix::thread::set_no_new_privs(true).is_ok(),
        system_calls: filter()
            .is_some_and(|filter| seccompiler::apply_filter_all_threads(&filter).is_ok()),
    }
}

/// What a dying child may still write to its standard error.
pub(super) const MOST_DYING_WORDS: u64 = 16 * 1024;

fn limit(resource: Resource, most: u64) -> bool {
    setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) }).is_ok()
}

/// The bytes of address space that this process holds.
fn address_space() -> Option<u64> {
    let pages = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = pages.split(' ').next()?.parse().ok()?;
    pages.checked_mul(u64::try_from(rustix::param::page_size()).ok()?)
}

/// A filter that leaves the calls that computing, waiting and dying need; others fail.
fn filter() -> Option<BpfProgram> {
    let architecture = TargetArch::try_from(std::env::consts::ARCH).ok()?;
    let rules: BTreeMap<i64, Vec<_>> =
        ALLOWED.iter().map(|call| (i64::from(*call), Vec::new())).collect();
    let refused = SeccompAction::Errno(u32::try_from(libc::EPERM).ok()?);
    SeccompFilter::new(rules, refused, SeccompAction::Allow, architecture).ok()?.try_into().ok()
}

/// The system calls that stay.
const ALLOWED: &[Call] = &[
    libc::SYS_read as Call,
    libc::SYS_write as Call,
    libc::SYS_readv as Call,
    libc::SYS_writev as Call,
    libc::SYS_close as Call,
    libc::SYS_ppoll as Call,
    libc::SYS_mmap as Call,
    libc::SYS_munmap as Call,
    libc::SYS_mremap as Call,
    libc::SYS_mprotect as Call,
    libc::SYS_madvise as Call,
    libc::SYS_brk as Call,
    libc::SYS_futex as Call,
    libc::SYS_clock_gettime as Call,
    libc::SYS_clock_getres as Call,
    libc::SYS_gettimeofday as Call,
    libc::SYS_clock_nanosleep as Call,
    libc::SYS_nanosleep as Call,
    libc::SYS_exit as Call,
    libc::SYS_exit_group as Call,
    libc::SYS_rt_sigaction as Call,
    libc::SYS_rt_sigprocmask as Call,
    libc::SYS_rt_sigreturn as Call,
    libc::SYS_sigaltstack as Call,
    libc::SYS_sched_yield as Call,
    libc::SYS_getrandom as Call,
    libc::SYS_getpid as Call,
    libc::SYS_gettid as Call,
    libc::SYS_tgkill as Call,
    libc::SYS_restart_syscall as Call,
    libc::SYS_fcntl as Call,
    libc::SYS_fstat as Call,
    libc::SYS_lseek as Call,
    libc::SYS_getrusage as Call,
    libc::SYS_membarrier as Call,
    libc::SYS_sched_getaffinity as Call,
    libc::SYS_rseq as Call,
    libc::SYS_set_robust_list as Call,
    libc::SYS_munlock as Call,
    #[cfg(target_arch = "x86_64")]
    {
        libc::SYS_poll as Call
    },
];

type Call = i32;
