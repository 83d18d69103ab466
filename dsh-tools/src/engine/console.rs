//! The console of a program: one call is one entry of the log (rule CODE-11).
//! Native throughout, so that a program that replaces built-ins can still log.

use boa_engine::object::JsObject;
use boa_engine::{Context, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::bindings::global;
use super::context::method;
use super::inspect::{inspect, inspect_deep, own_members};
use super::state::State;

/// Defines `console`.
pub(super) fn define(context: &mut Context) -> JsResult<()> {
    let console = JsObject::with_object_proto(context.intrinsics());
    for name in ["log", "info", "warn", "error", "debug"] {
        let log = NativeFunction::from_fn_ptr(|_, arguments, context| log(arguments, context));
        method(&console, name, 0, true, log, context)?;
    }
    let table = NativeFunction::from_fn_ptr(|_, arguments, context| {
        let entry = match arguments.first().and_then(|data| table(data, context)) {
            Some(table) => table,
            None => format(arguments, context),
        };
        write(entry, context)
    });
    method(&console, "table", 1, true, table, context)?;
    global("console", console.into(), context)
}

fn log(arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    State::of(context)?.check(context)?;
    let entry = format(arguments, context);
    write(entry, context)
}

fn write(entry: String, context: &mut Context) -> JsResult<JsValue> {
    State::of(context)?.log(entry, context)?;
    Ok(JsValue::undefined())
}

/// The arguments as one text: placeholders first, the rest joined by spaces.
fn format(arguments: &[JsValue], context: &mut Context) -> String {
    let mut rest = arguments.iter();
    let mut text = String::new();
    if let Some(first) = arguments.first()
        && let Some(template) = first.as_string()
    {
        rest.next();
        let template = template.to_std_string_lossy();
        if arguments.len() == 1 {
            return template;
        }
        let mut chars = template.chars().peekable();
        while let Some(char) = chars.next() {
            if char != '%' {
                text.push(char);
                continue;
            }
            match chars.peek().copied() {
                Some('%') => {
                    chars.next();
                    text.push('%');
                }
                Some(kind @ ('s' | 'd' | 'i' | 'f' | 'j' | 'o' | 'O' | 'c')) if rest.len() > 0 => {
                    chars.next();
                    if let Some(value) = rest.next() {
                        text.push_str(&placed(kind, value, context));
                    }
                }
                _ => text.push('%'),
            }
        }
    } else if let Some(first) = rest.next() {
        text.push_str(&shown(first, context));
    }
    for value in rest {
        text.push(' ');
        text.push_str(&shown(value, context));
    }
    text
}

/// Strings raw, everything else inspected.
fn shown(value: &JsValue, context: &mut Context) -> String {
    match value.as_string() {
        Some(text) => text.to_std_string_lossy(),
        None => inspect(value, context),
    }
}

/// A value in the place of `%s` and its like.
fn placed(kind: char, value: &JsValue, context: &mut Context) -> String {
    let number = |value: f64| crate_number(value);
    match kind {
        's' => shown(value, context),
        'd' if value.is_bigint() || value.is_number() => inspect(value, context),
        'd' | 'i' | 'f' if value.is_object() || value.is_symbol() => String::from("NaN"),
        'd' => value.to_number(context).map_or_else(|_| "NaN".into(), number),
        'i' => number(leading_number(value, context).trunc()),
        'f' => number(leading_number(value, context)),
        'j' => match as_json(value, context) {
            Some(json) => json,
            None => String::from("undefined"),
        },
        'c' => String::new(),
        _ => inspect_deep(value, context),
    }
}

fn as_json(value: &JsValue, context: &mut Context) -> Option<String> {
    let state = State::of(context).ok()?;
    match super::crossing::to_json(&state, value, context) {
        Ok(json) => Some(json.to_string()),
        Err(_) => Some(inspect(value, context)),
    }
}

fn crate_number(value: f64) -> String {
    if value == 0.0 && value.is_sign_negative() {
        return String::from("-0");
    }
    if value.is_nan() {
        return String::from("NaN");
    }
    ryu_js::Buffer::new().format(value).to_owned()
}

fn leading_number(value: &JsValue, context: &mut Context) -> f64 {
    if let Some(number) = value.as_number() {
        return number;
    }
    let text = shown(value, context);
    let text = text.trim();
    let end = text
        .find(|char: char| !char.is_ascii_digit() && !matches!(char, '.' | '-' | '+' | 'e' | 'E'))
        .unwrap_or(text.len());
    (0..=end).rev().find_map(|end| text.get(..end)?.parse().ok()).unwrap_or(f64::NAN)
}

/// Name, cells by column, and the value of a row that has no columns.
type Row = (String, Vec<(String, String)>, Option<String>);

/// Rows and columns of an array or object of objects, as Node draws them; `None` for anything else.
fn table(data: &JsValue, context: &mut Context) -> Option<String> {
    const MOST: usize = 1_000;
    let rows = own_members(&data.as_object()?, MOST, context)?;
    let mut columns: Vec<String> = Vec::new();
    let mut has_values = false;
    let mut cells: Vec<Row> = Vec::new();
    for (name, value) in rows {
        let Some(object) = value.as_object().filter(|object| !object.is_callable()) else {
            has_values = true;
            cells.push((name, Vec::new(), Some(inspect(&value, context))));
            continue;
        };
        let members = own_members(&object, 100, context)?;
        let mut row = Vec::with_capacity(members.len());
        for (column, value) in members {
            if !columns.contains(&column) {
                columns.push(column.clone());
            }
            row.push((column, inspect(&value, context)));
        }
        cells.push((name, row, None));
    }
    let mut grid: Vec<Vec<String>> = Vec::with_capacity(cells.len() + 1);
    let mut head = vec![String::from("(index)")];
    head.extend(columns.iter().cloned());
    if has_values {
        head.push(String::from("Values"));
    }
    grid.push(head);
    for (name, row, value) in cells {
        let mut line = vec![name];
        for column in &columns {
            let cell = row.iter().find(|(name, _)| name == column).map(|(_, cell)| cell.clone());
            line.push(cell.unwrap_or_default());
        }
        if has_values {
            line.push(value.unwrap_or_default());
        }
        grid.push(line);
    }
    Some(draw(&grid))
}

fn draw(grid: &[Vec<String>]) -> String {
    let width = |text: &String| text.chars().count();
    let columns = grid.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            grid.iter().filter_map(|row| row.get(column)).map(width).max().unwrap_or(0) + 2
        })
        .collect();
    let rule = |left: &str, middle: &str, right: &str| {
        let bars: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
        format!("{left}{}{right}", bars.join(middle))
    };
    let mut lines = vec![rule("┌", "┬", "┐")];
    for (at, row) in grid.iter().enumerate() {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .map(|(cell, total)| format!(" {cell}{}", " ".repeat(total - 1 - width(cell))))
            .collect();
        lines.push(format!("│{}│", cells.join("│")));
        if at == 0 {
            lines.push(rule("├", "┼", "┤"));
        }
    }
    lines.push(rule("└", "┴", "┘"));
    lines.join("\n")
}

/// The name of the property that holds an array's length.
pub(super) fn length_key() -> JsString {
    js_string!("length")
}
