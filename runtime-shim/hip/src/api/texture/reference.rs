//! Texture references: variables of modules that textures are bound to at run time. The host's variable says how to sample; the
//! device's, which kernels read, gets the texture object.

use std::collections::BTreeMap;
use std::ffi::{c_int, c_uint, c_void};
use std::sync::{Mutex, PoisonError};

use crate::entry;
use crate::entry::{Outcome, give};
use crate::module::symbol;
use crate::texture::array;
use crate::texture::object::{TEXTURES, create_texture};
use crate::texture::texel_format::TexelFormat;
use crate::types::array::{HIP_ARRAY_DESCRIPTOR, hipArray_Format, hipArray_t, hipChannelFormatDesc, hipMipmappedArray_t};
use crate::types::error::{hipErrorInvalidSymbol, hipErrorInvalidTexture, hipErrorInvalidValue};
use crate::types::handles::{hipDeviceptr_t, hipModule_t};
use crate::types::texture::{
    HIP_READ_ELEMENT_TYPE, HIP_READ_NORMALIZED_FLOAT, HIP_RESOURCE_ARRAY, HIP_RESOURCE_LINEAR, HIP_RESOURCE_MIPMAPPED_ARRAY,
    HIP_RESOURCE_PITCH_2D, HIP_TRSF_NORMALIZED_COORDINATES, HIP_TRSF_READ_AS_INTEGER, HIP_TRSF_SRGB, LinearResource,
    PitchResource, Resource, hipResourceDesc, hipTextureDesc, textureReference,
};

/// How a reference says that it wants to be sampled.
fn sampling(reference: &textureReference) -> hipTextureDesc {
    hipTextureDesc {
        addressMode: reference.addressMode,
        filterMode: reference.filterMode,
        readMode: reference.readMode,
        sRGB: reference.sRGB,
        borderColor: border(reference),
        normalizedCoords: reference.normalized,
        maxAnisotropy: reference.maxAnisotropy,
        mipmapFilterMode: reference.mipmapFilterMode,
        mipmapLevelBias: reference.mipmapLevelBias,
        minMipmapLevelClamp: reference.minMipmapLevelClamp,
        maxMipmapLevelClamp: reference.maxMipmapLevelClamp,
    }
}

/// Border colours of references, which have no field for them, by address.
static BORDERS: Mutex<BTreeMap<usize, [f32; 4]>> = Mutex::new(BTreeMap::new());

fn border(reference: *const textureReference) -> [f32; 4] {
    BORDERS.lock().unwrap_or_else(PoisonError::into_inner).get(&(reference as usize)).copied().unwrap_or_default()
}

/// Binds a texture of the resource to a reference, in place of the one before.
///
/// # Safety
/// `reference` is null or valid for reads; the member of the union that `resource.resType` names is initialised.
unsafe fn bind(reference: *const textureReference, resource: &hipResourceDesc) -> Outcome {
    let host = reference.cast_mut();
    // SAFETY: null, or valid for reads.
    unsafe {
        let mut sampling = sampling(host.as_ref().ok_or(hipErrorInvalidTexture)?);
        if !crate::api::texture::has_narrow_integers(resource)? {
            sampling.readMode = HIP_READ_ELEMENT_TYPE;
        }
        let object = create_texture(resource, &sampling, None)?;
        unbind(reference)?;
        (*host).textureObject = object;
        if let Some(device) = on_device(reference) {
            (*device).textureObject = object;
        }
    }
    Ok(())
}

/// The variable that kernels read; `None` where the program has given that one itself, out of a module.
fn on_device(reference: *const textureReference) -> Option<*mut textureReference> {
    symbol::place(reference.cast()).ok().map(|place| place.address.cast())
}

/// # Safety
/// `reference` is null or valid for reads.
unsafe fn unbind(reference: *const textureReference) -> Outcome {
    // SAFETY: null, or valid for reads.
    let reference = unsafe { reference.cast_mut().as_mut() }.ok_or(hipErrorInvalidTexture)?;
    let object = std::mem::replace(&mut reference.textureObject, std::ptr::null_mut());
    if !object.is_null() {
        crate::scheduler::queue::wait_for_all(None);
        TEXTURES.remove(object);
        if let Some(device) = on_device(reference) {
            // SAFETY: a texture's variable on the device has the same layout.
            unsafe { (*device).textureObject = std::ptr::null_mut() };
        }
    }
    Ok(())
}

