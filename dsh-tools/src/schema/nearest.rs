//! The known name that someone probably meant.

/// The name that is nearest by edits, if it is near enough to be meant.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    if length > 64 {
        return None; // Nobody mistypes that much text, and the distance is quadratic.
    }
    let limit = (length / 3).max(1);
    known
        .into_iter()
        .filter(|other| other.chars().count().abs_diff(length) <= limit)
        .map(|other| (distance(name, other), other))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, other)| other)
}

/// How many characters to insert, remove, replace or swap; case counts for nothing.
fn distance(left: &str, right: &str) -> usize {
    let lower = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<Vec<char>>();
    let (left, right) = (lower(left), lower(right));
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (row, from) in left.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, to) in right.iter().enumerate() {
            let replaced = last[column] + usize::from(from != to);
            let mut best = replaced.min(last[column + 1] + 1).min(current[column] + 1);
            let swapped =
                row > 0 && column > 0 && *from == right[column - 1] && left[row - 1] == *to;
            if swapped {
                best = best.min(before_last[column - 1] + 1);
            }
            current.push(best);
        }
        before_last = std::mem::replace(&mut last, current);
    }
    last[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_near_are_found() {
        let known = ["read_file", "list_files", "add"];
        assert_eq!(nearest("read_fil", known), Some("read_file"));
        assert_eq!(nearest("readFile", ["read_file"]), Some("read_file"));
        assert_eq!(nearest("raed_file", known), Some("read_file"));
        assert_eq!(nearest("Add", known), Some("add"));
        assert_eq!(nearest("remove", known), None);
    }
}
