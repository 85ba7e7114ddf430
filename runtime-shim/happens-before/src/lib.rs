//! The order of the accesses of a grid, and which of them race: an exact happens-before checker for one launch, fed with a trace; and the
//! order of launches.
//!
//! - `clock`   what a thread knows of the others, by grid, block, warp and thread
//! - `grid`    the threads of a launch, and what orders them: barriers, fences, atomics
//! - `release` what an atomic variable passes on from who releases to who acquires
//! - `cell`    the accesses of a byte that later ones may race with
//! - `lines`   pieces of work of a program, along streams and the host, and what orders those
//! - `addresses` whether two threads can touch the same bytes at all, where addresses are sums of their numbers
//!
//! Each thread counts epochs, and an access is a thread and an epoch, as in `FastTrack` (Flanagan and Freund, PLDI 2009). In place of a
//! full vector clock a thread has one that follows the hierarchy, as BARRACUDA (Eizenberg and others, PLDI 2017) has for threads that
//! converge: a barrier sets the epochs of all its threads to one number, so that one entry stands for a warp, a block or the grid.
//! Scopes of atomics and fences count as ScoRD (Kamath and others, ISCA 2020) and iGUARD (Kamath and Basu, SOSP 2021) have them: two
//! synchronise when each is in the other's scope.

mod addresses;
mod cell;
mod clock;
mod grid;
mod lines;
mod release;

pub use addresses::{Ranges, Sum, Term, may_meet, most};
pub use cell::{Access, Cell, Kind};
pub use clock::{Known, Shape, Stamp, Thread};
pub use grid::{Grid, Order, Rules};
pub use lines::{Line, Lines, Moment, Piece};
pub use release::Variable;

/// Who an atomic operation or a fence is meant for. Those of the system are as those of the device within one launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// The threads of the block.
    Block,
    /// All threads of the grid, and beyond.
    Device,
}

impl Scope {
    /// Whether operations of two scopes, by threads of two blocks, are in each other's.
    fn meets(self, block: u32, other: Scope, other_block: u32) -> bool {
        block == other_block || (self == Scope::Device && other == Scope::Device)
    }
}
