//! Texture and surface objects: descriptions of the program to the records that fetch functions read
//! (`include/hip/hipify/texture_object.h` has the same layouts).

use std::sync::Arc;

use crate::entry::Outcome;
use crate::handle_table::HandleTable;
use crate::texture::array::{self, Array, Level};
use crate::texture::limits;
use crate::texture::texel_format::TexelFormat;
use crate::types::error::{hipErrorInvalidValue, hipErrorNotSupported};
use crate::types::texture::{
    HIP_ADDRESS_CLAMP, HIP_ADDRESS_MIRROR, HIP_ADDRESS_WRAP, HIP_FILTER_LINEAR, HIP_READ_ELEMENT_TYPE, HIP_READ_NORMALIZED_FLOAT,
    HIP_RESOURCE_ARRAY, HIP_RESOURCE_LINEAR, HIP_RESOURCE_MIPMAPPED_ARRAY, HIP_RESOURCE_PITCH_2D, hipResourceDesc,
    hipResourceViewDesc, hipTextureDesc,
};

/// Live texture objects.
pub(crate) static TEXTURES: HandleTable<Texture> = HandleTable::of_owned("a texture object");

/// Live surface objects.
pub(crate) static SURFACES: HandleTable<Surface> = HandleTable::of_owned("a surface object");

/// `__hipify_texture`.
#[repr(C)]
struct Description {
    levels: *const Level,
    base: Level,
    level_count: u32,
    format: u32,
    bytes: u32,
    kind: u8,
    bits: u8,
    channels: u8,
    srgb: u8,
    address: [u8; 3],
    linear: u8,
    mip_linear: u8,
    normalized: u8,
    fractions: u8,
    plain: u8,
    level_bias: f32,
    level_min: f32,
    level_max: f32,
    border: [f32; 4],
}

/// A texture object. Its handle is the address of what kernels read.
#[repr(C)]
pub(crate) struct Texture {
    description: Description,
    /// What `description.levels` leads to.
    levels: Vec<Level>,
    pub(crate) resource: hipResourceDesc,
    pub(crate) sampling: hipTextureDesc,
    pub(crate) view: Option<hipResourceViewDesc>,
    /// Keeps the memory of arrays for kernels that still run.
    arrays: Vec<Arc<Array>>,
}

// SAFETY: constant; pointers in it are the program's.
unsafe impl Send for Texture {}
// SAFETY: constant; pointers in it are the program's.
unsafe impl Sync for Texture {}

/// A surface object. Its handle is the address of what kernels read, `__hipify_surface`.
#[repr(C)]
pub(crate) struct Surface {
    level: Level,
    bytes: u32,
    reserved: u32,
    array: Arc<Array>,
}

/// What work uses that is passed such a number: a texture or surface object, and the memory of its arrays.
pub(crate) fn used_by(word: usize) -> Vec<usize> {
    let handle = word as *const ();
    let texture = TEXTURES.get(handle).map(|texture| texture.arrays.iter().map(|array| array.memory()).collect::<Vec<_>>());
    let arrays = texture.or_else(|| SURFACES.get(handle).map(|surface| vec![surface.array.memory()]));
    arrays.map(|arrays| std::iter::once(word).chain(arrays).collect()).unwrap_or_default()
}

/// What a texture reads from.
struct Source {
    format: TexelFormat,
    levels: Vec<Level>,
    arrays: Vec<Arc<Array>>,
    is_linear_memory: bool,
    is_cubemap: bool,
}

impl Source {
    fn of_arrays(arrays: Vec<Arc<Array>>) -> Outcome<Source> {
        let first = arrays.first().ok_or(hipErrorInvalidValue)?;
        Ok(Source {
            format: first.format,
            is_cubemap: first.is_cubemap(),
            levels: arrays.iter().map(|array| array.level).collect(),
            is_linear_memory: false,
            arrays,
        })
    }

