//! Names and texts of errors.

use std::ffi::c_char;
use std::sync::OnceLock;

use crate::entry::give;
use crate::generated::NAMES_DRIVER;
use crate::runtime::{Texts, name_of, text_of};

/// `CUDA_ERROR_INVALID_VALUE`.
const INVALID_VALUE: i32 = 1;

own! {
    Driver:

    /// The enumerator of a status; null and an error for what is none.
    fn cuGetErrorName(error: i32, pStr: *mut *const c_char) -> i32 {
        let name = name_of(NAMES_DRIVER, error);
        let given = give(pStr, name.map_or(std::ptr::null(), |name| name.as_ptr()), INVALID_VALUE);
        if name.is_none() { INVALID_VALUE } else { given }
    }

    /// A status in words; null and an error for what is none.
    fn cuGetErrorString(error: i32, pStr: *mut *const c_char) -> i32 {
        static TEXTS: OnceLock<Texts> = OnceLock::new();
        let text = text_of(&TEXTS, NAMES_DRIVER, "CUDA_ERROR", error);
        let given = give(pStr, text.map_or(std::ptr::null(), |text| text.as_ptr()), INVALID_VALUE);
        if text.is_none() { INVALID_VALUE } else { given }
    }
}