/// The channels that a bind names, or those of the reference.
///
/// # Safety
/// `desc` and `reference` are null or valid for reads.
unsafe fn channels(desc: *const hipChannelFormatDesc, reference: *const textureReference) -> Outcome<hipChannelFormatDesc> {
    // SAFETY: null or valid, both.
    unsafe {
        match (desc.as_ref(), reference.as_ref()) {
            (Some(desc), _) => Ok(*desc),
            (None, Some(reference)) => Ok(reference.channelDesc),
            (None, None) => Err(hipErrorInvalidTexture),
        }
    }
}

fn linear(address: *const c_void, desc: hipChannelFormatDesc, size: usize) -> hipResourceDesc {
    let linear = LinearResource { devPtr: address.cast_mut(), desc, sizeInBytes: size };
    hipResourceDesc { resType: HIP_RESOURCE_LINEAR, res: Resource { linear } }
}

fn pitched(address: *const c_void, desc: hipChannelFormatDesc, width: usize, height: usize, pitch: usize) -> hipResourceDesc {
    let pitch_2d = PitchResource { devPtr: address.cast_mut(), desc, width, height, pitchInBytes: pitch };
    hipResourceDesc { resType: HIP_RESOURCE_PITCH_2D, res: Resource { pitch2D: pitch_2d } }
}

fn of_array(array: hipArray_t) -> hipResourceDesc {
    hipResourceDesc { resType: HIP_RESOURCE_ARRAY, res: Resource { array } }
}

fn of_mipmapped(mipmap: hipMipmappedArray_t) -> hipResourceDesc {
    hipResourceDesc { resType: HIP_RESOURCE_MIPMAPPED_ARRAY, res: Resource { mipmap } }
}

/// The resource that a reference is bound to.
///
/// # Safety
/// `reference` is null or valid for reads.
unsafe fn bound(reference: *const textureReference) -> Outcome<hipResourceDesc> {
    // SAFETY: null, or valid for reads.
    let reference = unsafe { reference.as_ref() }.ok_or(hipErrorInvalidValue)?;
    TEXTURES.get(reference.textureObject).map(|texture| texture.resource).ok_or(hipErrorInvalidValue)
}

/// A driver's reference reads fractions of narrow integers unless told otherwise.
///
/// # Safety
/// `reference` is null or valid for reading and writing.
unsafe fn set_channels(reference: *mut textureReference, format: TexelFormat) -> Outcome {
    // SAFETY: null, or valid for reading and writing.
    let reference = unsafe { reference.as_mut() }.ok_or(hipErrorInvalidValue)?;
    reference.channelDesc = format.channel_desc();
    reference.format = format.driver_format();
    reference.numChannels = format.channels as c_int;
    if !format.is_narrow_integer() {
        reference.readMode = HIP_READ_ELEMENT_TYPE;
    }
    Ok(())
}

/// Field of a reference that the program passes by pointer.
macro_rules! of {
    ($reference:expr) => {
        $reference.as_ref().ok_or(hipErrorInvalidValue)?
    };
    (mut $reference:expr) => {
        $reference.as_mut().ok_or(hipErrorInvalidValue)?
    };
}

