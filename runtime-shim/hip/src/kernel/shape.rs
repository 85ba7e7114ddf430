//! A launch as it runs: its kernel, sizes and arguments.

use std::sync::Arc;

use hipify_abi::{Context, Kernel, LONG_ROW, flags};

use crate::check::launched::Launched;
use crate::check::order::Piece;
use crate::kernel::arguments::Arguments;
use crate::module::object::KernelRef;
use crate::types::launch::place;

/// Bytes of memory of blocks that go side by side: it stays in the second-level cache; and of few, in the first.
const SIDE_BY_SIDE: usize = 128 << 10;
const FEW: usize = 8 << 10;

/// Threads of a row of blocks that run as one or side by side: enough for what is done once a row to cost nothing, few enough that the next row
/// finds in the cache what this one has read.
const ROW: u32 = 1 << 12;

/// Everything about one launch.
#[derive(Clone)]
pub(crate) struct Shape {
    pub(crate) kernel: KernelRef,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub(crate) dynamic_shared: u32,
    pub(crate) arguments: Arc<Arguments>,
    /// For findings, where the program is checked.
    pub(crate) launched: Option<Arc<Launched>>,
    /// What it is in its queue, where the program is checked for races.
    pub(crate) piece: Option<Arc<Piece>>,
}

impl Shape {
    pub(crate) fn blocks(&self) -> u64 {
        self.grid.iter().map(|&extent| u64::from(extent)).product()
    }

    pub(crate) fn context(&self, kernel: &Kernel) -> Context {
        let kernel: *const Kernel = kernel;
        Context {
            arguments: self.arguments.pointers(),
            block_dim: self.block,
            grid_dim: self.grid,
            block_idx: [0; 3],
            threads: self.block.iter().product(),
            warp_size: crate::environment::wave_size(),
            dynamic_shared: self.dynamic_shared,
            shared: std::ptr::null_mut(),
            frame: std::ptr::null_mut(),
            states: std::ptr::null_mut(),
            exchange: std::ptr::null_mut(),
            active: 0,
            ballot: 0,
            phase: 0,
            neighbours: 0,
            private: kernel.cast_mut().cast(),
        }
    }

    /// The launch's number, where the program is checked.
    pub(crate) fn number(&self) -> Option<u64> {
        self.launched.as_ref().map(|launched| launched.number())
    }

    /// How many blocks run together at most, as one or side by side with so many bytes for each.
    pub(crate) fn together(&self, kernel: &Kernel, bytes: usize) -> u32 {
        let [x, y, z] = self.block;
        let row = x.max(1);
        // Blocks of one row do not go side by side either.
        let is_of_short_rows = row < LONG_ROW && (y > 1 || z > 1);
        let most_bytes = if kernel.flags & flags::FEW != 0 { FEW } else { SIDE_BY_SIDE };
        if kernel.flags & flags::NEIGHBOURS != 0 {
            ROW / row
        } else if kernel.flags & flags::SIDE_BY_SIDE != 0 && is_of_short_rows {
            (ROW / row).min((most_bytes / bytes.max(1)) as u32).min(self.grid[0])
        } else {
            1
        }
    }

    /// How many of the blocks `block + 1 .. end` can run together with a block, of `most` together.
    pub(crate) fn neighbours(&self, most: u32, block: u64, end: u64) -> u32 {
        if most <= 1 {
            return 0;
        }
        let beside = u64::from(self.grid[0]) - block % u64::from(self.grid[0]);
        (end - block).min(beside).min(u64::from(most)).saturating_sub(1) as u32
    }

    pub(crate) fn block_idx(&self, block: u64) -> [u32; 3] {
        place(block, self.grid)
    }
}