    fn of_memory(format: TexelFormat, data: *mut u8, width: usize, height: usize, pitch: usize) -> Outcome<Source> {
        let (width, height) = (u32::try_from(width), u32::try_from(height));
        let (Ok(width @ 1..), Ok(height @ 1..)) = (width, height) else { return Err(hipErrorInvalidValue) };
        let is_aligned = (data as usize).is_multiple_of(limits::ALIGNMENT);
        let has_room = (width as usize).checked_mul(format.bytes()).is_some_and(|row| row <= pitch);
        let is_small = u64::from(width) <= limits::MAX_LINEAR as u64 && (height == 1 || u32::try_from(pitch).is_ok());
        if data.is_null() || !is_aligned || !has_room || !is_small {
            return Err(hipErrorInvalidValue);
        }
        let slice = pitch as u64 * u64::from(height);
        let level = Level { data, pitch: pitch as u64, slice, width, height, depth: 1, reserved: 0 };
        Ok(Source { format, levels: vec![level], arrays: Vec::new(), is_linear_memory: height == 1, is_cubemap: false })
    }

    /// # Safety
    /// The member of the union that `resource.resType` names is initialised.
    unsafe fn of(resource: &hipResourceDesc) -> Outcome<Source> {
        // SAFETY: the type names the member that is initialised.
        unsafe {
            match resource.resType {
                HIP_RESOURCE_ARRAY => Source::of_arrays(vec![array::find(resource.res.array)?]),
                HIP_RESOURCE_MIPMAPPED_ARRAY => Source::of_arrays(array::find_mipmapped(resource.res.mipmap)?.levels.clone()),
                HIP_RESOURCE_LINEAR => {
                    let linear = resource.res.linear;
                    let format = TexelFormat::of_channels(linear.desc)?;
                    let width = linear.sizeInBytes / format.bytes();
                    Source::of_memory(format, linear.devPtr.cast(), width, 1, linear.sizeInBytes)
                }
                HIP_RESOURCE_PITCH_2D => {
                    let pitched = resource.res.pitch2D;
                    let format = TexelFormat::of_channels(pitched.desc)?;
                    Source::of_memory(format, pitched.devPtr.cast(), pitched.width, pitched.height, pitched.pitchInBytes)
                }
                _ => Err(hipErrorInvalidValue),
            }
        }
    }

    /// Other levels and layers of an array, or its bytes read in another format.
    fn viewed(mut self, view: &hipResourceViewDesc) -> Outcome<Source> {
        if let Some(format) = TexelFormat::of_view(view.format)? {
            if format.bytes() != self.format.bytes() {
                return Err(hipErrorInvalidValue);
            }
            self.format = format;
        }
        let levels = view.firstMipmapLevel as usize..=view.lastMipmapLevel as usize;
        self.levels = self.levels.get(levels).ok_or(hipErrorInvalidValue)?.to_vec();
        if self.levels.is_empty() {
            return Err(hipErrorInvalidValue);
        }
        if view.lastLayer > 0 {
            let count = (view.lastLayer + 1).checked_sub(view.firstLayer).ok_or(hipErrorInvalidValue)?;
            for level in &mut self.levels {
                if view.lastLayer >= level.depth {
                    return Err(hipErrorInvalidValue);
                }
                level.data = level.data.wrapping_add((u64::from(view.firstLayer) * level.slice) as usize);
                level.depth = count;
            }
        }
        Ok(self)
    }
}

/// Wrap and mirror mean something for normalised coordinates only; faces of a cubemap end at their edges.
fn address(mode: u32, sampling: &hipTextureDesc, source: &Source) -> u8 {
    let repeats = mode == HIP_ADDRESS_WRAP || mode == HIP_ADDRESS_MIRROR;
    let clamps = source.is_cubemap || (repeats && (sampling.normalizedCoords == 0 || source.is_linear_memory));
    (if clamps { HIP_ADDRESS_CLAMP } else { mode }) as u8
}

fn check(sampling: &hipTextureDesc, format: TexelFormat) -> Outcome {
    let known = sampling.addressMode.iter().all(|&mode| mode <= 3)
        && sampling.filterMode <= HIP_FILTER_LINEAR
        && sampling.mipmapFilterMode <= HIP_FILTER_LINEAR
        && sampling.readMode <= HIP_READ_NORMALIZED_FLOAT;
    let reads_integers = format.kind != crate::types::array::HIP_CHANNEL_FLOAT
        && (sampling.readMode == HIP_READ_ELEMENT_TYPE || !format.is_narrow_integer());
    // Integers can be filtered only as fractions, and only narrow ones can be read so.
    let fractions_of_wide = sampling.readMode == HIP_READ_NORMALIZED_FLOAT && reads_integers;
    if !known || fractions_of_wide || (sampling.filterMode == HIP_FILTER_LINEAR && reads_integers) {
        return Err(hipErrorInvalidValue);
    }
    Ok(())
}

