//! Copies in two and three dimensions, between pitched memory and arrays: what HIP's structures say becomes a copy of a box.

use std::ffi::c_void;

use crate::entry::Outcome;
use crate::memory;
use crate::memory::rectangle::{Copy, MAX_PITCH, PitchedAddress, Size};
use crate::texture::array::{self, Array};
use crate::types::array::{
    HIP_MEMCPY_DEFAULT, HIP_MEMCPY_DEVICE_TO_DEVICE_NO_CU, HIP_MEMCPY3D, HIP_MEMORY_ARRAY, HIP_MEMORY_DEVICE, HIP_MEMORY_HOST,
    HIP_MEMORY_MANAGED, HIP_MEMORY_UNIFIED, hip_Memcpy2D, hipArray_t, hipExtent, hipMemcpy3DParms, hipMemcpyKind, hipMemoryType,
    hipPitchedPtr, hipPos,
};
use crate::types::error::{hipErrorInvalidMemcpyDirection, hipErrorInvalidPitchValue, hipErrorInvalidValue};

/// # Errors
/// `hipErrorInvalidMemcpyDirection` for what is no direction.
pub(crate) fn check_kind(kind: hipMemcpyKind) -> Outcome {
    if kind <= HIP_MEMCPY_DEFAULT || kind == HIP_MEMCPY_DEVICE_TO_DEVICE_NO_CU {
        Ok(())
    } else {
        Err(hipErrorInvalidMemcpyDirection)
    }
}

/// A box in pitched memory, all of it in the allocation that the memory is of. `height` is the rows from a slice to the next.
fn in_memory(base: usize, pitch: usize, height: usize, x: usize, y: usize, z: usize, size: Size) -> Outcome<PitchedAddress> {
    if size.is_empty() {
        return Ok(PitchedAddress { address: base, pitch, slice: 0 });
    }
    if base == 0 {
        return Err(hipErrorInvalidValue);
    }
    let rows = size.height > 1 || size.depth > 1 || y > 0 || z > 0;
    if rows && size.width > pitch {
        return Err(hipErrorInvalidPitchValue);
    }
    if rows && x.saturating_add(size.width) > pitch {
        return Err(hipErrorInvalidValue);
    }
    // A height of 0 is that of the box, as programs leave it for a single slice.
    let slice = pitch.saturating_mul(if height == 0 { size.height + y } else { height });
    let before = z.saturating_mul(slice).saturating_add(y.saturating_mul(pitch)).saturating_add(x);
    let place = PitchedAddress { address: base.wrapping_add(before), pitch, slice };
    let is_within = memory::holds(base as *const c_void, before.saturating_add(place.span(size)));
    if pitch >= MAX_PITCH || !is_within { Err(hipErrorInvalidValue) } else { Ok(place) }
}

/// A box in an array; `x` in bytes.
fn in_array(array: &Array, x: usize, y: usize, z: usize, size: Size) -> Outcome<PitchedAddress> {
    let level = &array.level;
    let fits = |first: usize, length: usize, end: u64| first.checked_add(length).is_some_and(|last| last as u64 <= end);
    let inside = fits(x, size.width, level.pitch)
        && fits(y, size.height, u64::from(level.height))
        && fits(z, size.depth, u64::from(level.depth));
    if !inside && !size.is_empty() {
        return Err(hipErrorInvalidValue);
    }
    let (pitch, slice) = (level.pitch as usize, level.slice as usize);
    Ok(PitchedAddress { address: level.data as usize + x + y * pitch + z * slice, pitch, slice })
}

/// One side of a runtime's copy; positions in arrays count elements.
fn side(array: hipArray_t, pointer: &hipPitchedPtr, position: hipPos, size: Size) -> Outcome<PitchedAddress> {
    if array.is_null() {
        return in_memory(pointer.ptr as usize, pointer.pitch, pointer.ysize, position.x, position.y, position.z, size);
    }
    if !pointer.ptr.is_null() {
        return Err(hipErrorInvalidValue);
    }
    let array = array::find(array)?;
    in_array(&array, position.x * array.format.bytes(), position.y, position.z, size)
}

/// Bytes of an element of the copy: of the arrays that take part, else 1.
fn element(params: &hipMemcpy3DParms) -> Outcome<usize> {
    let bytes =
        |handle: hipArray_t| if handle.is_null() { Ok(None) } else { array::find(handle).map(|it| Some(it.format.bytes())) };
    match (bytes(params.srcArray)?, bytes(params.dstArray)?) {
        (Some(from), Some(to)) if from != to => Err(hipErrorInvalidValue),
        (from, to) => Ok(from.or(to).unwrap_or(1)),
    }
}

/// # Errors
/// `hipErrorInvalidValue` for boxes that leave their arrays, `hipErrorInvalidPitchValue` for rows wider than the pitch,
/// `hipErrorInvalidMemcpyDirection`.
pub(crate) fn of_3d(params: &hipMemcpy3DParms) -> Outcome<Copy> {
    check_kind(params.kind)?;
    let hipExtent { width, height, depth } = params.extent;
    let size = Size { width: width.checked_mul(element(params)?).ok_or(hipErrorInvalidValue)?, height, depth };
    let to = side(params.dstArray, &params.dstPtr, params.dstPos, size)?;
    let from = side(params.srcArray, &params.srcPtr, params.srcPos, size)?;
    Ok(Copy { to, from, size })
}

