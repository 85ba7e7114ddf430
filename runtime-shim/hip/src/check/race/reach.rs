//! Accesses as they are told of to who compares launches with each other.

use hipify_abi::checks::order;

use super::{Here, with};
use crate::check::trail;

/// A thread of the block that runs accesses memory, in a way that races with no other access of its launch.
pub(crate) fn reach(address: usize, size: usize, how: u32, thread: u32, site: usize) {
    with(|state| {
        if let Some(here) = &state.here
            && size > 0
            && !here.is_private(address)
            && !here.shared.contains(&address)
        {
            here.reach(address, size, how, thread, site);
        }
    });
}

impl Here {
    pub(super) fn is_private(&self, address: usize) -> bool {
        let near = &address as *const usize as usize;
        // Where threads have stacks of their own, those are where this one is.
        const STACK: usize = 256 << 10;
        self.private.iter().any(|range| range.contains(&address)) || address.abs_diff(near) < STACK
    }

    pub(super) fn reach(&self, address: usize, size: usize, how: u32, thread: u32, site: usize) {
        if let Some(piece) = &self.piece
            && trail::may_meet_others(address)
        {
            let tells = how & order::RELEASE != 0 || self.launch.grid.has_fenced(self.thread(thread));
            trail::touched_by_kernel(piece, address, size, how, site, (self.block.number.into(), thread), tells);
        }
    }
}
