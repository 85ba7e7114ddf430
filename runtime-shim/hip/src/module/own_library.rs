//! This library as a file, and what it exports by name.

use std::ffi::{CStr, CString, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::OnceLock;

use hipify_entry::loaded;

/// The file that this library was loaded from.
pub(crate) fn path() -> Option<PathBuf> {
    loaded::file_of((path as fn() -> Option<PathBuf> as *const ()).cast())
}

/// The address of a name that this library exports; null where it has none.
pub(crate) fn export(name: &CStr) -> *mut c_void {
    /// The loader's handle, as a number.
    static HANDLE: OnceLock<usize> = OnceLock::new();
    let handle = *HANDLE.get_or_init(|| {
        let path = path().and_then(|path| CString::new(path.as_os_str().as_bytes()).ok());
        // It is loaded already, so that nothing runs.
        path.and_then(|path| loaded::open(&path, libc::RTLD_NOLOAD)).map_or(0, |handle| handle as usize)
    });
    if handle == 0 {
        return std::ptr::null_mut();
    }
    // SAFETY: the handle is open for as long as the process runs.
    unsafe { loaded::symbol(handle as *mut c_void, name) }.unwrap_or(std::ptr::null_mut())
}