/// Where a driver's structure says the memory is: an array, or a pointer.
fn where_is(kind: hipMemoryType, host: usize, device: usize, array: hipArray_t) -> Outcome<Result<usize, hipArray_t>> {
    match kind {
        HIP_MEMORY_HOST => Ok(Ok(host)),
        HIP_MEMORY_DEVICE | HIP_MEMORY_MANAGED | HIP_MEMORY_UNIFIED => Ok(Ok(device)),
        HIP_MEMORY_ARRAY => Ok(Err(array)),
        _ => Err(hipErrorInvalidValue),
    }
}

/// # Errors
/// As of [`of_3d`], but `hipErrorInvalidValue` for rows wider than the pitch too, and for memory types that there are not.
pub(crate) fn of_driver_3d(params: &HIP_MEMCPY3D) -> Outcome<Copy> {
    driver_3d(params).map_err(|error| if error == hipErrorInvalidPitchValue { hipErrorInvalidValue } else { error })
}

fn driver_3d(params: &HIP_MEMCPY3D) -> Outcome<Copy> {
    let size = Size { width: params.WidthInBytes, height: params.Height, depth: params.Depth };
    let from = match where_is(params.srcMemoryType, params.srcHost as usize, params.srcDevice as usize, params.srcArray)? {
        Err(handle) => in_array(&*array::find(handle)?, params.srcXInBytes, params.srcY, params.srcZ, size)?,
        Ok(base) => in_memory(base, params.srcPitch, params.srcHeight, params.srcXInBytes, params.srcY, params.srcZ, size)?,
    };
    let to = match where_is(params.dstMemoryType, params.dstHost as usize, params.dstDevice as usize, params.dstArray)? {
        Err(handle) => in_array(&*array::find(handle)?, params.dstXInBytes, params.dstY, params.dstZ, size)?,
        Ok(base) => in_memory(base, params.dstPitch, params.dstHeight, params.dstXInBytes, params.dstY, params.dstZ, size)?,
    };
    Ok(Copy { to, from, size })
}

/// A driver's copy in two dimensions as one in three.
pub(crate) fn widened(params: &hip_Memcpy2D) -> HIP_MEMCPY3D {
    HIP_MEMCPY3D {
        srcXInBytes: params.srcXInBytes,
        srcY: params.srcY,
        srcZ: 0,
        srcLOD: 0,
        srcMemoryType: params.srcMemoryType,
        srcHost: params.srcHost,
        srcDevice: params.srcDevice,
        srcArray: params.srcArray,
        // A pitch of 0 is the width of a row.
        srcPitch: if params.srcPitch == 0 { params.srcXInBytes + params.WidthInBytes } else { params.srcPitch },
        srcHeight: 0,
        dstXInBytes: params.dstXInBytes,
        dstY: params.dstY,
        dstZ: 0,
        dstLOD: 0,
        dstMemoryType: params.dstMemoryType,
        dstHost: params.dstHost,
        dstDevice: params.dstDevice,
        dstArray: params.dstArray,
        dstPitch: if params.dstPitch == 0 { params.dstXInBytes + params.WidthInBytes } else { params.dstPitch },
        dstHeight: 0,
        WidthInBytes: params.WidthInBytes,
        Height: params.Height,
        Depth: 1,
    }
}

/// One side of a copy in two dimensions.
#[derive(Clone, std::marker::Copy)]
pub(crate) enum Side {
    /// Address and pitch.
    Memory(usize, usize),
    /// Array, first byte of a row, first row.
    Array(hipArray_t, usize, usize),
}

impl Side {
    fn place(self, size: Size) -> Outcome<PitchedAddress> {
        match self {
            Side::Memory(base, pitch) => in_memory(base, pitch, 0, 0, 0, 0, size),
            Side::Array(handle, x, y) => in_array(&*array::find(handle)?, x, y, 0, size),
        }
    }
}

/// A copy in two dimensions, `width` in bytes.
///
/// # Errors
/// As of [`of_3d`].
pub(crate) fn of_2d(to: Side, from: Side, width: usize, height: usize, kind: hipMemcpyKind) -> Outcome<Copy> {
    check_kind(kind)?;
    for side in [to, from] {
        if let Side::Memory(_, pitch) = side
            && width > pitch
            && height > 0
        {
            return Err(hipErrorInvalidPitchValue);
        }
    }
    let size = Size { width, height, depth: 1 };
    Ok(Copy { to: to.place(size)?, from: from.place(size)?, size })
}

/// Bytes in the first row of an array: the driver's copies of bytes see arrays as of one dimension.
///
/// # Errors
/// `hipErrorInvalidValue` where they leave the row, and for no array.
pub(crate) fn in_one_row(handle: hipArray_t, x: usize, count: usize) -> Outcome<PitchedAddress> {
    if handle.is_null() {
        return Err(hipErrorInvalidValue);
    }
    in_array(&*array::find(handle)?, x, 0, 0, Size::linear(count))
}

/// Bytes that lie one after the other in an array, from a row to the next: pieces up to the end of each row.
///
/// # Errors
/// `hipErrorInvalidValue` where they leave the array.
pub(crate) fn in_rows(handle: hipArray_t, x: usize, y: usize, count: usize) -> Outcome<PitchedAddress> {
    let array = array::find(handle)?;
    // Rows of an array lie end to end, so that the bytes are one stretch of memory.
    let first = y.checked_mul(array.level.pitch as usize).and_then(|row| row.checked_add(x)).ok_or(hipErrorInvalidValue)?;
    let end = first.checked_add(count).ok_or(hipErrorInvalidValue)?;
    if end as u64 > array.level.slice * u64::from(array.level.depth) {
        return Err(hipErrorInvalidValue);
    }
    Ok(PitchedAddress { address: array.level.data as usize + first, pitch: 0, slice: 0 })
}
