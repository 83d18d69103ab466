//! `toLocaleString` of dates and its two halves, as American English writes them, here or in UTC.

use boa_engine::object::builtins::JsDate;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue};

use super::options::{Options, unknown};

const KNOWN: [&str; 9] =
    ["timeZone", "weekday", "year", "month", "day", "hour", "minute", "second", "hour12"];
const DATE: [&str; 4] = ["weekday", "year", "month", "day"];
const TIME: [&str; 3] = ["hour", "minute", "second"];
const WEEKDAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Which halves a method writes, and which of them where no option names a part.
#[derive(Clone, Copy)]
pub(super) enum Halves {
    Date,
    Time,
    Both,
}

/// A moment in parts. The month and the weekday count from 0.
struct Moment {
    year: i64,
    month: usize,
    day: i64,
    weekday: usize,
    hour: i64,
    minute: i64,
    second: i64,
}

pub(super) fn to_locale_string(
    this: &JsValue,
    arguments: &[JsValue],
    halves: Halves,
    context: &mut Context,
) -> JsResult<JsValue> {
    let date = this.as_object().and_then(|object| JsDate::from_object(object).ok());
    let date = date.ok_or_else(|| JsNativeError::typ().with_message("this takes a Date"))?;
    let options = Options::of(arguments.first(), arguments.get(1), &KNOWN, context)?;
    let is_utc = match options.text("timeZone", context)? {
        None => false,
        Some(zone) if ["UTC", "GMT", "Etc/UTC"].contains(&&*zone) => true,
        Some(zone) => {
            return Err(unknown(format!("the time zone {zone} is not known here, only UTC")));
        }
    };
    if date.get_time(context)?.as_number().is_none_or(f64::is_nan) {
        return Ok(JsString::from("Invalid Date").into());
    }
    let moment = Moment::of(&date, is_utc, context)?;
    let text = Parts::of(&options, halves, context)?.text(&moment);
    Ok(JsString::from(text).into())
}

impl Moment {
    fn of(date: &JsDate, is_utc: bool, context: &mut Context) -> JsResult<Self> {
        let values = if is_utc {
            [
                date.get_utc_full_year(context)?,
                date.get_utc_month(context)?,
                date.get_utc_date(context)?,
                date.get_utc_day(context)?,
                date.get_utc_hours(context)?,
                date.get_utc_minutes(context)?,
                date.get_utc_seconds(context)?,
            ]
        } else {
            [
                date.get_full_year(context)?,
                date.get_month(context)?,
                date.get_date(context)?,
                date.get_day(context)?,
                date.get_hours(context)?,
                date.get_minutes(context)?,
                date.get_seconds(context)?,
            ]
        };
        #[allow(clippy::cast_possible_truncation)] // Parts of a date are small whole numbers.
        let [year, month, day, weekday, hour, minute, second] =
            values.map(|value| value.as_number().unwrap_or_default() as i64);
        let index = |value: i64| usize::try_from(value).unwrap_or_default();
        Ok(Self { year, month: index(month), day, weekday: index(weekday), hour, minute, second })
    }
}

/// How each part is written; those that are not wanted are missing.
struct Parts {
    /// Of weekday, year, month and day.
    date: [Option<String>; 4],
    /// Of hour, minute and second.
    time: [Option<String>; 3],
    twelve: bool,
}

impl Parts {
    fn of(options: &Options, halves: Halves, context: &mut Context) -> JsResult<Self> {
        let mut date = [const { None }; 4];
        for (name, part) in DATE.iter().zip(&mut date) {
            *part = options.text(name, context)?;
        }
        let mut time = [const { None }; 3];
        for (name, part) in TIME.iter().zip(&mut time) {
            *part = options.text(name, context)?;
        }
        let numeric = || Some("numeric".to_owned());
        let (no_date, no_time) =
            (date.iter().all(Option::is_none), time.iter().all(Option::is_none));
        if no_date && (matches!(halves, Halves::Date) || matches!(halves, Halves::Both) && no_time)
        {
            date = [None, numeric(), numeric(), numeric()];
        }
        if no_time && (matches!(halves, Halves::Time) || matches!(halves, Halves::Both) && no_date)
        {
            time = [numeric(), numeric(), numeric()];
        }
        let twelve = options.flag("hour12", context)?.unwrap_or(true);
        Ok(Self { date, time, twelve })
    }

    fn text(&self, moment: &Moment) -> String {
        let halves = [self.date(moment), self.time(moment)];
        halves.into_iter().filter(|half| !half.is_empty()).collect::<Vec<_>>().join(", ")
    }

    fn date(&self, moment: &Moment) -> String {
        let [weekday, year, month, day] = &self.date;
        let weekday = weekday.as_deref().map(|form| word(WEEKDAYS[moment.weekday % 7], form));
        let year = year.as_deref().map(|form| match form {
            "2-digit" => format!("{:02}", moment.year.rem_euclid(100)),
            _ => moment.year.to_string(),
        });
        let day = day.as_deref().map(|form| number(moment.day, form));
        let dated = match month.as_deref() {
            Some(form @ ("long" | "short" | "narrow")) => {
                let month = word(MONTHS[moment.month % 12], form).to_owned();
                match (day, year) {
                    (Some(day), Some(year)) => format!("{month} {day}, {year}"),
                    (Some(part), None) | (None, Some(part)) => format!("{month} {part}"),
                    (None, None) => month,
                }
            }
            form => {
                let month = form
                    .map(|form| number(i64::try_from(moment.month).unwrap_or_default() + 1, form));
                [month, day, year].into_iter().flatten().collect::<Vec<_>>().join("/")
            }
        };
        match weekday {
            Some(weekday) if dated.is_empty() => weekday.to_owned(),
            Some(weekday) => format!("{weekday}, {dated}"),
            None => dated,
        }
    }

    fn time(&self, moment: &Moment) -> String {
        let [hour, minute, second] = &self.time;
        let mut parts = Vec::new();
        if let Some(form) = hour {
            let hour = if self.twelve { (moment.hour + 11) % 12 + 1 } else { moment.hour };
            let form = if self.twelve { form } else { "2-digit" };
            parts.push(number(hour, form));
        }
        for (value, form) in [(moment.minute, minute), (moment.second, second)] {
            if form.is_some() {
                parts.push(number(value, "2-digit"));
            }
        }
        let half = if moment.hour < 12 { " AM" } else { " PM" };
        let half = if hour.is_some() && self.twelve { half } else { "" };
        parts.join(":") + half
    }
}

fn number(value: i64, form: &str) -> String {
    if form == "2-digit" { format!("{value:02}") } else { value.to_string() }
}

/// A name in full, in three letters, or in one.
fn word<'a>(name: &'a str, form: &str) -> &'a str {
    match form {
        "short" => name.get(..3).unwrap_or(name),
        "narrow" => name.get(..1).unwrap_or(name),
        _ => name,
    }
}
