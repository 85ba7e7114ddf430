//! Memory that another programming interface has: a file descriptor that can be mapped, such as the ones that
//! `hipMemExportToShareableHandle` gives. What only a GPU's driver can map is refused.

use std::ffi::{c_int, c_uint, c_void};
use std::fs::File;
use std::os::fd::FromRawFd as _;
use std::sync::Arc;

use crate::entry;
use crate::entry::{Outcome, give};
use crate::handle_table::HandleTable;
use crate::interprocess::shared_file::PAGE;
use crate::memory::export;
use crate::scheduler::queue;
use crate::stream;
use crate::types::error::{hipErrorInvalidValue, hipErrorNotSupported};
use crate::types::handles::hipStream_t;

/// `hipExternalMemoryHandleTypeOpaqueFd`.
const OPAQUE_FILE: c_int = 1;

/// `hipExternalMemoryHandleDesc`.
#[repr(C)]
pub struct ExternalMemory {
    kind: c_int,
    /// In a union with two pointers.
    file: Descriptor,
    size: u64,
    flags: c_uint,
    reserved: [c_uint; 16],
}

#[repr(C)]
union Descriptor {
    file: c_int,
    pointers: [*mut c_void; 2],
}

/// `hipExternalMemoryBufferDesc`.
#[repr(C)]
pub struct ExternalBuffer {
    offset: u64,
    size: u64,
    flags: c_uint,
    reserved: [c_uint; 16],
}

/// What `hipExternalMemory_t` leads to.
pub enum Handle {}

/// What `hipExternalSemaphore_t` leads to.
pub enum Semaphore {}

// Sizes in HIP 6.4's headers.
const _: () = {
    assert!(size_of::<ExternalMemory>() == 104);
    assert!(size_of::<ExternalBuffer>() == 88);
};

struct Imported {
    file: File,
    size: u64,
}

static IMPORTED: HandleTable<Imported> = HandleTable::new();

entry! {
    /// The descriptor is the runtime's from here on where the call succeeds.
    fn hipImportExternalMemory(memory: *mut *mut Handle, description: *const ExternalMemory) {
        let description = description.as_ref().filter(|_| !memory.is_null()).ok_or(hipErrorInvalidValue)?;
        if description.kind != OPAQUE_FILE { return Err(hipErrorNotSupported); }
        let number = description.file.file;
        if description.size == 0 || libc::fcntl(number, libc::F_GETFD) < 0 { return Err(hipErrorInvalidValue); }
        let mut about: libc::stat = std::mem::zeroed();
        let known = libc::fstat(number, &mut about) == 0;
        if !known || (about.st_size as u64) < description.size { return Err(hipErrorInvalidValue); }
        give(memory, IMPORTED.add(Arc::new(Imported { file: File::from_raw_fd(number), size: description.size })))
    }

    /// Part of it as device memory, which `hipFree` takes away.
    fn hipExternalMemoryGetMappedBuffer(pointer: *mut *mut c_void, memory: *mut Handle, description: *const ExternalBuffer) {
        let imported = IMPORTED.get(memory).ok_or(hipErrorInvalidValue)?;
        let part = description.as_ref().filter(|_| !pointer.is_null()).ok_or(hipErrorInvalidValue)?;
        let inside = part.offset.checked_add(part.size).is_some_and(|end| end <= imported.size);
        if part.size == 0 || part.flags != 0 || !inside || !part.offset.is_multiple_of(PAGE as u64) {
            return Err(hipErrorInvalidValue);
        }
        give(pointer, export::map(&imported.file, part.size as usize, part.offset as usize)?)
    }

    /// What is mapped stays.
    fn hipDestroyExternalMemory(memory: *mut Handle) {
        queue::wait_for_all(None);
        IMPORTED.remove(memory).map(drop).ok_or(hipErrorInvalidValue)
    }

    fn hipSignalExternalSemaphoresAsync(
        semaphores: *const *mut Semaphore, parameters: *const c_void, count: c_uint, stream: hipStream_t,
    ) {
        no_semaphores(semaphores, parameters, count, stream)
    }

    fn hipWaitExternalSemaphoresAsync(
        semaphores: *const *mut Semaphore, parameters: *const c_void, count: c_uint, stream: hipStream_t,
    ) {
        no_semaphores(semaphores, parameters, count, stream)
    }

    fn hipDestroyExternalSemaphore(_semaphore: *mut Semaphore) {
        Err(hipErrorInvalidValue)
    }
}

/// Only a GPU's driver can import semaphores, so that no handle of one is valid: nothing to do for none of them, else an error.
fn no_semaphores(semaphores: *const *mut Semaphore, parameters: *const c_void, count: c_uint, handle: hipStream_t) -> Outcome {
    stream::of(handle).map_err(|_| hipErrorInvalidValue)?;
    if semaphores.is_null() || parameters.is_null() || count > 0 { Err(hipErrorInvalidValue) } else { Ok(()) }
}
