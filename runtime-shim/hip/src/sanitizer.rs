//! Programs that were built with AddressSanitizer: its reports of accesses in kernels get the kernel, the block and the thread.
//!
//! Device memory comes from the C library's allocator, which the sanitizer replaces, so that it knows every allocation's bounds.

use std::ffi::{c_char, c_void};

use crate::{current_thread, execute};

/// `void __asan_set_error_report_callback(void (*)(const char *))` (sanitizer/asan_interface.h). It is called with the whole
/// report before the process ends.
const SET_CALLBACK: &std::ffi::CStr = c"__asan_set_error_report_callback";

type Callback = unsafe extern "C" fn(report: *const c_char);

/// Whether the process has the sanitizer; its reports then are complete from here on. Faults are its to report: it knows the line.
pub(crate) fn is_here() -> bool {
    // SAFETY: a plain look-up by name.
    let found: *mut c_void = unsafe { libc::dlsym(libc::RTLD_DEFAULT, SET_CALLBACK.as_ptr()) };
    if found.is_null() {
        return false;
    }
    // SAFETY: the sanitizer's function of that name has this type; the callback lives as long as the process.
    unsafe {
        let set: unsafe extern "C" fn(Option<Callback>) = std::mem::transmute(found);
        set(Some(add_place));
    }
    true
}

/// Says on standard error which thread of a kernel runs here, if one does.
unsafe extern "C" fn add_place(_: *const c_char) {
    let place = execute::place();
    if place.is_empty() {
        return;
    }
    let [x, y, z] = current_thread::index();
    eprintln!("hipify: {place}the access above is of thread ({x}, {y}, {z})");
}
