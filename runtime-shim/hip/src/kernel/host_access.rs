//! Host code that reads and writes memory of devices: what clang puts before each access of a checked program's host code calls, with
//! `-fsanitize-coverage=func,trace-loads,trace-stores`, and what its copies and fills call in place of the C library's.

use std::collections::HashSet;
use std::ffi::{c_int, c_void};
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::check::finding::Finding;
use crate::check::{Tool, allocations, device_pages, is_on, race, sink, trail};
use crate::kernel::work_item;
use crate::memory::{self, Range};

/// An access of host code, which goes on after `site`.
fn accessed(address: usize, size: usize, is_write: bool, site: usize) {
    if device_pages::may_be_known(address) {
        looked_at(address, size, is_write, site);
    }
}

#[cold]
fn looked_at(address: usize, size: usize, is_write: bool, site: usize) {
    // Code that host and device share may be the host's, and run in a kernel.
    if work_item::context().is_some() {
        return;
    }
    if device_pages::may_be_devices(address) && is_on(Tool::Memory) {
        tell(address, size, if is_write { "writes" } else { "reads" }, site);
    }
    if device_pages::may_be_shared(address) && race::is_looking() {
        trail::touched_by_host(address, size, is_write, site);
    }
}

fn tell(address: usize, size: usize, how: &str, site: usize) {
    let Some(range) = memory::find(address as *const c_void).filter(Range::is_devices_alone) else { return };
    static TOLD: LazyLock<Mutex<HashSet<usize>>> = LazyLock::new(Mutex::default);
    if !TOLD.lock().unwrap_or_else(PoisonError::into_inner).insert(site) {
        return;
    }
    let what = range.kind.described();
    let message = format!(
        "the host {how} {size} bytes, {} bytes into {what} of {} bytes, which on most GPUs it cannot: copy them, or allocate managed memory",
        address - range.start,
        range.size
    );
    sink::report(Finding::of_call(Tool::Memory, "host-access", message).with(allocations::born_at(address)));
}

extern "C" fn accesses(address: usize, size: usize, is_write: bool, site: usize) {
    accessed(address, size, is_write, site);
}

/// What clang calls before accesses of so many bytes: adds their size, what they are, and where they are.
macro_rules! traced {
    ($($name:ident = $size:literal, $is_write:literal;)*) => { $(
        /// As clang's SanitizerCoverage names it.
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        pub(crate) extern "C" fn $name() {
            std::arch::naked_asm!(
                "mov rcx, [rsp]", "mov esi, {size}", "mov edx, {is_write}", "jmp {accesses}",
                size = const $size, is_write = const $is_write, accesses = sym accesses,
            )
        }
    )* };
}

traced! {
    __sanitizer_cov_load1 = 1, 0;
    __sanitizer_cov_load2 = 2, 0;
    __sanitizer_cov_load4 = 4, 0;
    __sanitizer_cov_load8 = 8, 0;
    __sanitizer_cov_load16 = 16, 0;
    __sanitizer_cov_store1 = 1, 1;
    __sanitizer_cov_store2 = 2, 1;
    __sanitizer_cov_store4 = 4, 1;
    __sanitizer_cov_store8 = 8, 1;
    __sanitizer_cov_store16 = 16, 1;
}

/// A copy or a fill: `from` is null where nothing is read. It is told once for each start.
fn ranges(to: *mut c_void, from: *const c_void, size: usize) {
    if size > 0 {
        accessed(to as usize, size, true, to as usize);
        accessed(from as usize, size, false, from as usize);
    }
}

/// `memcpy` of a checked program's host code.
///
/// # Safety
/// As C's.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __wrap_memcpy(to: *mut c_void, from: *const c_void, size: usize) -> *mut c_void {
    ranges(to, from, size);
    // SAFETY: the caller's promise.
    unsafe { libc::memcpy(to, from, size) }
}

/// `memmove` of a checked program's host code.
///
/// # Safety
/// As C's.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __wrap_memmove(to: *mut c_void, from: *const c_void, size: usize) -> *mut c_void {
    ranges(to, from, size);
    // SAFETY: the caller's promise.
    unsafe { libc::memmove(to, from, size) }
}

/// `memset` of a checked program's host code.
///
/// # Safety
/// As C's.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __wrap_memset(to: *mut c_void, value: c_int, size: usize) -> *mut c_void {
    ranges(to, std::ptr::null(), size);
    // SAFETY: the caller's promise.
    unsafe { libc::memset(to, value, size) }
}
