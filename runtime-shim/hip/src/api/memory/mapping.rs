//! Virtual memory: address ranges that a program reserves, and memory that it maps there, possibly at several places.

use std::collections::BTreeMap;
use std::ffi::{c_int, c_uint, c_ulonglong, c_void};
use std::os::fd::{AsRawFd as _, FromRawFd as _, IntoRawFd as _, OwnedFd};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::entry;
use crate::entry::{Outcome, give};
use crate::environment;
use crate::handle_table::HandleTable;
use crate::memory::{self, MemoryKind, Range};
use crate::scheduler::queue;
use crate::types::error::{hipErrorInvalidValue, hipErrorMapFailed, hipErrorNotSupported, hipErrorOutOfMemory};
use crate::types::pool::{
    HIP_MEM_ACCESS_NONE, HIP_MEM_ACCESS_READ, HIP_MEM_ACCESS_READ_WRITE, HIP_MEM_ALLOCATION_PINNED,
    HIP_MEM_HANDLE_POSIX_FILE_DESCRIPTOR, HIP_MEM_LOCATION_DEVICE, hipMemAccessDesc, hipMemAllocationProp,
    hipMemGenericAllocationHandle_t, hipMemLocation,
};

/// What sizes and addresses are multiples of: an AMD GPU's, and of the host's pages too.
const GRANULARITY: usize = 4096;

/// Memory without an address.
struct Allocation {
    file: OwnedFd,
    size: usize,
    props: hipMemAllocationProp,
    /// How often the program has to release it.
    references: AtomicUsize,
}

// SAFETY: the pointer in the properties is only given back to the program.
unsafe impl Send for Allocation {}
// SAFETY: the pointer in the properties is only given back to the program.
unsafe impl Sync for Allocation {}

static ALLOCATIONS: HandleTable<Allocation> = HandleTable::new();

/// Reserved ranges by address, in bytes.
static RESERVED: Mutex<BTreeMap<usize, usize>> = Mutex::new(BTreeMap::new());

/// What is mapped, by address.
static MAPPED: Mutex<BTreeMap<usize, Mapped>> = Mutex::new(BTreeMap::new());

struct Mapped {
    size: usize,
    allocation: Arc<Allocation>,
    access: c_uint,
}

fn lock<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn find(handle: hipMemGenericAllocationHandle_t) -> Outcome<Arc<Allocation>> {
    ALLOCATIONS.get(handle).ok_or(hipErrorInvalidValue)
}

fn is_granular(size: usize) -> bool {
    size > 0 && size.is_multiple_of(GRANULARITY)
}

fn check_location(location: &hipMemLocation) -> Outcome {
    let known = usize::try_from(location.id).is_ok_and(|device| device < environment::device_count());
    match (location.r#type, known) {
        (HIP_MEM_LOCATION_DEVICE, true) => Ok(()),
        _ => Err(hipErrorInvalidValue),
    }
}

/// Address space that nothing may touch; aligned, where possible at the wanted address.
fn reserve(size: usize, alignment: usize, wanted: *mut c_void) -> Outcome<usize> {
    let whole_power = alignment == 0 || alignment.is_power_of_two();
    // AMD's runtime has no other error for sizes and alignments that cannot be had.
    if !is_granular(size) || !whole_power {
        return Err(hipErrorOutOfMemory);
    }
    let alignment = alignment.max(GRANULARITY);
    let whole = size.checked_add(alignment).ok_or(hipErrorOutOfMemory)?;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: a new mapping; the wanted address is a hint.
    let base = unsafe { libc::mmap(wanted, whole, libc::PROT_NONE, flags, -1, 0) };
    if base == libc::MAP_FAILED {
        return Err(hipErrorOutOfMemory);
    }
    let base = base as usize;
    let start = base.next_multiple_of(alignment);
    for (from, to) in [(base, start), (start + size, base + whole)] {
        if to > from {
            // SAFETY: the part of the new mapping that is not given out.
            unsafe { libc::munmap(from as *mut c_void, to - from) };
        }
    }
    lock(&RESERVED).insert(start, size);
    Ok(start)
}

