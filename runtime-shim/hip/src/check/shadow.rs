//! Shadow memory: what may be accessed, a byte for each granule of eight, at a place that checked code knows.

use std::ffi::{c_int, c_void};
use std::sync::OnceLock;

use hipify_abi::checks::{GRANULE, SHADOW_BASE, SHADOW_SIZE};

/// Around an allocation.
pub(crate) const RED_ZONE: u8 = 0xfa;
/// Given back.
pub(crate) const FREED: u8 = 0xfd;

/// Reserves the memory, once. It takes up none before it is written.
///
/// # Errors
/// Why the system has not given it.
pub(crate) fn reserve() -> Result<(), &'static str> {
    static RESERVED: OnceLock<Result<(), String>> = OnceLock::new();
    let reserved = RESERVED.get_or_init(|| reserve_at(SHADOW_BASE, SHADOW_SIZE));
    reserved.as_ref().copied().map_err(String::as_str)
}

/// Reserves a range of addresses.
///
/// # Errors
/// Why the system has not given it.
pub(crate) fn reserve_at(start: usize, size: usize) -> Result<(), String> {
    let got = map(start as *mut c_void, size, libc::MAP_FIXED_NOREPLACE);
    if got as usize == start { Ok(()) } else { Err(std::io::Error::last_os_error().to_string()) }
}

/// Memory full of zeros, which takes up none before it is written; null where the system has none.
pub(crate) fn anywhere(size: usize) -> *mut c_void {
    let got = map(std::ptr::null_mut(), size, 0);
    if got == libc::MAP_FAILED { std::ptr::null_mut() } else { got }
}

/// Maps memory that is not part of what a crash leaves behind.
fn map(place: *mut c_void, size: usize, how: c_int) -> *mut c_void {
    let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE);
    // SAFETY: a new mapping: a fixed place is taken only where nothing is.
    let got = unsafe { libc::mmap(place, size, protection, flags | how, -1, 0) };
    if got != libc::MAP_FAILED {
        // SAFETY: the range is ours; advice that is not taken does no harm.
        unsafe { libc::madvise(got, size, libc::MADV_DONTDUMP) };
    }
    got
}

fn byte(address: usize) -> *mut u8 {
    (address / GRANULE as usize + SHADOW_BASE) as *mut u8
}

/// Says that nothing of a range may be accessed, which begins and ends at granules.
pub(crate) fn poison(start: usize, end: usize, why: u8) {
    if end > start {
        // SAFETY: shadow memory is reserved before anything is poisoned.
        unsafe { byte(start).write_bytes(why, (end - start).div_ceil(GRANULE as usize)) };
    }
}

/// Says that all of a range may be accessed, which begins at a granule, and of the granule in which it ends no more than that.
pub(crate) fn allow(start: usize, size: usize) {
    let (whole, rest) = (size / GRANULE as usize, size % GRANULE as usize);
    // SAFETY: shadow memory is reserved before anything is allowed.
    unsafe {
        byte(start).write_bytes(0, whole);
        if rest > 0 {
            byte(start).add(whole).write(rest as u8);
        }
    }
}

/// The first byte of a range that may not be accessed.
pub(crate) fn first_bad(start: usize, size: usize) -> Option<usize> {
    let end = start.saturating_add(size);
    let mut at = start;
    while at < end {
        let granule = at - at % GRANULE as usize;
        // SAFETY: shadow memory is reserved; addresses of more than 47 bits have none, and are bad.
        let value = if granule >> 47 == 0 { unsafe { byte(granule).read() } } else { RED_ZONE };
        if value != 0 {
            let allowed = if value < GRANULE as u8 { granule + usize::from(value) } else { granule };
            let bad = at.max(allowed);
            if bad < end.min(granule + GRANULE as usize) {
                return Some(bad);
            }
        }
        at = granule + GRANULE as usize;
    }
    None
}
