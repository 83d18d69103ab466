//! A JSON number: an exact 64-bit integer or a finite double that is no such integer.
//! Numbers compare by value: an integer and a double that say the same number are equal.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The greatest integer that a double and its neighbours hold exactly: 2^53 - 1.
pub const MAX_SAFE_INTEGER: i64 = 9_007_199_254_740_991;

/// A finite number other than `-0`.
///
/// ```
/// use dsh_tools::json::Number;
///
/// assert_eq!(Number::from_f64(3.0), Some(Number::from(3)));
/// assert_eq!(Number::from_f64(f64::NAN), None);
/// assert_eq!(Number::from(u64::MAX).to_string(), "18446744073709551615");
/// ```
#[derive(Clone, Copy)]
pub struct Number(Repr);

#[derive(Clone, Copy)]
enum Repr {
    /// Every integer that fits.
    Signed(i64),
    /// Only integers above `i64::MAX`.
    Unsigned(u64),
    /// Finite, and no integer of at most 2^53 - 1 in size.
    Double(f64),
}

impl Number {
    /// The number, or `None` for a value that JSON cannot carry without loss: NaN, infinities, `-0`.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // Bounds are checked first.
    pub fn from_f64(value: f64) -> Option<Self> {
        if !value.is_finite() || (value == 0.0 && value.is_sign_negative()) {
            return None;
        }
        if value.fract() == 0.0 && value.abs() <= MAX_SAFE_INTEGER as f64 {
            return Some(Self(Repr::Signed(value as i64)));
        }
        Some(Self(Repr::Double(value)))
    }

    /// The number if it is stored as an integer that fits in `i64`.
    #[must_use]
    pub fn as_i64(self) -> Option<i64> {
        match self.0 {
            Repr::Signed(value) => Some(value),
            Repr::Unsigned(_) | Repr::Double(_) => None,
        }
    }

    /// The number if it is stored as an integer that fits in `u64`.
    #[must_use]
    pub fn as_u64(self) -> Option<u64> {
        match self.0 {
            Repr::Signed(value) => u64::try_from(value).ok(),
            Repr::Unsigned(value) => Some(value),
            Repr::Double(_) => None,
        }
    }

    /// The nearest double.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // "Nearest" is what is asked for.
    pub fn as_f64(self) -> f64 {
        match self.0 {
            Repr::Signed(value) => value as f64,
            Repr::Unsigned(value) => value as f64,
            Repr::Double(value) => value,
        }
    }

    /// Whether the value is an integer, however it was written: `3`, `3.0` and `1e30` are.
    #[must_use]
    pub fn is_integer(self) -> bool {
        match self.0 {
            Repr::Signed(_) | Repr::Unsigned(_) => true,
            Repr::Double(value) => value.fract() == 0.0,
        }
    }

    /// Whether the number is stored exactly as an integer beyond ±(2^53 - 1), which a program's
    /// numbers cannot hold (rule SCH-7).
    #[must_use]
    pub fn is_unsafe_integer(self) -> bool {
        match self.0 {
            Repr::Signed(value) => value.unsigned_abs() > MAX_SAFE_INTEGER.unsigned_abs(),
            Repr::Unsigned(_) => true,
            Repr::Double(_) => false,
        }
    }

    /// Its value exactly, if that is an integer of at most 126 bits.
    #[allow(clippy::cast_possible_truncation)] // Bounds are checked first.
    fn exact(self) -> Option<i128> {
        match self.0 {
            Repr::Signed(value) => Some(value.into()),
            Repr::Unsigned(value) => Some(value.into()),
            Repr::Double(value) if value.fract() == 0.0 && value.abs() < TWO_TO_126 => {
                Some(value as i128)
            }
            Repr::Double(_) => None,
        }
    }

    /// The number as `digits * 10^exponent`, with as few digits as tell it from its neighbours.
    pub(crate) fn decimal(self) -> (u64, i32) {
        match self.0 {
            Repr::Signed(value) => (value.unsigned_abs(), 0),
            Repr::Unsigned(value) => (value, 0),
            Repr::Double(value) => decimal_of(value),
        }
    }
}

/// 2^126, below which every double that is an integer fits `i128`.
const TWO_TO_126: f64 = 85_070_591_730_234_615_865_843_651_857_942_052_864.0;

