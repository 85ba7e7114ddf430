//! Versions, and what tools ask about names.

use std::collections::HashMap;
use std::ffi::{CString, c_char, c_int};
use std::sync::LazyLock;

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

    /// The name of a call by the number that tracers use.
    fn hipApiName(number: u32) -> *const c_char {
        TRACED_CALLS.get(&number).map_or(c"unknown", |name| name).as_ptr()
    }
}

/// Numbers and names of the calls that tracers see: `HIP_API_ID_*` of HIP 6.4's `hip_prof_str.h`.
static TRACED_CALLS: LazyLock<HashMap<u32, CString>> = LazyLock::new(|| {
    let rows = include_str!("../../data/traced_calls.txt").lines();
    rows.filter_map(|row| row.split_once(' '))
        .filter_map(|(number, name)| Some((number.parse().ok()?, CString::new(name).ok()?)))
        .collect()
});

#[cfg(test)]
mod tests {
    #[test]
    fn traced_calls_have_names() {
        assert_eq!(super::TRACED_CALLS.len(), 418);
        // SAFETY: a static name.
        let name = |number| unsafe { std::ffi::CStr::from_ptr(super::hipApiName(number)) };
        assert_eq!((name(1), name(0), name(u32::MAX)), (c"__hipPopCallConfiguration", c"unknown", c"unknown"));
    }

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
