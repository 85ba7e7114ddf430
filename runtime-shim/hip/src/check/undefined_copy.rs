//! Copies of what is undefined to the host, where nobody can follow it any more.

use crate::check::finding::Finding;
use crate::check::{Tool, undefined};

/// What is undefined in bytes that go to the host, unless it can only be what lies between members of structures.
pub(crate) fn told(start: usize, size: usize) -> Option<Finding> {
    let runs = undefined::runs(start, size);
    let &(first, _) = runs.first()?;
    if is_padding(start, &runs, size) {
        return None;
    }
    let bytes: usize = runs.iter().map(|run| run.1).sum();
    let (what, born) = undefined::described(undefined::origin_of(start + first));
    let message = if bytes == size {
        format!("{size} bytes are copied to the host that nobody has written: {what}")
    } else {
        format!("{size} bytes are copied to the host, of which nobody has written {bytes}, the first at offset {first}: {what}")
    };
    let (tool, kind) = (Tool::Init, "undefined-copy");
    Some(Finding { tool, kind, message, site: None, place: None, calls: String::new(), notes: born.into_iter().collect() })
}

/// The most bytes of a structure whose members have gaps between them, in an array and alone.
const LARGEST: usize = 256;
const LARGEST_ALONE: usize = 64;

/// Whether runs of undefined bytes can be what is between the members of structures, which are copied whole: they come again and
/// again at the same distance, or are those of one structure; each is less than the alignment of what follows, and some member has that alignment.
fn is_padding(start: usize, runs: &[(usize, usize)], size: usize) -> bool {
    let alignment = |run: &(usize, usize)| (run.1 + 1).next_power_of_two();
    let is_gap = |run: &(usize, usize)| (start + run.0 + run.1).is_multiple_of(alignment(run));
    let ends = std::iter::once(0).chain(runs.iter().map(|run| run.0 + run.1));
    let member = ends.zip(runs.iter().map(|run| run.0).chain([size])).map(|(end, next)| next - end).max();
    if member < runs.iter().map(alignment).max() || !runs.iter().all(is_gap) {
        return false;
    }
    if size <= LARGEST_ALONE && runs.iter().all(|run| run.1 < 8) {
        return true;
    }
    let most = runs.len().min(16);
    (1..most).any(|group| {
        let period = runs[group].0 - runs[0].0;
        let last = runs[runs.len() - 1].0;
        // From the first structure to the last.
        let spans = period <= LARGEST && runs[0].0 < period && size - last <= period;
        spans && runs.windows(group + 1).all(|pair| pair[group].0 - pair[0].0 == period && pair[group].1 == pair[0].1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_between_members_come_again_at_the_same_distance() {
        let gaps: Vec<_> = (0..10).map(|number| (16 * number + 12, 4)).collect();
        assert!(is_padding(4096, &gaps, 160));
        assert!(!is_padding(4096, &gaps[..9], 4000), "the rest has none");
        assert!(!is_padding(4096, &[(3996, 4)], 4000), "one element");
        assert!(!is_padding(4096, &[(0, 16)], 16));
        let two: Vec<_> = (0..10).flat_map(|number| [(24 * number + 1, 3), (24 * number + 9, 7)]).collect();
        assert!(is_padding(4096, &two, 240));
        let every_other: Vec<_> = (0..10).map(|number| (8 * number + 4, 4)).collect();
        assert!(!is_padding(4096, &every_other, 80), "nothing has the alignment");
    }

    #[test]
    fn one_structure_has_small_gaps() {
        assert!(is_padding(4096, &[(1, 3)], 8));
        assert!(!is_padding(4096, &[(8, 8)], 24), "a member");
        assert!(!is_padding(4096, &[(8, 4)], 16), "one of four floats");
    }
}
