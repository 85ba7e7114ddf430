//! Memory that programs get from the runtime, looked up by address. Host and device share all of it.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::calls::Origin;
use crate::check::quarantine::Block;
use crate::check::{allocations, device_pages, trail, undefined};
use crate::device::current;
use crate::entry::Outcome;
use crate::environment;
use crate::interprocess::shared_file::PAGE;
use crate::record;
use crate::types::error::{hipErrorInvalidValue, hipErrorOutOfMemory};

pub mod copy;
pub mod export;
pub mod fill;
pub mod rectangle;
pub(crate) mod sanitizer;
mod streaming;

/// What `hipMalloc` promises of addresses.
pub const ALIGNMENT: usize = 256;

/// How a range came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryKind {
    Device,
    /// Pinned, of `hipHostMalloc`.
    Host,
    /// The program's own, of `hipHostRegister`.
    Registered,
    Managed,
    /// Of a memory pool.
    Pool,
    /// Another part of the runtime owns it.
    Foreign,
    /// Mapped to addresses that the program reserved: neighbours are one memory to it.
    Mapped,
    /// A device variable of a code object.
    Variable,
}

impl MemoryKind {
    /// As what memory that comes about this way is recorded. Pools and code objects tell of theirs themselves; what is registered is
    /// the program's own.
    fn recorded(self) -> Option<hipify_record::MemoryKind> {
        match self {
            MemoryKind::Device => Some(hipify_record::MemoryKind::Device),
            MemoryKind::Host => Some(hipify_record::MemoryKind::Host),
            MemoryKind::Managed => Some(hipify_record::MemoryKind::Managed),
            MemoryKind::Foreign => Some(hipify_record::MemoryKind::Other),
            MemoryKind::Mapped => Some(hipify_record::MemoryKind::Mapped),
            MemoryKind::Pool | MemoryKind::Registered | MemoryKind::Variable => None,
        }
    }

    /// As findings call it.
    pub(crate) fn described(self) -> &'static str {
        match self {
            MemoryKind::Device => "device memory",
            MemoryKind::Host => "pinned host memory",
            MemoryKind::Registered => "registered memory",
            MemoryKind::Managed => "managed memory",
            MemoryKind::Pool => "memory of a pool",
            MemoryKind::Foreign => "an array",
            MemoryKind::Mapped => "mapped memory",
            MemoryKind::Variable => "a device variable",
        }
    }

    /// Whether nobody but kernels, copies and fills can write it, so that it is known what of it nobody has written.
    fn is_born_undefined(self) -> bool {
        matches!(self, MemoryKind::Device | MemoryKind::Pool)
    }

    /// Whether it is the host's, and not shared with devices as managed memory is.
    pub(crate) fn is_only_hosts(self) -> bool {
        matches!(self, MemoryKind::Host | MemoryKind::Registered)
    }

    /// Whether host code may use it too.
    pub(crate) fn is_hosts(self) -> bool {
        matches!(self, MemoryKind::Host | MemoryKind::Registered | MemoryKind::Managed)
    }
}

/// `hipMemAttachGlobal`: managed memory that all devices and the host use.
pub(crate) const ATTACH_GLOBAL: u32 = 1;

/// A range of memory.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    pub start: usize,
    /// Bytes.
    pub size: usize,
    pub kind: MemoryKind,
    pub device: usize,
    /// As the program gave them.
    pub flags: u32,
}

impl Range {
    /// The address one past the last byte.
    pub fn end(&self) -> usize {
        self.start + self.size
    }

    /// Whether no host may access it, on most GPUs: what has flags may be memory that both share.
    pub(crate) fn is_devices_alone(&self) -> bool {
        matches!(self.kind, MemoryKind::Device | MemoryKind::Pool | MemoryKind::Variable) && self.flags == 0
    }
}

#[derive(Default)]
struct Ranges {
    by_start: BTreeMap<usize, Range>,
    /// Bytes of all ranges that take up the device's memory.
    used: usize,
}

static RANGES: LazyLock<RwLock<Ranges>> = LazyLock::new(RwLock::default);

fn read() -> RwLockReadGuard<'static, Ranges> {
    RANGES.read().unwrap_or_else(PoisonError::into_inner)
}

fn write() -> RwLockWriteGuard<'static, Ranges> {
    RANGES.write().unwrap_or_else(PoisonError::into_inner)
}

