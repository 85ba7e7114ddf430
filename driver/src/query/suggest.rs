//! Names near one that is not known.

use hipify_rules::symbols;

const MOST: usize = 5;

/// Up to five names that are a few changes away from `name`, nearest first.
pub(super) fn nearest(name: &str) -> Vec<&'static str> {
    let limit = (name.len() / 4).clamp(1, 4);
    let lower = name.to_ascii_lowercase();
    let mut found: Vec<(usize, &'static str)> = symbols()
        .map(|symbol| symbol.cuda())
        .filter(|known| known.len().abs_diff(name.len()) <= limit)
        .filter_map(|known| Some((distance(lower.as_bytes(), known.to_ascii_lowercase().as_bytes(), limit)?, known)))
        .collect();
    found.sort_unstable();
    found.truncate(MOST);
    found.into_iter().map(|(_, known)| known).collect()
}

/// The candidate that is a few changes away from `name`, the nearest first.
pub(crate) fn nearest_of(name: &str, candidates: impl Iterator<Item = String>) -> Option<String> {
    let limit = (name.len() / 3).clamp(1, 6);
    let lower = name.to_ascii_lowercase();
    let near =
        candidates.filter_map(|other| Some((distance(lower.as_bytes(), other.to_ascii_lowercase().as_bytes(), limit)?, other)));
    near.min().map(|(_, other)| other)
}

/// Changes, insertions and deletions between two names (Levenshtein), if there are at most `limit`.
fn distance(one: &[u8], other: &[u8], limit: usize) -> Option<usize> {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (number, byte) in one.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = number + 1;
        for (column, candidate) in other.iter().enumerate() {
            let change = diagonal + usize::from(byte != candidate);
            diagonal = row[column + 1];
            row[column + 1] = change.min(diagonal + 1).min(row[column] + 1);
        }
        if row.iter().all(|count| *count > limit) {
            return None;
        }
    }
    row.last().copied().filter(|count| *count <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_counted_up_to_the_limit() {
        assert_eq!(distance(b"cudamaloc", b"cudamalloc", 2), Some(1));
        assert_eq!(distance(b"abc", b"abc", 1), Some(0));
        assert_eq!(distance(b"abc", b"xyz", 2), None);
    }
}
