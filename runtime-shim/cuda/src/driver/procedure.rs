//! Functions by name and version.

use std::ffi::{CStr, c_char, c_void};

use crate::entry::give;
use crate::generated::PROCEDURES;

/// `CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM`.
const PER_THREAD: u64 = 2;

/// `CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND`, `CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT`.
const NOT_FOUND: i32 = 1;
const TOO_OLD: i32 = 2;

/// The variant of a function that a version of CUDA has under its name; null where there is none.
pub(crate) fn find(name: &CStr, version: i32, flags: u64) -> *mut c_void {
    search(name, version, flags).unwrap_or(std::ptr::null_mut())
}

fn search(name: &CStr, version: i32, flags: u64) -> Result<*mut c_void, i32> {
    let name = name.to_str().map_err(|_| NOT_FOUND)?;
    let at = PROCEDURES.binary_search_by_key(&name, |(name, _)| *name).map_err(|_| NOT_FOUND)?;
    let newest = PROCEDURES[at].1.iter().rev().find(|(introduced, ..)| *introduced <= version).ok_or(TOO_OLD)?;
    let (_, _, plain, own) = newest;
    let code = if flags & PER_THREAD != 0 { own } else { plain };
    Ok(code.0 as *mut c_void)
}

own! {
    Driver:

    /// Before CUDA 12: an error says that there is no such function.
    fn cuGetProcAddress(symbol: *const c_char, pfn: *mut *mut c_void, cudaVersion: i32, flags: u64) -> i32 {
        if symbol.is_null() || pfn.is_null() {
            return 1;
        }
        let found = find(CStr::from_ptr(symbol), cudaVersion, flags);
        *pfn = found;
        // `CUDA_ERROR_NOT_FOUND`.
        if found.is_null() { 500 } else { 0 }
    }

    /// Since CUDA 12.
    fn cuGetProcAddress_v2(
        symbol: *const c_char,
        pfn: *mut *mut c_void,
        cudaVersion: i32,
        flags: u64,
        symbolStatus: *mut i32,
    ) -> i32 {
        if symbol.is_null() || pfn.is_null() {
            return 1;
        }
        let found = search(CStr::from_ptr(symbol), cudaVersion, flags);
        *pfn = found.unwrap_or(std::ptr::null_mut());
        if !symbolStatus.is_null() {
            *symbolStatus = found.err().unwrap_or(0);
        }
        if found.is_err() { 500 } else { 0 }
    }

    /// The newest version of CUDA that is served.
    fn cuDriverGetVersion(driverVersion: *mut i32) -> i32 {
        give(driverVersion, crate::runtime::DRIVER_VERSION, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbol(name: &CStr, version: i32) -> Option<&'static str> {
        let found = find(name, version, 0);
        let all = PROCEDURES.iter().flat_map(|(_, variants)| *variants);
        all.filter(|_| !found.is_null())
            .find(|(_, _, code, _)| std::ptr::eq(code.0 as *const c_void, found))
            .map(|(_, symbol, ..)| *symbol)
    }

    #[test]
    fn a_version_of_cuda_has_the_variants_of_its_time() {
        assert_eq!(symbol(c"cuMemAlloc", 12000), Some("cuMemAlloc_v2"));
        assert_eq!(symbol(c"cuMemAlloc", 3020), Some("cuMemAlloc_v2"));
        assert_eq!(symbol(c"cuMemAlloc", 2000), Some("cuMemAlloc"));
        assert_eq!(symbol(c"cuCtxCreate", 11000), Some("cuCtxCreate_v2"));
        assert_eq!(symbol(c"cuGetProcAddress", 12000), Some("cuGetProcAddress_v2"));
        assert_eq!(symbol(c"cuInit", 12000), Some("cuInit"));
        assert_eq!(symbol(c"cuNoSuchThing", 12000), None);
    }

    #[test]
    fn a_flag_asks_for_the_threads_own_stream() {
        assert_ne!(find(c"cuMemcpyAsync", 12000, 0), find(c"cuMemcpyAsync", 12000, PER_THREAD));
        assert_eq!(find(c"cuInit", 12000, 0), find(c"cuInit", 12000, PER_THREAD));
    }
}