/// Gets memory for the current device. Null for no bytes.
///
/// # Errors
/// `hipErrorOutOfMemory` where the machine has not so much memory.
pub fn allocate(size: usize, kind: MemoryKind, flags: u32) -> Outcome<*mut c_void> {
    if size == 0 {
        return Ok(std::ptr::null_mut());
    }
    if size > total().saturating_sub(used()) {
        return Err(hipErrorOutOfMemory);
    }
    let mut pointer = std::ptr::null_mut();
    // Large memory is made of huge pages, and begins in one.
    let large = size >= LARGE;
    let pages = has_whole_pages() && matches!(kind, MemoryKind::Device | MemoryKind::Managed | MemoryKind::Pool);
    let whole = if pages { size.checked_next_multiple_of(PAGE).ok_or(hipErrorOutOfMemory)? } else { size };
    let alignment = match (large, pages) {
        (true, _) => HUGE_PAGE,
        (false, true) => PAGE,
        (false, false) => ALIGNMENT,
    };
    let guarded = allocations::is_guarded();
    let red_zone = if guarded { allocations::red_zone(size, alignment) } else { 0 };
    let before = if is_coloured(size) { page_colour() } else { red_zone };
    let block =
        whole.checked_next_multiple_of(8).and_then(|whole| whole.checked_add(before + red_zone)).ok_or(hipErrorOutOfMemory)?;
    // SAFETY: the alignment is a power of two and a multiple of a pointer's size.
    if unsafe { libc::posix_memalign(&mut pointer, alignment, block) } != 0 {
        return Err(hipErrorOutOfMemory);
    }
    let block = Block { base: pointer as usize, size: block, start: pointer as usize + before };
    // SAFETY: inside of what was allocated.
    pointer = unsafe { pointer.byte_add(before) };
    allocations::born(block.start, size, kind.described(), guarded.then_some(block), Origin::of_call);
    undefined::born(block.start, size, kind.is_born_undefined().then(|| kind.described()), Origin::of_call);
    if large {
        // SAFETY: the range is this allocation's; advice that is not taken does no harm.
        unsafe { libc::madvise(block.base as *mut c_void, before + size, libc::MADV_HUGEPAGE) };
    }
    // SAFETY: the range is this allocation's, and nobody else knows it yet.
    unsafe { fill_fresh(pointer as usize, size) };
    add(Range { start: pointer as usize, size, kind, device: current::device(), flags });
    Ok(pointer)
}

/// Fills memory that a program is about to get with the byte that the environment asks for, if any. Gives the address.
///
/// # Safety
/// The range is valid for writes, and its contents are nobody's.
pub(crate) unsafe fn fill_fresh(start: usize, size: usize) -> usize {
    if let Some(byte) = environment::fill() {
        // SAFETY: as this function's.
        unsafe { (start as *mut u8).write_bytes(byte, size) };
    }
    start
}

/// Whether device memory consists of whole pages, as a GPU's does, so that it can be passed to other processes. With
/// AddressSanitizer or red zones it does not, since an access past its end is to be found.
pub(crate) fn has_whole_pages() -> bool {
    static SANITIZED: LazyLock<bool> = LazyLock::new(|| sanitizer::callback_setter().is_some());
    !*SANITIZED && !allocations::is_guarded()
}

/// x86-64's larger page.
const HUGE_PAGE: usize = 2 << 20;
/// From which size on the waste at both ends does not matter.
const LARGE: usize = 4 * HUGE_PAGE;

/// Whether memory of a size begins at the page of its first huge page that [`page_colour`] gave: of all that [`allocate`] gives, or of none.
fn is_coloured(size: usize) -> bool {
    size >= LARGE && has_whole_pages()
}

/// Where in a huge page the next large memory begins, bytes. Arrays that begin at the same place of huge pages have elements of the same
/// index in the same sets of the caches: a stencil from one into another took up to five times as long on Xeons of the fifth generation.
fn page_colour() -> usize {
    /// As many pages as one way of a second-level cache has; more is not needed, and is what each large memory wastes at most.
    const COLOURS: usize = 32;
    /// From one to the next; all come by, since the two have no common divisor.
    const STEP: usize = 13;
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    NEXT.fetch_add(STEP, Ordering::Relaxed) % COLOURS * PAGE
}

/// Gives memory back that [`allocate`] gave.
///
/// # Errors
/// `hipErrorInvalidValue` where the address is not the start of such.
pub fn release(pointer: *mut c_void, of: impl Fn(MemoryKind) -> bool) -> Outcome {
    let mut ranges = write();
    if !ranges.by_start.get(&(pointer as usize)).is_some_and(|range| of(range.kind)) {
        drop(ranges);
        allocations::bad_free(pointer as usize);
        return Err(hipErrorInvalidValue);
    }
    let range = ranges.remove(pointer as usize);
    drop(ranges);
    record::died(pointer as usize);
    range.iter().for_each(free);
    Ok(())
}

/// Of memory that was in the table until now.
fn free(&Range { start, size, .. }: &Range) {
    export::take_back(start, size);
    undefined::define(start, size);
    if let Some(old) = allocations::died(start, Origin::of_call) {
        // SAFETY: allocated by `allocate`, and not freed since: they were kept.
        old.iter().for_each(|block| unsafe { libc::free(block.base as *mut c_void) });
        return;
    }
    let base = if is_coloured(size) { start / HUGE_PAGE * HUGE_PAGE } else { start };
    // SAFETY: allocated by `allocate`, and not freed since: it was in the table.
    unsafe { libc::free(base as *mut c_void) };
}

