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
    let mut cells = Cells { room: State::of(context)?.limits.output_bytes };
    let drawn = match data {
        Some(data) => drawn(&data, wanted.as_deref(), &mut cells, context)?,
        None => None,
    };
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

/// Writes cells, of which there may be many, and each may be long.
struct Cells {
    /// What the output has room for; what lies beyond is never seen.
    room: usize,
}

impl Cells {
    fn cell(&mut self, value: &JsValue, context: &mut Context) -> JsResult<String> {
        State::of(context)?.check(context)?;
        if self.room == 0 {
            return Ok(String::new());
        }
        let options = Options { width: usize::MAX, ..Options::default() };
        let text = inspect_with(value, options, context);
        self.room = self.room.saturating_sub(text.len());
        Ok(text)
    }
}

fn drawn(
    data: &JsObject,
    wanted: Option<&[String]>,
    cells: &mut Cells,
    context: &mut Context,
) -> JsResult<Option<String>> {
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
        return numbered(&["Key", "Values"], &pairs, rest, cells, context).map(Some);
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
        return numbered(&["Values"], &items, rest, cells, context).map(Some);
    }
    by_members(data, wanted, cells, context)
}

/// Rows that have numbers for names.
fn numbered<const N: usize>(
    heads: &[&str; N],
    rows: &[[JsValue; N]],
    rest: usize,
    cells: &mut Cells,
    context: &mut Context,
) -> JsResult<String> {
    let head = std::iter::once("(iteration index)").chain(heads.iter().copied());
    let mut grid = vec![head.map(str::to_owned).collect::<Vec<_>>()];
    for (index, row) in rows.iter().enumerate() {
        let mut line = vec![index.to_string()];
        for value in row {
            line.push(cells.cell(value, context)?);
        }
        grid.push(line);
    }
    draw(&grid, rest, context)
}

/// Rows that are the members of an object, and columns that are the members of these.
fn by_members(
    data: &JsObject,
    wanted: Option<&[String]>,
    cells: &mut Cells,
    context: &mut Context,
) -> JsResult<Option<String>> {
    let Some(rows) = own_members(data, usize::MAX, context) else { return Ok(None) };
    let rest = rows.len().saturating_sub(MOST_ROWS);
    let mut columns = Columns::new();
    let mut values = HashMap::new();
    for name in wanted.unwrap_or_default() {
        columns.entry(name.clone()).or_default();
    }
    for (at, (_, value)) in rows.iter().take(MOST_ROWS).enumerate() {
        let Some(object) = value.as_object() else {
            if wanted.is_none() {
                values.insert(at, cells.cell(value, context)?);
            }
            continue;
        };
        let Some(members) = own_members(&object, MOST_COLUMNS + 1, context) else {
            return Ok(None);
        };
        for (name, value) in members {
            if wanted.is_none() || columns.contains_key(&name) {
                let text = cells.cell(&value, context)?;
                columns.entry(name).or_default().insert(at, text);
            }
        }
        if columns.len() > MOST_COLUMNS {
            return Ok(None);
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
    draw(&grid, rest, context).map(Some)
}

fn draw(grid: &[Vec<String>], rest: usize, context: &mut Context) -> JsResult<String> {
    let state = State::of(context)?;
    let mut room = state.limits.output_bytes;
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
        state.check(context)?;
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .map(|(cell, total)| format!(" {cell}{} ", " ".repeat(total - width(cell))))
            .collect();
        let line = format!("│{}│", cells.join("│"));
        room = room.saturating_sub(line.len());
        lines.push(line);
        // More of it is over the limit of the output, and every line is as wide as the widest.
        if room == 0 {
            break;
        }
        if at == 0 {
            lines.push(rule("├", "┼", "┤"));
        }
    }
    lines.push(rule("└", "┴", "┘"));
    if rest > 0 {
        lines.push(format!("... {rest} more row{}", if rest == 1 { "" } else { "s" }));
    }
    Ok(lines.join("\n"))
}
