//! Errors: the thread's last one, names and texts.

use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char};
use std::sync::OnceLock;

use crate::generated::{NAMES_RUNTIME, STATUS_RUNTIME};
use crate::last_error;
use crate::told::Told;

own! {
    Runtime:

    /// The thread's last error, which it then forgets.
    fn cudaGetLastError() -> Told {
        let of_hip = hip!(hipGetLastError());
        Told(first_of(last_error::last(true), of_hip))
    }

    /// The thread's last error.
    fn cudaPeekAtLastError() -> Told {
        let of_hip = hip!(hipPeekAtLastError());
        Told(first_of(last_error::last(false), of_hip))
    }

    /// The enumerator of a status.
    fn cudaGetErrorName(error: i32) -> *const c_char {
        name_of(NAMES_RUNTIME, error).unwrap_or(UNKNOWN).as_ptr()
    }

    /// A status in words.
    fn cudaGetErrorString(error: i32) -> *const c_char {
        static TEXTS: OnceLock<Texts> = OnceLock::new();
        text_of(&TEXTS, NAMES_RUNTIME, "cudaError", error).unwrap_or(UNKNOWN).as_ptr()
    }
}

/// What CUDA says of codes that are none.
const UNKNOWN: &CStr = c"unrecognized error code";

/// What this library noted, else what HIP did: of kernels launched by HIP's own syntax it alone knows.
fn first_of(own: i32, of_hip: i32) -> i32 {
    match own {
        0 if of_hip == 0 || of_hip == crate::target::HIP_NOT_SUPPORTED => 0,
        0 => STATUS_RUNTIME.to_cuda(of_hip),
        own => own,
    }
}

/// Texts by status.
pub(crate) type Texts = BTreeMap<i32, CString>;

/// The name of a status.
pub(crate) fn name_of(names: &'static [(i32, &'static CStr)], status: i32) -> Option<&'static CStr> {
    names.binary_search_by_key(&status, |(value, _)| *value).ok().map(|at| names[at].1)
}

/// The name of a status taken apart into words, without how all of them begin.
pub(crate) fn text_of(
    texts: &'static OnceLock<Texts>,
    names: &'static [(i32, &'static CStr)],
    prefix: &str,
    status: i32,
) -> Option<&'static CStr> {
    let all = texts.get_or_init(|| {
        let text = |(value, name): &(i32, &CStr)| Some((*value, CString::new(in_words(name.to_str().ok()?, prefix)).ok()?));
        names.iter().filter_map(text).collect()
    });
    all.get(&status).map(CString::as_c_str)
}

fn in_words(name: &str, prefix: &str) -> String {
    let rest = match name.strip_prefix(prefix) {
        Some(rest) => rest,
        None => return "no error".to_owned(),
    };
    if rest.contains('_') || rest == rest.to_uppercase() {
        return rest.to_lowercase().replace('_', " ").trim().to_owned();
    }
    let mut out = String::new();
    let letters: Vec<char> = rest.chars().collect();
    for (at, letter) in letters.iter().enumerate() {
        let after_small = at > 0 && letters[at - 1].is_lowercase();
        let before_small = at > 0 && letters.get(at + 1).is_some_and(|next| next.is_lowercase());
        if letter.is_uppercase() && (after_small || before_small) {
            out.push(' ');
        }
        out.extend(letter.to_lowercase());
    }
    out.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words() {
        assert_eq!(in_words("cudaErrorInvalidValue", "cudaError"), "invalid value");
        assert_eq!(in_words("cudaErrorECCUncorrectable", "cudaError"), "ecc uncorrectable");
        assert_eq!(in_words("CUDA_ERROR_OUT_OF_MEMORY", "CUDA_ERROR"), "out of memory");
        assert_eq!(in_words("cudaSuccess", "cudaError"), "no error");
    }
}
