//! Fills of memory with a value, in one, two or three dimensions.

use std::ffi::{c_int, c_uchar, c_uint, c_ushort, c_void};

use crate::entry;
use crate::entry::Outcome;
use crate::memory;
use crate::operation::Operation;
use crate::stream;
use crate::types::error::hipErrorInvalidValue;
use crate::types::handles::{hipDeviceptr_t, hipStream_t};
use crate::types::pitched::{hipExtent, hipPitchedPtr};

/// A fill.
#[derive(Clone, Copy, Debug)]
pub struct Fill {
    pub target: *mut c_void,
    pub value: u32,
    /// Bytes of an element: 1, 2 or 4; of the value the lowest ones count.
    pub element: usize,
    /// Elements in a row.
    pub width: usize,
    pub height: usize,
    pub depth: usize,
    /// Bytes from row to row.
    pub pitch: usize,
    /// Rows from slice to slice.
    pub rows: usize,
}

// SAFETY: the program keeps the memory until the fill is done, and does not use it meanwhile.
unsafe impl Send for Fill {}
// SAFETY: as above.
unsafe impl Sync for Fill {}

impl Fill {
    /// Of elements that follow each other.
    pub fn linear(target: *mut c_void, value: u32, element: usize, count: usize) -> Fill {
        Fill { target, value, element, width: count, height: 1, depth: 1, pitch: count.saturating_mul(element), rows: 1 }
    }

    /// Checked against what is known of the memory; `None` where there is nothing to do.
    ///
    /// # Errors
    /// `hipErrorInvalidValue` for null pointers and for ends beyond an allocation's.
    pub fn checked(self) -> Outcome<Option<Fill>> {
        if self.width == 0 || self.height == 0 || self.depth == 0 {
            return Ok(None);
        }
        let last_row = (self.depth - 1).checked_mul(self.rows).and_then(|rows| rows.checked_add(self.height - 1));
        let end = last_row.and_then(|rows| rows.checked_mul(self.pitch));
        let end = end.zip(self.width.checked_mul(self.element)).and_then(|(rows, row)| rows.checked_add(row));
        let aligned = (self.target as usize).is_multiple_of(self.element);
        match end {
            Some(end) if aligned && !self.target.is_null() && memory::holds(self.target, end) => Ok(Some(self)),
            _ => Err(hipErrorInvalidValue),
        }
    }

    /// Does it now.
    ///
    /// # Errors
    /// None so far.
    pub fn run(self) -> Outcome {
        for slice in 0..self.depth {
            for row in 0..self.height {
                let offset = (slice * self.rows + row) * self.pitch;
                // SAFETY: the program's memory, as it has described it.
                unsafe { self.fill_row(self.target.cast::<u8>().add(offset)) };
            }
        }
        Ok(())
    }

    /// # Safety
    /// There is room for a row.
    unsafe fn fill_row(&self, row: *mut u8) {
        // SAFETY: the caller's promise; `checked` has seen to the alignment of the first row, pitches are the program's.
        unsafe {
            match self.element {
                1 => row.write_bytes(self.value as u8, self.width),
                2 => (0..self.width).for_each(|index| row.cast::<u16>().add(index).write_unaligned(self.value as u16)),
                _ => (0..self.width).for_each(|index| row.cast::<u32>().add(index).write_unaligned(self.value)),
            }
        }
    }
}

fn fill(fill: Fill) -> Outcome {
    match fill.checked()? {
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
