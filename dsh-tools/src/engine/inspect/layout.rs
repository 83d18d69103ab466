//! Lays entries out: in one line if they are few, in columns if they are many and short, one line each otherwise.

use super::Inspector;
use super::shape::Shape;
use super::text::{units, width};

/// Containers inside one another that one line may hold.
const LEVELS_IN_LINE: usize = 3;
/// Lists of so many entries stay in one line.
const FEW: usize = 6;

/// The texts of what a container holds.
pub(super) struct Entries {
    pub(super) entries: Vec<String>,
    /// Whether they are numbers alone.
    pub(super) numeric: bool,
}

impl Inspector {
    pub(super) fn laid_out(&self, entries: Entries, shape: &Shape, level: usize) -> String {
        let Shape { base, open, close, is_list, .. } = shape;
        let count = entries.entries.len();
        let lines = if *is_list && count > FEW { self.grouped(entries) } else { entries.entries };
        let base_space = if base.is_empty() { "" } else { " " };
        let is_shallow = self.last_level - level < LEVELS_IN_LINE && lines.len() == count;
        if is_shallow && self.fits(&lines, base, open) {
            return format!("{base}{base_space}{open} {} {close}", lines.join(", "));
        }
        let indentation = " ".repeat(self.indentation);
        let separator = format!(",\n{indentation}  ");
        let lines = lines.join(&separator);
        format!("{base}{base_space}{open}\n{indentation}  {lines}\n{indentation}{close}")
    }

    /// Whether all of it fits into one line.
    fn fits(&self, entries: &[String], base: &str, open: &str) -> bool {
        let around = self.indentation + units(open) + units(base) + 10;
        let total: usize = entries.iter().map(|entry| units(entry) + 2).sum();
        let is_one_line = |text: &str| !text.contains('\n');
        total + around <= self.options.width
            && is_one_line(base)
            && entries.iter().all(|entry| is_one_line(entry))
    }

    /// Columns for long lists of short entries, about as wide as high.
    fn grouped(&self, Entries { entries, numeric }: Entries) -> Vec<String> {
        let has_more = entries.len() > super::ITEMS;
        let grouped = entries.len() - usize::from(has_more);
        let widths: Vec<usize> = entries[..grouped].iter().map(|entry| width(entry)).collect();
        let Some(columns) = self.columns(&widths, entries.len()) else { return entries };
        let column_widths: Vec<usize> = (0..columns)
            .map(|column| {
                widths.iter().skip(column).step_by(columns).max().copied().unwrap_or(0) + 2
            })
            .collect();
        let mut lines = Vec::new();
        let cells: Vec<(&String, usize)> = entries.iter().zip(widths).collect();
        for row in cells.chunks(columns) {
            let mut line = String::new();
            for (column, (entry, wide)) in row.iter().enumerate() {
                let is_last = column + 1 == row.len();
                let separator = if is_last { "" } else { ", " };
                let gap = column_widths[column] - 2 - wide;
                match numeric {
                    true => line.push_str(&format!("{}{entry}{separator}", " ".repeat(gap))),
                    false if is_last => line.push_str(entry),
                    false => line.push_str(&format!("{entry}{separator}{}", " ".repeat(gap))),
                }
            }
            lines.push(line);
        }
        lines.extend(entries.into_iter().skip(grouped));
        lines
    }

    /// How many columns there are to be; nothing if the entries are too long or too different for columns.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // At most 101 entries.
    fn columns(&self, widths: &[usize], entries: usize) -> Option<usize> {
        let total: usize = widths.iter().map(|width| width + 2).sum();
        let widest = widths.iter().max().copied()?;
        let cell = widest + 2;
        let is_even = total as f64 / cell as f64 > 5.0 || widest <= 6;
        if cell * 3 + self.indentation >= self.options.width || !is_even {
            return None;
        }
        let bias = (cell as f64 - total as f64 / entries as f64).sqrt();
        let biased = (cell as f64 - 3.0 - bias).max(1.0);
        // Characters are about 2.5 times as high as wide.
        let square = ((2.5 * biased * widths.len() as f64).sqrt() / biased).round();
        let room = (self.options.width - self.indentation) / cell;
        let columns = (square as usize).min(room).min(4 * LEVELS_IN_LINE);
        (columns > 1).then_some(columns)
    }
}
