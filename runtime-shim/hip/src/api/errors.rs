//! Errors by name and in words.

use std::ffi::{CStr, c_char};

use crate::entry;
use crate::entry::give;
use crate::types::error::{MEANINGS, Meaning, hipError_t, hipErrorInvalidValue};

fn meaning(error: hipError_t) -> Option<&'static Meaning> {
    MEANINGS.iter().find(|meaning| meaning.error == error)
}

/// A text of a known error, else the one given.
fn or(error: hipError_t, text: impl Fn(&Meaning) -> &'static CStr, unknown: &'static CStr) -> *const c_char {
    meaning(error).map_or(unknown, text).as_ptr()
}

entry! {
    /// The name of an error, `hipErrorUnknown` for a value that is none.
    fn hipGetErrorName(error: hipError_t) -> *const c_char {
        or(error, |meaning| meaning.name, c"hipErrorUnknown")
    }

    /// What an error means, in words.
    fn hipGetErrorString(error: hipError_t) -> *const c_char {
        or(error, |meaning| meaning.text, c"unknown error")
    }

    /// The name of an error; `hipErrorInvalidValue` for a value that is none.
    fn hipDrvGetErrorName(error: hipError_t, name: *mut *const c_char) {
        give(name, meaning(error).map_or(std::ptr::null(), |meaning| meaning.name.as_ptr()))?;
        meaning(error).map(drop).ok_or(hipErrorInvalidValue)
    }

    /// What an error means; `hipErrorInvalidValue` for a value that is none.
    fn hipDrvGetErrorString(error: hipError_t, text: *mut *const c_char) {
        give(text, meaning(error).map_or(std::ptr::null(), |meaning| meaning.text.as_ptr()))?;
        meaning(error).map(drop).ok_or(hipErrorInvalidValue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::error::{hipErrorOutOfMemory, hipSuccess};

    fn read(text: *const c_char) -> &'static str {
        // SAFETY: every text of the table is a static C string.
        unsafe { CStr::from_ptr(text) }.to_str().unwrap()
    }

    #[test]
    fn of_two_names_the_preferred_one_is_told() {
        // SAFETY: takes no pointers.
        assert_eq!(read(unsafe { hipGetErrorName(hipErrorOutOfMemory) }), "hipErrorOutOfMemory");
        // SAFETY: takes no pointers.
        assert_eq!(read(unsafe { hipGetErrorString(hipErrorOutOfMemory) }), "out of memory");
    }

    #[test]
    fn a_value_that_is_no_error_has_a_name_of_the_runtime_but_none_of_the_driver() {
        let mut name = std::ptr::dangling();
        // SAFETY: the pointer leads to a local variable.
        unsafe {
            assert_eq!(read(hipGetErrorName(hipError_t(424_242))), "hipErrorUnknown");
            assert_eq!(hipDrvGetErrorName(hipError_t(424_242), &raw mut name), hipErrorInvalidValue);
            assert!(name.is_null());
            assert_eq!(hipDrvGetErrorString(hipSuccess, &raw mut name), hipSuccess);
        }
        assert_eq!(read(name), "no error");
    }
}
