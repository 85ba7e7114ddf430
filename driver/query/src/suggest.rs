//! Names near one that is not known.

use hipify_rules::symbols;
use strsim::levenshtein;

const MOST: usize = 5;

/// Up to five names that are a few changes away from `name`, nearest first.
pub(super) fn nearest(name: &str) -> Vec<&'static str> {
    let limit = (name.len() / 4).clamp(1, 4);
    let lower = name.to_ascii_lowercase();
    let mut found: Vec<(usize, &'static str)> = symbols()
        .map(|symbol| symbol.cuda())
        .filter(|known| known.len().abs_diff(name.len()) <= limit)
        .map(|known| (levenshtein(&lower, &known.to_ascii_lowercase()), known))
        .filter(|(distance, _)| *distance <= limit)
        .collect();
    found.sort_unstable();
    found.truncate(MOST);
    found.into_iter().map(|(_, known)| known).collect()
}
