//! The entry points of copies in two and three dimensions and of arrays.

use std::ffi::c_void;
use std::sync::Arc;

use crate::api::copy::STAGED;
use crate::check::order;
use crate::entry;
use crate::entry::{Outcome, give};
use crate::graph::capture;
use crate::memory;
use crate::memory::rectangle::{Copy, PitchedAddress, Size};
use crate::stream;
use crate::stream::operation::Operation;
use crate::texture::rectangular_copy::{self, Side};
use crate::types::array::{HIP_MEMCPY3D, hip_Memcpy2D, hipArray_t, hipExtent, hipMemcpy3DParms, hipMemcpyKind, hipPitchedPtr};
use crate::types::error::{hipErrorInvalidValue, hipErrorOutOfMemory};
use crate::types::handles::{hipDeviceptr_t, hipStream_t};

/// Puts a copy into a stream. To memory that is not pinned it has happened when the call returns, and from such its source has been
/// read: programs rely on it.
fn start(copy: Copy, stream: hipStream_t) -> Outcome {
    let stream = stream::of(stream)?;
    let is_pageable = |place: PitchedAddress| memory::find(place.address as *const c_void).is_none();
    if capture::is_capturing(&stream) {
        return stream.submit(Operation::Box(copy));
    }
    match (is_pageable(copy.to), is_pageable(copy.from)) {
        (true, _) => stream.run(Operation::Box(copy)),
        (false, true) if copy.bytes() <= STAGED && !stream.queue.free() && !order::is_known() => {
            let staged = copy.staged();
            stream.submit(Operation::Task(Arc::new(move || {
                staged.run();
                Ok(())
            })))
        }
        (false, true) => stream.run_to_read(Operation::Box(copy)),
        (false, false) => stream.submit(Operation::Box(copy)),
    }
}

/// Copies, and waits for it unless it stays on the device.
fn now(copy: Copy, stream: hipStream_t) -> Outcome {
    let stream = stream::of(stream)?;
    let is_devices = [copy.to, copy.from].iter().all(|place| memory::is_devices(place.address as *const c_void));
    if is_devices { stream.run_on_device(Operation::Box(copy)) } else { stream.run(Operation::Box(copy)) }
}

const NULL: hipStream_t = std::ptr::null_mut();

fn pitched(pointer: *const c_void, pitch: usize) -> Side {
    Side::Memory(pointer as usize, pitch)
}

fn linear(to: PitchedAddress, from: PitchedAddress, count: usize) -> Copy {
    Copy { to, from, size: Size::linear(count) }
}

fn linear_memory(pointer: *const c_void, count: usize) -> Outcome<PitchedAddress> {
    if pointer.is_null() && count > 0 {
        return Err(hipErrorInvalidValue);
    }
    Ok(PitchedAddress::linear(pointer))
}

/// Of a structure that a program passes by pointer.
macro_rules! read {
    ($pointer:expr) => {
        $pointer.as_ref().ok_or(hipErrorInvalidValue)?
    };
}

