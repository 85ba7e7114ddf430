//! Libraries of this process: opened, searched for names, and found as files.

use std::ffi::{CStr, OsStr, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// Opens a library for its own use alone; `flags` are added, such as `RTLD_NOLOAD`. `None` where it does not load.
pub fn open(name: &CStr, flags: i32) -> Option<*mut c_void> {
    // SAFETY: a C string; what constructors of libraries do when they are loaded is theirs.
    let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL | flags) };
    (!handle.is_null()).then_some(handle)
}

/// The address of a name in a library; `None` where the library has none.
///
/// # Safety
/// `library` is `RTLD_DEFAULT`, or a handle of `dlopen` that has not been closed.
pub unsafe fn symbol(library: *mut c_void, name: &CStr) -> Option<*mut c_void> {
    // SAFETY: the caller's handle; the name is a C string.
    let found = unsafe { libc::dlsym(library, name.as_ptr()) };
    (!found.is_null()).then_some(found)
}

/// The file of the program or library that an address is in, all links resolved.
#[allow(clippy::not_unsafe_ptr_arg_deref, reason = "dladdr compares addresses and follows none")]
pub fn file_of(address: *const c_void) -> Option<PathBuf> {
    let mut information = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: any address may be asked for; the result is written to a local variable.
    let found = unsafe { libc::dladdr(address, information.as_mut_ptr()) };
    // SAFETY: zero is a value of every field that the call has not filled.
    let information = unsafe { information.assume_init() };
    if found == 0 || information.dli_fname.is_null() {
        return None;
    }
    // SAFETY: a C string that lives as long as what it names is loaded.
    let name = unsafe { CStr::from_ptr(information.dli_fname) };
    std::fs::canonicalize(OsStr::from_bytes(name.to_bytes())).ok()
}

/// Why the last call of the loader in this thread failed, in its words.
pub fn loader_error() -> String {
    // SAFETY: a plain call; the text is null, or a C string until this thread calls the loader again.
    unsafe {
        let text = libc::dlerror();
        if text.is_null() { "no reason given".to_owned() } else { CStr::from_ptr(text).to_string_lossy().into_owned() }
    }
}
