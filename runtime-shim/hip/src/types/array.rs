//! Arrays, and copies in two and three dimensions, as HIP's C ABI has them (driver_types.h of HIP 6.4).

#![allow(non_camel_case_types, non_snake_case)]

use std::ffi::{c_int, c_uint, c_void};

use crate::types::handles::hipDeviceptr_t;

/// What an array's handle leads to.
pub enum hipArray {}
pub type hipArray_t = *mut hipArray;
/// What a mipmapped array's handle leads to.
pub enum hipMipmappedArray {}
pub type hipMipmappedArray_t = *mut hipMipmappedArray;

pub const HIP_CHANNEL_SIGNED: c_uint = 0;
pub const HIP_CHANNEL_UNSIGNED: c_uint = 1;
pub const HIP_CHANNEL_FLOAT: c_uint = 2;
pub const HIP_CHANNEL_NONE: c_uint = 3;

/// Bits of each channel, and what they mean.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct hipChannelFormatDesc {
    pub x: c_int,
    pub y: c_int,
    pub z: c_int,
    pub w: c_int,
    pub f: c_uint,
}

/// `hipArray_Format`.
pub type hipArray_Format = c_uint;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_ARRAY_DESCRIPTOR {
    pub Width: usize,
    pub Height: usize,
    pub Format: hipArray_Format,
    pub NumChannels: c_uint,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_ARRAY3D_DESCRIPTOR {
    pub Width: usize,
    pub Height: usize,
    pub Depth: usize,
    pub Format: hipArray_Format,
    pub NumChannels: c_uint,
    pub Flags: c_uint,
}

/// `hipArrayLayered`: the depth counts layers.
pub const HIP_ARRAY_LAYERED: c_uint = 1;
/// `hipArrayCubemap`: the depth counts faces, six a cube.
pub const HIP_ARRAY_CUBEMAP: c_uint = 4;

pub use crate::types::pitched::{hipExtent, hipPitchedPtr, hipPos};

/// `hipMemcpyKind`.
pub type hipMemcpyKind = c_uint;
/// `hipMemcpyDefault`: pointers say themselves where they lead to.
pub const HIP_MEMCPY_DEFAULT: hipMemcpyKind = 4;
/// `hipMemcpyDeviceToDeviceNoCU`.
pub const HIP_MEMCPY_DEVICE_TO_DEVICE_NO_CU: hipMemcpyKind = 1024;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemcpy3DParms {
    pub srcArray: hipArray_t,
    pub srcPos: hipPos,
    pub srcPtr: hipPitchedPtr,
    pub dstArray: hipArray_t,
    pub dstPos: hipPos,
    pub dstPtr: hipPitchedPtr,
    pub extent: hipExtent,
    pub kind: hipMemcpyKind,
}

/// `hipMemoryType`.
pub type hipMemoryType = c_uint;
pub const HIP_MEMORY_HOST: hipMemoryType = 1;
pub const HIP_MEMORY_DEVICE: hipMemoryType = 2;
pub const HIP_MEMORY_MANAGED: hipMemoryType = 3;
pub const HIP_MEMORY_ARRAY: hipMemoryType = 10;
pub const HIP_MEMORY_UNIFIED: hipMemoryType = 11;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hip_Memcpy2D {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcMemoryType: hipMemoryType,
    pub srcHost: *const c_void,
    pub srcDevice: hipDeviceptr_t,
    pub srcArray: hipArray_t,
    pub srcPitch: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstMemoryType: hipMemoryType,
    pub dstHost: *mut c_void,
    pub dstDevice: hipDeviceptr_t,
    pub dstArray: hipArray_t,
    pub dstPitch: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_MEMCPY3D {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcZ: usize,
    pub srcLOD: usize,
    pub srcMemoryType: hipMemoryType,
    pub srcHost: *const c_void,
    pub srcDevice: hipDeviceptr_t,
    pub srcArray: hipArray_t,
    pub srcPitch: usize,
    pub srcHeight: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstZ: usize,
    pub dstLOD: usize,
    pub dstMemoryType: hipMemoryType,
    pub dstHost: *mut c_void,
    pub dstDevice: hipDeviceptr_t,
    pub dstArray: hipArray_t,
    pub dstPitch: usize,
    pub dstHeight: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
    pub Depth: usize,
}

// Sizes in HIP 6.4's headers.
const _: () = {
    assert!(size_of::<hip_Memcpy2D>() == 128);
    assert!(size_of::<HIP_MEMCPY3D>() == 184);
    assert!(size_of::<hipMemcpy3DParms>() == 160);
    assert!(size_of::<HIP_ARRAY3D_DESCRIPTOR>() == 40);
};
