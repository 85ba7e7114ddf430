//! The API that gives device memory and takes it back.

use std::ffi::{c_uint, c_void};
use std::sync::LazyLock;

use crate::api::memory::pool;
use crate::entry;
use crate::entry::{Outcome, give};
use crate::graph::capture;
use crate::kernel::fault;
use crate::memory::export::{self, Origin};
use crate::memory::{self, ALIGNMENT, MemoryKind};
use crate::scheduler::queue;
use crate::types::error::{hipErrorInvalidDevicePointer, hipErrorInvalidValue, hipErrorNotFound, hipErrorOutOfMemory};
use crate::types::handles::hipDeviceptr_t;

entry! {
    /// Bytes of device memory, aligned to 256.
    fn hipMalloc(pointer: *mut *mut c_void, size: usize) {
        allocate(pointer, size, 0)
    }

    /// As `hipMalloc`: fine-grained or not is one here, and signal memory is a word that any thread can write.
    fn hipExtMallocWithFlags(pointer: *mut *mut c_void, size: usize, flags: c_uint) {
        const SIGNAL: c_uint = 2;
        if !matches!(flags, 0..=4) || (flags == SIGNAL && size != 8) {
            return Err(hipErrorInvalidValue);
        }
        allocate(pointer, size, flags)
    }

    /// Gives memory back when all work that may use it is done.
    /// Memory of `hipHostMalloc` too, as on AMD's runtime.
    fn hipFree(pointer: *mut c_void) {
        if pointer.is_null() {
            return Ok(());
        }
        capture::forbid()?;
        queue::wait_for_all(None);
        let mapped = matches!(export::origin(pointer), Some(Origin::Pool | Origin::File));
        if pool::free(pointer) || (mapped && export::close(pointer)) {
            return Ok(());
        }
        memory::release(pointer, |kind| matches!(kind, MemoryKind::Device | MemoryKind::Managed | MemoryKind::Host))
    }

    /// Rows of `width` bytes at a distance, `pitch`, that keeps each aligned.
    fn hipMallocPitch(pointer: *mut *mut c_void, pitch: *mut usize, width: usize, height: usize) {
        allocate_rows(pointer, pitch, width, height)
    }

    fn hipMemAllocPitch(pointer: *mut hipDeviceptr_t, pitch: *mut usize, width: usize, height: usize, element: c_uint) {
        if !matches!(element, 4 | 8 | 16) {
            return Err(hipErrorInvalidValue);
        }
        allocate_rows(pointer, pitch, width, height)
    }

    /// Bytes of memory that are free, and all.
    fn hipMemGetInfo(free: *mut usize, total: *mut usize) {
        if free.is_null() && total.is_null() {
            return Err(hipErrorInvalidValue);
        }
        if !free.is_null() {
            free.write(available());
        }
        if !total.is_null() {
            total.write(memory::total());
        }
        Ok(())
    }

    /// The start and the bytes of what an address is in.
    fn hipMemGetAddressRange(start: *mut hipDeviceptr_t, size: *mut usize, pointer: hipDeviceptr_t) {
        let range = memory::find(pointer).ok_or(hipErrorNotFound)?;
        if start.is_null() && size.is_null() {
            return Err(hipErrorInvalidValue);
        }
        if !start.is_null() {
            start.write(range.start as hipDeviceptr_t);
        }
        if !size.is_null() {
            size.write(range.size);
        }
        Ok(())
    }

    fn hipMemPtrGetInfo(pointer: *mut c_void, size: *mut usize) {
        let range = memory::find(pointer).filter(|range| range.start == pointer as usize);
        give(size, range.ok_or(hipErrorInvalidDevicePointer)?.size)
    }
}

/// # Safety
/// `pointer` is null or valid for writing.
unsafe fn allocate(pointer: *mut *mut c_void, size: usize, flags: c_uint) -> Outcome {
    if pointer.is_null() {
        return Err(hipErrorInvalidValue);
    }
    fault::check()?;
    capture::forbid()?;
    // SAFETY: null, or valid for writing as this function requires.
    unsafe { give(pointer, memory::allocate(size, MemoryKind::Device, flags)?) }
}

/// # Safety
/// `pointer` and `pitch` are null or valid for writing.
unsafe fn allocate_rows(pointer: *mut *mut c_void, pitch: *mut usize, width: usize, height: usize) -> Outcome {
    if pointer.is_null() || pitch.is_null() {
        return Err(hipErrorInvalidValue);
    }
    let row = width.checked_next_multiple_of(ALIGNMENT).ok_or(hipErrorInvalidValue)?;
    let size = row.checked_mul(height).ok_or(hipErrorOutOfMemory)?;
    // SAFETY: not null, and valid for writing as this function requires.
    unsafe {
        allocate(pointer, size, 0)?;
        give(pitch, row)
    }
}

/// Bytes that could be had now: what the system called available when the program first asked, less what it has taken since. Other
/// programs do not change it, so that a program can tell what it has left behind.
fn available() -> usize {
    static FIRST: LazyLock<usize> = LazyLock::new(|| in_system().saturating_add(memory::used()));
    FIRST.min(memory::total()).saturating_sub(memory::used())
}

/// What the system calls available; all there is where it does not say.
fn in_system() -> usize {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<usize>().ok());
    kilobytes.map_or(memory::total(), |kilobytes| kilobytes << 10)
}
