//! The fields of a date while it is read, and the time that they come to.

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// The furthest moment from 1970 that a date can be, in milliseconds.
const FURTHEST: i64 = 100_000_000 * DAY;

/// Numbers of which one may be named, as the month is in `Jan 5, 2024`.
#[derive(Default)]
pub(super) struct DayFields {
    numbers: Vec<i64>,
    named_month: Option<i64>,
    /// Year, month, day, whatever the numbers look like.
    pub(super) is_iso: bool,
}

/// Hours, minutes, seconds, milliseconds, as far as they have come.
#[derive(Default)]
pub(super) struct TimeFields {
    numbers: Vec<i64>,
    half: Option<i64>,
}

/// How far east of Greenwich the time was.
#[derive(Default)]
pub(super) struct ZoneFields {
    sign: Option<i64>,
    hours: Option<i64>,
    minutes: Option<i64>,
}

pub(super) fn is_month(number: i64) -> bool {
    (1..=12).contains(&number)
}

pub(super) fn is_day(number: i64) -> bool {
    (1..=31).contains(&number)
}

pub(super) fn is_hour(number: i64) -> bool {
    (0..=23).contains(&number)
}

/// Also whether it is a second.
pub(super) fn is_minute(number: i64) -> bool {
    (0..=59).contains(&number)
}

impl DayFields {
    /// Whether there was room for another number.
    pub(super) fn add(&mut self, number: i64) -> bool {
        self.numbers.push(number);
        self.numbers.len() <= 3
    }

    pub(super) fn name_month(&mut self, month: i64) {
        self.named_month = Some(month);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Days since 1970.
    fn days(&self) -> Option<i64> {
        let first = *self.numbers.first()?;
        // What is missing is 1, and then counts as given.
        let [second, third] = [1, 2].map(|index| self.numbers.get(index).copied().unwrap_or(1));
        let (year, month, day) = match self.named_month {
            None if self.is_iso || !is_day(first) => (first, second, third),
            None => (third, first, second),
            Some(month) if !is_day(first) => (first, month, second),
            Some(month) => (second, month, first),
        };
        let year = match year {
            0..=49 if !self.is_iso => year + 2000,
            50..=99 if !self.is_iso => year + 1900,
            year => year,
        };
        // Further years are no dates, and their days might not fit.
        let is_date = is_month(month) && is_day(day) && year.abs() < 1_000_000;
        is_date.then(|| days_before(year, month) + day - 1)
    }
}

/// Days from 1970 to the first of the month, by the Gregorian calendar.
fn days_before(year: i64, month: i64) -> i64 {
    // Years begin in March, so that the day that some lack is their last.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let in_year = (153 * month + 2) / 5;
    365 * year + leap_days + in_year - 719_468
}

impl TimeFields {
    /// Whether there was room for another number.
    pub(super) fn add(&mut self, number: i64) -> bool {
        let has_room = self.numbers.len() < 4;
        if has_room {
            self.numbers.push(number);
        }
        has_room
    }

    /// Adds the last number; what is missing behind it is 0.
    pub(super) fn add_last(&mut self, number: i64) {
        self.add(number);
        self.numbers.resize(4, 0);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Whether the number can be the next field. The first has to show by a colon that it is one.
    pub(super) fn expects(&self, number: i64) -> bool {
        match self.numbers.len() {
            1 | 2 => is_minute(number),
            3 => (0..=999).contains(&number),
            _ => false,
        }
    }

    /// In the first half of the day, or 12 hours later.
    pub(super) fn set_half(&mut self, hours: i64) {
        self.half = Some(hours);
    }

    fn milliseconds(&self) -> Option<i64> {
        let [mut hour, minute, second, millisecond] =
            [0, 1, 2, 3].map(|index| self.numbers.get(index).copied().unwrap_or(0));
        if let Some(half) = self.half {
            if !(0..=12).contains(&hour) {
                return None;
            }
            hour = hour % 12 + half;
        }
        let is_time = is_hour(hour)
            && is_minute(minute)
            && is_minute(second)
            && (0..=999).contains(&millisecond);
        let is_midnight = [hour, minute, second, millisecond] == [24, 0, 0, 0];
        (is_time || is_midnight)
            .then_some(hour * HOUR + minute * MINUTE + second * 1000 + millisecond)
    }
}

impl ZoneFields {
    /// A zone of whole hours.
    pub(super) fn set(&mut self, hours: i64) {
        *self = Self { sign: Some(1), hours: Some(hours), minutes: Some(0) };
    }

    pub(super) fn set_sign(&mut self, sign: i64) {
        self.sign = Some(sign);
    }

    pub(super) fn set_offset(&mut self, hours: i64, minutes: Option<i64>) {
        (self.hours, self.minutes) = (Some(hours), minutes);
    }

    pub(super) fn set_minutes(&mut self, minutes: i64) {
        self.minutes = Some(minutes);
    }

    /// Whether minutes are to come, and the number can be those.
    pub(super) fn expects(&self, number: i64) -> bool {
        self.hours.is_some() && self.minutes.is_none() && is_minute(number)
    }

    pub(super) fn is_utc(&self) -> bool {
        (self.hours, self.minutes) == (Some(0), Some(0))
    }

    /// Without a zone it is the time here, which is that of Greenwich: a program sees nothing of where it runs.
    fn milliseconds(&self) -> Option<i64> {
        let Some(sign) = self.sign else { return Some(0) };
        let (hours, minutes) = (self.hours.unwrap_or(0), self.minutes.unwrap_or(0));
        Some(sign * (hours * HOUR + minutes * MINUTE)).filter(|offset| offset.abs() <= FURTHEST)
    }
}

/// The milliseconds since 1970 that the fields come to.
pub(super) fn time(day: &DayFields, time: &TimeFields, zone: &ZoneFields) -> Option<i64> {
    let time = day.days()? * DAY + time.milliseconds()? - zone.milliseconds()?;
    (time.abs() <= FURTHEST).then_some(time)
}
