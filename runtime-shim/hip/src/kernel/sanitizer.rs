//! Programs that were built with AddressSanitizer: its reports of accesses in kernels get the kernel, the block and the thread.

use std::ffi::c_char;

use crate::kernel::place::place;
use crate::kernel::work_item;
use crate::memory::sanitizer::callback_setter;

/// Whether the process has the sanitizer; its reports then are complete from here on. Faults are its to report: it knows the line.
pub(crate) fn is_here() -> bool {
    let Some(set) = callback_setter() else { return false };
    // SAFETY: the callback lives as long as the process.
    unsafe { set(Some(add_place)) };
    true
}

/// Says on standard error which thread of a kernel runs here, if one does.
///
/// # Safety
/// None: the pointer is not followed. The sanitizer calls it while it writes a report.
unsafe extern "C" fn add_place(_: *const c_char) {
    let place = place();
    if place.is_empty() {
        return;
    }
    let [x, y, z] = work_item::index();
    eprintln!("hipify: {place}the access above is of thread ({x}, {y}, {z})");
}
