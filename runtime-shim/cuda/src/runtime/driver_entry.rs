//! Addresses of driver functions by name, as the runtime gives them out.

use std::ffi::{CStr, c_char, c_void};

use crate::driver::find;
use crate::entry::give;

/// `cudaDriverEntryPointSuccess` and `cudaDriverEntryPointSymbolNotFound`.
const FOUND: i32 = 0;
const NOT_FOUND: i32 = 1;

/// Stores a function's address and how the search ended.
///
/// # Safety
/// `symbol` is null or leads to a C string; `target` and `result` are null or valid for writing.
unsafe fn look_up(symbol: *const c_char, target: *mut *mut c_void, version: i32, flags: u64, result: *mut i32) -> i32 {
    if symbol.is_null() {
        return 1;
    }
    // SAFETY: not null, and a C string.
    let found = find(unsafe { CStr::from_ptr(symbol) }, version, flags);
    if !result.is_null() {
        // SAFETY: null, or valid for writing.
        unsafe { *result = if found.is_null() { NOT_FOUND } else { FOUND } };
    }
    // SAFETY: null, or valid for writing.
    unsafe { give(target, found, 1) }
}

own! {
    Runtime:

    /// Before CUDA 12: says by an error that nothing was found.
    fn cudaGetDriverEntryPoint(symbol: *const c_char, funcPtr: *mut *mut c_void, flags: u64) -> i32 {
        let mut result = FOUND;
        let status = look_up(symbol, funcPtr, 11080, flags, &raw mut result);
        // `cudaErrorSymbolNotFound`.
        if status == 0 && result == NOT_FOUND { 500 } else { status }
    }

    fn cudaGetDriverEntryPoint_cuda12(
        symbol: *const c_char,
        funcPtr: *mut *mut c_void,
        flags: u64,
        driverStatus: *mut i32,
    ) -> i32 {
        look_up(symbol, funcPtr, 12090, flags, driverStatus)
    }

    fn cudaGetDriverEntryPointByVersion(
        symbol: *const c_char,
        funcPtr: *mut *mut c_void,
        cudaVersion: u32,
        flags: u64,
        driverStatus: *mut i32,
    ) -> i32 {
        look_up(symbol, funcPtr, cudaVersion.cast_signed(), flags, driverStatus)
    }
}
