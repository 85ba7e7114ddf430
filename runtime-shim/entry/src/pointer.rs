//! Pointers that callers of the C ABI pass: results are stored through them, and texts read.

use std::ffi::{CStr, c_char};

/// Stores a result through an out-pointer.
///
/// # Errors
/// `null` where the pointer is null.
///
/// # Safety
/// `pointer` is null or valid for writing a `T`.
pub unsafe fn give<T, E>(pointer: *mut T, value: T, null: E) -> Result<(), E> {
    if pointer.is_null() {
        return Err(null);
    }
    // SAFETY: not null, so that it is valid for writing.
    unsafe { pointer.write(value) };
    Ok(())
}

/// A C string of the caller.
///
/// # Errors
/// `null` where the pointer is null.
///
/// # Safety
/// `pointer` is null or leads to a C string that is neither freed nor written to for `'a`.
pub unsafe fn text<'a, E>(pointer: *const c_char, null: E) -> Result<&'a CStr, E> {
    if pointer.is_null() {
        return Err(null);
    }
    // SAFETY: not null, so that it is a C string.
    Ok(unsafe { CStr::from_ptr(pointer) })
}
