//! Chooses the lanes of a divergent warp that run next, and says when they have met.

use hipify_abi::{DIVERGED, DONE, Kernel, MAX_LANES, NO_LOOP, Wait};

use super::{GONE, wait_of};

/// Nested loops whose rounds are counted apart; those further in are not counted.
const LEVELS: usize = 8;

/// How often a lane has been round in each of the loops around its state, the outermost first: of two lanes, the one with the
/// lesser counts of the loops that both are in, compared from the outermost on, has advanced less.
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
            if u32::from(before) < DIVERGED && now != GONE {
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
        let mut room = [GONE; MAX_LANES];
        // SAFETY: states other than GONE are the kernel's.
        let waiting = unsafe { waiting_states(kernel, lanes, &mut room) };
        let mut state = *waiting.first()?;
        // Each that is behind the one before has fewer rounds: none comes twice.
        for _ in 1..waiting.len() {
            // SAFETY: lanes that wait are in states of the kernel.
            let around = unsafe { Loops::around(kernel, state) };
            let is_behind = |other: u16| {
                // SAFETY: likewise.
                let common = common(&around, &unsafe { Loops::around(kernel, other) });
                self.fewest(lanes, other, common) < self.fewest(lanes, state, common)
            };
            match waiting.iter().copied().find(|&other| other != state && is_behind(other)) {
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
            back |= unsafe { count(kernel, &mut self.0[lane], state, lanes[lane]) };
        }
        back
    }
}

/// The states in which lanes wait for their warp, each once and the lowest first: few, where there are many lanes.
///
/// # Safety
/// `lanes` that are not [`GONE`] are in states of the kernel.
unsafe fn waiting_states<'r>(kernel: &Kernel, lanes: &[u16], room: &'r mut [u16; MAX_LANES]) -> &'r [u16] {
    let mut count = 0;
    for &state in lanes {
        // SAFETY: states other than GONE are the kernel's.
        let waits = || matches!(unsafe { wait_of(kernel, state) }, Wait::Warp | Wait::Turn);
        if state != GONE && !room[..count].contains(&state) && waits() {
            room[count] = state;
            count += 1;
        }
    }
    room[..count].sort_unstable();
    &room[..count]
}

/// Counts a lane's way between two states. Whether it went back.
///
/// # Safety
/// Both are states of the kernel.
unsafe fn count(kernel: &Kernel, rounds: &mut Rounds, from: u16, to: u16) -> bool {
    // SAFETY: both are states of the kernel.
    let (left, entered) = unsafe { (Loops::around(kernel, from), Loops::around(kernel, to)) };
    let common = common(&left, &entered);
    // SAFETY: the kernel has an element for each of its states.
    let depth = |state: u16| if kernel.depths.is_null() { state } else { unsafe { *kernel.depths.add(state as usize) } };
    let is_back = depth(to) <= depth(from);
    // Once more round in the innermost loop that has both states.
    if let Some(level) = common.checked_sub(1).filter(|_| is_back) {
        rounds[level] = rounds[level].saturating_add(1);
    }
    rounds[common..].fill(0);
    is_back
}

/// The loops around a state, the outermost first.
struct Loops {
    numbers: [u16; LEVELS],
    depth: usize,
}

impl Loops {
    /// # Safety
    /// `state` is one of the kernel's.
    unsafe fn around(kernel: &Kernel, state: u16) -> Loops {
        let mut inner = state;
        let outwards = || {
            // SAFETY: the kernel has an element for each of its states and loops.
            inner = if kernel.loops.is_null() { NO_LOOP } else { unsafe { *kernel.loops.add(inner as usize) } };
            (inner != NO_LOOP).then_some(inner)
        };
        let (mut numbers, mut depth) = ([0; LEVELS], 0);
        for number in std::iter::from_fn(outwards) {
            // Of more loops than are counted, the outermost.
            numbers.copy_within(..LEVELS - 1, 1);
            numbers[0] = number;
            depth = LEVELS.min(depth + 1);
        }
        Loops { numbers, depth }
    }
}

/// How many of the outermost loops around two states are the same.
fn common(one: &Loops, other: &Loops) -> usize {
    one.numbers[..one.depth].iter().zip(&other.numbers[..other.depth]).take_while(|(one, other)| one == other).count()
}

/// Up to where the lanes of a warp are taken.
#[derive(Clone, Copy)]
pub(super) enum Until {
    /// Each waits for the block or the grid, or is done.
    Rest,
    /// That, or all lanes that are not done are neighbours in one state.
    Meeting,
    /// That, or all lanes are in one state.
    MeetingOfAll,
}

impl Until {
    /// Whether that is so of lanes of which some wait for their warp.
    pub(super) fn is_met_by(self, lanes: &[u16]) -> bool {
        match self {
            Until::Rest => false,
            Until::Meeting => together(lanes).is_some(),
            Until::MeetingOfAll => lanes.iter().all(|other| other == &lanes[0]),
        }
    }
}

/// The state of those lanes that are not done and their range, if they are neighbours in one state.
pub(super) fn together(lanes: &[u16]) -> Option<(u32, u32, u32)> {
    let Some(from) = lanes.iter().position(|&state| state != GONE) else { return Some((DONE, 0, lanes.len() as u32)) };
    let alike = lanes[from..].iter().take_while(|&&state| state == lanes[from]).count();
    let to = from + alike;
    let one = lanes[to..].iter().all(|&state| state == GONE);
    one.then_some((u32::from(lanes[from]), from as u32, to as u32))
}
