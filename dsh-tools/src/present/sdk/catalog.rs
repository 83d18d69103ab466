//! The names of tools with one line each, in as many tokens as there may be (rule SDK-4). Lines are cut first, then left
//! out; then names are left out, and a note says how many.

use super::{JSON_VALUE, OPEN, TOOL_CALL_ERROR, first_line, section, sorted};
use crate::present::disclosure::DisclosureLevel;
use crate::schema::typescript::property_key;
use crate::tool::ToolSpec;

/// How many characters of a description are shown where there is room.
const MOST_OF_LINE: usize = 100;

const FUNCTIONS: &str = "string;
}
interface Tools {
  $search(query: string): Promise<{ name: string; description: string }[]>;
  $describe(names: string | string[]): Promise<string>;
}
declare const tools: Tools & { [name: string]: (args: Open) => Promise<any> };
";

/// What a catalogue can tell of its tools.
pub(in crate::present) struct Catalog {
    /// Names as keys, and what is said of each.
    entries: Vec<(String, String)>,
}

impl Catalog {
    pub(in crate::present) fn of<'a>(tools: impl IntoIterator<Item = &'a ToolSpec>) -> Self {
        let entry = |tool: &ToolSpec| {
            (property_key(tool.name().as_str()), first_line(tool.description(), MOST_OF_LINE))
        };
        Self { entries: sorted(tools).into_iter().map(entry).collect() }
    }

    /// The richest text that costs no more than that, or the shortest there is.
    pub(in crate::present) fn text(&self, budget: usize, count: impl Fn(&str) -> usize) -> String {
        let fits = |text: &String| count(text) <= budget;
        let lines = richest(MOST_OF_LINE, |most| self.with_lines(most), fits);
        lines
            .or_else(|| richest(self.entries.len(), |most| self.with_names(most), fits))
            .unwrap_or_else(|| self.with_names(0))
    }

    /// All names, with lines of at most that many characters.
    fn with_lines(&self, most: usize) -> String {
        if most == 0 {
            return self.with_names(self.entries.len());
        }
        let mut list = format!("{}:\n", counted(self.entries.len()));
        for (key, line) in &self.entries {
            list.extend([&**key, ": ", &*first_line(line, most), "\n"]);
        }
        framed(list.trim_end())
    }

    /// The first names alone.
    fn with_names(&self, most: usize) -> String {
        let all = self.entries.len();
        let names: Vec<&str> = self.entries[..most].iter().map(|(key, _)| &**key).collect();
        let names = names.join(", ");
        framed(&match all - most {
            0 if all == 0 => "There are no tools.".to_owned(),
            0 => format!("{}: {names}", counted(all)),
            left if most == 0 => format!("{} not listed; `$search` finds them.", counted(left)),
            left => {
                format!("{}: {names}\n{left} more not listed; `$search` finds them.", counted(all))
            }
        })
    }
}

fn counted(tools: usize) -> String {
    if tools == 1 { "1 tool".to_owned() } else { format!("{tools} tools") }
}

fn framed(list: &str) -> String {
    let typescript = [JSON_VALUE, OPEN, TOOL_CALL_ERROR, FUNCTIONS].concat();
    format!("{}\n\n{list}", section(DisclosureLevel::Catalog, &typescript))
}

/// The text of the largest number, up to that one, whose text fits; more makes it longer.
fn richest(
    most: usize,
    text: impl Fn(usize) -> String,
    fits: impl Fn(&String) -> bool,
) -> Option<String> {
    let whole = text(most);
    if fits(&whole) {
        return Some(whole);
    }
    let mut best = Some(text(0)).filter(|least| fits(least))?;
    let (mut fitting, mut too_many) = (0, most);
    while too_many - fitting > 1 {
        let middle = usize::midpoint(fitting, too_many);
        match Some(text(middle)).filter(&fits) {
            Some(text) => (fitting, best) = (middle, text),
            None => too_many = middle,
        }
    }
    Some(best)
}
