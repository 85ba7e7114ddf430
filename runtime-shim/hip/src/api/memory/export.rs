//! Device memory for other processes, by handles of HIP.

use crate::entry;
use crate::entry::give;
use crate::interprocess::shared_file::Ticket;
use crate::memory::MemoryKind;
use crate::memory::export::{Origin, close, export, import};
use crate::scheduler::queue;
use crate::types::error::{hipErrorInvalidContext, hipErrorInvalidValue};
use std::ffi::{c_uint, c_void};

/// `hipIpcMemLazyEnablePeerAccess`.
const LAZY_PEER_ACCESS: c_uint = 1;

entry! {
    /// Of an allocation of `hipMalloc`; the handle is good as long as this process keeps it.
    fn hipIpcGetMemHandle(handle: *mut Ticket, pointer: *mut c_void) {
        if handle.is_null() { return Err(hipErrorInvalidValue); }
        give(handle, export(pointer, |kind| kind == MemoryKind::Device).map_err(|_| hipErrorInvalidValue)?)
    }

    /// In another process than the one that has the memory.
    fn hipIpcOpenMemHandle(pointer: *mut *mut c_void, handle: Ticket, flags: c_uint) {
        if pointer.is_null() || flags != LAZY_PEER_ACCESS { return Err(hipErrorInvalidValue); }
        if handle.process == std::process::id() { return Err(hipErrorInvalidContext); }
        give(pointer, import(&handle, Origin::Handle)?)
    }

    /// When all work that may use it is done.
    fn hipIpcCloseMemHandle(pointer: *mut c_void) {
        queue::wait_for_all(None);
        if close(pointer) { Ok(()) } else { Err(hipErrorInvalidValue) }
    }
}
