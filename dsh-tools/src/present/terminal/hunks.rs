//! What changed between two texts, line by line. Lines that stand once in both are the fixed points, as in a patience
//! diff; between them equal beginnings and ends are kept and the rest is replaced. Never quadratic, and always the same.

use std::collections::HashMap;

/// What becomes of a line; each carries its own line break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change<'a> {
    Kept(&'a str),
    Removed(&'a str),
    Added(&'a str),
}

/// The changes that make the new text of the old one, in order.
pub(super) fn changes<'a>(old: &'a str, new: &'a str) -> Vec<Change<'a>> {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    let start = common(old.iter(), new.iter());
    let end = common(old[start..].iter().rev(), new[start..].iter().rev());
    let (old_end, new_end) = (old.len() - end, new.len() - end);
    let mut out: Vec<Change<'a>> = old[..start].iter().map(|line| Change::Kept(line)).collect();
    let (mut at_old, mut at_new) = (start, start);
    let fixed = fixed_points(&old[start..old_end], &new[start..new_end]);
    for (point_old, point_new) in fixed {
        let (point_old, point_new) = (start + point_old, start + point_new);
        replace(&mut out, &old[at_old..point_old], &new[at_new..point_new]);
        out.push(Change::Kept(old[point_old]));
        (at_old, at_new) = (point_old + 1, point_new + 1);
    }
    replace(&mut out, &old[at_old..old_end], &new[at_new..new_end]);
    out.extend(old[old_end..].iter().map(|line| Change::Kept(line)));
    out
}

/// How many lines are equal before the first that differs.
fn common<'a>(
    old: impl Iterator<Item = &'a &'a str>,
    new: impl Iterator<Item = &'a &'a str>,
) -> usize {
    old.zip(new).take_while(|(old, new)| old == new).count()
}

/// One piece in place of another, but for their equal beginnings and ends.
fn replace<'a>(out: &mut Vec<Change<'a>>, old: &[&'a str], new: &[&'a str]) {
    let start = common(old.iter(), new.iter());
    let end = common(old[start..].iter().rev(), new[start..].iter().rev());
    out.extend(old[..start].iter().map(|line| Change::Kept(line)));
    out.extend(old[start..old.len() - end].iter().map(|line| Change::Removed(line)));
    out.extend(new[start..new.len() - end].iter().map(|line| Change::Added(line)));
    out.extend(old[old.len() - end..].iter().map(|line| Change::Kept(line)));
}

/// How often a line stands in both texts, and where it stood last.
#[derive(Default)]
struct Seen {
    in_old: usize,
    in_new: usize,
    place_in_new: usize,
}

/// The most lines that stand once in each text and in the same order, as places in both.
fn fixed_points(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    let mut seen: HashMap<&str, Seen> = HashMap::new();
    for line in old {
        seen.entry(line).or_default().in_old += 1;
    }
    for (place, line) in new.iter().enumerate() {
        let line = seen.entry(line).or_default();
        line.in_new += 1;
        line.place_in_new = place;
    }
    let pairs = old.iter().enumerate().filter_map(|(place, line)| {
        let line = seen.get(line).filter(|line| line.in_old == 1 && line.in_new == 1)?;
        Some((place, line.place_in_new))
    });
    longest_rise(&pairs.collect::<Vec<_>>())
}

/// The longest part of the pairs whose second numbers rise, as their first do: by the ends of the best rises so far.
fn longest_rise(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // Of each length, the pair on which the rise with the lowest end stops.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, (_, place)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *place);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(index);
        } else {
            ends[length] = index;
        }
    }
    let mut rise = Vec::with_capacity(ends.len());
    let mut at = ends.last().copied();
    while let Some(index) = at {
        rise.push(pairs[index]);
        at = before[index];
    }
    rise.reverse();
    rise
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn signs(old: &str, new: &str) -> String {
        let sign = |change: &Change<'_>| match change {
            Change::Kept(line) => format!(" {line}"),
            Change::Removed(line) => format!("-{line}"),
            Change::Added(line) => format!("+{line}"),
        };
        changes(old, new).iter().map(sign).collect()
    }

    #[test]
    fn ui_1_a_diff_keeps_what_did_not_change() {
        assert_eq!(signs("a\nb\nc\n", "a\nx\nc\n"), " a\n-b\n+x\n c\n");
        assert_eq!(signs("a\nb\nc\nd\n", "b\nx\nd\ne\n"), "-a\n b\n-c\n+x\n d\n+e\n");
        assert_eq!(signs("", "a\n"), "+a\n");
        assert_eq!(signs("a", "a\n"), "-a+a\n");
        assert_eq!(signs("a\n", "a\n"), " a\n");
        assert_eq!(signs("1\n2\n3\n", "3\n1\n2\n"), "+3\n 1\n 2\n-3\n");
    }

    proptest! {
        #[test]
        fn ui_1_a_diff_leads_from_one_text_to_the_other(old in "[abcd\n]{0,60}", new in "[abcd\n]{0,60}") {
            let changes = changes(&old, &new);
            let before: String = changes.iter().filter_map(|change| match change {
                Change::Kept(line) | Change::Removed(line) => Some(*line),
                Change::Added(_) => None,
            }).collect();
            let after: String = changes.iter().filter_map(|change| match change {
                Change::Kept(line) | Change::Added(line) => Some(*line),
                Change::Removed(_) => None,
            }).collect();
            prop_assert_eq!(before, old);
            prop_assert_eq!(after, new);
        }
    }
}
