//! Which pages have had memory that devices alone may access, and which memory that the host may too, for who looks at accesses.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicPtr, AtomicU8, Ordering};

use crate::check::{Tool, allocations, is_on, shadow};

/// Bytes of a page, as a power of two: what a byte of [`PAGES`] stands for.
const PAGE_BITS: u32 = 12;
/// Bits of an address of x86-64's lower half.
const ADDRESS_BITS: u32 = 47;

/// The bits of a page's byte: it has had memory of devices alone, memory that the host may use too.
const DEVICES: u8 = 1;
const SHARED: u8 = 2;

/// A byte for each page. Null where nobody looks.
static PAGES: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());

/// Memory has come about, from an address to one past its end, and whether it is a device's alone.
pub(crate) fn born(start: usize, end: usize, is_devices_alone: bool) {
    if !allocations::is_guarded() && !is_on(Tool::Race) {
        return;
    }
    let bit = if is_devices_alone { DEVICES } else { SHARED };
    static MAPPED: LazyLock<()> =
        LazyLock::new(|| PAGES.store(shadow::anywhere(1 << (ADDRESS_BITS - PAGE_BITS)).cast(), Ordering::Release));
    LazyLock::force(&MAPPED);
    let pages = PAGES.load(Ordering::Acquire);
    if !pages.is_null() && start < end && end >> ADDRESS_BITS == 0 {
        let (first, last) = (start >> PAGE_BITS, (end - 1) >> PAGE_BITS);
        for page in first..=last {
            // SAFETY: there is a byte for each page of the addresses.
            unsafe { AtomicU8::from_ptr(pages.add(page)) }.fetch_or(bit, Ordering::Relaxed);
        }
    }
}

/// What the page of an address has had.
#[inline]
fn of(address: usize) -> u8 {
    let pages = PAGES.load(Ordering::Relaxed);
    if pages.is_null() || address >> ADDRESS_BITS != 0 {
        return 0;
    }
    // SAFETY: there is a byte for each page of the addresses.
    unsafe { AtomicU8::from_ptr(pages.add(address >> PAGE_BITS)) }.load(Ordering::Relaxed)
}

/// Whether there may be memory of devices alone at an address.
pub(crate) fn may_be_devices(address: usize) -> bool {
    of(address) & DEVICES != 0
}

/// Whether there may be memory at an address that both the host and devices may use.
pub(crate) fn may_be_shared(address: usize) -> bool {
    of(address) & SHARED != 0
}

/// Whether there may be memory at an address that the runtime knows.
pub(crate) fn may_be_known(address: usize) -> bool {
    of(address) != 0
}
