//! Host memory that devices reach: all of it, but the program's handles and errors are as HIP has them.

use std::ffi::{c_int, c_uint, c_void};

use crate::device::current;
use crate::entry;
use crate::entry::{Outcome, give};
use crate::memory::{self, MemoryKind, Range};
use crate::scheduler::queue;
use crate::types::error::{hipErrorHostMemoryAlreadyRegistered, hipErrorHostMemoryNotRegistered, hipErrorInvalidValue};

/// Flags of `hipHostMalloc` that are known: portable, mapped, write-combined, and AMD's on NUMA and coherence.
const MALLOC_FLAGS: c_uint = 0x7 | 0xe000_0000;

/// Flags of `hipHostRegister` that are known.
const REGISTER_FLAGS: c_uint = 0xf | 0x8000_0000;

entry! {
    fn hipHostMalloc(pointer: *mut *mut c_void, size: usize, flags: c_uint) {
        allocate(pointer, size, flags)
    }

    fn hipHostAlloc(pointer: *mut *mut c_void, size: usize, flags: c_uint) {
        allocate(pointer, size, flags)
    }

    fn hipMallocHost(pointer: *mut *mut c_void, size: usize) {
        allocate(pointer, size, 0)
    }

    fn hipMemAllocHost(pointer: *mut *mut c_void, size: usize) {
        allocate(pointer, size, 0)
    }

    fn hipHostFree(pointer: *mut c_void) {
        free(pointer)
    }

    fn hipFreeHost(pointer: *mut c_void) {
        free(pointer)
    }

    fn hipHostRegister(pointer: *mut c_void, size: usize, flags: c_uint) {
        if pointer.is_null() || size == 0 || flags & !REGISTER_FLAGS != 0 {
            return Err(hipErrorInvalidValue);
        }
        // As on AMD's runtime, the same memory may be registered again: programs free memory that is registered.
        let is_same = |range: &Range| range.kind == MemoryKind::Registered && range.start == pointer as usize;
        match memory::find(pointer) {
            Some(range) if is_same(&range) => drop(memory::remove(range.start)),
            Some(_) => return Err(hipErrorHostMemoryAlreadyRegistered),
            None => {}
        }
        if !is_mapped(pointer as usize, size) {
            return Err(hipErrorInvalidValue);
        }
        memory::add(Range { start: pointer as usize, size, kind: MemoryKind::Registered, device: current::device(), flags });
        Ok(())
    }

    fn hipHostUnregister(pointer: *mut c_void) {
        if pointer.is_null() {
            return Err(hipErrorInvalidValue);
        }
        let range = memory::find(pointer).filter(|range| range.kind == MemoryKind::Registered && range.start == pointer as usize);
        let range = range.ok_or(hipErrorHostMemoryNotRegistered)?;
        memory::remove(range.start);
        Ok(())
    }

    /// The same address: devices and the host share memory.
    fn hipHostGetDevicePointer(device: *mut *mut c_void, host: *mut c_void, flags: c_uint) {
        let known = memory::find(host).is_some_and(|range| range.kind.is_hosts());
        if flags != 0 || !known {
            return Err(hipErrorInvalidValue);
        }
        give(device, host)
    }

    fn hipHostGetFlags(flags: *mut c_uint, host: *mut c_void) {
        let range = memory::find(host).filter(|range| range.kind.is_only_hosts());
        give(flags, range.ok_or(hipErrorInvalidValue)?.flags)
    }

    fn hipHostGetDevice(device: *mut c_int, host: *mut c_void) {
        give(device, memory::find(host).ok_or(hipErrorInvalidValue)?.device as c_int)
    }
}

/// # Safety
/// `pointer` is null or valid for writing.
unsafe fn allocate(pointer: *mut *mut c_void, size: usize, flags: c_uint) -> Outcome {
    const COHERENT_AND_NOT: c_uint = 0xc000_0000;
    if pointer.is_null() || flags & !MALLOC_FLAGS != 0 || flags & COHERENT_AND_NOT == COHERENT_AND_NOT {
        return Err(hipErrorInvalidValue);
    }
    // SAFETY: null, or valid for writing as this function requires.
    unsafe { give(pointer, memory::allocate(size, MemoryKind::Host, flags)?) }
}

fn free(pointer: *mut c_void) -> Outcome {
    if pointer.is_null() {
        return Ok(());
    }
    queue::wait_for_all(None);
    memory::release(pointer, |kind| kind == MemoryKind::Host)
}

/// Whether all pages of a stretch of memory are the process's: a size that is too large would show as a crash, much later.
fn is_mapped(start: usize, size: usize) -> bool {
    // SAFETY: a plain call.
    let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096);
    let first = start - start % page;
    let Some(length) = start.checked_add(size).map(|end| end - first) else { return false };
    // SAFETY: an address that the call only looks up: with this flag it does nothing but say whether pages are missing (msync(2)).
    unsafe { libc::msync(first as *mut c_void, length, libc::MS_ASYNC) == 0 }
}