/// `__HIPIFY_FORMAT`.
fn format_word(format: TexelFormat, changes: bool) -> u32 {
    format.kind | format.bits << 8 | format.channels << 16 | u32::from(changes) << 24
}

fn describe(source: &Source, sampling: &hipTextureDesc) -> Description {
    let format = source.format;
    let fractions = sampling.readMode == HIP_READ_NORMALIZED_FLOAT && format.is_narrow_integer();
    let srgb = fractions && sampling.sRGB != 0 && format.bits == 8;
    let address = sampling.addressMode.map(|mode| address(mode, sampling, source));
    let wrap_or_clamp = address.iter().all(|&mode| [HIP_ADDRESS_WRAP, HIP_ADDRESS_CLAMP].contains(&u32::from(mode)));
    Description {
        levels: std::ptr::null(),
        base: source.levels[0],
        level_count: source.levels.len() as u32,
        format: format_word(format, fractions),
        bytes: format.bytes() as u32,
        kind: format.kind as u8,
        bits: format.bits as u8,
        channels: format.channels as u8,
        srgb: u8::from(srgb),
        address,
        linear: u8::from(sampling.filterMode == HIP_FILTER_LINEAR),
        mip_linear: u8::from(sampling.mipmapFilterMode == HIP_FILTER_LINEAR),
        normalized: u8::from(sampling.normalizedCoords != 0 || source.is_cubemap),
        fractions: u8::from(fractions),
        plain: u8::from(source.levels.len() == 1 && wrap_or_clamp),
        level_bias: sampling.mipmapLevelBias,
        level_min: sampling.minMipmapLevelClamp,
        level_max: sampling.maxMipmapLevelClamp,
        border: sampling.borderColor,
    }
}

/// Makes a texture object.
///
/// # Errors
/// `hipErrorInvalidValue` for what cannot be sampled so, `hipErrorInvalidHandle` for arrays that are none.
///
/// # Safety
/// The member of the union that `resource.resType` names is initialised.
pub(crate) unsafe fn create_texture<H>(
    resource: &hipResourceDesc,
    sampling: &hipTextureDesc,
    view: Option<&hipResourceViewDesc>,
) -> Outcome<*mut H> {
    crate::check::limits::images();
    // SAFETY: the type names the member that is initialised.
    let mut source = unsafe { Source::of(resource)? };
    if let Some(view) = view {
        // A view is of an array's levels and layers.
        if source.arrays.is_empty() {
            return Err(hipErrorInvalidValue);
        }
        source = source.viewed(view)?;
    }
    check(sampling, source.format)?;
    let mut texture = Texture {
        description: describe(&source, sampling),
        levels: source.levels,
        resource: *resource,
        sampling: *sampling,
        view: view.copied(),
        arrays: source.arrays,
    };
    // The vector's elements stay where they are when it moves.
    texture.description.levels = texture.levels.as_ptr();
    Ok(TEXTURES.add(Arc::new(texture)))
}

/// Makes a surface object.
///
/// # Errors
/// `hipErrorInvalidValue` for what is no array.
///
/// # Safety
/// The member of the union that `resource.resType` names is initialised.
pub(crate) unsafe fn create_surface<H>(resource: &hipResourceDesc) -> Outcome<*mut H> {
    if resource.resType == HIP_RESOURCE_MIPMAPPED_ARRAY {
        return Err(hipErrorNotSupported);
    }
    if resource.resType != HIP_RESOURCE_ARRAY {
        return Err(hipErrorInvalidValue);
    }
    // SAFETY: the type names the member that is initialised.
    let array = array::find(unsafe { resource.res.array })?;
    let bytes = array.format.bytes() as u32;
    Ok(SURFACES.add(Arc::new(Surface { level: array.level, bytes, reserved: 0, array })))
}

const _: () = {
    assert!(size_of::<Level>() == 40);
    assert!(size_of::<Description>() == 8 + 40 + 12 + 4 + 4 + 4 + 12 + 16 + 4);
    assert!(std::mem::offset_of!(Texture, description) == 0);
    assert!(std::mem::offset_of!(Surface, level) == 0);
};
