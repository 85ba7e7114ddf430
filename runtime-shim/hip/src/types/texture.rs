//! Textures and surfaces as HIP's C ABI has them (texture_types.h and driver_types.h of HIP 6.4).

#![allow(non_camel_case_types, non_snake_case)]

use std::ffi::{c_float, c_int, c_uint, c_void};

use crate::types::array::{hipArray_Format, hipArray_t, hipChannelFormatDesc, hipMipmappedArray_t};
use crate::types::handles::hipDeviceptr_t;

/// What a texture object's handle leads to, for programs.
pub enum __hip_texture {}
pub type hipTextureObject_t = *mut __hip_texture;
/// What a surface object's handle leads to, for programs.
pub enum __hip_surface {}
pub type hipSurfaceObject_t = *mut __hip_surface;

pub const HIP_RESOURCE_ARRAY: c_uint = 0;
pub const HIP_RESOURCE_MIPMAPPED_ARRAY: c_uint = 1;
pub const HIP_RESOURCE_LINEAR: c_uint = 2;
pub const HIP_RESOURCE_PITCH_2D: c_uint = 3;

/// `hipTextureAddressMode`: beyond 0 and 1 coordinates start anew.
pub const HIP_ADDRESS_WRAP: c_uint = 0;
/// Coordinates outside are those of the nearest edge.
pub const HIP_ADDRESS_CLAMP: c_uint = 1;
/// Beyond 0 and 1 coordinates run backwards.
pub const HIP_ADDRESS_MIRROR: c_uint = 2;

pub const HIP_FILTER_LINEAR: c_uint = 1;
pub const HIP_READ_ELEMENT_TYPE: c_uint = 0;
pub const HIP_READ_NORMALIZED_FLOAT: c_uint = 1;

/// Flags of driver textures: `HIP_TRSF_READ_AS_INTEGER`, `HIP_TRSF_NORMALIZED_COORDINATES`, `HIP_TRSF_SRGB`.
pub const HIP_TRSF_READ_AS_INTEGER: c_uint = 0x01;
pub const HIP_TRSF_NORMALIZED_COORDINATES: c_uint = 0x02;
pub const HIP_TRSF_SRGB: c_uint = 0x10;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct LinearResource {
    pub devPtr: *mut c_void,
    pub desc: hipChannelFormatDesc,
    pub sizeInBytes: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct PitchResource {
    pub devPtr: *mut c_void,
    pub desc: hipChannelFormatDesc,
    pub width: usize,
    pub height: usize,
    pub pitchInBytes: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union Resource {
    pub array: hipArray_t,
    pub mipmap: hipMipmappedArray_t,
    pub linear: LinearResource,
    pub pitch2D: PitchResource,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipResourceDesc {
    pub resType: c_uint,
    pub res: Resource,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct DriverLinearResource {
    pub devPtr: hipDeviceptr_t,
    pub format: hipArray_Format,
    pub numChannels: c_uint,
    pub sizeInBytes: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct DriverPitchResource {
    pub devPtr: hipDeviceptr_t,
    pub format: hipArray_Format,
    pub numChannels: c_uint,
    pub width: usize,
    pub height: usize,
    pub pitchInBytes: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union DriverResource {
    pub hArray: hipArray_t,
    pub hMipmappedArray: hipMipmappedArray_t,
    pub linear: DriverLinearResource,
    pub pitch2D: DriverPitchResource,
    pub reserved: [c_int; 32],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct HIP_RESOURCE_DESC {
    pub resType: c_uint,
    pub res: DriverResource,
    pub flags: c_uint,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct hipTextureDesc {
    pub addressMode: [c_uint; 3],
    pub filterMode: c_uint,
    pub readMode: c_uint,
    pub sRGB: c_int,
    pub borderColor: [c_float; 4],
    pub normalizedCoords: c_int,
    pub maxAnisotropy: c_uint,
    pub mipmapFilterMode: c_uint,
    pub mipmapLevelBias: c_float,
    pub minMipmapLevelClamp: c_float,
    pub maxMipmapLevelClamp: c_float,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_TEXTURE_DESC {
    pub addressMode: [c_uint; 3],
    pub filterMode: c_uint,
    pub flags: c_uint,
    pub maxAnisotropy: c_uint,
    pub mipmapFilterMode: c_uint,
    pub mipmapLevelBias: c_float,
    pub minMipmapLevelClamp: c_float,
    pub maxMipmapLevelClamp: c_float,
    pub borderColor: [c_float; 4],
    pub reserved: [c_int; 12],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipResourceViewDesc {
    pub format: c_uint,
    pub width: usize,
    pub height: usize,
    pub depth: usize,
    pub firstMipmapLevel: c_uint,
    pub lastMipmapLevel: c_uint,
    pub firstLayer: c_uint,
    pub lastLayer: c_uint,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_RESOURCE_VIEW_DESC {
    pub view: hipResourceViewDesc,
    pub reserved: [c_uint; 16],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct textureReference {
    pub normalized: c_int,
    pub readMode: c_uint,
    pub filterMode: c_uint,
    pub addressMode: [c_uint; 3],
    pub channelDesc: hipChannelFormatDesc,
    pub sRGB: c_int,
    pub maxAnisotropy: c_uint,
    pub mipmapFilterMode: c_uint,
    pub mipmapLevelBias: c_float,
    pub minMipmapLevelClamp: c_float,
    pub maxMipmapLevelClamp: c_float,
    pub textureObject: hipTextureObject_t,
    pub numChannels: c_int,
    pub format: hipArray_Format,
}

// Sizes in HIP 6.4's headers.
const _: () = {
    assert!(size_of::<hipResourceDesc>() == 64);
    assert!(size_of::<HIP_RESOURCE_DESC>() == 144);
    assert!(size_of::<hipTextureDesc>() == 64);
    assert!(size_of::<HIP_TEXTURE_DESC>() == 104);
    assert!(size_of::<hipResourceViewDesc>() == 48);
    assert!(size_of::<HIP_RESOURCE_VIEW_DESC>() == 112);
    assert!(size_of::<textureReference>() == 88);
};
