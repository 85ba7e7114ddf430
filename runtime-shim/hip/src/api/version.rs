//! Versions, and what tools ask about names.

use std::ffi::{c_char, c_int};

use crate::entry;
use crate::entry::give;

/// What these headers' `HIP_VERSION` is: 6.4.43484.
pub const VERSION: c_int = 60_443_484;

entry! {
    /// The runtime's version, as `HIP_VERSION` counts.
    fn hipRuntimeGetVersion(version: *mut c_int) {
        give(version, VERSION)
    }

    /// The driver's version: the runtime's, as on AMD's.
    fn hipDriverGetVersion(version: *mut c_int) {
        give(version, VERSION)
    }

    /// The name of a call by the number that tracers use; calls are not traced here, so that no number has a name.
    fn hipApiName(_number: u32) -> *const c_char {
        c"unknown".as_ptr()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_version_is_that_of_the_headers() {
        let header = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../include/hip/hip_version.h"));
        let part = |name: &str| {
            let line = header.lines().find_map(|line| line.strip_prefix(&format!("#define HIP_VERSION_{name} "))).unwrap();
            line.parse::<i32>().unwrap()
        };
        assert_eq!(super::VERSION, part("MAJOR") * 10_000_000 + part("MINOR") * 100_000 + part("PATCH"));
    }
}
