//! Measures how long closures take, and holds the figures against limits.
//! Sides of a comparison run in turns, so that whatever else the machine does hits them alike.

pub mod sample;

use std::fmt;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

/// How many batches there are of each side; their median counts.
const BATCHES: usize = 41;

/// How long a batch should take: far above what reading the clock costs.
const BATCH: Duration = Duration::from_millis(4);

/// Machines differ, and do other things beside: beyond this factor a missed limit is no longer put down to
/// the machine. Both sides of a ratio run on the same one.
const TOLERANCE_OF_TIMES: f64 = 5.0;
const TOLERANCE_OF_RATIOS: f64 = 2.0;

/// Work to be measured. It hands its result to [`std::hint::black_box`] itself.
pub type Work<'a> = Box<dyn FnMut() + 'a>;

/// Work that keeps its result from being optimised away.
pub fn work<'a, T>(mut body: impl FnMut() -> T + 'a) -> Work<'a> {
    Box::new(move || {
        std::hint::black_box(body());
    })
}

/// What a future gives that waits for nobody but itself.
pub fn ready<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(done) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return done;
        }
    }
}

/// How long one run of each side takes: the medians of many batches that alternate.
#[must_use]
pub fn medians<const SIDES: usize>(mut sides: [Work<'_>; SIDES]) -> [Duration; SIDES] {
    let runs = sides.each_mut().map(|side| runs_per_batch(side));
    let mut times: [Vec<f64>; SIDES] = std::array::from_fn(|_| Vec::with_capacity(BATCHES));
    for _ in 0..BATCHES {
        for ((side, runs), times) in sides.iter_mut().zip(runs).zip(&mut times) {
            times.push(batch(side, runs).as_secs_f64() / f64::from(runs));
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        Duration::from_secs_f64(times[BATCHES / 2])
    })
}

/// Warms up, and finds out how many runs fill a batch.
fn runs_per_batch(side: &mut Work<'_>) -> u32 {
    let mut runs = 1_u32;
    loop {
        let time = batch(side, runs);
        if time >= BATCH {
            return runs;
        }
        // At most ten times as many at once: the first runs are slow.
        let factor = (BATCH.as_secs_f64() / time.as_secs_f64().max(1e-9)).clamp(1.5, 10.0);
        runs = grown(runs, factor);
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Positive and far below the limit.
fn grown(runs: u32, factor: f64) -> u32 {
    (f64::from(runs) * factor).ceil().min(1e9) as u32
}

/// The first run makes what the other side may have taken away, and does not count.
fn batch(side: &mut Work<'_>, runs: u32) -> Duration {
    side();
    let start = Instant::now();
    for _ in 0..runs {
        side();
    }
    start.elapsed()
}

/// Prints a line for each measurement and remembers the limits that were missed.
#[derive(Debug, Default)]
pub struct Report {
    over: Vec<String>,
    far_over: Vec<String>,
}

impl Report {
    /// A time without a limit.
    pub fn time(&self, name: &str, time: Duration) {
        self.line(name, &Figure::Time(time), None);
    }

    /// A time that should not be longer than the limit.
    pub fn time_within(&mut self, name: &str, time: Duration, limit: Duration) {
        self.check(name, time.as_secs_f64() / limit.as_secs_f64(), TOLERANCE_OF_TIMES);
        self.line(name, &Figure::Time(time), Some(&Figure::Time(limit)));
    }

    /// How many times as long as the other side ours takes, without a limit.
    pub fn ratio(&self, name: &str, ours: Duration, theirs: Duration) {
        self.line(name, &Figure::Ratio { ours, theirs }, None);
    }

    /// How many times as long as the other side ours takes, which should not be more than the limit.
    pub fn ratio_within(&mut self, name: &str, ours: Duration, theirs: Duration, limit: f64) {
        let part = ours.as_secs_f64() / theirs.as_secs_f64() / limit;
        self.check(name, part, TOLERANCE_OF_RATIOS);
        self.line(name, &Figure::Ratio { ours, theirs }, Some(&Figure::Factor(limit)));
    }

    /// A number of bytes that should not be more than the limit.
    pub fn size_within(&mut self, name: &str, bytes: u64, limit: u64) {
        #[allow(clippy::cast_precision_loss)] // Sizes are small, and shown with two digits.
        let [bytes, limit] = [bytes, limit].map(|bytes| bytes as f64);
        self.check(name, bytes / limit, TOLERANCE_OF_RATIOS);
        self.line(name, &Figure::Megabytes(bytes / 1e6), Some(&Figure::Megabytes(limit / 1e6)));
    }

    /// Sums up, and ends the process with status 1 if a limit was missed by far.
    pub fn finish(self) {
        if self.over.is_empty() {
            println!("every limit is kept");
            return;
        }
        println!("over the limit: {}", self.over.join(", "));
        if self.far_over.is_empty() {
            println!("none by more than a slower or busier machine may explain");
            return;
        }
        println!("by far: {}", self.far_over.join(", "));
        std::process::exit(1);
    }

    /// `part` is the share of the limit that is used up.
    fn check(&mut self, name: &str, part: f64, tolerance: f64) {
        if part > 1.0 {
            self.over.push(name.to_owned());
        }
        if part >= tolerance {
            self.far_over.push(name.to_owned());
        }
    }

    fn line(&self, name: &str, figure: &Figure, limit: Option<&Figure>) {
        let missed = self.over.last().is_some_and(|last| last == name);
        match limit {
            None => println!("{name:<44} {figure}"),
            Some(limit) => {
                let verdict = if missed { "over" } else { "ok" };
                println!("{name:<44} {figure:<44} limit {limit:<10} {verdict}");
            }
        }
    }
}

enum Figure {
    Time(Duration),
    Factor(f64),
    Megabytes(f64),
    Ratio { ours: Duration, theirs: Duration },
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Time(time) => shown(*time),
            Self::Factor(factor) => format!("{factor:.2}x"),
            Self::Megabytes(megabytes) => format!("{megabytes:.2} MB"),
            Self::Ratio { ours, theirs } => {
                let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
                format!("{} to {}: {ratio:.2}x", shown(*ours), shown(*theirs))
            }
        };
        f.pad(&text)
    }
}

fn shown(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    if micros < 1000.0 { format!("{micros:.2} µs") } else { format!("{:.2} ms", micros / 1e3) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slower_work_has_the_longer_median() {
        let spin = |micros: u64| {
            work(move || {
                let start = Instant::now();
                while start.elapsed() < Duration::from_micros(micros) {}
            })
        };
        let [fast, slow] = medians([spin(20), spin(200)]);
        assert!(fast < slow, "{fast:?} and {slow:?}");
    }

    #[test]
    fn a_limit_is_kept_over_or_missed_by_far() {
        let micros = Duration::from_micros;
        let mut report = Report::default();
        report.time_within("kept", micros(10), micros(10));
        report.ratio_within("over", micros(30), micros(10), 2.0);
        report.time_within("far", micros(20), micros(10));
        assert_eq!(report.over, ["over", "far"]);
        assert_eq!(report.far_over, ["far"]);
    }
}
