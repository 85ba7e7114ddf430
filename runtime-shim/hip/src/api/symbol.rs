//! Device variables by the address of the host's variable: where they are, and copies from and to them.

use crate::api::copy;
use crate::entry;
use crate::entry::give;
use crate::memory::copy::CopyKind;
use crate::module::symbol::{part, place};
use crate::types::handles::hipStream_t;
use std::ffi::{c_int, c_void};

entry! {
    /// Where the current device has a variable.
    fn hipGetSymbolAddress(address: *mut *mut c_void, symbol: *const c_void) {
        give(address, place(symbol)?.address)
    }

    /// Bytes of a variable.
    fn hipGetSymbolSize(size: *mut usize, symbol: *const c_void) {
        give(size, place(symbol)?.size)
    }

    fn hipMemcpyToSymbol(symbol: *const c_void, source: *const c_void, size: usize, offset: usize, kind: c_int) {
        let kind = CopyKind::to_device(kind)?;
        copy::copy(part(symbol, offset, size)?, source, size, kind, std::ptr::null_mut())
    }

    fn hipMemcpyToSymbolAsync(
        symbol: *const c_void, source: *const c_void, size: usize, offset: usize, kind: c_int, stream: hipStream_t,
    ) {
        let kind = CopyKind::to_device(kind)?;
        copy::copy_async(part(symbol, offset, size)?, source, size, kind, stream)
    }

    fn hipMemcpyFromSymbol(target: *mut c_void, symbol: *const c_void, size: usize, offset: usize, kind: c_int) {
        let kind = CopyKind::from_device(kind)?;
        copy::copy(target, part(symbol, offset, size)?, size, kind, std::ptr::null_mut())
    }

    fn hipMemcpyFromSymbolAsync(
        target: *mut c_void, symbol: *const c_void, size: usize, offset: usize, kind: c_int, stream: hipStream_t,
    ) {
        let kind = CopyKind::from_device(kind)?;
        copy::copy_async(target, part(symbol, offset, size)?, size, kind, stream)
    }
}
