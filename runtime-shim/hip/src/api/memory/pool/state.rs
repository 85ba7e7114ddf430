//! What a pool has: memory in use, memory that is kept, and memory that streams will give back.

use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::sync::{Arc, Weak};

use crate::memory::{self, MemoryKind};
use crate::stream::Stream;
use crate::types::pool::hipMemAccessFlags;

/// Of one pool.
#[derive(Default)]
pub(super) struct State {
    /// Memory that is not in use, by size.
    pub(super) free: BTreeMap<usize, Vec<Kept>>,
    /// Memory that streams will have given back once they come to it.
    pub(super) promised: Vec<Promised>,
    /// Bytes that are kept beyond their use.
    pub(super) threshold: u64,
    /// Bytes of all memory and of that in use, now and at most.
    pub(super) reserved: [u64; 2],
    pub(super) used: [u64; 2],
    /// The attributes about reuse: of memory that another stream gives back before an event that the stream waits for; of memory that
    /// another stream has given back by now; and with dependencies put in, which is kept and given back alone.
    pub(super) reuse: [i32; 3],
    /// Whether the pool's device may not use it, by `hipMemPoolSetAccess`.
    pub(super) access: BTreeMap<c_int, hipMemAccessFlags>,
}

/// Memory that is not in use.
pub(super) struct Kept {
    pub(super) address: usize,
    /// In whose order it was freed; none where the stream is gone, or the free was in no order.
    pub(super) stream: Weak<Stream>,
}

/// Memory whose free is in a stream: what is allocated after it in the same stream may be this memory.
pub(super) struct Promised {
    /// Of the free, as of [`crate::stream::known_frees::next`].
    pub(super) number: u64,
    pub(super) stream: Arc<Stream>,
    pub(super) address: usize,
    pub(super) size: usize,
}

/// Where `hipMemPoolReuseAllowOpportunistic` stands in [`State::reuse`].
const OPPORTUNISTIC: usize = 1;
/// As it, of `hipMemPoolReuseFollowEventDependencies`.
const EVENTS: usize = 0;
/// Bytes that pools may always hold without use.
const SPARE: u64 = 64 << 20;

impl State {
    /// Memory of this size that is kept, and that a stream may have: of other streams where the pool's attributes allow it.
    pub(super) fn take(&mut self, size: usize, stream: Option<&Arc<Stream>>) -> Option<usize> {
        let from_others = stream.is_none() || self.reuse[OPPORTUNISTIC] != 0;
        let kept = self.free.get_mut(&size)?;
        let fits = |one: &Kept| {
            from_others || one.stream.upgrade().is_none_or(|owner| stream.is_some_and(|stream| Arc::ptr_eq(&owner, stream)))
        };
        let index = kept.iter().rposition(fits)?;
        let address = kept.swap_remove(index).address;
        if kept.is_empty() {
            self.free.remove(&size);
        }
        Some(address)
    }

    /// The promise of the last free that fits.
    pub(super) fn take_promised(&mut self, fits: impl Fn(&Promised) -> bool) -> Option<Promised> {
        let at = self.promised.iter().rposition(fits)?;
        Some(self.promised.remove(at))
    }

    /// Whether memory may be had before the stream that gives it back comes to that, where events see to the order.
    pub(super) fn follows_events(&self) -> bool {
        self.reuse[EVENTS] != 0
    }

    /// Before more memory is taken: gives back what fits nobody, where that is more than what is in use. A program that never waits
    /// would hold ever more.
    pub(super) fn trim_waste(&mut self) {
        let unused = self.reserved[0] - self.used[0];
        if unused > self.used[0].max(SPARE) {
            self.trim(self.threshold);
        }
    }

    /// Gives memory back to the system until no more than so many bytes are left, or all of them are in use.
    pub(super) fn trim(&mut self, keep: u64) {
        while self.reserved[0] > keep {
            let Some((&size, _)) = self.free.last_key_value() else { return };
            let Some(address) = self.take(size, None) else { return };
            self.reserved[0] -= size as u64;
            // After a reset of the device it is gone already.
            let _ = memory::release(address as *mut c_void, |kind| kind == MemoryKind::Pool);
        }
    }
}

/// Adds to a number and its highest value.
pub(super) fn raise(counter: &mut [u64; 2], bytes: usize) {
    counter[0] += bytes as u64;
    counter[1] = counter[1].max(counter[0]);
}