entry! {
    fn hipBindTexture(
        offset: *mut usize, reference: *const textureReference, address: *const c_void, desc: *const hipChannelFormatDesc,
        size: usize,
    ) {
        let desc = channels(desc, reference)?;
        // Programs pass the greatest size there is where they do not know it.
        let known = crate::memory::find(address).map_or(size, |range| range.end() - address as usize);
        if !offset.is_null() { offset.write(0); }
        bind(reference, &linear(address, desc, size.min(known)))
    }

    fn hipBindTexture2D(
        offset: *mut usize, reference: *const textureReference, address: *const c_void, desc: *const hipChannelFormatDesc,
        width: usize, height: usize, pitch: usize,
    ) {
        let desc = channels(desc, reference)?;
        if !offset.is_null() { offset.write(0); }
        bind(reference, &pitched(address, desc, width, height, pitch))
    }

    fn hipBindTextureToArray(reference: *const textureReference, array: hipArray_t, _desc: *const hipChannelFormatDesc) {
        bind(reference, &of_array(array))
    }

    fn hipBindTextureToMipmappedArray(
        reference: *const textureReference, array: hipMipmappedArray_t, _desc: *const hipChannelFormatDesc,
    ) {
        bind(reference, &of_mipmapped(array))
    }

    fn hipUnbindTexture(reference: *const textureReference) {
        unbind(reference)
    }

    /// All addresses are aligned well enough.
    fn hipGetTextureAlignmentOffset(offset: *mut usize, reference: *const textureReference) {
        bound(reference).map_err(|_| hipErrorInvalidTexture)?;
        give(offset, 0)
    }

    /// The host's variable is the reference.
    fn hipGetTextureReference(reference: *mut *const textureReference, symbol: *const c_void) {
        on_device(symbol.cast()).ok_or(hipErrorInvalidSymbol)?;
        give(reference, symbol.cast())
    }

    /// The variable that kernels read.
    fn hipModuleGetTexRef(reference: *mut *mut textureReference, module: hipModule_t, name: *const std::ffi::c_char) {
        let variable = crate::api::module::variable(module, entry::text(name)?)?;
        if variable.size < size_of::<textureReference>() { return Err(crate::types::error::hipErrorNotFound); }
        let found: *mut textureReference = variable.address.cast();
        if (*found).textureObject.is_null() {
            // What no constructor has set: as the driver's documentation has it for new references.
            (*found).addressMode = [crate::types::texture::HIP_ADDRESS_CLAMP; 3];
            (*found).readMode = HIP_READ_NORMALIZED_FLOAT;
        }
        give(reference, found)
    }

    fn hipTexRefSetArray(reference: *mut textureReference, array: hipArray_t, _flags: c_uint) {
        set_channels(reference, array::find(array)?.format)?;
        bind(reference, &of_array(array))
    }

    fn hipTexRefGetArray(array: *mut hipArray_t, reference: *const textureReference) {
        let resource = bound(reference)?;
        if resource.resType != HIP_RESOURCE_ARRAY { return Err(hipErrorInvalidValue); }
        give(array, resource.res.array)
    }

    fn hipTexRefSetMipmappedArray(reference: *mut textureReference, array: hipMipmappedArray_t, _flags: c_uint) {
        set_channels(reference, array::find_mipmapped(array)?.levels[0].format)?;
        bind(reference, &of_mipmapped(array))
    }

    fn hipTexRefGetMipMappedArray(array: *mut hipMipmappedArray_t, reference: *const textureReference) {
        let resource = bound(reference)?;
        if resource.resType != HIP_RESOURCE_MIPMAPPED_ARRAY { return Err(hipErrorInvalidValue); }
        give(array, resource.res.mipmap)
    }

    fn hipTexRefSetAddress(offset: *mut usize, reference: *mut textureReference, address: hipDeviceptr_t, size: usize) {
        let desc = of!(reference).channelDesc;
        if !offset.is_null() { offset.write(0); }
        bind(reference, &linear(address, desc, size))
    }

    fn hipTexRefSetAddress2D(
        reference: *mut textureReference, descriptor: *const HIP_ARRAY_DESCRIPTOR, address: hipDeviceptr_t, pitch: usize,
    ) {
        let HIP_ARRAY_DESCRIPTOR { Width, Height, Format, NumChannels } = *descriptor.as_ref().ok_or(hipErrorInvalidValue)?;
        let format = TexelFormat::of_driver(Format, NumChannels)?;
        set_channels(reference, format)?;
        bind(reference, &pitched(address, format.channel_desc(), Width, Height, pitch))
    }

    fn hipTexRefGetAddress(address: *mut hipDeviceptr_t, reference: *const textureReference) {
        let resource = bound(reference)?;
        match resource.resType {
            HIP_RESOURCE_LINEAR => give(address, resource.res.linear.devPtr),
            HIP_RESOURCE_PITCH_2D => give(address, resource.res.pitch2D.devPtr),
            _ => Err(hipErrorInvalidValue),
        }
    }

    fn hipTexRefSetFormat(reference: *mut textureReference, format: hipArray_Format, channels: c_int) {
        let channels = u32::try_from(channels).map_err(|_| hipErrorInvalidValue)?;
        set_channels(reference, TexelFormat::of_driver(format, channels)?)
    }

    fn hipTexRefGetFormat(format: *mut hipArray_Format, channels: *mut c_int, reference: *const textureReference) {
        let reference = of!(reference);
        give(format, reference.format)?;
        give(channels, reference.numChannels)
    }

    fn hipTexRefSetAddressMode(reference: *mut textureReference, dimension: c_int, mode: c_uint) {
        let axis = usize::try_from(dimension).map_err(|_| hipErrorInvalidValue)?;
        if mode > 3 { return Err(hipErrorInvalidValue); }
        *of!(mut reference).addressMode.get_mut(axis).ok_or(hipErrorInvalidValue)? = mode;
        Ok(())
    }

    fn hipTexRefGetAddressMode(mode: *mut c_uint, reference: *const textureReference, dimension: c_int) {
        let axis = usize::try_from(dimension).map_err(|_| hipErrorInvalidValue)?;
        give(mode, *of!(reference).addressMode.get(axis).ok_or(hipErrorInvalidValue)?)
    }

    fn hipTexRefSetFilterMode(reference: *mut textureReference, mode: c_uint) {
        if mode > 1 { return Err(hipErrorInvalidValue); }
        of!(mut reference).filterMode = mode;
        Ok(())
    }

    fn hipTexRefGetFilterMode(mode: *mut c_uint, reference: *const textureReference) {
        give(mode, of!(reference).filterMode)
    }

    fn hipTexRefSetFlags(reference: *mut textureReference, flags: c_uint) {
        let reference = of!(mut reference);
        let as_integers = flags & HIP_TRSF_READ_AS_INTEGER != 0;
        reference.readMode = if as_integers { HIP_READ_ELEMENT_TYPE } else { HIP_READ_NORMALIZED_FLOAT };
        reference.normalized = c_int::from(flags & HIP_TRSF_NORMALIZED_COORDINATES != 0);
        reference.sRGB = c_int::from(flags & HIP_TRSF_SRGB != 0);
        Ok(())
    }

    fn hipTexRefGetFlags(flags: *mut c_uint, reference: *const textureReference) {
        let reference = of!(reference);
        let flag = |set: bool, flag: c_uint| if set { flag } else { 0 };
        give(flags, flag(reference.readMode == HIP_READ_ELEMENT_TYPE, HIP_TRSF_READ_AS_INTEGER)
            | flag(reference.normalized != 0, HIP_TRSF_NORMALIZED_COORDINATES)
            | flag(reference.sRGB != 0, HIP_TRSF_SRGB))
    }

    /// For binds to come.
    fn hipTexRefSetBorderColor(reference: *mut textureReference, color: *mut f32) {
        let color = color.cast::<[f32; 4]>().as_ref().filter(|_| !reference.is_null()).ok_or(hipErrorInvalidValue)?;
        BORDERS.lock().unwrap_or_else(PoisonError::into_inner).insert(reference as usize, *color);
        Ok(())
    }

    fn hipTexRefGetBorderColor(color: *mut f32, reference: *const textureReference) {
        if reference.is_null() { return Err(hipErrorInvalidValue); }
        give(color.cast(), border(reference))
    }

    fn hipTexRefSetMaxAnisotropy(reference: *mut textureReference, most: c_uint) {
        of!(mut reference).maxAnisotropy = most;
        Ok(())
    }

    fn hipTexRefGetMaxAnisotropy(most: *mut c_int, reference: *const textureReference) {
        give(most, of!(reference).maxAnisotropy as c_int)
    }

    fn hipTexRefSetMipmapFilterMode(reference: *mut textureReference, mode: c_uint) {
        if mode > 1 { return Err(hipErrorInvalidValue); }
        of!(mut reference).mipmapFilterMode = mode;
        Ok(())
    }

    fn hipTexRefGetMipmapFilterMode(mode: *mut c_uint, reference: *const textureReference) {
        give(mode, of!(reference).mipmapFilterMode)
    }

    fn hipTexRefSetMipmapLevelBias(reference: *mut textureReference, bias: f32) {
        of!(mut reference).mipmapLevelBias = bias;
        Ok(())
    }

    fn hipTexRefGetMipmapLevelBias(bias: *mut f32, reference: *const textureReference) {
        give(bias, of!(reference).mipmapLevelBias)
    }

    fn hipTexRefSetMipmapLevelClamp(reference: *mut textureReference, least: f32, most: f32) {
        let reference = of!(mut reference);
        (reference.minMipmapLevelClamp, reference.maxMipmapLevelClamp) = (least, most);
        Ok(())
    }

    fn hipTexRefGetMipmapLevelClamp(least: *mut f32, most: *mut f32, reference: *const textureReference) {
        let reference = of!(reference);
        give(least, reference.minMipmapLevelClamp)?;
        give(most, reference.maxMipmapLevelClamp)
    }
}