entry! {
    /// Slices of rows, each row aligned.
    fn hipMalloc3D(out: *mut hipPitchedPtr, extent: hipExtent) {
        if out.is_null() { return Err(hipErrorInvalidValue); }
        let hipExtent { width, height, depth } = extent;
        let pitch = width.checked_next_multiple_of(memory::ALIGNMENT).ok_or(hipErrorInvalidValue)?;
        let size = pitch.checked_mul(height).and_then(|slice| slice.checked_mul(depth)).ok_or(hipErrorOutOfMemory)?;
        capture::forbid()?;
        let ptr = memory::allocate(size, memory::MemoryKind::Device, 0)?;
        give(out, hipPitchedPtr { ptr, pitch, xsize: width, ysize: height })
    }

    fn hipMemcpy2D(
        to: *mut c_void, to_pitch: usize, from: *const c_void, from_pitch: usize, width: usize, height: usize, kind: hipMemcpyKind,
    ) {
        now(rectangular_copy::of_2d(pitched(to, to_pitch), pitched(from, from_pitch), width, height, kind)?, NULL)
    }

    fn hipMemcpy2DAsync(
        to: *mut c_void, to_pitch: usize, from: *const c_void, from_pitch: usize, width: usize, height: usize,
        kind: hipMemcpyKind, stream: hipStream_t,
    ) {
        start(rectangular_copy::of_2d(pitched(to, to_pitch), pitched(from, from_pitch), width, height, kind)?, stream)
    }

    fn hipMemcpy2DToArray(
        to: hipArray_t, x: usize, y: usize, from: *const c_void, pitch: usize, width: usize, height: usize, kind: hipMemcpyKind,
    ) {
        now(rectangular_copy::of_2d(Side::Array(to, x, y), pitched(from, pitch), width, height, kind)?, NULL)
    }

    fn hipMemcpy2DToArrayAsync(
        to: hipArray_t, x: usize, y: usize, from: *const c_void, pitch: usize, width: usize, height: usize, kind: hipMemcpyKind,
        stream: hipStream_t,
    ) {
        start(rectangular_copy::of_2d(Side::Array(to, x, y), pitched(from, pitch), width, height, kind)?, stream)
    }

    fn hipMemcpy2DFromArray(
        to: *mut c_void, pitch: usize, from: hipArray_t, x: usize, y: usize, width: usize, height: usize, kind: hipMemcpyKind,
    ) {
        now(rectangular_copy::of_2d(pitched(to, pitch), Side::Array(from, x, y), width, height, kind)?, NULL)
    }

    fn hipMemcpy2DFromArrayAsync(
        to: *mut c_void, pitch: usize, from: hipArray_t, x: usize, y: usize, width: usize, height: usize, kind: hipMemcpyKind,
        stream: hipStream_t,
    ) {
        start(rectangular_copy::of_2d(pitched(to, pitch), Side::Array(from, x, y), width, height, kind)?, stream)
    }

    fn hipMemcpy2DArrayToArray(
        to: hipArray_t, to_x: usize, to_y: usize, from: hipArray_t, from_x: usize, from_y: usize, width: usize, height: usize,
        kind: hipMemcpyKind,
    ) {
        now(rectangular_copy::of_2d(Side::Array(to, to_x, to_y), Side::Array(from, from_x, from_y), width, height, kind)?, NULL)
    }

    fn hipMemcpyToArray(to: hipArray_t, x: usize, y: usize, from: *const c_void, count: usize, kind: hipMemcpyKind) {
        rectangular_copy::check_kind(kind)?;
        now(linear(rectangular_copy::in_rows(to, x, y, count)?, linear_memory(from, count)?, count), NULL)
    }

    fn hipMemcpyFromArray(to: *mut c_void, from: hipArray_t, x: usize, y: usize, count: usize, kind: hipMemcpyKind) {
        rectangular_copy::check_kind(kind)?;
        now(linear(linear_memory(to, count)?, rectangular_copy::in_rows(from, x, y, count)?, count), NULL)
    }

    fn hipMemcpyHtoA(to: hipArray_t, offset: usize, from: *const c_void, count: usize) {
        now(linear(rectangular_copy::in_one_row(to, offset, count)?, linear_memory(from, count)?, count), NULL)
    }

    fn hipMemcpyHtoAAsync(to: hipArray_t, offset: usize, from: *const c_void, count: usize, stream: hipStream_t) {
        start(linear(rectangular_copy::in_one_row(to, offset, count)?, linear_memory(from, count)?, count), stream)
    }

    fn hipMemcpyAtoH(to: *mut c_void, from: hipArray_t, offset: usize, count: usize) {
        now(linear(linear_memory(to, count)?, rectangular_copy::in_one_row(from, offset, count)?, count), NULL)
    }

    fn hipMemcpyAtoHAsync(to: *mut c_void, from: hipArray_t, offset: usize, count: usize, stream: hipStream_t) {
        start(linear(linear_memory(to, count)?, rectangular_copy::in_one_row(from, offset, count)?, count), stream)
    }

    fn hipMemcpyDtoA(to: hipArray_t, offset: usize, from: hipDeviceptr_t, count: usize) {
        now(linear(rectangular_copy::in_one_row(to, offset, count)?, linear_memory(from, count)?, count), NULL)
    }

    fn hipMemcpyAtoD(to: hipDeviceptr_t, from: hipArray_t, offset: usize, count: usize) {
        now(linear(linear_memory(to, count)?, rectangular_copy::in_one_row(from, offset, count)?, count), NULL)
    }

    fn hipMemcpyAtoA(to: hipArray_t, to_offset: usize, from: hipArray_t, from_offset: usize, count: usize) {
        now(linear(rectangular_copy::in_one_row(to, to_offset, count)?, rectangular_copy::in_one_row(from, from_offset, count)?, count), NULL)
    }

    fn hipMemcpy3D(params: *const hipMemcpy3DParms) {
        now(rectangular_copy::of_3d(read!(params))?, NULL)
    }

    fn hipMemcpy3DAsync(params: *const hipMemcpy3DParms, stream: hipStream_t) {
        start(rectangular_copy::of_3d(read!(params))?, stream)
    }

    fn hipDrvMemcpy3D(params: *const HIP_MEMCPY3D) {
        now(rectangular_copy::of_driver_3d(read!(params))?, NULL)
    }

    fn hipDrvMemcpy3DAsync(params: *const HIP_MEMCPY3D, stream: hipStream_t) {
        start(rectangular_copy::of_driver_3d(read!(params))?, stream)
    }

    fn hipMemcpyParam2D(params: *const hip_Memcpy2D) {
        now(rectangular_copy::of_driver_3d(&rectangular_copy::widened(read!(params)))?, NULL)
    }

    fn hipMemcpyParam2DAsync(params: *const hip_Memcpy2D, stream: hipStream_t) {
        start(rectangular_copy::of_driver_3d(&rectangular_copy::widened(read!(params)))?, stream)
    }

    fn hipDrvMemcpy2DUnaligned(params: *const hip_Memcpy2D) {
        now(rectangular_copy::of_driver_3d(&rectangular_copy::widened(read!(params)))?, NULL)
    }
}
