//! The entry points of texture and surface objects, in the runtime's and the driver's form.

// Fields are named as HIP names them.
#![allow(non_snake_case)]

use crate::check::in_use;
use crate::entry;
use crate::entry::{Outcome, give};
use crate::texture::object::{SURFACES, TEXTURES, Texture, create_surface, create_texture};
use crate::texture::texel_format::TexelFormat;
use crate::types::error::{hipErrorInvalidHandle, hipErrorInvalidValue};
use crate::types::texture::{
    DriverLinearResource, DriverPitchResource, DriverResource, HIP_READ_ELEMENT_TYPE, HIP_READ_NORMALIZED_FLOAT,
    HIP_RESOURCE_ARRAY, HIP_RESOURCE_DESC, HIP_RESOURCE_LINEAR, HIP_RESOURCE_MIPMAPPED_ARRAY, HIP_RESOURCE_PITCH_2D,
    HIP_RESOURCE_VIEW_DESC, HIP_TEXTURE_DESC, HIP_TRSF_NORMALIZED_COORDINATES, HIP_TRSF_READ_AS_INTEGER, HIP_TRSF_SRGB,
    LinearResource, PitchResource, Resource, hipResourceDesc, hipResourceViewDesc, hipSurfaceObject_t, hipTextureDesc,
    hipTextureObject_t,
};
use std::sync::Arc;

pub mod array;
pub mod channel;
pub mod reference;

fn find(object: hipTextureObject_t) -> Outcome<Arc<Texture>> {
    TEXTURES.get(object).ok_or(hipErrorInvalidHandle)
}

/// A driver's description in the runtime's form.
///
/// # Safety
/// The member of the union that `driver.resType` names is initialised.
unsafe fn from_driver(driver: &HIP_RESOURCE_DESC) -> Outcome<hipResourceDesc> {
    // SAFETY: the type names the member that is initialised.
    let res = unsafe {
        match driver.resType {
            HIP_RESOURCE_ARRAY => Resource { array: driver.res.hArray },
            HIP_RESOURCE_MIPMAPPED_ARRAY => Resource { mipmap: driver.res.hMipmappedArray },
            HIP_RESOURCE_LINEAR => {
                let DriverLinearResource { devPtr, format, numChannels, sizeInBytes } = driver.res.linear;
                let desc = TexelFormat::of_driver(format, numChannels)?.channel_desc();
                Resource { linear: LinearResource { devPtr, desc, sizeInBytes } }
            }
            HIP_RESOURCE_PITCH_2D => {
                let DriverPitchResource { devPtr, format, numChannels, width, height, pitchInBytes } = driver.res.pitch2D;
                let desc = TexelFormat::of_driver(format, numChannels)?.channel_desc();
                Resource { pitch2D: PitchResource { devPtr, desc, width, height, pitchInBytes } }
            }
            _ => return Err(hipErrorInvalidValue),
        }
    };
    Ok(hipResourceDesc { resType: driver.resType, res })
}

/// The runtime's description in a driver's form.
fn to_driver(runtime: &hipResourceDesc) -> Outcome<HIP_RESOURCE_DESC> {
    // SAFETY: texture objects were made of descriptions whose types are valid.
    let res = unsafe {
        match runtime.resType {
            HIP_RESOURCE_ARRAY => DriverResource { hArray: runtime.res.array },
            HIP_RESOURCE_MIPMAPPED_ARRAY => DriverResource { hMipmappedArray: runtime.res.mipmap },
            HIP_RESOURCE_LINEAR => {
                let LinearResource { devPtr, desc, sizeInBytes } = runtime.res.linear;
                let format = TexelFormat::of_channels(desc)?;
                let (numChannels, format) = (format.channels, format.driver_format());
                DriverResource { linear: DriverLinearResource { devPtr, format, numChannels, sizeInBytes } }
            }
            _ => {
                let PitchResource { devPtr, desc, width, height, pitchInBytes } = runtime.res.pitch2D;
                let format = TexelFormat::of_channels(desc)?;
                let (numChannels, format) = (format.channels, format.driver_format());
                DriverResource { pitch2D: DriverPitchResource { devPtr, format, numChannels, width, height, pitchInBytes } }
            }
        }
    };
    Ok(HIP_RESOURCE_DESC { resType: runtime.resType, res, flags: 0 })
}

