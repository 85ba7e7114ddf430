//! Edits to bytes: the one applier. It refuses overlaps, so that no two edits ever fight over a byte.

use crate::edit::{Applicability, Edit};
use std::ops::Range;

/// Two edits claim the same bytes; a bug in the passes, never in the source.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("two edits overlap: bytes {first:?} and {second:?}")]
pub struct Overlap {
    pub first: Range<usize>,
    pub second: Range<usize>,
}

/// `source` with all safe edits applied. Insertions at one place keep the order in which they stand in `edits`.
pub fn apply(source: &[u8], edits: &[Edit]) -> Result<Vec<u8>, Overlap> {
    apply_with(source, edits, Applicability::Safe)
}

/// `source` with all edits up to the applicability `most` applied.
pub fn apply_with(source: &[u8], edits: &[Edit], most: Applicability) -> Result<Vec<u8>, Overlap> {
    let mut order: Vec<&Edit> = edits.iter().filter(|e| e.applicability <= most).collect();
    // Stable; an insertion goes before a replacement that starts at the same byte.
    order.sort_by_key(|e| (e.span.start, e.span.end != e.span.start));
    let mut out = Vec::with_capacity(source.len() + source.len() / 16);
    let mut done = 0;
    let mut last = 0..0;
    for edit in order {
        if edit.span.start < done {
            return Err(Overlap { first: last, second: edit.span.clone() });
        }
        out.extend_from_slice(&source[done..edit.span.start]);
        out.extend_from_slice(edit.text.as_bytes());
        done = edit.span.end;
        last = edit.span.clone();
    }
    out.extend_from_slice(&source[done..]);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_apply_in_source_order_whatever_their_order() {
        let edits = [Edit::replace(4..7, "two"), Edit::insert(0, "> "), Edit::delete(3..4)];
        assert_eq!(apply(b"one 2nd", &edits).unwrap(), b"> onetwo");
    }

    #[test]
    fn overlapping_edits_are_refused() {
        let edits = [Edit::replace(0..3, "a"), Edit::replace(2..4, "b")];
        assert_eq!(apply(b"abcd", &edits), Err(Overlap { first: 0..3, second: 2..4 }));
    }

    #[test]
    fn an_edit_for_review_waits_for_permission() {
        let edits = [Edit::insert(0, "x").for_review()];
        assert_eq!(apply(b"a", &edits).unwrap(), b"a");
        assert_eq!(apply_with(b"a", &edits, Applicability::Review).unwrap(), b"xa");
    }
}
