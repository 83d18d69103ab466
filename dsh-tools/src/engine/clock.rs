//! The processor time of a thread, in which a program's compute budget is counted (rule CODE-10): on a busy machine
//! a program has as much of it as on an idle one. Where the system does not tell it, time that passes stands in.

use std::time::Duration;

/// How long the calling thread has computed. Only differences mean anything.
#[cfg(target_os = "linux")]
pub(super) fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};

    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default()
}

#[cfg(not(target_os = "linux"))]
pub(super) fn thread_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;

    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGAN.elapsed()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn code_10_waiting_is_no_computing() {
        let before = thread_time();
        std::thread::sleep(Duration::from_millis(100));
        let since = || thread_time().saturating_sub(before);
        let slept = since();
        assert!(slept < Duration::from_millis(50), "{slept:?}");
        while since() < Duration::from_millis(60) {
            std::hint::spin_loop();
        }
    }
}
