//! Fills of memory, in one, two and three dimensions.

use crate::entry;
use crate::entry::Outcome;
use crate::memory;
use crate::memory::fill::Fill;
use crate::stream;
use crate::stream::operation::Operation;
use crate::types::error::hipErrorInvalidValue;
use crate::types::handles::{hipDeviceptr_t, hipStream_t};
use crate::types::pitched::{hipExtent, hipPitchedPtr};
use std::ffi::{c_int, c_uchar, c_uint, c_ushort, c_void};

/// Of a device's own memory the host does not wait for the fill, as on CUDA's runtime.
fn fill(fill: Fill) -> Outcome {
    match fill.checked()? {
        Some(fill) if memory::is_devices(fill.target) => stream::null().run_on_device(Operation::Fill(fill)),
        Some(fill) => stream::null().run(Operation::Fill(fill)),
        None => Ok(()),
    }
}

fn fill_async(fill: Fill, stream: hipStream_t) -> Outcome {
    let stream = stream::of(stream)?;
    match fill.checked()? {
        Some(fill) => stream.submit(Operation::Fill(fill)),
        None => Ok(()),
    }
}

/// Rows of bytes.
fn rows(target: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize) -> Outcome<Fill> {
    if width > pitch && height > 1 {
        return Err(hipErrorInvalidValue);
    }
    Ok(Fill { height, pitch, rows: height, ..Fill::linear(target, value as u32, 1, width) })
}

/// Slices of rows of bytes.
fn slices(target: hipPitchedPtr, value: c_int, extent: hipExtent) -> Outcome<Fill> {
    let rows = rows(target.ptr, target.pitch, value, extent.width, extent.height)?;
    Ok(Fill { depth: extent.depth, rows: target.ysize.max(extent.height), ..rows })
}

entry! {
    fn hipMemset(target: *mut c_void, value: c_int, size: usize) {
        fill(Fill::linear(target, value as u32, 1, size))
    }

    fn hipMemsetAsync(target: *mut c_void, value: c_int, size: usize, stream: hipStream_t) {
        fill_async(Fill::linear(target, value as u32, 1, size), stream)
    }

    fn hipMemsetD8(target: hipDeviceptr_t, value: c_uchar, count: usize) {
        fill(Fill::linear(target, value.into(), 1, count))
    }

    fn hipMemsetD8Async(target: hipDeviceptr_t, value: c_uchar, count: usize, stream: hipStream_t) {
        fill_async(Fill::linear(target, value.into(), 1, count), stream)
    }

    fn hipMemsetD16(target: hipDeviceptr_t, value: c_ushort, count: usize) {
        fill(Fill::linear(target, value.into(), 2, count))
    }

    fn hipMemsetD16Async(target: hipDeviceptr_t, value: c_ushort, count: usize, stream: hipStream_t) {
        fill_async(Fill::linear(target, value.into(), 2, count), stream)
    }

    fn hipMemsetD32(target: hipDeviceptr_t, value: c_int, count: usize) {
        fill(Fill::linear(target, value as u32, 4, count))
    }

    fn hipMemsetD32Async(target: hipDeviceptr_t, value: c_int, count: usize, stream: hipStream_t) {
        fill_async(Fill::linear(target, value as u32, 4, count), stream)
    }

    fn hipMemset2D(target: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize) {
        fill(rows(target, pitch, value, width, height)?)
    }

    fn hipMemset2DAsync(target: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize, stream: hipStream_t) {
        fill_async(rows(target, pitch, value, width, height)?, stream)
    }

    fn hipMemset3D(target: hipPitchedPtr, value: c_int, extent: hipExtent) {
        fill(slices(target, value, extent)?)
    }

    fn hipMemset3DAsync(target: hipPitchedPtr, value: c_int, extent: hipExtent, stream: hipStream_t) {
        fill_async(slices(target, value, extent)?, stream)
    }

    fn hipMemsetD2D8(target: hipDeviceptr_t, pitch: usize, value: c_uchar, width: usize, height: usize) {
        fill(rows(target, pitch, value.into(), width, height)?)
    }

    fn hipMemsetD2D8Async(
        target: hipDeviceptr_t, pitch: usize, value: c_uchar, width: usize, height: usize, stream: hipStream_t,
    ) {
        fill_async(rows(target, pitch, value.into(), width, height)?, stream)
    }

    fn hipMemsetD2D16(target: hipDeviceptr_t, pitch: usize, value: c_ushort, width: usize, height: usize) {
        fill(Fill { element: 2, ..rows(target, pitch, value.into(), width, height)? })
    }

    fn hipMemsetD2D16Async(
        target: hipDeviceptr_t, pitch: usize, value: c_ushort, width: usize, height: usize, stream: hipStream_t,
    ) {
        fill_async(Fill { element: 2, ..rows(target, pitch, value.into(), width, height)? }, stream)
    }

    fn hipMemsetD2D32(target: hipDeviceptr_t, pitch: usize, value: c_uint, width: usize, height: usize) {
        fill(Fill { element: 4, ..rows(target, pitch, value as c_int, width, height)? })
    }

    fn hipMemsetD2D32Async(
        target: hipDeviceptr_t, pitch: usize, value: c_uint, width: usize, height: usize, stream: hipStream_t,
    ) {
        fill_async(Fill { element: 4, ..rows(target, pitch, value as c_int, width, height)? }, stream)
    }
}
