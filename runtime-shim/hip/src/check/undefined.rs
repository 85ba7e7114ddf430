//! What of memory nobody has written: shadow memory of a bit for each bit, and where what is undefined comes from, at places that checked
//! code knows (`hipify-lower`'s `checks/init.rs`). Code that is not checked leaves no shadows: what may have been written by it counts as defined.

use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use hipify_abi::checks::{ORIGIN_OFFSET, SHARED_ORIGIN, UNDEFINED_SHADOW_MASK};

use crate::calls;
use crate::check::finding::Note;
use crate::check::{Tool, defined, shadow};

/// Where Linux puts what programs use: programs at fixed addresses with their heaps, position-independent ones, and what is mapped.
const USED: [(usize, usize); 3] =
    [(0, 0x0100_0000_0000), (0x5500_0000_0000, 0x5700_0000_0000), (0x6e00_0000_0000, 0x8000_0000_0000)];

/// Whether it is followed what is undefined.
pub(crate) fn is_on() -> bool {
    super::is_on(Tool::Init) && reserve().is_ok()
}

/// Reserves shadow memory, once. It takes up none before it is written.
///
/// # Errors
/// Why the system has not given it.
pub(crate) fn reserve() -> Result<(), &'static str> {
    static RESERVED: OnceLock<Result<(), String>> = OnceLock::new();
    let reserved = RESERVED.get_or_init(|| {
        USED.iter().try_for_each(|&(start, end)| {
            let place = start ^ UNDEFINED_SHADOW_MASK;
            shadow::reserve_at(place, end - start)?;
            shadow::reserve_at(place + ORIGIN_OFFSET, end - start)
        })
    });
    reserved.as_ref().copied().map_err(String::as_str)
}

/// Where undefined memory comes from; its number is one more than its place here.
fn origins() -> MutexGuard<'static, Vec<Origin>> {
    static ORIGINS: Mutex<Vec<Origin>> = Mutex::new(Vec::new());
    ORIGINS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An allocation.
#[derive(Clone, Debug)]
struct Origin {
    what: &'static str,
    size: usize,
    born: calls::Origin,
}

/// What an origin is, for a message, and where it was allocated.
pub(crate) fn described(origin: u32) -> (String, Option<Note>) {
    if origin == SHARED_ORIGIN {
        return ("shared memory".to_owned(), None);
    }
    let known = (origin as usize).checked_sub(1).and_then(|index| origins().get(index).cloned());
    let Some(Origin { what, size, born }) = known else { return ("memory".to_owned(), None) };
    (format!("{what} of {size} bytes"), Some(Note::at("allocated here", born)))
}

/// Whether a range has shadow memory.
fn has_shadow(start: usize, size: usize) -> bool {
    USED.iter().any(|&(from, to)| start >= from && start < to && size <= to - start)
}

fn byte(address: usize) -> *mut u8 {
    (address ^ UNDEFINED_SHADOW_MASK) as *mut u8
}

/// The origin of the four bytes that an address is in.
fn origin(address: usize) -> *mut u32 {
    (((address ^ UNDEFINED_SHADOW_MASK) + ORIGIN_OFFSET) & !3) as *mut u32
}

/// Memory has come about for a program, and nobody has written it. `what`: as a program calls it; nothing for what counts as defined.
pub(crate) fn born(start: usize, size: usize, what: Option<&'static str>, origin: impl FnOnce() -> calls::Origin) {
    let Some(what) = what else { return define(start, size) };
    if is_on() {
        let number = {
            let mut origins = origins();
            origins.push(Origin { what, size, born: origin() });
            origins.len() as u32
        };
        defined::forget(start, size);
        undefine(start, size, number);
    }
}

/// A block begins, and with it its shared memory.
pub(crate) fn block_begins(shared: usize, size: usize) {
    if is_on() {
        undefine(shared, size, SHARED_ORIGIN);
    }
}

fn undefine(start: usize, size: usize, number: u32) {
    if size == 0 || !has_shadow(start, size) {
        return;
    }
    // SAFETY: shadow memory of the range is reserved, and origins are of whole words around it.
    unsafe {
        byte(start).write_bytes(0xff, size);
        let words = (start + size).div_ceil(4) - start / 4;
        std::slice::from_raw_parts_mut(origin(start), words).fill(number);
    }
}

