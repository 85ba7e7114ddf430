//! hipRTC: source in memory becomes a code object for the CPU, by way of the command `hipify-rs`.

use std::ffi::CString;

use crate::types::rtc::*;

mod compile;
pub(crate) mod link;
mod names;
pub(crate) mod program;

pub(crate) type Done<T = ()> = Result<T, hiprtcResult>;

/// A text as a C string; null bytes inside end it.
fn c_text(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}
