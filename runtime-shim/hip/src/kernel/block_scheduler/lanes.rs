//! Chooses the lanes of a divergent warp that run next.

use hipify_abi::{Kernel, MAX_LANES, NO_LOOP, Wait};

use super::{GONE, wait_of};

/// The state of the lanes to release next: the lowest in which some wait for their warp, since states are numbered such that
/// lanes that have advanced less catch up; but lanes that have come round to a loop's first state wait for those still inside.
///
/// # Safety
/// `lanes` that are not [`GONE`] are in states of the kernel: less than [`DIVERGED`](hipify_abi::DIVERGED), given by its code.
pub(super) unsafe fn least_advanced(kernel: &Kernel, lanes: &[u16], rounds: &[u32; MAX_LANES]) -> Option<u16> {
    // SAFETY: states other than GONE are the kernel's.
    let waits = |state: u16| state != GONE && matches!(unsafe { wait_of(kernel, state) }, Wait::Warp | Wait::Turn);
    let mut state = lanes.iter().copied().filter(|&state| waits(state)).min()?;
    let fewest = |state: u16| lanes.iter().zip(rounds).filter(|(lane, _)| **lane == state).map(|(_, &rounds)| rounds).min();
    loop {
        // SAFETY: lanes that wait are in states of the kernel.
        let is_inside = |other: u16| unsafe { stands_in(kernel, other, state) };
        let inside = |other: u16| waits(other) && is_inside(other) && fewest(other) < fewest(state);
        match lanes.iter().copied().filter(|&other| inside(other)).min() {
            Some(other) => state = other,
            None => return Some(state),
        }
    }
}

/// Whether a state stands in the loop of which `first` is the first state.
///
/// # Safety
/// `state` is one of the kernel's.
unsafe fn stands_in(kernel: &Kernel, state: u16, first: u16) -> bool {
    let mut around = state;
    while around > first && around != NO_LOOP {
        if kernel.loops.is_null() {
            return false;
        }
        // SAFETY: the kernel has an element for each of its states, and states in loops are such.
        around = unsafe { *kernel.loops.add(around as usize) };
    }
    around == first && state != first
}

/// Lanes that went on from one state together have been round as often; those that went back, once more. Whether some did.
pub(super) fn count_rounds(lanes: &[u16], active: u64, state: u16, rounds: &mut [u32; MAX_LANES]) -> bool {
    let went = |lane: &usize| active >> lane & 1 != 0;
    let most = (0..lanes.len()).filter(went).map(|lane| rounds[lane]).max().unwrap_or(0);
    let mut back = false;
    for lane in (0..lanes.len()).filter(went) {
        let is_back = lanes[lane] <= state;
        rounds[lane] = most + u32::from(is_back);
        back |= is_back;
    }
    back
}
