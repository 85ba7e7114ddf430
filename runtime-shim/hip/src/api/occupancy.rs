//! How many blocks of a kernel one worker is counted to hold, and the block size that makes the most threads of that: AMD's
//! arithmetic with the limits that the device's properties tell. Workers run one block at a time; the answers only have to
//! agree with each other and with what a launch takes.

use std::ffi::{c_int, c_uint, c_void};

use crate::api::device::properties::{BLOCKS_PER_MULTIPROCESSOR, SHARED_BYTES, THREADS_PER_MULTIPROCESSOR};
use crate::device::current;
use crate::entry;
use crate::entry::{Outcome, give};
use crate::environment;
use crate::kernel::function;
use crate::types::error::hipErrorInvalidValue;
use crate::types::handles::hipFunction_t;

/// What occupancy depends on.
struct Needs {
    /// The most threads that a block may have.
    max_threads: usize,
    /// Bytes of static shared memory.
    shared: usize,
    warp: usize,
}

impl Needs {
    /// # Errors
    /// Where there is no such kernel.
    fn of(function: &function::Function) -> Outcome<Needs> {
        let kernel = function.kernel(current::device())?.get();
        let bound = if kernel.max_threads == 0 { hipify_abi::MAX_THREADS } else { kernel.max_threads as usize };
        let warp = environment::wave_size() as usize;
        Ok(Needs { max_threads: bound.min(hipify_abi::MAX_THREADS), shared: kernel.shared_bytes as usize, warp })
    }

    /// Blocks of a size that one worker holds: none where a block does not fit at all.
    fn blocks(&self, size: usize, dynamic_shared: usize) -> usize {
        let shared = self.shared.saturating_add(dynamic_shared);
        // A kernel whose static shared memory alone is too much for a GPU is launched all the same.
        let room = SHARED_BYTES.max(self.shared);
        if size == 0 || size > self.max_threads || shared > room {
            return 0;
        }
        let by_threads = THREADS_PER_MULTIPROCESSOR as usize / size.next_multiple_of(self.warp);
        let by_shared = room.checked_div(shared).unwrap_or(usize::MAX);
        by_threads.min(by_shared).min(BLOCKS_PER_MULTIPROCESSOR as usize)
    }

    /// The block size, of at most `limit` threads (0 is any), that makes the most threads, the largest of equal ones; and its
    /// number of blocks.
    fn best(&self, limit: usize, dynamic_shared: usize) -> (usize, usize) {
        let limit = if limit == 0 { self.max_threads } else { limit.min(self.max_threads) };
        let sizes = (1..=limit.div_ceil(self.warp)).map(|warps| (warps * self.warp).min(limit));
        let made = sizes.map(|size| (size, self.blocks(size, dynamic_shared)));
        made.max_by_key(|&(size, blocks)| (size * blocks, size)).unwrap_or((0, 0))
    }
}

fn positive(number: c_int) -> Outcome<usize> {
    usize::try_from(number).ok().filter(|&number| number > 0).ok_or(hipErrorInvalidValue)
}

/// # Safety
/// `blocks` is null or valid for writing.
unsafe fn give_blocks(blocks: *mut c_int, needs: &Needs, size: c_int, dynamic_shared: usize) -> Outcome {
    let count = needs.blocks(positive(size)?, dynamic_shared);
    // SAFETY: null, or valid for writing as this function requires.
    unsafe { give(blocks, count as c_int) }
}

/// # Safety
/// `grid` and `block` are null or valid for writing.
unsafe fn give_best(grid: *mut c_int, block: *mut c_int, needs: &Needs, dynamic_shared: usize, limit: c_int) -> Outcome {
    let limit = usize::try_from(limit).map_err(|_| hipErrorInvalidValue)?;
    let (size, blocks) = needs.best(limit, dynamic_shared);
    // SAFETY: null, or valid for writing as this function requires.
    unsafe {
        give(grid, (blocks * environment::threads()) as c_int)?;
        give(block, size as c_int)
    }
}

/// `hipOccupancyDefault` and `hipOccupancyDisableCachingOverride`, which changes nothing.
fn check_flags(flags: c_uint) -> Outcome {
    if flags <= 1 { Ok(()) } else { Err(hipErrorInvalidValue) }
}

