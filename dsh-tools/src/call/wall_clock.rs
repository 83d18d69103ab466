//! The clock of a program's wall time, which stands still while a person is asked (rule CODE-10).
//! Reading it is an atomic load and a look at the time; only whoever asks takes its lock.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Shows how long a run has taken, without the times in which a person was asked. Clones share it.
///
/// ```
/// use dsh_tools::code::WallClock;
///
/// let clock = WallClock::start();
/// let paused = clock.pause();
/// let shown = clock.elapsed();
/// std::thread::sleep(std::time::Duration::from_millis(5));
/// assert_eq!(clock.elapsed(), shown);
/// drop(paused);
/// assert!(!clock.is_paused());
/// ```
#[derive(Clone)]
pub struct WallClock(Arc<Inner>);

struct Inner {
    began: Instant,
    /// See [`Time`]: one word, so that no reader sees half of a change.
    time: AtomicU64,
    /// How many pauses there are now; they may overlap.
    pauses: Mutex<usize>,
    /// The clock of the run that this one is a part of.
    outer: Option<WallClock>,
}

/// What a clock knows, in nanoseconds above a bit that tells the two apart.
enum Time {
    /// It goes, and has stood for so long.
    Goes { stood: Duration },
    /// It stands, and shows this.
    Stands { shown: Duration },
}

impl Time {
    fn pack(self) -> u64 {
        let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX) << 1;
        match self {
            Self::Goes { stood } => nanoseconds(stood),
            Self::Stands { shown } => nanoseconds(shown) | 1,
        }
    }

    fn unpack(word: u64) -> Self {
        let time = Duration::from_nanos(word >> 1);
        if word & 1 == 0 { Self::Goes { stood: time } } else { Self::Stands { shown: time } }
    }
}

impl WallClock {
    /// A clock that goes from now on.
    #[must_use]
    pub fn start() -> Self {
        Self::start_within(None)
    }

    /// A clock whose pauses are pauses of the outer one too.
    pub(crate) fn start_within(outer: Option<Self>) -> Self {
        Self::begun(Instant::now(), outer)
    }

    fn begun(began: Instant, outer: Option<Self>) -> Self {
        let time = AtomicU64::new(Time::Goes { stood: Duration::ZERO }.pack());
        Self(Arc::new(Inner { began, time, pauses: Mutex::new(0), outer }))
    }

    /// How long it has gone.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.shows(Instant::now())
    }

    /// Whether it stands still.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        matches!(self.time(), Time::Stands { .. })
    }

    /// Stops it until the guard is dropped. Where pauses overlap, it goes on after the last one.
    #[must_use = "the clock goes on when the guard is dropped"]
    pub fn pause(&self) -> Paused {
        let now = Instant::now();
        self.with_outer().for_each(|clock| clock.stop(now));
        Paused(self.clone())
    }

    fn time(&self) -> Time {
        Time::unpack(self.0.time.load(Ordering::Acquire))
    }

    fn shows(&self, now: Instant) -> Duration {
        match self.time() {
            Time::Goes { stood } => {
                now.saturating_duration_since(self.0.began).saturating_sub(stood)
            }
            Time::Stands { shown } => shown,
        }
    }

    fn stop(&self, now: Instant) {
        let mut pauses = self.0.pauses.lock().unwrap_or_else(PoisonError::into_inner);
        if *pauses == 0 {
            self.set(Time::Stands { shown: self.shows(now) });
        }
        *pauses += 1;
    }

    fn go_on(&self, now: Instant) {
        let mut pauses = self.0.pauses.lock().unwrap_or_else(PoisonError::into_inner);
        *pauses -= 1;
        if *pauses == 0 {
            let since = now.saturating_duration_since(self.0.began);
            self.set(Time::Goes { stood: since.saturating_sub(self.shows(now)) });
        }
    }

    fn set(&self, time: Time) {
        self.0.time.store(time.pack(), Ordering::Release);
    }

    fn with_outer(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |clock| clock.0.outer.as_ref())
    }
}

impl fmt::Debug for WallClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WallClock")
            .field("elapsed", &self.elapsed())
            .field("is_paused", &self.is_paused())
            .finish()
    }
}

/// Holds a [`WallClock`] until it is dropped.
#[derive(Debug)]
pub struct Paused(WallClock);

impl Drop for Paused {
    fn drop(&mut self) {
        let now = Instant::now();
        self.0.with_outer().for_each(|clock| clock.go_on(now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn code_10_the_wall_clock_stands_for_the_union_of_pauses() {
        let began = Instant::now();
        let clock = WallClock::begun(began, None);
        clock.stop(began + ms(10));
        clock.stop(began + ms(20));
        assert_eq!(clock.shows(began + ms(25)), ms(10));
        clock.go_on(began + ms(30));
        assert!(clock.is_paused());
        clock.go_on(began + ms(40));
        assert_eq!(clock.shows(began + ms(40)), ms(10));
        assert_eq!(clock.shows(began + ms(50)), ms(20));
        clock.stop(began + ms(60));
        clock.go_on(began + ms(100));
        assert_eq!(clock.shows(began + ms(101)), ms(31));
    }

    #[test]
    fn code_10_the_wall_clock_of_an_outer_run_stands_too() {
        let outer = WallClock::start();
        let inner = WallClock::start_within(Some(outer.clone()));
        let paused = inner.pause();
        assert!(outer.is_paused() && inner.is_paused());
        drop(paused);
        assert!(!outer.is_paused() && !inner.is_paused());
        let paused = outer.pause();
        assert!(!inner.is_paused());
        drop(paused);
    }
}
