//! What a launch is described by.

use std::ffi::c_void;

use crate::types::handles::{hipFunction_t, hipStream_t};

/// Extents of a grid or a block.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub struct dim3 {
    pub x: u32,
    pub y: u32,
    pub z: u32,
}

/// One launch of `hipLaunchCooperativeKernelMultiDevice`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, non_snake_case)]
pub struct hipLaunchParams {
    pub func: *mut c_void,
    pub gridDim: dim3,
    pub blockDim: dim3,
    pub args: *mut *mut c_void,
    pub sharedMem: usize,
    pub stream: hipStream_t,
}

/// One launch of `hipModuleLaunchCooperativeKernelMultiDevice`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, non_snake_case)]
pub struct hipFunctionLaunchParams {
    pub function: hipFunction_t,
    pub gridDimX: u32,
    pub gridDimY: u32,
    pub gridDimZ: u32,
    pub blockDimX: u32,
    pub blockDimY: u32,
    pub blockDimZ: u32,
    pub sharedMemBytes: u32,
    pub hStream: hipStream_t,
    pub kernelParams: *mut *mut c_void,
}

/// One launch of `hipLaunchKernelExC`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, non_snake_case)]
pub struct hipLaunchConfig_t {
    pub gridDim: dim3,
    pub blockDim: dim3,
    pub dynamicSmemBytes: usize,
    pub stream: hipStream_t,
    pub attrs: *mut c_void,
    pub numAttrs: u32,
}

/// One launch of `hipDrvLaunchKernelEx`. None of the attributes changes what a CPU does.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types)]
pub struct HIP_LAUNCH_CONFIG {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub shared_bytes: u32,
    pub stream: hipStream_t,
    pub attributes: *mut c_void,
    pub attribute_count: u32,
}

/// The place of what has a linear number, in a grid or in a block of this extent.
pub(crate) fn place(number: u64, [x, y, _]: [u32; 3]) -> [u32; 3] {
    let (x, y) = (u64::from(x.max(1)), u64::from(y.max(1)));
    [(number % x) as u32, (number / x % y) as u32, (number / x / y) as u32]
}
