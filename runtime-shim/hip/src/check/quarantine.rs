//! Freed memory that is kept for a while, so that who still uses it is found.

use std::collections::VecDeque;

use crate::check::shadow;

/// Bytes that are kept at most.
const MOST: usize = 256 << 20;

/// A block of the C library's allocator, with what lies around an allocation in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) base: usize,
    pub(crate) size: usize,
    /// The start of the allocation in it.
    pub(crate) start: usize,
}

/// Blocks, the oldest first.
#[derive(Default)]
pub(crate) struct Quarantine {
    blocks: VecDeque<Block>,
    bytes: usize,
}

impl Quarantine {
    /// Takes a block up; gives those that have been here for long enough, which are the caller's to free.
    pub(crate) fn add(&mut self, block: Block) -> Vec<Block> {
        self.bytes += block.size;
        self.blocks.push_back(block);
        let mut old = Vec::new();
        while self.bytes > MOST && self.blocks.len() > 1 {
            let Some(block) = self.blocks.pop_front() else { break };
            self.bytes -= block.size;
            shadow::allow(block.base, block.size);
            old.push(block);
        }
        old
    }
}
