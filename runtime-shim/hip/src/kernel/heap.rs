//! The heap of kernels in checked code, whose `malloc` and its like [`hipify_abi::checks::HEAP`] names. Other code uses the C library's.

use std::ffi::c_void;

use crate::calls::Origin;
use crate::check::finding::Finding;
use crate::check::quarantine::Block;
use crate::check::{Tool, allocations, race, sink, undefined};
use crate::kernel::checked;
use crate::memory;

/// What messages call its memory.
const WHAT: &str = "memory of the device heap";

/// Functions that add where they are called to what they were called with.
macro_rules! called {
    ($($name:ident: $register:literal, $function:ident;)*) => { $(
        /// One of [`hipify_abi::checks::HEAP`].
        #[cfg(target_arch = "x86_64")]
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        pub(crate) extern "C" fn $name() {
            std::arch::naked_asm!(concat!("mov ", $register, ", [rsp]"), "jmp {function}", function = sym $function)
        }
    )* };
}

called! {
    __hipify_malloc: "rsi", allocate;
    __hipify_calloc: "rdx", allocate_zeros;
    __hipify_realloc: "rdx", reallocate;
    __hipify_free: "rsi", release;
}

extern "C" fn allocate(size: usize, site: usize) -> *mut c_void {
    let guarded = allocations::is_guarded();
    let red_zone = if guarded { allocations::red_zone(size, 8) } else { 0 };
    let whole = size.checked_next_multiple_of(8).and_then(|whole| whole.checked_add(red_zone));
    let Some(whole) = whole else { return std::ptr::null_mut() };
    // SAFETY: any size may be asked for.
    let made = unsafe { libc::malloc(whole) };
    if made.is_null() {
        return made;
    }
    let start = made as usize;
    let block = Block { base: start, size: whole, start };
    allocations::born(start, size, WHAT, guarded.then_some(block), || Origin::in_kernel(site));
    undefined::born(start, size, Some(WHAT), || Origin::in_kernel(site));
    // What was done to it before was done to other memory.
    race::fresh(start, size);
    // SAFETY: it is as large, and nobody else knows it yet.
    unsafe { memory::fill_fresh(start, size) };
    made
}

extern "C" fn allocate_zeros(count: usize, size: usize, site: usize) -> *mut c_void {
    let Some(size) = count.checked_mul(size) else { return std::ptr::null_mut() };
    let made = allocate(size, site);
    if !made.is_null() {
        // SAFETY: it is as large, and nobody else knows it yet.
        unsafe { made.cast::<u8>().write_bytes(0, size) };
        undefined::define(made as usize, size);
    }
    made
}

/// # Safety
/// `old` is null or comes from here or the C library, and has not been freed.
unsafe extern "C" fn reallocate(old: *mut c_void, size: usize, site: usize) -> *mut c_void {
    let made = allocate(size, site);
    if !made.is_null() && !old.is_null() {
        // SAFETY: as this function's: both are as large.
        unsafe {
            let kept = libc::malloc_usable_size(old).min(size);
            made.cast::<u8>().copy_from_nonoverlapping(old.cast(), kept);
            undefined::copied(made as usize, old as usize, kept);
            release(old, site);
        }
    }
    made
}

/// # Safety
/// As [`reallocate`]'s, but where freed memory is looked after.
unsafe extern "C" fn release(pointer: *mut c_void, site: usize) {
    let start = pointer as usize;
    if pointer.is_null() {
        return;
    }
    if allocations::is_guarded() && !allocations::is_alive(start) {
        let (kind, message, notes) = allocations::explained_free(start);
        let (site, place) = (Some(site), checked::place(None));
        sink::report(Finding { tool: Tool::Memory, kind, message, site, place, calls: String::new(), notes });
        return;
    }
    // SAFETY: it has not been freed.
    undefined::define(start, unsafe { libc::malloc_usable_size(pointer) });
    match allocations::died(start, || Origin::in_kernel(site)) {
        // SAFETY: they come from `allocate` or from its like for the host, and were kept.
        Some(old) => old.iter().for_each(|block| unsafe { libc::free(block.base as *mut c_void) }),
        // SAFETY: as this function's.
        None => unsafe { libc::free(pointer) },
    }
}
