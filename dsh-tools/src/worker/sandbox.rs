//! What a child takes away from itself before it reads a program.
//! Whatever the platform refuses is left out and told: see [`Protections`].

use std::collections::BTreeMap;
use std::fs;

use rustix::process::{Resource, Rlimit, setrlimit};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};

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
    let mut rules: BTreeMap<i64, Vec<_>> = ALLOWED.iter().map(|call| (*call, Vec::new())).collect();
    rules.extend(restricted()?);
    let refused = SeccompAction::Errno(u32::try_from(libc::EPERM).ok()?);
    SeccompFilter::new(rules, refused, SeccompAction::Allow, architecture).ok()?.try_into().ok()
}

/// The system calls that stay for some arguments only.
fn restricted() -> Option<[(i64, Vec<SeccompRule>); 4]> {
    let myself = u64::try_from(rustix::process::getpid().as_raw_nonzero().get()).ok()?;
    let is = |argument, value| only(argument, SeccompCmpOp::Eq, value);
    // Memory is never made executable from here on: there is no code but what was loaded.
    let executable = u64::try_from(libc::PROT_EXEC).ok()?;
    let no_code = || only(2, SeccompCmpOp::MaskedEq(executable), 0);
    // Flags alone: an owner of a descriptor (`F_SETOWN`) could be another process, which would get its signals.
    let flags = [libc::F_GETFD, libc::F_SETFD, libc::F_GETFL, libc::F_SETFL];
    let flags: Option<Vec<_>> =
        flags.into_iter().map(|command| is(1, u64::try_from(command).ok()?)).collect();
    Some([
        // A dying process signals itself, and no other.
        (libc::SYS_tgkill, vec![is(0, myself)?]),
        (libc::SYS_fcntl, flags?),
        (libc::SYS_mmap, vec![no_code()?]),
        (libc::SYS_mprotect, vec![no_code()?]),
    ])
}

/// A rule about one argument of a call, of which 32 bits count.
fn only(argument: u8, comparison: SeccompCmpOp, value: u64) -> Option<SeccompRule> {
    let condition =
        SeccompCondition::new(argument, SeccompCmpArgLen::Dword, comparison, value).ok()?;
    SeccompRule::new(vec![condition]).ok()
}

/// The system calls that stay.
const ALLOWED: &[libc::c_long] = &[
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_close,
    libc::SYS_ppoll,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_brk,
    libc::SYS_futex,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_gettimeofday,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_sched_yield,
    libc::SYS_getrandom,
    libc::SYS_getpid,
    libc::SYS_gettid,
    libc::SYS_restart_syscall,
    libc::SYS_fstat,
    libc::SYS_lseek,
    libc::SYS_getrusage,
    libc::SYS_membarrier,
    libc::SYS_sched_getaffinity,
    libc::SYS_rseq,
    libc::SYS_set_robust_list,
    libc::SYS_munlock,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_poll,
];