fn decimal_of(value: f64) -> (u64, i32) {
    let text = format!("{:e}", value.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    // At most 17 digits, which always fit.
    let digits = format!("{whole}{fraction}").parse().unwrap_or(u64::MAX);
    let places = i32::try_from(fraction.len()).unwrap_or(0);
    (digits, exponent.parse::<i32>().unwrap_or(0) - places)
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl Eq for Number {}

impl Ord for Number {
    /// By value, exactly: doubles are compared as such only where one of the two is no integer.
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.0, other.0) {
            (Repr::Signed(left), Repr::Signed(right)) => left.cmp(&right),
            _ => match (self.exact(), other.exact()) {
                (Some(left), Some(right)) => left.cmp(&right),
                _ => self.as_f64().total_cmp(&other.as_f64()),
            },
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.exact() {
            Some(value) => value.hash(state),
            None => self.as_f64().to_bits().hash(state),
        }
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self(Repr::Signed(value))
    }
}

impl From<u64> for Number {
    fn from(value: u64) -> Self {
        i64::try_from(value).map_or(Self(Repr::Unsigned(value)), Self::from)
    }
}

impl From<i32> for Number {
    fn from(value: i32) -> Self {
        Self::from(i64::from(value))
    }
}

impl From<u32> for Number {
    fn from(value: u32) -> Self {
        Self::from(i64::from(value))
    }
}

/// As JavaScript prints it: `1e+21`, `1e-7`, `0.1`.
impl Number {
    /// Writes it as JSON text; shorter than through a formatter.
    pub(super) fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self.0 {
            Repr::Signed(value) => out.write_str(itoa::Buffer::new().format(value)),
            Repr::Unsigned(value) => out.write_str(itoa::Buffer::new().format(value)),
            Repr::Double(value) => out.write_str(ryu_js::Buffer::new().format_finite(value)),
        }
    }
}

impl Number {
    /// Writes it so that it is read as the same number again: doubles never look like integers.
    pub(super) fn write_exact(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self.0 {
            Repr::Double(value) if value.fract() == 0.0 => write!(out, "{value:e}"),
            _ => self.write(out),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sch_7_integers_are_exact_and_integral_floats_are_integers() {
        assert_eq!(Number::from_f64(30.0), Some(Number::from(30)));
        assert_eq!(Number::from(i64::MIN).as_i64(), Some(i64::MIN));
        assert!(Number::from(9_007_199_254_740_992_i64).is_unsafe_integer());
        assert!(!Number::from(MAX_SAFE_INTEGER).is_unsafe_integer());
        assert!(Number::from_f64(1e300).is_some_and(Number::is_integer));
    }

    #[test]
    fn pipe_1_refuses_negative_zero_and_what_is_not_finite() {
        for refused in [-0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(Number::from_f64(refused), None, "{refused}");
        }
    }

    #[test]
    fn sch_2_numbers_compare_by_value() {
        let double = |value| Number::from_f64(value).expect("finite");
        assert_eq!(double(9_007_199_254_740_992.0), Number::from(9_007_199_254_740_992_i64));
        assert!(Number::from(9_007_199_254_740_993_i64) > double(9_007_199_254_740_992.0));
        assert!(Number::from(u64::MAX) < double(18_446_744_073_709_551_616.0));
        assert!(double(0.5) < Number::from(1) && double(-1e300) < Number::from(i64::MIN));
        assert!(double(1e300) > Number::from(u64::MAX));
    }

    #[test]
    fn sch_2_decimals_are_what_was_written() {
        assert_eq!(Number::from_f64(0.0075).map(Number::decimal), Some((75, -4)));
        assert_eq!(Number::from_f64(1e308).map(Number::decimal), Some((1, 308)));
        assert_eq!(Number::from_f64(-12.5).map(Number::decimal), Some((125, -1)));
        assert_eq!(Number::from(30).decimal(), (30, 0));
    }

    #[test]
    fn code_8_numbers_print_as_javascript_prints_them() {
        let printed = |value: f64| Number::from_f64(value).map(|number| number.to_string());
        assert_eq!(printed(1e21).as_deref(), Some("1e+21"));
        assert_eq!(printed(1e-7).as_deref(), Some("1e-7"));
        assert_eq!(printed(123_456.789).as_deref(), Some("123456.789"));
    }
}
