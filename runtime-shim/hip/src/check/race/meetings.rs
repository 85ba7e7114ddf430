//! What orders accesses beside atomic operations: meetings of threads, and fences. The first thread that goes on after a meeting says that
//! all have met: nobody goes on before.

use hipify_happens_before::{Scope, Thread};

use super::{Here, with};

/// A thread goes on after its block has met.
pub(crate) fn block_met(thread: u32) {
    with(|state| {
        let Some(Here { launch, block, .. }) = &mut state.here else { return };
        let passed = &mut block.passed[thread as usize][0];
        *passed += 1;
        if *passed > block.met {
            block.met = *passed;
            launch.grid.block_barrier(block.number);
            let known = launch.grid.known(Thread(block.number * launch.grid.shape().threads));
            block.known.fill(known);
        }
    });
}

/// A thread goes on after the grid has met.
pub(crate) fn grid_met(thread: u32) {
    with(|state| {
        let Some(Here { launch, block, .. }) = &mut state.here else { return };
        let passed = &mut block.passed[thread as usize][1];
        *passed += 1;
        if *passed > launch.met {
            launch.met = *passed;
            launch.grid.grid_barrier();
        }
        if block.grid != launch.met {
            block.grid = launch.met;
            block.learn(&launch.grid, 0..launch.grid.shape().threads);
        }
    });
}

/// A thread goes on after the lanes of a mask have met.
pub(crate) fn warp_met(mask: u64, thread: u32) {
    with(|state| {
        let Some(Here { launch, block, .. }) = &mut state.here else { return };
        let shape = launch.grid.shape();
        let (warp, lane) = ((thread / shape.lanes) as usize, thread % shape.lanes);
        let first = thread - lane;
        let count = shape.lanes.min(shape.threads - first);
        // Masks of 32 lanes are meant for the half of a warp of 64 that the caller is in.
        let mask = if lane >= 32 && mask >> 32 == 0 { mask << 32 } else { mask };
        let mask = (mask & (u64::MAX >> (64 - count))) | 1 << lane;
        if block.warps.len() <= warp {
            block.warps.resize_with(warp + 1, Vec::new);
        }
        let masks = &mut block.warps[warp];
        let at = masks.iter().position(|known| known.0 == mask).unwrap_or_else(|| {
            masks.push((mask, 0, Box::new([0; 64])));
            masks.len() - 1
        });
        let (_, met, passed) = &mut masks[at];
        passed[lane as usize] += 1;
        if passed[lane as usize] > *met {
            *met = passed[lane as usize];
            launch.grid.warp_barrier(Thread(block.number * shape.threads + thread), mask);
            block.learn(&launch.grid, first..first + count);
        }
    });
}

/// A thread's fence.
pub(crate) fn fence(is_narrow: bool, thread: u32) {
    with(|state| {
        let Some(here) = &mut state.here else { return };
        let me = here.thread(thread);
        here.launch.grid.fence(me, if is_narrow { Scope::Block } else { Scope::Device });
        here.block.learn(&here.launch.grid, thread..thread + 1);
    });
}
