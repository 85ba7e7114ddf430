//! Which pages have had memory that devices alone may access, for who looks at accesses of host code.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::check::{allocations, shadow};

/// Bytes of a page, as a power of two: what a byte of [`PAGES`] stands for.
const PAGE_BITS: u32 = 12;
/// Bits of an address of x86-64's lower half.
const ADDRESS_BITS: u32 = 47;

/// A byte for each page: whether it has had memory of devices. Null where nobody looks.
static PAGES: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());

/// Memory of a device has come about, from an address to one past its end.
pub(crate) fn born(start: usize, end: usize) {
    if !allocations::is_guarded() {
        return;
    }
    static MAPPED: LazyLock<()> =
        LazyLock::new(|| PAGES.store(shadow::anywhere(1 << (ADDRESS_BITS - PAGE_BITS)).cast(), Ordering::Release));
    LazyLock::force(&MAPPED);
    let pages = PAGES.load(Ordering::Acquire);
    if !pages.is_null() && start < end && end >> ADDRESS_BITS == 0 {
        let (first, last) = (start >> PAGE_BITS, (end - 1) >> PAGE_BITS);
        // SAFETY: there is a byte for each page of the addresses.
        unsafe { pages.add(first).write_bytes(1, last - first + 1) };
    }
}

/// Whether there may be memory of devices at an address.
pub(crate) fn may_be_devices(address: usize) -> bool {
    let pages = PAGES.load(Ordering::Relaxed);
    // SAFETY: there is a byte for each page of the addresses.
    !pages.is_null() && address >> ADDRESS_BITS == 0 && unsafe { pages.add(address >> PAGE_BITS).read() } != 0
}