/// Takes the memory away from an address and leaves it reserved.
fn unmap(start: usize, mapped: &Mapped) -> Outcome {
    memory::remove(start);
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED;
    // SAFETY: over a mapping of this module's own, inside of a reserved range.
    let base = unsafe { libc::mmap(start as *mut c_void, mapped.size, libc::PROT_NONE, flags, -1, 0) };
    if base == libc::MAP_FAILED { Err(crate::types::error::hipErrorUnmapFailed) } else { Ok(()) }
}

fn create(size: usize, props: &hipMemAllocationProp) -> Outcome<Allocation> {
    check_location(&props.location)?;
    if props.r#type != HIP_MEM_ALLOCATION_PINNED || !is_granular(size) {
        return Err(hipErrorInvalidValue);
    }
    if size > memory::total().saturating_sub(memory::used()) {
        return Err(hipErrorOutOfMemory);
    }
    // SAFETY: a constant name; the file is this process's.
    let file = unsafe {
        let file = libc::memfd_create(c"hipify-memory".as_ptr(), libc::MFD_CLOEXEC);
        if file < 0 {
            return Err(hipErrorOutOfMemory);
        }
        OwnedFd::from_raw_fd(file)
    };
    // SAFETY: an open file.
    if unsafe { libc::ftruncate(file.as_raw_fd(), size as libc::off_t) } != 0 {
        return Err(hipErrorOutOfMemory);
    }
    Ok(Allocation { file, size, props: *props, references: AtomicUsize::new(1) })
}

/// The mappings that make up a range without gaps.
fn mapped_in(mapped: &BTreeMap<usize, Mapped>, start: usize, size: usize) -> Outcome<Vec<usize>> {
    let end = start.checked_add(size).ok_or(hipErrorInvalidValue)?;
    let mut next = start;
    let mut found = Vec::new();
    for (&at, one) in mapped.range(start..end) {
        if at != next || at + one.size > end {
            return Err(hipErrorInvalidValue);
        }
        found.push(at);
        next = at + one.size;
    }
    if next == end && !found.is_empty() { Ok(found) } else { Err(hipErrorInvalidValue) }
}

/// The protection of pages.
fn protection(access: c_uint) -> Outcome<c_int> {
    match access {
        HIP_MEM_ACCESS_NONE => Ok(libc::PROT_NONE),
        HIP_MEM_ACCESS_READ => Ok(libc::PROT_READ),
        HIP_MEM_ACCESS_READ_WRITE => Ok(libc::PROT_READ | libc::PROT_WRITE),
        _ => Err(hipErrorInvalidValue),
    }
}

fn set_access(start: usize, size: usize, access: c_uint) -> Outcome {
    let protection = protection(access)?;
    let mut mapped = lock(&MAPPED);
    for at in mapped_in(&mapped, start, size)? {
        let Some(one) = mapped.get_mut(&at) else { continue };
        // SAFETY: a mapping of this module's own.
        if unsafe { libc::mprotect(at as *mut c_void, one.size, protection) } != 0 {
            return Err(hipErrorMapFailed);
        }
        one.access = access;
    }
    Ok(())
}

