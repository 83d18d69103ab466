//! The names and values of a query, in order and of bounded size.
//! Rust alone: nothing here runs code of the program.

use boa_engine::{JsResult, JsString};
use url_parser::form_urlencoded;

use super::{MOST_TEXT, too_long};

/// A name and its value.
pub(super) type Pair = (JsString, JsString);

/// A list of pairs.
#[derive(Default)]
pub(super) struct Pairs {
    list: Vec<Pair>,
    /// What [`units`] counts, of all of them. One text can be in many pairs at no cost of memory, so the
    /// work of a search, a sort or a printout has to be bounded by this sum.
    units: usize,
}

/// UTF-16 units of a pair, with `=` and `&`.
fn units((name, value): &Pair) -> usize {
    name.len() + value.len() + 2
}

impl Pairs {
    /// Reads `a=1&b=2`.
    pub(super) fn parse(query: &str) -> JsResult<Self> {
        let mut pairs = Self::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            pairs.push(JsString::from(&*name), JsString::from(&*value))?;
        }
        Ok(pairs)
    }

    pub(super) fn list(&self) -> &[Pair] {
        &self.list
    }

    /// Adds a pair at the end.
    pub(super) fn push(&mut self, name: JsString, value: JsString) -> JsResult<()> {
        let pair = (name, value);
        self.grow(units(&pair))?;
        self.list.push(pair);
        Ok(())
    }

    fn grow(&mut self, more: usize) -> JsResult<()> {
        if self.units + more > MOST_TEXT {
            return Err(too_long());
        }
        self.units += more;
        Ok(())
    }

    /// The values of the pairs of that name.
    pub(super) fn values<'p>(&'p self, name: &'p JsString) -> impl Iterator<Item = &'p JsString> {
        self.list.iter().filter(move |(known, _)| known == name).map(|(_, value)| value)
    }

    /// Removes the pairs of that name, or of that name and value.
    pub(super) fn remove(&mut self, name: &JsString, value: Option<&JsString>) {
        let units_left = &mut self.units;
        self.list.retain(|pair| {
            let stays = pair.0 != *name || value.is_some_and(|value| pair.1 != *value);
            if !stays {
                *units_left -= units(pair);
            }
            stays
        });
    }

    /// Gives the first pair of that name the value and removes the others; adds a pair if there is none.
    pub(super) fn set(&mut self, name: JsString, value: JsString) -> JsResult<()> {
        let Some(first) = self.list.iter().position(|(known, _)| *known == name) else {
            return self.push(name, value);
        };
        self.grow(value.len())?;
        let mut rest = Self { list: self.list.split_off(first + 1), units: self.units };
        rest.remove(&name, None);
        self.units = rest.units - self.list[first].1.len();
        self.list[first].1 = value;
        self.list.append(&mut rest.list);
        Ok(())
    }

    /// Sorts by name, in UTF-16 units; pairs of the same name keep their order.
    pub(super) fn sort(&mut self) {
        self.list.sort_by(|first, second| first.0.cmp(&second.0));
    }

    /// Writes `a=1&b=2`.
    pub(super) fn write(&self) -> String {
        let mut out = form_urlencoded::Serializer::new(String::with_capacity(self.units));
        for (name, value) in &self.list {
            out.append_pair(&name.to_std_string_lossy(), &value.to_std_string_lossy());
        }
        out.finish()
    }
}
