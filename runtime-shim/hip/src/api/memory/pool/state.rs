//! What a pool has: memory in use, memory that is kept, and memory that streams will give back.

use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::sync::Arc;

use crate::memory::{self, MemoryKind};
use crate::stream::Stream;
use crate::types::pool::hipMemAccessFlags;

/// Of one pool.
#[derive(Default)]
pub(super) struct State {
    /// Memory that is not in use, by size.
    pub(super) free: BTreeMap<usize, Vec<usize>>,
    /// Memory that streams will have given back once they come to it.
    pub(super) promised: Vec<Promised>,
    /// Frees in streams until now.
    pub(super) promises: u64,
    /// Bytes that are kept beyond their use.
    pub(super) threshold: u64,
    /// Bytes of all memory and of that in use, now and at most.
    pub(super) reserved: [u64; 2],
    pub(super) used: [u64; 2],
    /// The three attributes about reuse: kept and given back, reuse itself is always safe here.
    pub(super) reuse: [i32; 3],
    /// Whether the pool's device may not use it, by `hipMemPoolSetAccess`.
    pub(super) access: BTreeMap<c_int, hipMemAccessFlags>,
}

/// Memory whose free is in a stream: what is allocated after it in the same stream may be this memory.
pub(super) struct Promised {
    /// Of the free, which no other has.
    pub(super) number: u64,
    pub(super) stream: Arc<Stream>,
    pub(super) address: usize,
    pub(super) size: usize,
}

impl State {
    /// Memory of this size that is kept.
    pub(super) fn take(&mut self, size: usize) -> Option<usize> {
        let kept = self.free.get_mut(&size)?;
        let address = kept.pop();
        if kept.is_empty() {
            self.free.remove(&size);
        }
        address
    }

    /// The promise of the last free that fits.
    pub(super) fn take_promised(&mut self, fits: impl Fn(&Promised) -> bool) -> Option<Promised> {
        let at = self.promised.iter().rposition(fits)?;
        Some(self.promised.remove(at))
    }

    /// Gives memory back to the system until no more than so many bytes are left, or all of them are in use.
    pub(super) fn trim(&mut self, keep: u64) {
        while self.reserved[0] > keep {
            let Some((&size, _)) = self.free.last_key_value() else { return };
            let Some(address) = self.take(size) else { return };
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
