//! Looking for the next message for a moment before going to sleep: where calls come one after the other and are
//! quick, waking a thread costs more than a call.

use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

/// How long a run may go on in one piece before others of the runtime have their turn.
pub(crate) const TURN: Duration = Duration::from_millis(1);
/// How long a moment is.
const MOMENT: Duration = Duration::from_micros(50);
/// How often in a row nothing may come.
const MOST_MISSES: u32 = 3;

/// Whether somebody can send a message while another one looks for it. On a single processor, looking only
/// holds up the sender.
static TWO_CAN_RUN: LazyLock<bool> =
    LazyLock::new(|| thread::available_parallelism().is_ok_and(|processors| processors.get() > 1));

/// Looks again, as long as that pays.
#[derive(Debug)]
pub(crate) struct Spin {
    two_can_run: bool,
    misses: u32,
}

impl Default for Spin {
    fn default() -> Self {
        Self::where_two_can_run(*TWO_CAN_RUN)
    }
}

impl Spin {
    fn where_two_can_run(two_can_run: bool) -> Self {
        Self { two_can_run, misses: 0 }
    }

    /// Something happened after which the next message may come soon.
    pub(crate) fn expect(&mut self) {
        self.misses = 0;
    }

    /// What comes within a moment, if it is worth looking for.
    pub(crate) fn look<T>(&mut self, mut look: impl FnMut() -> Option<T>) -> Option<T> {
        if !self.two_can_run || self.misses >= MOST_MISSES {
            return None;
        }
        let began = Instant::now();
        while began.elapsed() < MOMENT {
            let found = look();
            if found.is_some() {
                self.misses = 0;
                return found;
            }
            std::hint::spin_loop();
        }
        self.misses += 1;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_5_nobody_looks_for_what_does_not_come() {
        let mut spin = Spin::where_two_can_run(true);
        for _ in 0..3 {
            let mut looked = 0;
            let nothing = || -> Option<u8> {
                looked += 1;
                None
            };
            assert_eq!(spin.look(nothing), None);
            assert!(looked > 0);
        }
        assert_eq!(spin.look(|| Some(1)), None);
        spin.expect();
        assert_eq!(spin.look(|| Some(1)), Some(1));
    }

    #[test]
    fn code_5_nobody_looks_where_only_one_can_run() {
        let mut spin = Spin::where_two_can_run(false);
        spin.expect();
        assert_eq!(spin.look(|| Some(1)), None);
    }
}
