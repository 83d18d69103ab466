//! `console.table`: rows and columns of an array or object of objects, of a Map or a Set, as Node draws them.

use std::collections::HashMap;

use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsMap, JsSet};
use boa_engine::{Context, JsResult, JsValue};
use indexmap::IndexMap;

use super::{format, write};
use crate::engine::inspect::{Options, inspect_with, own_members, width};
use crate::engine::state::State;

/// Rows that are drawn.
const MOST_ROWS: usize = 1_000;
/// What has more columns is no table.
const MOST_COLUMNS: usize = 100;

/// A column: its head, and its cells by row.
type Columns = IndexMap<String, HashMap<usize, String>>;

pub(super) fn table(
    _: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    State::of(context)?.check(context)?;
    let data = arguments.first().and_then(JsValue::as_object);
    let wanted = match arguments.get(1).and_then(JsValue::as_object) {
        Some(list) => Some(names(&list, context)?),
        None => None,
    };
    let drawn = data.and_then(|data| drawn(&data, wanted.as_deref(), context));
    let entry = match drawn {
        Some(drawn) => drawn,
        None => format(&[arguments.first().cloned().unwrap_or_default()], context)?,
    };
    write(entry, context)
}

/// The columns that a program asks for.
fn names(list: &JsObject, context: &mut Context) -> JsResult<Vec<String>> {
    let members = own_members(list, MOST_COLUMNS, context).unwrap_or_default();
    let mut names = Vec::with_capacity(members.len());
    for (_, name) in members {
        names.push(name.to_string(context)?.to_std_string_lossy());
    }
    Ok(names)
}

fn cell(value: &JsValue, context: &mut Context) -> String {
    inspect_with(value, Options { width: usize::MAX, ..Options::default() }, context)
}

fn drawn(data: &JsObject, wanted: Option<&[String]>, context: &mut Context) -> Option<String> {
    if let Ok(map) = JsMap::from_object(data.clone()) {
        let mut pairs = Vec::new();
        let mut rest = 0;
        let _ = map.for_each_native(|key, value| {
            if pairs.len() < MOST_ROWS {
                pairs.push([key, value]);
            } else {
                rest += 1;
            }
            Ok(())
        });
        return Some(numbered(&["Key", "Values"], &pairs, rest, context));
    }
    if let Ok(set) = JsSet::from_object(data.clone()) {
        let mut items = Vec::new();
        let mut rest = 0;
        let _ = set.for_each_native(|item| {
            if items.len() < MOST_ROWS {
                items.push([item]);
            } else {
                rest += 1;
            }
            Ok(())
        });
        return Some(numbered(&["Values"], &items, rest, context));
    }
    by_members(data, wanted, context)
}

/// Rows that have numbers for names.
fn numbered<const N: usize>(
    heads: &[&str; N],
    rows: &[[JsValue; N]],
    rest: usize,
    context: &mut Context,
) -> String {
    let head = std::iter::once("(iteration index)").chain(heads.iter().copied());
    let mut grid = vec![head.map(str::to_owned).collect::<Vec<_>>()];
    for (index, row) in rows.iter().enumerate() {
        let mut line = vec![index.to_string()];
        line.extend(row.iter().map(|value| cell(value, context)));
        grid.push(line);
    }
    draw(&grid, rest)
}

/// Rows that are the members of an object, and columns that are the members of these.
fn by_members(data: &JsObject, wanted: Option<&[String]>, context: &mut Context) -> Option<String> {
    let rows = own_members(data, usize::MAX, context)?;
    let rest = rows.len().saturating_sub(MOST_ROWS);
    let mut columns = Columns::new();
    let mut values = HashMap::new();
    for name in wanted.unwrap_or_default() {
        columns.entry(name.clone()).or_default();
    }
    for (at, (_, value)) in rows.iter().take(MOST_ROWS).enumerate() {
        let Some(object) = value.as_object() else {
            if wanted.is_none() {
                values.insert(at, cell(value, context));
            }
            continue;
        };
        for (name, value) in own_members(&object, MOST_COLUMNS + 1, context)? {
            if wanted.is_none() || columns.contains_key(&name) {
                let text = cell(&value, context);
                columns.entry(name).or_default().insert(at, text);
            }
        }
        if columns.len() > MOST_COLUMNS {
            return None;
        }
    }
    // Numbers come first, in their order, as they do among the keys of an object.
    columns.sort_by(|one, _, other, _| {
        let number = |name: &str| name.parse::<u32>().unwrap_or(u32::MAX);
        number(one).cmp(&number(other))
    });
    let mut head = vec![String::from("(index)")];
    head.extend(columns.keys().cloned());
    if !values.is_empty() {
        columns.insert(String::new(), values);
        head.push(String::from("Values"));
    }
    let mut grid = vec![head];
    for (at, (name, _)) in rows.into_iter().take(MOST_ROWS).enumerate() {
        let cells = columns.values_mut().map(|cells| cells.remove(&at).unwrap_or_default());
        grid.push(std::iter::once(name).chain(cells).collect());
    }
    Some(draw(&grid, rest))
}

fn draw(grid: &[Vec<String>], rest: usize) -> String {
    let columns = grid.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            grid.iter().filter_map(|row| row.get(column)).map(|cell| width(cell)).max().unwrap_or(0)
        })
        .collect();
    let rule = |left: &str, middle: &str, right: &str| {
        let bars: Vec<String> = widths.iter().map(|width| "─".repeat(width + 2)).collect();
        format!("{left}{}{right}", bars.join(middle))
    };
    let mut lines = vec![rule("┌", "┬", "┐")];
    for (at, row) in grid.iter().enumerate() {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .map(|(cell, total)| format!(" {cell}{} ", " ".repeat(total - width(cell))))
            .collect();
        lines.push(format!("│{}│", cells.join("│")));
        if at == 0 {
            lines.push(rule("├", "┼", "┤"));
        }
    }
    lines.push(rule("└", "┴", "┘"));
    if rest > 0 {
        lines.push(format!("... {rest} more row{}", if rest == 1 { "" } else { "s" }));
    }
    lines.join("\n")
}
