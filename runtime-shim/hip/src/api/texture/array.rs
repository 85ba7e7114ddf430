//! Arrays and mipmapped arrays: created, described and freed.

use crate::entry;
use crate::entry::give;
use crate::texture::array::{create, create_mipmapped, destroy, destroy_mipmapped, find, level_of};
use crate::texture::texel_format::TexelFormat;
use crate::types::array::{
    HIP_ARRAY_DESCRIPTOR, HIP_ARRAY3D_DESCRIPTOR, hipArray_t, hipChannelFormatDesc, hipExtent, hipMipmappedArray_t,
};
use crate::types::error::hipErrorInvalidValue;
use std::ffi::c_uint;

fn extent_of(width: usize, height: usize, depth: usize) -> hipExtent {
    hipExtent { width, height, depth }
}

/// Of a descriptor that a program passes by pointer.
macro_rules! read {
    ($pointer:expr) => {
        if $pointer.is_null() { return Err(hipErrorInvalidValue) } else { *$pointer }
    };
}

entry! {
    /// An array of one or two dimensions.
    fn hipMallocArray(array: *mut hipArray_t, desc: *const hipChannelFormatDesc, width: usize, height: usize, flags: c_uint) {
        give(array, create(TexelFormat::of_channels(read!(desc))?, extent_of(width, height, 0), flags)?)
    }

    /// An array of up to three dimensions, or with layers or faces.
    fn hipMalloc3DArray(array: *mut hipArray_t, desc: *const hipChannelFormatDesc, extent: hipExtent, flags: c_uint) {
        give(array, create(TexelFormat::of_channels(read!(desc))?, extent, flags)?)
    }

    /// An array of one or two dimensions.
    fn hipArrayCreate(array: *mut hipArray_t, descriptor: *const HIP_ARRAY_DESCRIPTOR) {
        let HIP_ARRAY_DESCRIPTOR { Width, Height, Format, NumChannels } = read!(descriptor);
        give(array, create(TexelFormat::of_driver(Format, NumChannels)?, extent_of(Width, Height, 0), 0)?)
    }

    /// An array of up to three dimensions, or with layers or faces.
    fn hipArray3DCreate(array: *mut hipArray_t, descriptor: *const HIP_ARRAY3D_DESCRIPTOR) {
        let HIP_ARRAY3D_DESCRIPTOR { Width, Height, Depth, Format, NumChannels, Flags } = read!(descriptor);
        give(array, create(TexelFormat::of_driver(Format, NumChannels)?, extent_of(Width, Height, Depth), Flags)?)
    }

    fn hipFreeArray(array: hipArray_t) {
        destroy(array)
    }

    fn hipArrayDestroy(array: hipArray_t) {
        destroy(array)
    }

    fn hipArrayGetInfo(desc: *mut hipChannelFormatDesc, extent: *mut hipExtent, flags: *mut c_uint, array: hipArray_t) {
        let array = find(array)?;
        if !desc.is_null() { desc.write(array.format.channel_desc()); }
        if !extent.is_null() { extent.write(array.extent); }
        if !flags.is_null() { flags.write(array.flags); }
        Ok(())
    }

    fn hipGetChannelDesc(desc: *mut hipChannelFormatDesc, array: hipArray_t) {
        give(desc, find(array)?.format.channel_desc())
    }

    fn hipArrayGetDescriptor(descriptor: *mut HIP_ARRAY_DESCRIPTOR, array: hipArray_t) {
        let array = find(array)?;
        give(descriptor, HIP_ARRAY_DESCRIPTOR {
            Width: array.extent.width,
            Height: array.extent.height,
            Format: array.format.driver_format(),
            NumChannels: array.format.channels,
        })
    }

    fn hipArray3DGetDescriptor(descriptor: *mut HIP_ARRAY3D_DESCRIPTOR, array: hipArray_t) {
        let array = find(array)?;
        give(descriptor, HIP_ARRAY3D_DESCRIPTOR {
            Width: array.extent.width,
            Height: array.extent.height,
            Depth: array.extent.depth,
            Format: array.format.driver_format(),
            NumChannels: array.format.channels,
            Flags: array.flags,
        })
    }

    /// More levels than the extent can be halved are not made.
    fn hipMallocMipmappedArray(
        array: *mut hipMipmappedArray_t, desc: *const hipChannelFormatDesc, extent: hipExtent, levels: c_uint, flags: c_uint,
    ) {
        give(array, create_mipmapped(TexelFormat::of_channels(read!(desc))?, extent, flags, levels)?)
    }

    fn hipMipmappedArrayCreate(array: *mut hipMipmappedArray_t, descriptor: *mut HIP_ARRAY3D_DESCRIPTOR, levels: c_uint) {
        let HIP_ARRAY3D_DESCRIPTOR { Width, Height, Depth, Format, NumChannels, Flags } = read!(descriptor);
        let format = TexelFormat::of_driver(Format, NumChannels)?;
        give(array, create_mipmapped(format, extent_of(Width, Height, Depth), Flags, levels)?)
    }

    fn hipFreeMipmappedArray(array: hipMipmappedArray_t) {
        destroy_mipmapped(array)
    }

    fn hipMipmappedArrayDestroy(array: hipMipmappedArray_t) {
        destroy_mipmapped(array)
    }

    fn hipGetMipmappedArrayLevel(level_array: *mut hipArray_t, array: hipMipmappedArray_t, level: c_uint) {
        give(level_array, level_of(array, level)?)
    }

    fn hipMipmappedArrayGetLevel(level_array: *mut hipArray_t, array: hipMipmappedArray_t, level: c_uint) {
        give(level_array, level_of(array, level)?)
    }
}
