//! Looking for the next message for a moment before going to sleep: where calls come one after the other and are
//! quick, waking a thread costs more than a call.

use std::time::{Duration, Instant};

/// How long a run may go on in one piece before others of the runtime have their turn.
pub(crate) const TURN: Duration = Duration::from_millis(1);
/// How long a moment is.
const MOMENT: Duration = Duration::from_micros(50);
/// How often in a row nothing may come.
const MOST_MISSES: u32 = 3;

/// Looks again, as long as that pays.
#[derive(Debug, Default)]
pub(crate) struct Spin {
    misses: u32,
}

impl Spin {
    /// Something happened after which the next message may come soon.
    pub(crate) fn expect(&mut self) {
        self.misses = 0;
    }

    /// What comes within a moment, if it is worth looking for.
    pub(crate) fn look<T>(&mut self, mut look: impl FnMut() -> Option<T>) -> Option<T> {
        if self.misses >= MOST_MISSES {
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
        let mut spin = Spin::default();
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
}
