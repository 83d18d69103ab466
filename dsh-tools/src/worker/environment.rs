//! Takes the marker of a worker out of the environment, before anything else can see it.
//! The only `unsafe` of this crate, with its proof.

use std::fs;

/// The variable that makes a process a worker; its value is a nonce, echoed in the hello.
pub(super) const MARKER: &str = "DSH_TOOLS_WORKER";

/// What the environment says of this process.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Marked {
    /// It is no worker.
    No,
    /// It is one, with that nonce.
    Worker(String),
    /// It is one, but other threads run already.
    TooLate,
}

/// Takes the marker out.
#[allow(unsafe_code)]
pub(super) fn take_marker() -> Marked {
    let Some(nonce) = std::env::var_os(MARKER) else { return Marked::No };
    if threads() != Some(1) {
        return Marked::TooLate;
    }
    // SAFETY: `remove_var` is unsound only while another thread reads or writes the environment. The kernel
    // has just listed exactly one thread of this process, which is this one, and this function starts none.
    unsafe { std::env::remove_var(MARKER) };
    Marked::Worker(nonce.to_string_lossy().into_owned())
}

/// How many threads this process has, where the kernel tells.
fn threads() -> Option<usize> {
    fs::read_dir("/proc/self/task").ok().map(Iterator::count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_12_a_process_without_the_marker_is_no_worker() {
        assert_eq!(take_marker(), Marked::No);
    }

    #[test]
    fn code_12_the_threads_of_this_process_are_counted() {
        let before = threads().unwrap();
        let (stop, stopped) = std::sync::mpsc::channel::<()>();
        let other = std::thread::spawn(move || stopped.recv().is_err());
        assert!(threads().unwrap() >= 2 && before >= 1);
        drop(stop);
        assert!(other.join().unwrap());
    }
}