/// A range has been written, or who writes it is not seen.
pub(crate) fn define(start: usize, size: usize) {
    const PAGE: usize = 4096;
    if !super::is_on(Tool::Init) || size == 0 || reserve().is_err() || !has_shadow(start, size) {
        return;
    }
    let (first, last) = (start.next_multiple_of(PAGE), (start + size) / PAGE * PAGE);
    // SAFETY: shadow memory of the range is reserved. Whole pages of it go back to the system, and are zero when they are touched again.
    unsafe {
        if last > first
            && last - first >= 64 * PAGE
            && libc::madvise(byte(first).cast::<c_void>(), last - first, libc::MADV_DONTNEED) == 0
        {
            byte(start).write_bytes(0, first - start);
            byte(last).write_bytes(0, start + size - last);
        } else {
            byte(start).write_bytes(0, size);
        }
    }
}

/// Bytes have been copied, with what of them is undefined. The ranges may overlap.
pub(crate) fn copied(to: usize, from: usize, size: usize) {
    if size == 0 || !is_on() || !has_shadow(to, size) || !has_shadow(from, size) {
        return;
    }
    if first(from, size).is_none() {
        return define(to, size);
    }
    defined::forget(to, size);
    // SAFETY: shadow memory of both ranges is reserved.
    unsafe {
        byte(to).copy_from(byte(from), size);
        if to % 4 == from % 4 {
            origin(to).copy_from(origin(from), (to + size).div_ceil(4) - to / 4);
        } else {
            let words = (to + size).div_ceil(4) - to / 4;
            let number = first(to, size).map_or(0, |at| origin(from + (at - to)).read());
            std::slice::from_raw_parts_mut(origin(to), words).fill(number);
        }
    }
}

/// The runtime has copied a value of what a block runs on.
pub(crate) fn moved<T>(to: &T, from: &T) {
    copied(std::ptr::from_ref(to) as usize, std::ptr::from_ref(from) as usize, size_of::<T>());
}

/// The runtime has written a value that checked code reads.
pub(crate) fn written<T>(value: &T) {
    define(std::ptr::from_ref(value) as usize, size_of::<T>());
}

/// The first byte of a range that is not all defined.
pub(crate) fn first(start: usize, size: usize) -> Option<usize> {
    if !has_shadow(start, size) {
        return None;
    }
    // SAFETY: shadow memory of the range is reserved.
    let shadow = unsafe { std::slice::from_raw_parts(byte(start), size) };
    const PART: usize = 256;
    let is_bad = |part: &[u8]| part.iter().fold(0, |all, byte| all | byte) != 0;
    let part = shadow.chunks(PART).position(is_bad)? * PART;
    shadow[part..].iter().position(|byte| *byte != 0).map(|offset| start + part + offset)
}

/// Where the undefined bytes of a range are: offset and number of each run.
pub(crate) fn runs(start: usize, size: usize) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    if !has_shadow(start, size) {
        return runs;
    }
    // SAFETY: shadow memory of the range is reserved.
    let shadow = unsafe { std::slice::from_raw_parts(byte(start), size) };
    let mut at = 0;
    while let Some(skip) = shadow[at..].iter().position(|byte| *byte != 0) {
        let length = shadow[at + skip..].iter().take_while(|byte| **byte != 0).count();
        runs.push((at + skip, length));
        at += skip + length;
    }
    runs
}

/// Where what is undefined at an address comes from.
pub(crate) fn origin_of(address: usize) -> u32 {
    // SAFETY: who asks has found the address to be undefined, so that it has shadow memory.
    unsafe { origin(address).read() }
}

/// `memcpy` of checked code.
///
/// # Safety
/// As of `memcpy`, and the ranges have shadow memory.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __hipify_undefined_memcpy(to: *mut u8, from: *const u8, size: usize) -> *mut u8 {
    // SAFETY: the caller's.
    unsafe { __hipify_undefined_memmove(to, from, size) }
}

/// `memmove` of checked code.
///
/// # Safety
/// As of `memmove`, and the ranges have shadow memory.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __hipify_undefined_memmove(to: *mut u8, from: *const u8, size: usize) -> *mut u8 {
    // SAFETY: the caller's.
    unsafe { from.copy_to(to, size) };
    copied(to as usize, from as usize, size);
    to
}

/// `memset` of checked code.
///
/// # Safety
/// As of `memset`.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __hipify_undefined_memset(to: *mut u8, value: i32, size: usize) -> *mut u8 {
    // SAFETY: the caller's.
    unsafe { to.write_bytes(value as u8, size) };
    define(to as usize, size);
    to
}

/// Says where what is undefined in a range comes from, for a store of many bytes.
///
/// # Safety
/// The range has shadow memory.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __hipify_undefined_set_origin(start: *mut u8, size: usize, number: u32) {
    if is_on() && size > 0 && has_shadow(start as usize, size) {
        let words = (start as usize + size).div_ceil(4) - start as usize / 4;
        // SAFETY: the caller's.
        unsafe { std::slice::from_raw_parts_mut(origin(start as usize), words).fill(number) };
    }
}
