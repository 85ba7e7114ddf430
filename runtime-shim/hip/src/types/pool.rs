//! Memory pools and virtual memory as HIP's C ABI has them (hip_runtime_api.h of HIP 6.4).

#![allow(non_camel_case_types, non_snake_case)]

use std::ffi::{c_int, c_uchar, c_uint, c_ushort, c_void};

/// What a pool's handle leads to.
pub enum ihipMemPoolHandle_t {}
pub type hipMemPool_t = *mut ihipMemPoolHandle_t;

/// What an allocation's handle of virtual memory leads to.
pub enum ihipMemGenericAllocationHandle {}
pub type hipMemGenericAllocationHandle_t = *mut ihipMemGenericAllocationHandle;

pub const HIP_MEM_LOCATION_DEVICE: c_uint = 1;
pub const HIP_MEM_ALLOCATION_PINNED: c_uint = 1;
pub const HIP_MEM_HANDLE_NONE: c_uint = 0;
pub const HIP_MEM_HANDLE_POSIX_FILE_DESCRIPTOR: c_uint = 1;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct hipMemLocation {
    pub r#type: c_uint,
    pub id: c_int,
}

/// `hipMemAccessFlags`.
pub type hipMemAccessFlags = c_uint;
pub const HIP_MEM_ACCESS_NONE: hipMemAccessFlags = 0;
pub const HIP_MEM_ACCESS_READ: hipMemAccessFlags = 1;
pub const HIP_MEM_ACCESS_READ_WRITE: hipMemAccessFlags = 3;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemAccessDesc {
    pub location: hipMemLocation,
    pub flags: hipMemAccessFlags,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemPoolProps {
    pub allocType: c_uint,
    pub handleTypes: c_uint,
    pub location: hipMemLocation,
    pub win32SecurityAttributes: *mut c_void,
    pub maxSize: usize,
    pub reserved: [c_uchar; 56],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemAllocationProp {
    pub r#type: c_uint,
    pub requestedHandleType: c_uint,
    pub location: hipMemLocation,
    pub win32HandleMetaData: *mut c_void,
    pub compressionType: c_uchar,
    pub gpuDirectRDMACapable: c_uchar,
    pub usage: c_ushort,
}

// Sizes in HIP 6.4's headers.
const _: () = {
    assert!(size_of::<hipMemPoolProps>() == 88);
    assert!(size_of::<hipMemAllocationProp>() == 32);
    assert!(size_of::<hipMemAccessDesc>() == 12);
};
