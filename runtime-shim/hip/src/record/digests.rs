//! Digests of all memory, by as many threads as kernels have.

use std::sync::atomic::{AtomicUsize, Ordering};

use hipify_record::page::{Addresses, bytes_of, digest};
use hipify_record::{MemoryKind, PAGE};

use crate::environment;
use crate::record::allocation::{Live, Memory};

/// Pages that a thread takes at a time: 1 MiB.
const PART: usize = 256;

/// Pages of which one thread alone takes the digests: waking others takes as long.
const FEW: usize = 1024;

/// Some pages of an allocation.
struct Part {
    /// Which allocation.
    index: usize,
    pages: std::ops::Range<usize>,
}

/// Pages of an allocation that have changed, with their digests.
pub(super) type Changed = (usize, Vec<(u32, u64)>);

/// Brings the digests of allocations up to date, and gives those that have changed.
pub(super) fn changed(all: &mut [&mut Live], memory: Memory, addresses: &Addresses) -> Vec<Changed> {
    let mut parts = Vec::new();
    for (index, live) in all.iter().enumerate() {
        let count = live.digests.len();
        parts.extend((0..count).step_by(PART).map(|first| Part { index, pages: first..count.min(first + PART) }));
    }
    let total: usize = parts.iter().map(|part| part.pages.len()).sum();
    let threads = if total <= FEW || matches!(memory, Memory::Device(_)) { 1 } else { environment::threads() };
    let next = AtomicUsize::new(0);
    let shared: &[&mut Live] = all;
    let work = || {
        let mut found = Vec::new();
        let mut copy = Vec::new();
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let pages = changed_of(&*shared[part.index], part, memory, addresses, &mut copy);
            if !pages.is_empty() {
                found.push((part.index, pages));
            }
        }
        found
    };
    let mut found = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut found = work();
        found.extend(others.into_iter().filter_map(|thread| thread.join().ok()).flatten());
        found
    });
    found.sort_unstable_by_key(|(index, pages)| (*index, pages[0].0));
    for (index, pages) in &found {
        pages.iter().for_each(|&(page, digest)| all[*index].digests[page as usize] = digest);
    }
    found
}

fn changed_of(live: &Live, part: &Part, memory: Memory, addresses: &Addresses, copy: &mut Vec<u8>) -> Vec<(u32, u64)> {
    let first = part.pages.start * PAGE;
    let size = (live.size as usize - first).min(part.pages.len() * PAGE);
    let start = live.address + first as u64;
    let bytes = if matches!(memory, Memory::Own) && live.key.kind != MemoryKind::Mapped {
        // SAFETY: the allocation is alive, since its end takes the record's lock. Kernels that have not ended in time may write to
        // it; a digest of what they are writing says no more than that.
        unsafe { std::slice::from_raw_parts(start as *const u8, size) }
    } else {
        copy.resize(size, 0);
        if !memory.read(start, copy) {
            return Vec::new();
        }
        &copy[..]
    };
    let pages = part.pages.clone().zip(bytes.chunks(PAGE));
    let digests = pages.map(|(page, bytes)| {
        debug_assert_eq!(bytes.len(), bytes_of(live.size, page as u32));
        (page as u32, digest(bytes, addresses))
    });
    digests.filter(|&(page, digest)| live.digests[page as usize] != digest).collect()
}
