//! hipRTC's results and handles (hiprtc.h of HIP 6.4).

#![allow(non_camel_case_types, non_upper_case_globals)]

use std::ffi::c_int;

/// How a call of hipRTC ended.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct hiprtcResult(pub c_int);

macro_rules! results {
    ($($name:ident = $value:literal;)*) => {
        $(pub const $name: hiprtcResult = hiprtcResult($value);)*

        /// Every result with its name, which is also its text.
        pub const RESULTS: &[(hiprtcResult, &std::ffi::CStr)] = &[
            // SAFETY: the text ends with its only null byte.
            $(($name, unsafe { std::ffi::CStr::from_bytes_with_nul_unchecked(concat!(stringify!($name), "\0").as_bytes()) }),)*
        ];
    };
}

results! {
    HIPRTC_SUCCESS = 0;
    HIPRTC_ERROR_OUT_OF_MEMORY = 1;
    HIPRTC_ERROR_PROGRAM_CREATION_FAILURE = 2;
    HIPRTC_ERROR_INVALID_INPUT = 3;
    HIPRTC_ERROR_INVALID_PROGRAM = 4;
    HIPRTC_ERROR_INVALID_OPTION = 5;
    HIPRTC_ERROR_COMPILATION = 6;
    HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7;
    HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8;
    HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9;
    HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10;
    HIPRTC_ERROR_INTERNAL_ERROR = 11;
    HIPRTC_ERROR_LINKING = 100;
}

/// What a program's handle leads to.
pub enum _hiprtcProgram {}
/// What a link's handle leads to.
pub enum ihiprtcLinkState {}

pub type hiprtcProgram = *mut _hiprtcProgram;
pub type hiprtcLinkState = *mut ihiprtcLinkState;
