//! Programs and libraries as files, and what this library exports by name.

use std::ffi::{CStr, CString, OsString, c_void};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::sync::OnceLock;

/// The file that this library was loaded from.
pub(crate) fn path() -> Option<PathBuf> {
    file_of((path as fn() -> Option<PathBuf> as *const ()).cast())
}

/// The file of the program or library that an address is in.
pub(crate) fn file_of(address: *const c_void) -> Option<PathBuf> {
    let mut information = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: any address may be asked for; the result is written to a local variable.
    let found = unsafe { libc::dladdr(address, information.as_mut_ptr()) };
    // SAFETY: zero is a value of every field, and the call has filled them where it succeeded.
    let information = unsafe { information.assume_init() };
    if found == 0 || information.dli_fname.is_null() {
        return None;
    }
    // SAFETY: a C string that lives as long as what it names is loaded.
    let name = unsafe { CStr::from_ptr(information.dli_fname) };
    fs::canonicalize(PathBuf::from(OsString::from_vec(name.to_bytes().to_vec()))).ok()
}

/// The address of a name that this library exports; null where it has none.
pub(crate) fn export(name: &CStr) -> *mut c_void {
    /// The loader's handle, as a number.
    static HANDLE: OnceLock<usize> = OnceLock::new();
    let handle = *HANDLE.get_or_init(|| {
        let path = path().and_then(|path| CString::new(path.as_os_str().as_bytes()).ok());
        // SAFETY: the library is loaded already, so that nothing runs; the path is a C string.
        path.map_or(0, |path| unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_NOLOAD) } as usize)
    });
    if handle == 0 {
        return std::ptr::null_mut();
    }
    // SAFETY: the handle is open for as long as the process runs; the name is a C string.
    unsafe { libc::dlsym(handle as *mut c_void, name.as_ptr()) }
}