entry! {
    /// Blocks of a kernel that one multiprocessor holds.
    fn hipOccupancyMaxActiveBlocksPerMultiprocessor(blocks: *mut c_int, kernel: *const c_void, size: c_int, dynamic_shared: usize) {
        give_blocks(blocks, &Needs::of(&*function::of_host(kernel)?)?, size, dynamic_shared)
    }

    /// Blocks of a kernel that one multiprocessor holds.
    fn hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks: *mut c_int,
        kernel: *const c_void,
        size: c_int,
        dynamic_shared: usize,
        flags: c_uint,
    ) {
        check_flags(flags)?;
        give_blocks(blocks, &Needs::of(&*function::of_host(kernel)?)?, size, dynamic_shared)
    }

    /// Blocks of a module's kernel that one multiprocessor holds.
    fn hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(blocks: *mut c_int, kernel: hipFunction_t, size: c_int, dynamic_shared: usize) {
        give_blocks(blocks, &Needs::of(&*function::of_handle(kernel)?)?, size, dynamic_shared)
    }

    /// Blocks of a module's kernel that one multiprocessor holds.
    fn hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks: *mut c_int,
        kernel: hipFunction_t,
        size: c_int,
        dynamic_shared: usize,
        flags: c_uint,
    ) {
        check_flags(flags)?;
        give_blocks(blocks, &Needs::of(&*function::of_handle(kernel)?)?, size, dynamic_shared)
    }

    /// The block size that makes the most threads, and the grid that fills the device with it.
    fn hipOccupancyMaxPotentialBlockSize(
        grid: *mut c_int,
        block: *mut c_int,
        kernel: *const c_void,
        dynamic_shared: usize,
        limit: c_int,
    ) {
        give_best(grid, block, &Needs::of(&*function::of_host(kernel)?)?, dynamic_shared, limit)
    }

    /// The block size of a module's kernel that makes the most threads, and the grid that fills the device with it.
    fn hipModuleOccupancyMaxPotentialBlockSize(
        grid: *mut c_int,
        block: *mut c_int,
        kernel: hipFunction_t,
        dynamic_shared: usize,
        limit: c_int,
    ) {
        give_best(grid, block, &Needs::of(&*function::of_handle(kernel)?)?, dynamic_shared, limit)
    }

    /// The block size of a module's kernel that makes the most threads, and the grid that fills the device with it.
    fn hipModuleOccupancyMaxPotentialBlockSizeWithFlags(
        grid: *mut c_int,
        block: *mut c_int,
        kernel: hipFunction_t,
        dynamic_shared: usize,
        limit: c_int,
        flags: c_uint,
    ) {
        check_flags(flags)?;
        give_best(grid, block, &Needs::of(&*function::of_handle(kernel)?)?, dynamic_shared, limit)
    }

    /// Bytes of dynamic shared memory that each of a number of blocks can have on one multiprocessor.
    fn hipOccupancyAvailableDynamicSMemPerBlock(bytes: *mut usize, kernel: *const c_void, blocks: c_int, size: c_int) {
        let needs = Needs::of(&*function::of_host(kernel)?)?;
        let (blocks, size) = (positive(blocks)?, positive(size)?);
        if needs.blocks(size, 0) < blocks {
            return Err(hipErrorInvalidValue);
        }
        give(bytes, (SHARED_BYTES / blocks).saturating_sub(needs.shared))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs(max_threads: usize, shared: usize) -> Needs {
        Needs { max_threads, shared, warp: 64 }
    }

    #[test]
    fn threads_shared_memory_and_the_number_of_blocks_each_limit_occupancy() {
        assert_eq!(needs(1024, 0).blocks(1024, 0), 2);
        assert_eq!(needs(1024, 0).blocks(100, 0), 16, "100 threads take the room of two warps");
        assert_eq!(needs(1024, 0).blocks(1, 0), 32);
        assert_eq!(needs(1024, 16 << 10).blocks(64, 4 << 10), 3);
    }

    #[test]
    fn a_block_that_no_launch_would_take_has_no_occupancy() {
        assert_eq!(needs(256, 0).blocks(257, 0), 0);
        assert_eq!(needs(1024, 1).blocks(64, 64 << 10), 0);
        assert_eq!(needs(1024, 1).blocks(64, usize::MAX), 0);
    }

    #[test]
    fn the_largest_block_that_fills_a_multiprocessor_is_the_best() {
        assert_eq!(needs(1024, 0).best(0, 0), (1024, 2));
        assert_eq!(needs(768, 0).best(0, 0), (512, 4));
        assert_eq!(needs(1024, 0).best(100, 0), (64, 32));
        assert_eq!(needs(1024, 0).best(0, 100 << 10), (1024, 0));
    }
}
