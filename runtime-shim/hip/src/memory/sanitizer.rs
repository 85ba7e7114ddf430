//! Whether the program was built with AddressSanitizer.
//!
//! Device memory comes from the C library's allocator, which the sanitizer replaces, so that it knows every allocation's bounds.

use std::ffi::{CStr, c_char, c_void};

use hipify_entry::loaded;

/// `void __asan_set_error_report_callback(void (*)(const char *))` (sanitizer/asan_interface.h). It is called with the whole
/// report before the process ends.
const SET_CALLBACK: &CStr = c"__asan_set_error_report_callback";

/// What the sanitizer calls.
pub(crate) type Callback = unsafe extern "C" fn(report: *const c_char);

/// The sanitizer's function that takes a callback; `None` where the process has no sanitizer.
pub(crate) fn callback_setter() -> Option<unsafe extern "C" fn(Option<Callback>)> {
    // SAFETY: the default handle.
    let found = unsafe { loaded::symbol(libc::RTLD_DEFAULT, SET_CALLBACK) }?;
    // SAFETY: the sanitizer's function of that name has this type.
    Some(unsafe { std::mem::transmute::<*mut c_void, unsafe extern "C" fn(Option<Callback>)>(found) })
}