/// A driver's texture reads integers of 8 and 16 bits as fractions unless a flag says otherwise.
fn sampling_from_driver(driver: &HIP_TEXTURE_DESC, reads_fractions: bool) -> hipTextureDesc {
    let as_fractions = reads_fractions && driver.flags & HIP_TRSF_READ_AS_INTEGER == 0;
    hipTextureDesc {
        addressMode: driver.addressMode,
        filterMode: driver.filterMode,
        readMode: if as_fractions { HIP_READ_NORMALIZED_FLOAT } else { HIP_READ_ELEMENT_TYPE },
        sRGB: i32::from(driver.flags & HIP_TRSF_SRGB != 0),
        borderColor: driver.borderColor,
        normalizedCoords: i32::from(driver.flags & HIP_TRSF_NORMALIZED_COORDINATES != 0),
        maxAnisotropy: driver.maxAnisotropy,
        mipmapFilterMode: driver.mipmapFilterMode,
        mipmapLevelBias: driver.mipmapLevelBias,
        minMipmapLevelClamp: driver.minMipmapLevelClamp,
        maxMipmapLevelClamp: driver.maxMipmapLevelClamp,
    }
}

fn sampling_to_driver(runtime: &hipTextureDesc, could_read_fractions: bool) -> HIP_TEXTURE_DESC {
    let mut flags = 0;
    if runtime.readMode == HIP_READ_ELEMENT_TYPE && could_read_fractions {
        flags |= HIP_TRSF_READ_AS_INTEGER;
    }
    if runtime.normalizedCoords != 0 {
        flags |= HIP_TRSF_NORMALIZED_COORDINATES;
    }
    if runtime.sRGB != 0 {
        flags |= HIP_TRSF_SRGB;
    }
    HIP_TEXTURE_DESC {
        addressMode: runtime.addressMode,
        filterMode: runtime.filterMode,
        flags,
        maxAnisotropy: runtime.maxAnisotropy,
        mipmapFilterMode: runtime.mipmapFilterMode,
        mipmapLevelBias: runtime.mipmapLevelBias,
        minMipmapLevelClamp: runtime.minMipmapLevelClamp,
        maxMipmapLevelClamp: runtime.maxMipmapLevelClamp,
        borderColor: runtime.borderColor,
        reserved: [0; 12],
    }
}

/// Whether the elements are integers of 8 or 16 bits.
///
/// # Safety
/// The member of the union that `resource.resType` names is initialised.
pub(crate) unsafe fn has_narrow_integers(resource: &hipResourceDesc) -> Outcome<bool> {
    // SAFETY: the type names the member that is initialised.
    let format = unsafe {
        match resource.resType {
            HIP_RESOURCE_ARRAY => crate::texture::array::find(resource.res.array)?.format,
            HIP_RESOURCE_MIPMAPPED_ARRAY => crate::texture::array::find_mipmapped(resource.res.mipmap)?.levels[0].format,
            HIP_RESOURCE_LINEAR => TexelFormat::of_channels(resource.res.linear.desc)?,
            _ => TexelFormat::of_channels(resource.res.pitch2D.desc)?,
        }
    };
    Ok(format.is_narrow_integer())
}

/// The texture of a handle that is asked about.
///
/// # Errors
/// `hipErrorInvalidValue` for none, `hipErrorInvalidHandle` for what is none.
fn described(object: hipTextureObject_t) -> Outcome<Arc<Texture>> {
    if object.is_null() { Err(hipErrorInvalidValue) } else { find(object) }
}

/// What a texture object's handle leads to lives until no kernel can use it any more.
fn destroy(object: hipTextureObject_t) -> Outcome {
    if object.is_null() {
        return Ok(());
    }
    find(object)?;
    in_use::destroyed("a texture object", object as usize);
    crate::scheduler::queue::wait_for_all(None);
    TEXTURES.remove(object).map(drop).ok_or(hipErrorInvalidHandle)
}