/// Makes a range known that the program has just got.
pub fn add(range: Range) {
    add_filled(range);
    if record::is_on()
        && let Some(kind) = range.kind.recorded()
    {
        record::born(kind, range.start, range.size);
    }
}

/// Makes a range known of which something is in use already.
pub(crate) fn add_filled(range: Range) {
    device_pages::born(range.start, range.end(), range.is_devices_alone());
    trail::fresh(range.start, range.size);
    let mut ranges = write();
    if takes_memory(range.kind) {
        ranges.used += range.size;
    }
    ranges.by_start.insert(range.start, range);
}

/// Forgets the range that starts there.
pub fn remove(start: usize) -> Option<Range> {
    record::died(start);
    write().remove(start)
}

/// Forgets the range that starts there, where it is of a kind.
pub(crate) fn remove_of(start: *const c_void, kind: MemoryKind) {
    let mut ranges = write();
    if ranges.by_start.get(&(start as usize)).is_some_and(|range| range.kind == kind) {
        ranges.remove(start as usize);
        drop(ranges);
        record::died(start as usize);
    }
}

impl Ranges {
    fn remove(&mut self, start: usize) -> Option<Range> {
        let range = self.by_start.remove(&start)?;
        if takes_memory(range.kind) {
            self.used -= range.size;
        }
        Some(range)
    }
}

fn takes_memory(kind: MemoryKind) -> bool {
    matches!(kind, MemoryKind::Device | MemoryKind::Managed | MemoryKind::Pool)
}

/// The range that an address is in.
pub fn find(pointer: *const c_void) -> Option<Range> {
    let address = pointer as usize;
    let (_, range) = read().by_start.range(..=address).next_back().map(|(start, range)| (*start, *range))?;
    (address < range.end()).then_some(range)
}

/// Somebody who leaves no shadows may have written memory of these kinds.
pub(crate) fn define(of: impl Fn(&Range) -> bool) {
    if undefined::is_on() {
        read().by_start.values().filter(|range| of(range)).for_each(|range| undefined::define(range.start, range.size));
    }
}

/// Whether an address is in a device's memory, which the host does not use.
pub(crate) fn is_devices(pointer: *const c_void) -> bool {
    find(pointer).is_some_and(|range| !range.kind.is_hosts())
}

/// Whether `size` bytes at an address are in one range, in mappings without a gap between them, or in none that is known.
pub fn holds(pointer: *const c_void, size: usize) -> bool {
    let Some(mut range) = find(pointer) else { return true };
    let Some(end) = (pointer as usize).checked_add(size) else { return false };
    while range.end() < end {
        let next = read().by_start.get(&range.end()).copied();
        match next.filter(|next| next.kind == MemoryKind::Mapped && range.kind == MemoryKind::Mapped) {
            Some(next) => range = next,
            None => return false,
        }
    }
    true
}

/// Bytes that programs have of the device's memory.
pub fn used() -> usize {
    read().used
}

/// Bytes of memory in this machine; less where the process may only use less.
pub fn total() -> usize {
    static TOTAL: LazyLock<usize> = LazyLock::new(|| {
        // SAFETY: plain calls.
        let (pages, size) = unsafe { (libc::sysconf(libc::_SC_PHYS_PAGES), libc::sysconf(libc::_SC_PAGESIZE)) };
        usize::try_from(pages).unwrap_or(0).saturating_mul(usize::try_from(size).unwrap_or(0))
    });
    *TOTAL
}

/// Frees all that `hipMalloc` and the like gave of a device.
pub(crate) fn release_all(device: usize) {
    let mut ranges = write();
    let owned = |range: &&Range| range.device == device && matches!(range.kind, MemoryKind::Device | MemoryKind::Host);
    let starts: Vec<usize> = ranges.by_start.values().filter(owned).map(|range| range.start).collect();
    for start in starts {
        record::died(start);
        ranges.remove(start).iter().for_each(free);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_memory_begins_at_different_pages_of_huge_pages() {
        let addresses: Vec<usize> = (0..3).map(|_| allocate(LARGE, MemoryKind::Device, 0).unwrap() as usize).collect();
        let mut places: Vec<usize> = addresses.iter().map(|address| address % HUGE_PAGE).collect();
        assert!(places.iter().all(|place| place % PAGE == 0), "{places:?}");
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), addresses.len(), "{places:?}");
        for address in addresses {
            // SAFETY: the first and the last byte of what was allocated.
            unsafe {
                (address as *mut u8).write(1);
                ((address + LARGE - 1) as *mut u8).write(1);
            }
            release(address as *mut c_void, |kind| kind == MemoryKind::Device).unwrap();
        }
    }
}
