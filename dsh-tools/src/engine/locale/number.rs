//! `toLocaleString` of numbers, as American English writes them: groups of three digits, a rounded fraction.

use boa_engine::{Context, JsBigInt, JsNativeError, JsResult, JsString, JsValue};

use super::options::{Options, unknown};

const KNOWN: [&str; 5] =
    ["style", "currency", "minimumFractionDigits", "maximumFractionDigits", "useGrouping"];

/// Currencies with a sign of their own; others stand before the number by their code.
const SIGNS: [(&str, &str, usize); 7] = [
    ("USD", "$", 2),
    ("EUR", "€", 2),
    ("GBP", "£", 2),
    ("JPY", "¥", 0),
    ("INR", "₹", 2),
    ("CNY", "CN¥", 2),
    ("KRW", "₩", 0),
];

/// How a number is laid out.
struct Layout {
    before: String,
    after: &'static str,
    /// How many digits stand behind the point, at least and at most.
    fraction: (usize, usize),
    groups: bool,
    percent: bool,
}

pub(super) fn to_locale_string(
    this: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let number = this.as_number().or_else(|| {
        let boxed = this.as_object()?;
        boxed.downcast_ref::<f64>().map(|number| *number)
    });
    let number = number.ok_or_else(|| {
        JsNativeError::typ().with_message("Number.prototype.toLocaleString takes a number")
    })?;
    let options = Options::of(arguments.first(), arguments.get(1), &KNOWN, context)?;
    let layout = Layout::of(&options, context)?;
    Ok(JsString::from(layout.text(number)).into())
}

/// `BigInt.prototype.toLocaleString`: all digits, in groups of three.
pub(super) fn integer_to_locale_string(
    this: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let integer = this.as_bigint().or_else(|| {
        let boxed = this.as_object()?;
        boxed.downcast_ref::<JsBigInt>().map(|integer| integer.clone())
    });
    let integer = integer.ok_or_else(|| {
        JsNativeError::typ().with_message("BigInt.prototype.toLocaleString takes a bigint")
    })?;
    Options::of(arguments.first(), arguments.get(1), &[], context)?;
    let digits = integer.to_string_radix(10);
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", &*digits),
    };
    let mut text = String::from(sign);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    Ok(JsString::from(text).into())
}

impl Layout {
    fn of(options: &Options, context: &mut Context) -> JsResult<Self> {
        let style = options.text("style", context)?.unwrap_or_else(|| "decimal".to_owned());
        let (before, usual) = match &*style {
            "decimal" => (String::new(), (0, 3)),
            "percent" => (String::new(), (0, 0)),
            "currency" => {
                let code = options.text("currency", context)?.unwrap_or_default().to_uppercase();
                if code.len() != 3 || !code.bytes().all(|letter| letter.is_ascii_uppercase()) {
                    return Err(unknown(
                        "a currency is a code of three letters, as USD".to_owned(),
                    ));
                }
                let sign = SIGNS.iter().find(|(known, ..)| *known == code);
                sign.map_or_else(
                    || (format!("{code}\u{a0}"), (2, 2)),
                    |(_, sign, digits)| ((*sign).to_owned(), (*digits, *digits)),
                )
            }
            other => {
                let known = "only decimal, percent and currency";
                return Err(unknown(format!("the style {other} is not known here, {known}")));
            }
        };
        let least = options.digits("minimumFractionDigits", context)?;
        let most = options.digits("maximumFractionDigits", context)?;
        let fraction = match (least, most) {
            (None, None) => usual,
            (Some(least), None) => (least, least.max(usual.1)),
            (None, Some(most)) => (usual.0.min(most), most),
            (Some(least), Some(most)) => (least, most),
        };
        if fraction.0 > fraction.1 {
            let why = "maximumFractionDigits is less than minimumFractionDigits";
            return Err(unknown(why.to_owned()));
        }
        let percent = style == "percent";
        let after = if percent { "%" } else { "" };
        let groups = options.flag("useGrouping", context)?.unwrap_or(true);
        Ok(Self { before, after, fraction, groups, percent })
    }

    fn text(&self, number: f64) -> String {
        let sign = if number.is_sign_negative() && !number.is_nan() { "-" } else { "" };
        let digits = if number.is_nan() {
            "NaN".to_owned()
        } else if number.is_infinite() {
            "∞".to_owned()
        } else {
            self.finite(number.abs())
        };
        [sign, &*self.before, &*digits, self.after].concat()
    }

    fn finite(&self, number: f64) -> String {
        // The shortest decimal that stands for the number, without an exponent.
        let shortest = number.to_string();
        let (whole, fraction) = shortest.split_once('.').unwrap_or((&shortest, ""));
        let (mut whole, mut fraction) = (whole.to_owned(), fraction.to_owned());
        if self.percent {
            // Two places to the left.
            fraction = format!("{fraction:0<2}");
            let rest = fraction.split_off(2);
            whole.push_str(&fraction);
            whole.drain(..whole.len() - whole.trim_start_matches('0').len());
            fraction = rest;
        }
        let (least, most) = self.fraction;
        let digits = rounded(&whole, &fraction, most);
        let (whole, fraction) = digits.split_at(digits.len() - most);
        let significant = fraction.trim_end_matches('0').len().max(least);
        let whole = if whole.is_empty() { "0" } else { whole };
        let whole = if self.groups { grouped(whole) } else { whole.to_owned() };
        if significant == 0 { whole } else { [&*whole, ".", &fraction[..significant]].concat() }
    }
}

/// The digits of the number, so many of them behind the point; halves are rounded up.
fn rounded(whole: &str, fraction: &str, most: usize) -> String {
    let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes().take(most)).collect();
    digits.resize(whole.len() + most, b'0');
    if fraction.as_bytes().get(most).is_some_and(|digit| *digit >= b'5') {
        let nines = digits.iter().rev().take_while(|digit| **digit == b'9').count();
        let up = digits.len() - nines;
        digits[up..].fill(b'0');
        match up.checked_sub(1) {
            Some(last) => digits[last] += 1,
            None => digits.insert(0, b'1'),
        }
    }
    digits.into_iter().map(char::from).collect()
}

fn grouped(whole: &str) -> String {
    let mut text = String::with_capacity(whole.len() * 4 / 3 + 1);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
