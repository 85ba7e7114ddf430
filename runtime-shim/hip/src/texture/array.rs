//! Arrays: memory that textures and surfaces are made of, in up to three dimensions, with layers, faces and mip levels.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::Arc;

use crate::check::{in_use, undefined};
use crate::entry::Outcome;
use crate::handle_table::HandleTable;
use crate::memory::{self, ALIGNMENT, MemoryKind};
use crate::texture::limits;
use crate::texture::texel_format::TexelFormat;
use crate::types::array::{HIP_ARRAY_CUBEMAP, HIP_ARRAY_LAYERED, hipArray_t, hipExtent, hipMipmappedArray_t};
use crate::types::error::{
    hipError_t, hipErrorContextIsDestroyed, hipErrorInvalidHandle, hipErrorInvalidValue, hipErrorOutOfMemory,
};

/// Live arrays; levels of mipmapped ones are among them.
pub(crate) static ARRAYS: HandleTable<Array> = HandleTable::new();

static MIPMAPPED: HandleTable<MipmappedArray> = HandleTable::new();

/// `__hipify_level`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    pub(crate) data: *mut u8,
    /// Bytes from a row to the next.
    pub(crate) pitch: u64,
    /// Bytes from a slice to the next.
    pub(crate) slice: u64,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) depth: u32,
    pub(crate) reserved: u32,
}

// SAFETY: only an address; what is written there is the program's business.
unsafe impl Send for Level {}
// SAFETY: only an address; what is written there is the program's business.
unsafe impl Sync for Level {}

/// Layered, for surfaces, cube map, for gathers (`hipArray*`, driver_types.h).
const FLAGS: c_uint = 0xf;

/// An array: one level.
pub(crate) struct Array {
    pub(crate) format: TexelFormat,
    /// As the program gave it: 0 for dimensions that there are not.
    pub(crate) extent: hipExtent,
    pub(crate) flags: c_uint,
    pub(crate) level: Level,
    /// Shared by the levels of a mipmapped array.
    _memory: Arc<Memory>,
    /// Belongs to a mipmapped array and goes with it.
    is_level: bool,
}

/// Levels from the largest down, each half as wide as the one before.
pub(crate) struct MipmappedArray {
    pub(crate) levels: Vec<Arc<Array>>,
}

/// Device memory of the runtime's own.
struct Memory(*mut c_void);

// SAFETY: only an address; what is written there is the program's business, as with any device memory.
unsafe impl Send for Memory {}
// SAFETY: only an address; what is written there is the program's business, as with any device memory.
unsafe impl Sync for Memory {}

impl Memory {
    fn new(size: usize) -> Outcome<Memory> {
        let memory = memory::allocate(size.max(1), MemoryKind::Device, 0)?;
        // Texture units read it, whose code is the runtime's own.
        undefined::define(memory as usize, size.max(1));
        Ok(Memory(memory))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // After a reset of the device it is gone already.
        let _ = memory::release(self.0, |kind| kind == MemoryKind::Device);
    }
}

/// The array of a handle.
///
/// # Errors
/// `hipErrorInvalidHandle` where there is none.
pub(crate) fn find(handle: hipArray_t) -> Outcome<Arc<Array>> {
    ARRAYS.get(handle).ok_or(hipErrorInvalidHandle)
}

/// The mipmapped array of a handle.
///
/// # Errors
/// `hipErrorInvalidHandle` where there is none.
pub(crate) fn find_mipmapped(handle: hipMipmappedArray_t) -> Outcome<Arc<MipmappedArray>> {
    MIPMAPPED.get(handle).ok_or(hipErrorInvalidHandle)
}

impl Array {
    /// Where its memory begins.
    pub(crate) fn memory(&self) -> usize {
        self.level.data as usize
    }

    pub(crate) fn is_cubemap(&self) -> bool {
        self.flags & HIP_ARRAY_CUBEMAP != 0
    }
}

/// Whether no side is longer than textures of that many dimensions are.
fn fits(extent: hipExtent, flags: c_uint) -> bool {
    let within = |length: usize, limit: c_int| usize::try_from(limit).is_ok_and(|limit| length <= limit);
    let hipExtent { width, height, depth } = extent;
    let in_layers = flags & (HIP_ARRAY_LAYERED | HIP_ARRAY_CUBEMAP) != 0;
    if depth > 0 && !in_layers {
        let [w, h, d] = limits::MAX_3D;
        within(width, w) && within(height, h) && within(depth, d)
    } else if height > 0 {
        let [w, h] = limits::MAX_2D;
        within(width, w) && within(height, h)
    } else {
        within(width, limits::MAX_1D)
    }
}

fn is_valid(extent: hipExtent, flags: c_uint) -> bool {
    if flags & !FLAGS != 0 || !fits(extent, flags) {
        return false;
    }
    let cubes = flags & HIP_ARRAY_CUBEMAP == 0
        || (extent.width == extent.height
            && if flags & HIP_ARRAY_LAYERED == 0 { extent.depth == 6 } else { extent.depth.is_multiple_of(6) });
    let layers = flags & HIP_ARRAY_LAYERED == 0 || extent.depth > 0;
    let shape = extent.height > 0 || extent.depth == 0 || flags & HIP_ARRAY_LAYERED != 0;
    extent.width > 0 && cubes && layers && shape
}

