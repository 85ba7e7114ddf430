//! Finds which states of a kernel are in loops, by which the runtime tells threads of a later iteration from threads of an
//! earlier one.

use crate::regions::Regions;
use hipify_abi::NO_LOOP;
use std::collections::BTreeSet;

/// [`hipify_abi::Kernel::loops`].
pub(crate) fn of(regions: &Regions) -> Vec<u16> {
    let next: Vec<&[u32]> = regions.regions.iter().map(|region| region.next.as_slice()).collect();
    innermost(&next)
}

/// By state and the states that may follow it. A loop's first state is its lowest, and what stands in the loop can be reached
/// from it and leads back to it without a lower state; loops begun later lie inside of those begun before.
fn innermost(next: &[&[u32]]) -> Vec<u16> {
    let count = next.len() as u32;
    let mut before = vec![Vec::new(); next.len()];
    for (state, followers) in (0..).zip(next) {
        for &follower in followers.iter().filter(|&&follower| follower < count) {
            before[follower as usize].push(state);
        }
    }
    let mut loops = vec![NO_LOOP; next.len()];
    for first in 0..count.min(u32::from(NO_LOOP)) {
        if before[first as usize].iter().all(|&state| state <= first) {
            continue;
        }
        let onward = reached(first, |state| next[state as usize]);
        let back = reached(first, |state| &before[state as usize]);
        for &state in onward.intersection(&back).filter(|&&state| state != first) {
            loops[state as usize] = first as u16;
        }
    }
    loops
}

/// What is reached from a state over states that are not below it.
fn reached<'a>(first: u32, ways: impl Fn(u32) -> &'a [u32]) -> BTreeSet<u32> {
    let mut seen = BTreeSet::from([first]);
    let mut work = vec![first];
    while let Some(state) = work.pop() {
        work.extend(ways(state).iter().copied().filter(|&way| way >= first && way != hipify_abi::DONE && seen.insert(way)));
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_name_the_innermost_loop_around_them() {
        // 1 heads a loop of 1, 2, 3, 4, in which 2 and 3 are a loop; 5 waits for itself.
        let next: [&[u32]; 7] = [&[1], &[2, 4], &[3], &[2, 4], &[1, 5], &[5, 6], &[hipify_abi::DONE]];
        assert_eq!(innermost(&next), [NO_LOOP, NO_LOOP, 1, 2, 1, NO_LOOP, NO_LOOP]);
    }
}