entry! {
    /// A texture of an array, linear memory or pitched memory.
    fn hipCreateTextureObject(
        object: *mut hipTextureObject_t, resource: *const hipResourceDesc, sampling: *const hipTextureDesc,
        view: *const hipResourceViewDesc,
    ) {
        let (Some(resource), Some(sampling)) = (resource.as_ref(), sampling.as_ref()) else { return Err(hipErrorInvalidValue) };
        if object.is_null() { return Err(hipErrorInvalidValue); }
        give(object, create_texture(resource, sampling, view.as_ref())?)
    }

    /// Null is no error.
    fn hipDestroyTextureObject(object: hipTextureObject_t) {
        destroy(object)
    }

    fn hipGetTextureObjectResourceDesc(resource: *mut hipResourceDesc, object: hipTextureObject_t) {
        give(resource, described(object)?.resource)
    }

    fn hipGetTextureObjectTextureDesc(sampling: *mut hipTextureDesc, object: hipTextureObject_t) {
        give(sampling, described(object)?.sampling)
    }

    /// `hipErrorInvalidValue` where the object was made without one.
    fn hipGetTextureObjectResourceViewDesc(view: *mut hipResourceViewDesc, object: hipTextureObject_t) {
        give(view, described(object)?.view.ok_or(hipErrorInvalidValue)?)
    }

    /// A texture of an array, linear memory or pitched memory.
    fn hipTexObjectCreate(
        object: *mut hipTextureObject_t, resource: *const HIP_RESOURCE_DESC, sampling: *const HIP_TEXTURE_DESC,
        view: *const HIP_RESOURCE_VIEW_DESC,
    ) {
        let (Some(resource), Some(sampling)) = (resource.as_ref(), sampling.as_ref()) else { return Err(hipErrorInvalidValue) };
        if object.is_null() { return Err(hipErrorInvalidValue); }
        let resource = from_driver(resource)?;
        let sampling = sampling_from_driver(sampling, has_narrow_integers(&resource)?);
        give(object, create_texture(&resource, &sampling, view.as_ref().map(|view| &view.view))?)
    }

    fn hipTexObjectDestroy(object: hipTextureObject_t) {
        destroy(object)
    }

    fn hipTexObjectGetResourceDesc(resource: *mut HIP_RESOURCE_DESC, object: hipTextureObject_t) {
        give(resource, to_driver(&described(object)?.resource)?)
    }

    fn hipTexObjectGetTextureDesc(sampling: *mut HIP_TEXTURE_DESC, object: hipTextureObject_t) {
        let object = described(object)?;
        give(sampling, sampling_to_driver(&object.sampling, has_narrow_integers(&object.resource)?))
    }

    /// `hipErrorInvalidValue` where the object was made without one.
    fn hipTexObjectGetResourceViewDesc(view: *mut HIP_RESOURCE_VIEW_DESC, object: hipTextureObject_t) {
        let found = described(object)?.view.ok_or(hipErrorInvalidValue)?;
        give(view, HIP_RESOURCE_VIEW_DESC { view: found, reserved: [0; 16] })
    }

    /// A surface of an array.
    fn hipCreateSurfaceObject(object: *mut hipSurfaceObject_t, resource: *const hipResourceDesc) {
        if object.is_null() { return Err(hipErrorInvalidValue); }
        give(object, create_surface(resource.as_ref().ok_or(hipErrorInvalidValue)?)?)
    }

    /// Null is no error.
    fn hipDestroySurfaceObject(object: hipSurfaceObject_t) {
        if object.is_null() { return Ok(()); }
        SURFACES.get(object).ok_or(hipErrorInvalidHandle)?;
        in_use::destroyed("a surface object", object as usize);
        crate::scheduler::queue::wait_for_all(None);
        SURFACES.remove(object).map(drop).ok_or(hipErrorInvalidHandle)
    }
}
