//! Fixes to new bytes: those that do not touch each other are applied, then the result is linted again until none is left.

use crate::lint::found::Found;
use crate::lint::judge::Judge;
use crate::lint::look::Look;
use hipify::{Applicability, Edit};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;

/// More rounds than fixes that wait for each other take.
const ROUNDS: usize = 12;

/// What fixing made of a file.
pub(crate) struct Fixed {
    /// The new text.
    pub(crate) bytes: Vec<u8>,
    /// Number of findings fixed.
    pub(crate) count: u64,
}

/// Applies the fixes up to `most`; `None` when there are none.
pub(crate) fn fix(look: &Look<'_>, judge: &Judge<'_>, path: &str, bytes: &[u8], most: Applicability) -> Option<Fixed> {
    let mut now = Fixed { bytes: bytes.to_vec(), count: 0 };
    // Changed lines are known of the text as it was, so that one round must do.
    let rounds = if judge.changed.is_some() { 1 } else { ROUNDS };
    for _ in 0..rounds {
        let (edits, count) = chosen(&findings(look, judge, path, &now.bytes), most);
        if edits.is_empty() {
            break;
        }
        // Edits were chosen so that they do not overlap.
        let Ok(new) = hipify::apply_with(&now.bytes, &edits, Applicability::Review) else { break };
        if new == now.bytes {
            break;
        }
        now = Fixed { bytes: new, count: now.count + count };
    }
    (now.count > 0).then_some(now)
}

fn findings(look: &Look<'_>, judge: &Judge<'_>, path: &str, bytes: &[u8]) -> Vec<Found> {
    let mut seen = look.at(path, bytes);
    judge.judge(&mut seen.found, &mut seen.allows);
    // A comment may be there for a mention, which only the tree decides.
    let mut mentions: Vec<Found> = seen.mentions.into_iter().map(|(_, found)| found).collect();
    judge.judge(&mut mentions, &mut seen.allows);
    seen.found.extend(judge.unused(&seen.allows));
    seen.found
}

/// Edits of fixes that do not overlap, and of how many findings. Equal edits of several findings count once: forty findings
/// may be fixed by one definition.
pub(crate) fn chosen(found: &[Found], most: Applicability) -> (Vec<Edit>, u64) {
    let mut taken = Taken::default();
    let mut edits: Vec<Edit> = Vec::new();
    let mut count = 0;
    for one in found.iter().filter(|one| one.is_open()) {
        let Some(fix) = one.fix_up_to(most) else { continue };
        let mut new = fix.edits();
        new.retain(|edit| !taken.equal.contains(&(edit.span.start, edit.span.end, edit.text.to_string())));
        if new.iter().all(|edit| taken.is_free(&edit.span)) {
            new.iter().for_each(|edit| taken.add(edit));
            edits.extend(new);
            count += 1;
        }
    }
    (edits, count)
}

/// The bytes that chosen edits replace, and where they insert.
#[derive(Default)]
struct Taken {
    equal: HashSet<(usize, usize, String)>,
    /// Ends of replaced ranges by their starts.
    replaced: BTreeMap<usize, usize>,
    inserted: BTreeSet<usize>,
}

impl Taken {
    /// Two insertions at one place do not fight; ranges that share a byte do, and an insertion inside of a range.
    fn is_free(&self, span: &Range<usize>) -> bool {
        let before = self.replaced.range(..span.end.max(span.start + 1)).next_back();
        let is_clear = before.is_none_or(|(start, end)| *end <= span.start || *start >= span.end);
        is_clear && self.inserted.range(span.start + 1..span.end.max(span.start + 1)).next().is_none()
    }

    fn add(&mut self, edit: &Edit) {
        if edit.span.is_empty() {
            self.inserted.insert(edit.span.start);
        } else {
            self.replaced.insert(edit.span.start, edit.span.end);
        }
        self.equal.insert((edit.span.start, edit.span.end, edit.text.to_string()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn free(taken: &[Edit], span: Range<usize>) -> bool {
        let mut all = Taken::default();
        taken.iter().for_each(|edit| all.add(edit));
        all.is_free(&span)
    }

    #[test]
    fn ranges_that_share_a_byte_are_not_free() {
        let taken = [Edit::replace(4..8, "x")];
        assert!(free(&taken, 0..4) && free(&taken, 8..9) && free(&taken, 4..4) && free(&taken, 8..8));
        assert!(!free(&taken, 3..5) && !free(&taken, 5..6) && !free(&taken, 0..9) && !free(&taken, 6..6));
    }

    #[test]
    fn insertions_at_one_place_are_free() {
        let taken = [Edit::insert(4, "x")];
        assert!(free(&taken, 4..4) && free(&taken, 4..6) && free(&taken, 2..4) && !free(&taken, 2..6));
    }
}
