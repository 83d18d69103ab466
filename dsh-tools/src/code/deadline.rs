//! When a run's wall time is over, by a clock that may stand still (rule CODE-10).
//! Both hosts sleep until then, and look again.

use std::time::Duration;

use super::runtime::WallClock;

/// How long to sleep at least while the clock stands, however little is left.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// A time on a run's clock.
#[derive(Debug)]
pub(crate) struct Deadline {
    clock: WallClock,
    at: Duration,
}

impl Deadline {
    /// So much later than the clock shows now.
    pub(crate) fn after(clock: WallClock, wall: Duration) -> Self {
        let at = clock.elapsed().saturating_add(wall);
        Self { clock, at }
    }

    /// Whether the time has come.
    pub(crate) fn is_over(&self) -> bool {
        self.clock.elapsed() >= self.at
    }

    /// How long to sleep until the next look, which is at most [`LOOK_AGAIN`] late, also if the clock goes on meanwhile.
    pub(crate) fn sleep(&self) -> Duration {
        let left = self.at.saturating_sub(self.clock.elapsed());
        if self.clock.is_paused() { left.max(LOOK_AGAIN) } else { left }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_10_a_deadline_does_not_come_while_its_clock_stands() {
        let clock = WallClock::start();
        let deadline = Deadline::after(clock.clone(), Duration::from_millis(100));
        let paused = clock.pause();
        std::thread::sleep(Duration::from_millis(120));
        assert!(!deadline.is_over() && deadline.sleep() >= LOOK_AGAIN);
        drop(paused);
        std::thread::sleep(Duration::from_millis(120));
        assert!(deadline.is_over() && deadline.sleep().is_zero());
    }
}