entry! {
    fn hipMemGetAllocationGranularity(granularity: *mut usize, props: *const hipMemAllocationProp, option: c_uint) {
        let props = props.as_ref().filter(|_| option <= 1).ok_or(hipErrorInvalidValue)?;
        check_location(&props.location)?;
        if props.r#type != HIP_MEM_ALLOCATION_PINNED { return Err(hipErrorInvalidValue); }
        give(granularity, GRANULARITY)
    }

    /// Addresses that memory can be mapped to.
    fn hipMemAddressReserve(pointer: *mut *mut c_void, size: usize, alignment: usize, wanted: *mut c_void, flags: c_ulonglong) {
        if pointer.is_null() || flags != 0 { return Err(hipErrorInvalidValue); }
        give(pointer, reserve(size, alignment, wanted)? as *mut c_void)
    }

    /// Of a whole reserved range, with nothing mapped in it.
    fn hipMemAddressFree(pointer: *mut c_void, size: usize) {
        let start = pointer as usize;
        let mut reserved = lock(&RESERVED);
        let in_use = lock(&MAPPED).range(start..start.saturating_add(size)).next().is_some();
        if reserved.get(&start) != Some(&size) || in_use { return Err(hipErrorInvalidValue); }
        reserved.remove(&start);
        libc::munmap(pointer, size);
        Ok(())
    }

    /// Memory without an address.
    fn hipMemCreate(handle: *mut hipMemGenericAllocationHandle_t, size: usize, props: *const hipMemAllocationProp, flags: c_ulonglong) {
        let props = props.as_ref().filter(|_| !handle.is_null() && flags == 0).ok_or(hipErrorInvalidValue)?;
        give(handle, ALLOCATIONS.add(Arc::new(create(size, props)?)))
    }

    /// The memory goes when it is mapped nowhere any more.
    fn hipMemRelease(handle: hipMemGenericAllocationHandle_t) {
        let allocation = find(handle)?;
        if allocation.references.fetch_sub(1, Ordering::AcqRel) == 1 {
            ALLOCATIONS.remove(handle);
        }
        Ok(())
    }

    /// No access is allowed until `hipMemSetAccess`.
    fn hipMemMap(pointer: *mut c_void, size: usize, offset: usize, handle: hipMemGenericAllocationHandle_t, flags: c_ulonglong) {
        let allocation = find(handle)?;
        let (start, end) = (pointer as usize, (pointer as usize).checked_add(size).ok_or(hipErrorInvalidValue)?);
        if flags != 0 || offset != 0 || !is_granular(size) || !start.is_multiple_of(GRANULARITY) || size > allocation.size {
            return Err(hipErrorInvalidValue);
        }
        let reserved = lock(&RESERVED);
        let (&range, &length) = reserved.range(..=start).next_back().ok_or(hipErrorInvalidValue)?;
        let mut mapped = lock(&MAPPED);
        let before = mapped.range(..end).next_back().is_some_and(|(&at, one)| at + one.size > start);
        if end > range + length || before { return Err(hipErrorInvalidValue); }
        let flags = libc::MAP_SHARED | libc::MAP_FIXED;
        let base = libc::mmap(pointer, size, libc::PROT_NONE, flags, allocation.file.as_raw_fd(), 0);
        if base == libc::MAP_FAILED { return Err(hipErrorMapFailed); }
        let device = usize::try_from(allocation.props.location.id).unwrap_or(0);
        memory::add(Range { start, size, kind: MemoryKind::Mapped, device, flags: 0 });
        mapped.insert(start, Mapped { size, allocation, access: HIP_MEM_ACCESS_NONE });
        Ok(())
    }

    /// When all work that may use it is done.
    fn hipMemUnmap(pointer: *mut c_void, size: usize) {
        queue::wait_for_all(None);
        let mut mapped = lock(&MAPPED);
        for start in mapped_in(&mapped, pointer as usize, size)? {
            if let Some(one) = mapped.remove(&start) {
                unmap(start, &one)?;
            }
        }
        Ok(())
    }

    /// All devices are the host: the last of the list decides.
    fn hipMemSetAccess(pointer: *mut c_void, size: usize, list: *const hipMemAccessDesc, count: usize) {
        if list.is_null() || count == 0 { return Err(hipErrorInvalidValue); }
        for desc in std::slice::from_raw_parts(list, count) {
            check_location(&desc.location)?;
            set_access(pointer as usize, size, desc.flags)?;
        }
        Ok(())
    }

    fn hipMemGetAccess(flags: *mut c_ulonglong, location: *const hipMemLocation, pointer: *mut c_void) {
        check_location(location.as_ref().ok_or(hipErrorInvalidValue)?)?;
        let mapped = lock(&MAPPED);
        let found = mapped.range(..=pointer as usize).next_back().filter(|(start, one)| (pointer as usize) < *start + one.size);
        give(flags, c_ulonglong::from(found.ok_or(hipErrorInvalidValue)?.1.access))
    }

    fn hipMemGetAllocationPropertiesFromHandle(props: *mut hipMemAllocationProp, handle: hipMemGenericAllocationHandle_t) {
        give(props, find(handle)?.props)
    }

    /// A handle of what is mapped at an address.
    fn hipMemRetainAllocationHandle(handle: *mut hipMemGenericAllocationHandle_t, pointer: *mut c_void) {
        if handle.is_null() { return Err(hipErrorInvalidValue); }
        let mapped = lock(&MAPPED);
        let found = mapped.range(..=pointer as usize).next_back().filter(|(start, one)| (pointer as usize) < *start + one.size);
        let allocation = found.ok_or(hipErrorInvalidValue)?.1.allocation.clone();
        allocation.references.fetch_add(1, Ordering::AcqRel);
        give(handle, ALLOCATIONS.add(allocation))
    }

    /// A file descriptor, which belongs to the program.
    fn hipMemExportToShareableHandle(
        out: *mut c_void, handle: hipMemGenericAllocationHandle_t, handle_type: c_uint, flags: c_ulonglong,
    ) {
        let allocation = find(handle)?;
        if out.is_null() || flags != 0 || handle_type != HIP_MEM_HANDLE_POSIX_FILE_DESCRIPTOR { return Err(hipErrorInvalidValue); }
        let file = allocation.file.try_clone().map_err(|_| hipErrorOutOfMemory)?;
        give(out.cast::<c_int>(), file.into_raw_fd())
    }

    /// Of a file descriptor that `hipMemExportToShareableHandle` gave, here or in another process; it stays the program's.
    fn hipMemImportFromShareableHandle(
        handle: *mut hipMemGenericAllocationHandle_t, file: *mut c_void, handle_type: c_uint,
    ) {
        if handle.is_null() { return Err(hipErrorInvalidValue); }
        if handle_type != HIP_MEM_HANDLE_POSIX_FILE_DESCRIPTOR { return Err(hipErrorNotSupported); }
        give(handle, ALLOCATIONS.add(Arc::new(import(descriptor(file))?)))
    }
}

