//! What a thread knows of the others: epochs up to which their accesses come before its own, by the levels of the hierarchy.

use std::collections::BTreeMap;

/// A thread of a grid: its number, counted through all blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Thread(pub u32);

/// When a thread did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Who.
    pub thread: Thread,
    /// In which of the thread's epochs.
    pub epoch: u32,
}

/// How a grid is divided.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Blocks of the grid.
    pub blocks: u32,
    /// Threads of a block.
    pub threads: u32,
    /// Lanes of a warp; the last warp of a block may have fewer.
    pub lanes: u32,
}

impl Shape {
    /// Threads of the grid.
    pub fn size(self) -> u32 {
        self.blocks * self.threads
    }

    /// The block of a thread.
    pub fn block(self, thread: Thread) -> u32 {
        thread.0 / self.threads
    }

    /// The threads of a block.
    pub fn threads_of(self, block: u32) -> impl Iterator<Item = Thread> {
        let first = block * self.threads;
        (first..first + self.threads).map(Thread)
    }

    /// The warp of a thread, counted through all blocks.
    pub fn warp(self, thread: Thread) -> u32 {
        self.block(thread) * self.threads.div_ceil(self.lanes) + thread.0 % self.threads / self.lanes
    }

    /// The lane of a thread.
    pub fn lane(self, thread: Thread) -> u32 {
        thread.0 % self.threads % self.lanes
    }
}

/// Of a thread, up to which epochs it knows all threads of the grid, of its block and of its warp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The thread's own epoch.
    pub epoch: u32,
    /// Of all threads of the grid.
    pub grid: u32,
    /// Of those of its block.
    pub block: u32,
    /// Of those of its warp.
    pub warp: u32,
    /// Whether it knows more of single threads, or of other blocks and warps.
    pub more: bool,
}

/// A vector clock, which is the greatest of what its levels say of a thread. The greatest of two clocks is that of each level, so that
/// nothing is lost by levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock {
    grid: u32,
    blocks: BTreeMap<u32, u32>,
    warps: BTreeMap<u32, u32>,
    threads: BTreeMap<Thread, u32>,
}

impl Clock {
    /// Knows all threads up to an epoch.
    pub(crate) fn of_grid(epoch: u32) -> Clock {
        Clock { grid: epoch, ..Clock::default() }
    }

    /// Whether what a thread did in an epoch comes before.
    pub(crate) fn covers(&self, shape: Shape, thread: Thread, epoch: u32) -> bool {
        let at = |known: Option<&u32>| known.is_some_and(|&known| known >= epoch);
        self.grid >= epoch
            || at(self.blocks.get(&shape.block(thread)))
            || at(self.warps.get(&shape.warp(thread)))
            || at(self.threads.get(&thread))
    }

    /// What it says in short for a thread.
    pub(crate) fn known(&self, shape: Shape, thread: Thread, epoch: u32) -> Known {
        let [block, warp] =
            [self.blocks.get(&shape.block(thread)), self.warps.get(&shape.warp(thread))].map(|known| known.copied().unwrap_or(0));
        let said = usize::from(block > 0) + usize::from(warp > 0);
        Known { epoch, grid: self.grid, block, warp, more: self.entries() - 1 > said }
    }

    pub(crate) fn join(&mut self, other: &Clock) {
        self.grid = self.grid.max(other.grid);
        raise_all(&mut self.blocks, &other.blocks);
        raise_all(&mut self.warps, &other.warps);
        raise_all(&mut self.threads, &other.threads);
    }

    pub(crate) fn know_thread(&mut self, thread: Thread, epoch: u32) {
        raise(&mut self.threads, thread, epoch);
    }

    /// All threads of a warp up to an epoch; single ones that this says too go.
    pub(crate) fn know_warp(&mut self, shape: Shape, warp: u32, epoch: u32) {
        raise(&mut self.warps, warp, epoch);
        self.threads.retain(|&thread, &mut known| shape.warp(thread) != warp || known > epoch);
    }

    /// All threads of a block up to an epoch; warps and single threads that this says too go.
    pub(crate) fn know_block(&mut self, shape: Shape, block: u32, epoch: u32) {
        raise(&mut self.blocks, block, epoch);
        let warps = shape.threads.div_ceil(shape.lanes);
        self.warps.retain(|&warp, &mut known| warp / warps != block || known > epoch);
        self.threads.retain(|&thread, &mut known| shape.block(thread) != block || known > epoch);
    }

    /// Entries that it consists of: what it takes up.
    pub(crate) fn entries(&self) -> usize {
        1 + self.blocks.len() + self.warps.len() + self.threads.len()
    }
}

fn raise<K: Ord>(level: &mut BTreeMap<K, u32>, key: K, epoch: u32) {
    let known = level.entry(key).or_insert(0);
    *known = epoch.max(*known);
}

fn raise_all<K: Ord + Copy>(level: &mut BTreeMap<K, u32>, other: &BTreeMap<K, u32>) {
    other.iter().for_each(|(&key, &epoch)| raise(level, key, epoch));
}
