//! Handles: pointers whose targets only the runtime knows.

#![allow(non_camel_case_types)]

use std::ffi::{c_int, c_void};

/// What a stream's handle leads to.
pub enum ihipStream_t {}
/// What an event's handle leads to.
pub enum ihipEvent_t {}
/// What a module's handle leads to.
pub enum ihipModule_t {}
/// What a function's handle leads to.
pub enum ihipModuleSymbol_t {}
/// What a context's handle leads to.
pub enum ihipCtx_t {}

pub type hipStream_t = *mut ihipStream_t;
pub type hipEvent_t = *mut ihipEvent_t;
pub type hipModule_t = *mut ihipModule_t;
pub type hipFunction_t = *mut ihipModuleSymbol_t;
pub type hipCtx_t = *mut ihipCtx_t;
pub type hipDevice_t = c_int;
pub type hipDeviceptr_t = *mut c_void;

/// `hipStreamLegacy`: the null stream, which blocks and is blocked by other blocking streams.
pub const HIP_STREAM_LEGACY: hipStream_t = 1 as hipStream_t;
/// `hipStreamPerThread`: a stream of the calling host thread.
pub const HIP_STREAM_PER_THREAD: hipStream_t = 2 as hipStream_t;
