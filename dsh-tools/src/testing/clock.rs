//! A clock that a test can predict: it starts where it is told to and goes on by the same step each time.
//! Two journals that are written by equal clocks have equal times.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use crate::hook::Clock;

/// Seeds spread over so many seconds, about 30 years.
const SPREAD: u64 = 1_000_000_000;

/// A clock whose first reading is its start, and each further one a step later. Clones share the readings.
///
/// ```
/// use std::time::Duration;
///
/// use dsh_tools::hook::Clock;
/// use dsh_tools::registry::ToolRegistry;
/// use dsh_tools::testing::SeededClock;
///
/// let clock = SeededClock::seeded(7).stepping(Duration::from_secs(2));
/// assert_eq!(clock.now() + Duration::from_secs(2), clock.now());
/// let registry = ToolRegistry::builder().clock(clock).build()?;
/// # Ok::<(), dsh_tools::registry::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SeededClock {
    next: Arc<Mutex<SystemTime>>,
    step: Duration,
}

impl SeededClock {
    /// A clock that starts at that time and steps by one millisecond.
    #[must_use]
    pub fn starting_at(start: SystemTime) -> Self {
        Self { next: Arc::new(Mutex::new(start)), step: Duration::from_millis(1) }
    }

    /// A clock that starts at a time of the seed's choosing, at a full second after September 2001, and steps
    /// by one millisecond. Equal seeds give equal times.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        let seconds = SPREAD + scattered(seed) % SPREAD;
        Self::starting_at(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds))
    }

    /// A clock at the same time with another step and with readings of its own.
    #[must_use]
    pub fn stepping(self, step: Duration) -> Self {
        let next = *self.next.lock().unwrap_or_else(PoisonError::into_inner);
        Self { next: Arc::new(Mutex::new(next)), step }
    }
}

impl Clock for SeededClock {
    fn now(&self) -> SystemTime {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let now = *next;
        // At the end of time it stands still.
        *next = now.checked_add(self.step).unwrap_or(now);
        now
    }
}

/// A multiplicative hash, so that neighbouring seeds give times that are far apart.
fn scattered(seed: u64) -> u64 {
    let mixed = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seeds_give_equal_times_and_others_do_not() {
        let times = |seed| {
            let clock = SeededClock::seeded(seed);
            [clock.now(), clock.now(), clock.now()]
        };
        assert_eq!(times(1), times(1));
        assert_ne!(times(1), times(2));
    }

    #[test]
    fn clones_share_readings_and_a_new_step_begins_its_own() {
        let start = SystemTime::UNIX_EPOCH;
        let clock = SeededClock::starting_at(start);
        let clone = clock.clone();
        assert_eq!((clock.now(), clone.now()), (start, start + Duration::from_millis(1)));

        let slow = clone.stepping(Duration::from_mins(1));
        let third = start + Duration::from_millis(2);
        assert_eq!((slow.now(), slow.now()), (third, third + Duration::from_mins(1)));
        assert_eq!(clock.now(), third);
    }
}
