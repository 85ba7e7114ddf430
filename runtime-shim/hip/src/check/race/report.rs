//! Two accesses to what is said of them.

use hipify_happens_before::Thread;

use super::cells::Record;
use super::{ATOMIC, Here, NARROW, SHARED, VOLATILE, WRITE};

/// A thread of the grid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Who {
    /// The block's number in the grid.
    pub(crate) block: u64,
    /// Linear, in the block.
    pub(crate) thread: u32,
}

/// Two accesses that race: that of now and the one before it.
#[derive(Clone, Debug)]
pub(crate) struct Raced {
    pub(crate) kind: &'static str,
    /// Where memory is accessed by both.
    pub(crate) address: usize,
    pub(crate) is_shared: bool,
    pub(crate) now: Side,
    pub(crate) before: Side,
}

/// One of two accesses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    pub(crate) who: Who,
    /// The return address of the check.
    pub(crate) site: usize,
    pub(crate) writes: bool,
    pub(crate) what: &'static str,
}

impl Here {
    pub(super) fn raced(&self, old: &Record, new: &Record, address: usize, thread: u32) -> Raced {
        let shape = self.launch.grid.shape();
        let other = Thread(old.thread);
        let is_shared = new.how & SHARED != 0;
        let kind = if shape.warp(other) == shape.warp(self.thread(thread)) {
            "warp"
        } else if is_shared {
            "shared"
        } else {
            "global"
        };
        let side = |record: &Record, who| Side {
            who,
            site: (self.code as i64 + i64::from(record.site)) as usize,
            writes: record.how & WRITE != 0,
            what: what(record.how),
        };
        let now = Who { block: u64::from(self.block.number), thread };
        let before = Who { block: u64::from(shape.block(other)), thread: other.0 % shape.threads };
        Raced { kind, address, is_shared, now: side(new, now), before: side(old, before) }
    }
}

fn what(how: u8) -> &'static str {
    match (how & ATOMIC != 0, how & NARROW != 0, how & VOLATILE != 0, how & WRITE != 0) {
        (true, true, ..) => "atomic operation for its block",
        (true, ..) => "atomic operation",
        (_, _, true, true) => "volatile write",
        (_, _, true, false) => "volatile read",
        (.., true) => "write",
        (.., false) => "read",
    }
}
