//! Entry points by their names.

use std::ffi::{CString, c_char, c_int, c_uint, c_void};

use crate::entry;
use crate::entry::{give, text};
use crate::module::own_library;
use crate::types::error::hipErrorInvalidValue;

/// `hipDriverProcAddressQueryResult`.
const FOUND: c_uint = 0;
const NOT_FOUND: c_uint = 1;

/// The first `HIP_VERSION` whose headers mean the newer layout of properties by the plain names.
const NEW_LAYOUT: c_int = 60_000_000;

/// Names that a header's macro gives a suffix to.
const RENAMED: [&str; 2] = ["hipGetDeviceProperties", "hipChooseDevice"];

/// The flag that asks for the calls on the calling thread's own stream.
const PER_THREAD: u64 = 2;

/// What a name means to a program with headers of a version: the names to try, the best first.
fn candidates(name: &str, version: c_int, flags: u64) -> Vec<String> {
    if RENAMED.contains(&name) && version >= NEW_LAYOUT {
        return vec![format!("{name}R0600")];
    }
    let per_thread = (flags & PER_THREAD != 0).then(|| format!("{name}_spt"));
    per_thread.into_iter().chain([name.to_owned()]).collect()
}

/// The address of an entry point; null where there is none. Only HIP's names are given out.
fn find(name: &str, version: c_int, flags: u64) -> *mut c_void {
    if !name.starts_with("hip") {
        return std::ptr::null_mut();
    }
    let addresses = candidates(name, version, flags).into_iter().filter_map(|name| CString::new(name).ok());
    addresses.map(|name| own_library::export(&name)).find(|address| !address.is_null()).unwrap_or(std::ptr::null_mut())
}

entry! {
    /// The address of an entry point by its name, as headers of a version mean it.
    fn hipGetProcAddress(name: *const c_char, target: *mut *mut c_void, version: c_int, flags: u64, status: *mut c_uint) {
        let name = text(name)?.to_str().map_err(|_| hipErrorInvalidValue)?;
        if flags > PER_THREAD {
            return Err(hipErrorInvalidValue);
        }
        let address = find(name, version, flags);
        give(target, address)?;
        if !status.is_null() {
            give(status, if address.is_null() { NOT_FOUND } else { FOUND })?;
        }
        if address.is_null() { Err(hipErrorInvalidValue) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_since_6_mean_the_newer_layout() {
        assert_eq!(candidates("hipGetDeviceProperties", 60_443_484, 0), ["hipGetDevicePropertiesR0600"]);
        assert_eq!(candidates("hipGetDeviceProperties", 50_200_000, 0), ["hipGetDeviceProperties"]);
        assert_eq!(candidates("hipMemcpy", 60_443_484, PER_THREAD), ["hipMemcpy_spt", "hipMemcpy"]);
    }

    #[test]
    fn only_names_of_hip_are_given_out() {
        assert!(find("malloc", 60_443_484, 0).is_null());
    }
}
