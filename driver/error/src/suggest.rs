//! The known name that somebody may have meant, for the remedy of an error.

use strsim::levenshtein;

/// The candidate that is a few changes away from `name`, the nearest first.
pub fn nearest_of(name: &str, candidates: impl Iterator<Item = String>) -> Option<String> {
    let limit = (name.len() / 3).clamp(1, 6);
    let lower = name.to_ascii_lowercase();
    let near = candidates.map(|other| (levenshtein(&lower, &other.to_ascii_lowercase()), other));
    near.filter(|(distance, _)| *distance <= limit).min().map(|(_, other)| other)
}