/// Programs pass a descriptor as if it were a pointer, or a pointer to it.
///
/// # Safety
/// `file` is a file descriptor, less than 65536, or an address valid for reading one.
pub(crate) unsafe fn descriptor(file: *mut c_void) -> c_int {
    /// Beyond what a process can have open, below what can be an address.
    const MOST: usize = 1 << 16;
    // SAFETY: no address is so low, and others are valid for reading a descriptor.
    if (file as usize) < MOST { file as usize as c_int } else { unsafe { *file.cast::<c_int>() } }
}

/// # Errors
/// `hipErrorInvalidValue` for what is no such memory.
fn import(file: c_int) -> Outcome<Allocation> {
    // SAFETY: a descriptor that is none makes the call fail.
    let copy = unsafe { libc::fcntl(file, libc::F_DUPFD_CLOEXEC, 0) };
    if copy < 0 {
        return Err(hipErrorInvalidValue);
    }
    // SAFETY: new, and nobody else's.
    let file = std::fs::File::from(unsafe { OwnedFd::from_raw_fd(copy) });
    let size = file.metadata().ok().and_then(|about| usize::try_from(about.len()).ok()).ok_or(hipErrorInvalidValue)?;
    if !is_granular(size) {
        return Err(hipErrorInvalidValue);
    }
    let props = hipMemAllocationProp {
        r#type: HIP_MEM_ALLOCATION_PINNED,
        requestedHandleType: HIP_MEM_HANDLE_POSIX_FILE_DESCRIPTOR,
        location: hipMemLocation { r#type: HIP_MEM_LOCATION_DEVICE, id: 0 },
        win32HandleMetaData: std::ptr::null_mut(),
        compressionType: 0,
        gpuDirectRDMACapable: 0,
        usage: 0,
    };
    Ok(Allocation { file: file.into(), size, props, references: AtomicUsize::new(1) })
}
