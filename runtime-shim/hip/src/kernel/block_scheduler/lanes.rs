//! Chooses the lanes of a divergent warp that run next.

use hipify_abi::{DIVERGED, Kernel, MAX_LANES, NO_LOOP, Wait};

use super::{GONE, wait_of};

/// Nested loops whose rounds are counted apart; those further in are not counted.
const LEVELS: usize = 8;

/// How often a lane has been round in each of the loops around its state, the outermost first: who has the lesser one in the order
/// of words has advanced less in the innermost loop that two lanes share.
type Rounds = [u32; LEVELS];

/// The rounds of a warp's lanes.
pub(super) struct Progress([Rounds; MAX_LANES]);

impl Progress {
    /// Of lanes that have come from the states `before`; those that have not moved say [`DIVERGED`] or [`GONE`].
    ///
    /// # Safety
    /// The states are the kernel's or [`GONE`].
    pub(super) unsafe fn from(kernel: &Kernel, lanes: &[u16], before: &[u16; MAX_LANES]) -> Progress {
        let mut progress = Progress([[0; LEVELS]; MAX_LANES]);
        for ((rounds, &now), &before) in progress.0.iter_mut().zip(lanes).zip(before) {
            if u32::from(before) < DIVERGED && now <= before {
                // SAFETY: both are states of the kernel.
                unsafe { count(kernel, rounds, before, now) };
            }
        }
        progress
    }

    /// The state of the lanes to release next: the lowest in which some wait for their warp, since states are numbered such that
    /// lanes that have advanced less catch up; but lanes that have been round in a loop more often than others that are still in
    /// it wait for those.
    ///
    /// # Safety
    /// `lanes` that are not [`GONE`] are in states of the kernel: less than [`DIVERGED`], given by its code.
    pub(super) unsafe fn least_advanced(&self, kernel: &Kernel, lanes: &[u16]) -> Option<u16> {
        // SAFETY: states other than GONE are the kernel's.
        let waits = |state: u16| state != GONE && matches!(unsafe { wait_of(kernel, state) }, Wait::Warp | Wait::Turn);
        let mut state = lanes.iter().copied().filter(|&state| waits(state)).min()?;
        // Each that is behind the one before has fewer rounds: no lane comes twice.
        for _ in lanes {
            let is_behind = |other: u16| {
                // SAFETY: lanes that wait are in states of the kernel.
                let common = unsafe { common(&Loops::around(kernel, state), &Loops::around(kernel, other)) };
                self.fewest(lanes, other, common) < self.fewest(lanes, state, common)
            };
            match lanes.iter().copied().filter(|&other| other != state && waits(other) && is_behind(other)).min() {
                Some(other) => state = other,
                None => break,
            }
        }
        Some(state)
    }

    /// The rounds in the outermost `levels` loops of the lane in a state that has been round least often.
    fn fewest(&self, lanes: &[u16], state: u16, levels: usize) -> Option<&[u32]> {
        lanes.iter().zip(&self.0).filter(|(lane, _)| **lane == state).map(|(_, rounds)| &rounds[..levels]).min()
    }

    /// After the `active` lanes were released from one state together, in which they had been round equally often. Whether some
    /// went back.
    ///
    /// # Safety
    /// The states are the kernel's or [`GONE`].
    pub(super) unsafe fn count(&mut self, kernel: &Kernel, lanes: &[u16], active: u64, state: u16) -> bool {
        let went = |lane: &usize| active >> lane & 1 != 0;
        let most = (0..lanes.len()).filter(went).map(|lane| self.0[lane]).max().unwrap_or([0; LEVELS]);
        let mut back = false;
        for lane in (0..lanes.len()).filter(went) {
            self.0[lane] = most;
            if lanes[lane] == GONE {
                continue;
            }
            // SAFETY: both are states of the kernel.
            unsafe { count(kernel, &mut self.0[lane], state, lanes[lane]) };
            back |= lanes[lane] <= state;
        }
        back
    }
}

/// Counts a lane's way between two states.
///
/// # Safety
/// Both are states of the kernel.
unsafe fn count(kernel: &Kernel, rounds: &mut Rounds, from: u16, to: u16) {
    // A lane that still waits for others' turns has come no further, in whatever loop its state is the first one.
    // SAFETY: both are states of the kernel.
    if from == to && unsafe { wait_of(kernel, to) } == Wait::Turn {
        return;
    }
    // SAFETY: both are states of the kernel.
    let (left, entered) = unsafe { (Loops::around(kernel, from), Loops::around(kernel, to)) };
    let common =
        left.firsts[..left.depth].iter().zip(&entered.firsts[..entered.depth]).take_while(|(one, other)| one == other).count();
    if to > from {
        rounds[common..].fill(0);
        return;
    }
    // Back to a loop's first state, or to another one of the innermost loop that has both.
    let level = common.saturating_sub(1);
    rounds[level] = rounds[level].saturating_add(1);
    rounds[level + 1..].fill(0);
}

/// The first states of the loops around a state, the outermost first; the state itself is the last, as if it were one.
struct Loops {
    firsts: [u16; LEVELS],
    depth: usize,
}

impl Loops {
    /// # Safety
    /// `state` is one of the kernel's.
    unsafe fn around(kernel: &Kernel, state: u16) -> Loops {
        let outwards = |first: &u16| {
            // SAFETY: the kernel has an element for each of its states, and states in loops are such.
            let around = if kernel.loops.is_null() { NO_LOOP } else { unsafe { *kernel.loops.add(*first as usize) } };
            (around != NO_LOOP).then_some(around)
        };
        let chain = || std::iter::successors(Some(state), outwards);
        let (all, mut firsts) = (chain().count(), [0; LEVELS]);
        for (at, first) in chain().enumerate() {
            if let Some(level) = firsts.get_mut(all - 1 - at) {
                *level = first;
            }
        }
        Loops { firsts, depth: all.min(LEVELS) }
    }
}

/// How many of the outermost loops around two states are the same.
fn common(one: &Loops, other: &Loops) -> usize {
    one.firsts[..one.depth].iter().zip(&other.firsts[..other.depth]).take_while(|(one, other)| one == other).count()
}