/// What an array of the extent needs, and how it is laid out at the beginning of memory.
fn lay_out(format: TexelFormat, extent: hipExtent) -> Outcome<(Level, usize)> {
    let side = |length: usize| u32::try_from(length.max(1)).map_err(|_| hipErrorInvalidValue);
    let (width, height, depth) = (side(extent.width)?, side(extent.height)?, side(extent.depth)?);
    let pitch = extent.width.checked_mul(format.bytes()).ok_or(hipErrorInvalidValue)?;
    let slice = pitch.checked_mul(height as usize).ok_or(hipErrorOutOfMemory)?;
    let size = slice.checked_mul(depth as usize).ok_or(hipErrorOutOfMemory)?;
    let level = Level { data: std::ptr::null_mut(), pitch: pitch as u64, slice: slice as u64, width, height, depth, reserved: 0 };
    Ok((level, size))
}

/// The extent of a level below one; layers and faces do not get fewer.
fn halved(extent: hipExtent, flags: c_uint) -> hipExtent {
    let half = |length: usize| if length == 0 { 0 } else { (length / 2).max(1) };
    let depth = if flags & (HIP_ARRAY_LAYERED | HIP_ARRAY_CUBEMAP) == 0 { half(extent.depth) } else { extent.depth };
    hipExtent { width: half(extent.width), height: half(extent.height), depth }
}

/// Levels in one piece of memory.
fn create_levels(format: TexelFormat, mut extent: hipExtent, flags: c_uint, count: u32) -> Outcome<Vec<Array>> {
    if !is_valid(extent, flags) {
        return Err(hipErrorInvalidValue);
    }
    let mut laid_out = Vec::new();
    let mut size = 0usize;
    for _ in 0..count {
        let (level, bytes) = lay_out(format, extent)?;
        laid_out.push((level, extent, size));
        size = size.checked_add(bytes.next_multiple_of(ALIGNMENT)).ok_or(hipErrorOutOfMemory)?;
        extent = halved(extent, flags);
    }
    let memory = Arc::new(Memory::new(size)?);
    let is_level = count > 1;
    let arrays = laid_out.into_iter().map(|(mut level, extent, offset)| {
        // SAFETY: the memory is as large as all levels.
        level.data = unsafe { memory.0.cast::<u8>().add(offset) };
        Array { format, extent, flags, level, _memory: memory.clone(), is_level }
    });
    Ok(arrays.collect())
}

pub(crate) fn create(format: TexelFormat, extent: hipExtent, flags: c_uint) -> Outcome<hipArray_t> {
    let array = create_levels(format, extent, flags, 1)?.pop().ok_or(hipErrorInvalidValue)?;
    Ok(ARRAYS.add(Arc::new(array)))
}

pub(crate) fn create_mipmapped(
    format: TexelFormat,
    extent: hipExtent,
    flags: c_uint,
    levels: c_uint,
) -> Outcome<hipMipmappedArray_t> {
    let depth = if flags & (HIP_ARRAY_LAYERED | HIP_ARRAY_CUBEMAP) == 0 { extent.depth } else { 0 };
    let most = 1 + extent.width.max(extent.height).max(depth).max(1).ilog2();
    if levels == 0 {
        return Err(hipErrorInvalidValue);
    }
    let mut arrays = create_levels(format, extent, flags, levels.min(most))?;
    arrays.iter_mut().for_each(|array| array.is_level = true);
    let levels: Vec<Arc<Array>> = arrays.into_iter().map(Arc::new).collect();
    for level in &levels {
        ARRAYS.add::<c_void>(level.clone());
    }
    Ok(MIPMAPPED.add(Arc::new(MipmappedArray { levels })))
}

/// Work that still reads or writes the array has to be waited for, as `hipFree` does. A level's memory is the mipmapped array's, which
/// keeps it: AMD's runtime frees a view of it.
///
/// # Errors
/// As of [`gone`].
pub(crate) fn destroy(handle: hipArray_t) -> Outcome {
    let array = find(handle).map_err(|_| gone(handle))?;
    let is_level = array.is_level;
    in_use::destroyed("an array", array.memory());
    drop(array);
    crate::scheduler::queue::wait_for_all(None);
    if is_level {
        return Ok(());
    }
    ARRAYS.remove(handle).map(drop).ok_or(hipErrorInvalidHandle)
}

/// What AMD's runtime answers for an array that is none: `hipErrorInvalidValue` for null, `hipErrorContextIsDestroyed` else.
fn gone<T>(handle: *const T) -> hipError_t {
    if handle.is_null() { hipErrorInvalidValue } else { hipErrorContextIsDestroyed }
}

/// # Errors
/// As of [`gone`].
pub(crate) fn destroy_mipmapped(handle: hipMipmappedArray_t) -> Outcome {
    let levels = &find_mipmapped(handle).map_err(|_| gone(handle))?.levels;
    crate::scheduler::queue::wait_for_all(None);
    MIPMAPPED.remove(handle).ok_or(hipErrorInvalidHandle)?;
    for level in levels {
        ARRAYS.remove(Arc::as_ptr(level));
    }
    Ok(())
}

pub(crate) fn level_of(handle: hipMipmappedArray_t, level: c_uint) -> Outcome<hipArray_t> {
    let array = find_mipmapped(handle)?;
    let level = array.levels.get(level as usize).ok_or(hipErrorInvalidValue)?;
    Ok(Arc::as_ptr(level).cast_mut().cast())
}
