//! Matrices of blocks that need not be square (GEBSR), from rows, to rows, to other blocks and by columns of blocks (AMD's
//! hipSPARSE documentation, "Sparse conversion functions").

#![allow(clippy::too_many_arguments)]

use super::arguments::place;
use super::block_entries::{blocks, in_blocks};
use super::blocks::Blocks;
use super::descriptors::Sparse;
use super::elements::Rows;
use super::matrix_properties::base;
use super::operands::{Operation, buffer_size};
use super::turned;
use super::{HipSparse, settings};
use crate::entry::{Failure, answer, export_typed};
use crate::handles::give;
use crate::number::{c32, c64};
use crate::runtime;
use crate::typed::Wide;
use std::ffi::c_int;

/// Writes where the rows of blocks begin that a matrix by rows has, and how many blocks it has.
///
/// # Safety
/// Until the stream has done the work, the indices are readable, `to` is writable for one number more than there are rows of blocks, and
/// `count` for one.
unsafe extern "C" fn count_of_rows(
    handle: usize,
    direction: u32,
    rows: c_int,
    columns: c_int,
    properties: usize,
    starts: *const c_int,
    others: *const c_int,
    properties_of_blocks: usize,
    to: *mut c_int,
    height: c_int,
    width: c_int,
    count: *mut c_int,
    _buffer: *mut u8,
) -> u32 {
    let name = "hipsparseXcsr2gebsrNnz";
    answer::<HipSparse>(name, || {
        let extent = (in_blocks(rows, height)?, in_blocks(columns, width)?, (height, width));
        let arrays = (std::ptr::null::<f32>(), to.cast_const(), std::ptr::null());
        let blocks = blocks(extent, direction, properties_of_blocks, arrays)?;
        let a = Sparse::of_arrays::<f32>((rows, columns, 0), (std::ptr::null(), starts, others), base(properties)?)?;
        let count = place(count.cast_const())?;
        settings(handle)?.submit_result(name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe { count.set(0, blocks.store_starts(&Rows::places(&a)) as c_int) };
        })
    })
}

/// # Safety
/// Until the stream has done the work, the matrix is readable, and the arrays of blocks are writable for what it has.
unsafe extern "C" fn of_rows<T: Wide>(
    handle: usize,
    direction: u32,
    rows: c_int,
    columns: c_int,
    properties: usize,
    values: *const T,
    starts: *const c_int,
    others: *const c_int,
    properties_of_blocks: usize,
    to_values: *mut T,
    to_starts: *mut c_int,
    to_others: *mut c_int,
    height: c_int,
    width: c_int,
    _buffer: *mut u8,
) -> u32 {
    let name = "hipsparseXcsr2gebsr";
    answer::<HipSparse>(name, || {
        let extent = (in_blocks(rows, height)?, in_blocks(columns, width)?, (height, width));
        let arrays = (to_values.cast_const(), to_starts.cast_const(), to_others.cast_const());
        let to = blocks(extent, direction, properties_of_blocks, arrays)?;
        let from = Sparse::of_arrays((rows, columns, 0), (values, starts, others), base(properties)?)?;
        runtime::enqueue(settings(handle)?.stream, name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe {
                let rows = Rows::<T>::of(&from, Operation::None);
                to.store_starts(&rows);
                to.store(&rows);
            }
        })
    })
}

/// # Safety
/// Until the stream has done the work, the arrays of blocks are readable, and the others writable for all elements of the blocks.
unsafe extern "C" fn to_rows<T: Wide>(
    handle: usize,
    direction: u32,
    rows: c_int,
    columns: c_int,
    properties: usize,
    values: *const T,
    starts: *const c_int,
    others: *const c_int,
    height: c_int,
    width: c_int,
    properties_of_rows: usize,
    to_values: *mut T,
    to_starts: *mut c_int,
    to_others: *mut c_int,
) -> u32 {
    let name = "hipsparseXgebsr2csr";
    answer::<HipSparse>(name, || {
        let from = blocks((rows, columns, (height, width)), direction, properties, (values, starts, others))?;
        let extent = (rows.saturating_mul(height), columns.saturating_mul(width), 0);
        let arrays = (to_values.cast_const(), to_starts.cast_const(), to_others.cast_const());
        let to = Sparse::of_arrays(extent, arrays, base(properties_of_rows)?)?;
        runtime::enqueue(settings(handle)?.stream, name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe { to.store(&from.rows_of().pairs(), true, true) };
        })
    })
}

/// The elements of the places of blocks, whose values are not read.
///
/// # Safety
/// The indices are readable.
unsafe fn places(a: &Blocks<f32>) -> Rows<f32> {
    let mut triples = Vec::new();
    // SAFETY: as required.
    unsafe { a.each_place(|_, i, j| triples.push((i, j, 1.0))) };
    Rows::sorted(a.rows * a.size.0, &triples)
}

/// The extent of a matrix in blocks of another size.
fn in_other_blocks(
    (rows, columns): (c_int, c_int),
    (height, width): (c_int, c_int),
    (to_height, to_width): (c_int, c_int),
) -> crate::entry::Outcome<(c_int, c_int, (c_int, c_int))> {
    let rows = in_blocks(rows.saturating_mul(height), to_height)?;
    Ok((rows, in_blocks(columns.saturating_mul(width), to_width)?, (to_height, to_width)))
}

/// # Safety
/// What [`count_of_rows`] requires, of blocks.
unsafe extern "C" fn count_of_blocks(
    handle: usize,
    direction: u32,
    rows: c_int,
    columns: c_int,
    _count: c_int,
    properties: usize,
    starts: *const c_int,
    others: *const c_int,
    height: c_int,
    width: c_int,
    properties_c: usize,
    to: *mut c_int,
    to_height: c_int,
    to_width: c_int,
    count: *mut c_int,
    _buffer: *mut u8,
) -> u32 {
    let name = "hipsparseXgebsr2gebsrNnz";
    answer::<HipSparse>(name, || {
        let from = (std::ptr::null::<f32>(), starts, others);
        let from = blocks((rows, columns, (height, width)), direction, properties, from)?;
        let extent = in_other_blocks((rows, columns), (height, width), (to_height, to_width))?;
        let to = (std::ptr::null::<f32>(), to.cast_const(), std::ptr::null());
        let to = blocks(extent, direction, properties_c, to)?;
        let count = place(count.cast_const())?;
        settings(handle)?.submit_result(name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe { count.set(0, to.store_starts(&places(&from)) as c_int) };
        })
    })
}

/// # Safety
/// Until the stream has done the work, the arrays of A are readable, and those of C writable for its blocks.
unsafe extern "C" fn to_blocks<T: Wide>(
    handle: usize,
    direction: u32,
    rows: c_int,
    columns: c_int,
    _count: c_int,
    properties: usize,
    values: *const T,
    starts: *const c_int,
    others: *const c_int,
    height: c_int,
    width: c_int,
    properties_c: usize,
    to_values: *mut T,
    to_starts: *mut c_int,
    to_others: *mut c_int,
    to_height: c_int,
    to_width: c_int,
    _buffer: *mut u8,
) -> u32 {
    let name = "hipsparseXgebsr2gebsr";
    answer::<HipSparse>(name, || {
        let from = blocks((rows, columns, (height, width)), direction, properties, (values, starts, others))?;
        let extent = in_other_blocks((rows, columns), (height, width), (to_height, to_width))?;
        let arrays = (to_values.cast_const(), to_starts.cast_const(), to_others.cast_const());
        let to = blocks(extent, direction, properties_c, arrays)?;
        runtime::enqueue(settings(handle)?.stream, name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe {
                let rows = from.rows_of();
                to.store_starts(&rows);
                to.store(&rows);
            }
        })
    })
}

/// Blocks by columns of blocks, each as it is.
///
/// # Safety
/// What the conversion of rows to columns requires, where an element is a block.
unsafe extern "C" fn turn<T: Wide>(
    handle: usize,
    rows: c_int,
    columns: c_int,
    count: c_int,
    values: *const T,
    starts: *const c_int,
    others: *const c_int,
    height: c_int,
    width: c_int,
    to_values: *mut T,
    to_others: *mut c_int,
    to_starts: *mut c_int,
    action: u32,
    base: u32,
    _buffer: *mut u8,
) -> u32 {
    let name = "hipsparseXgebsr2gebsc";
    answer::<HipSparse>(name, || {
        if height < 1 || width < 1 {
            return Err(Failure::InvalidValue);
        }
        let bytes = T::KIND.bytes() * height as usize * width as usize;
        let (from, to) = ((values.cast(), starts, others), (to_values.cast(), to_starts, to_others));
        // SAFETY: this function requires what its callee does.
        unsafe { turned::submit(name, handle, (rows, columns, count), from, to, (action, base), bytes) }
    })
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn size_of_rows(
    handle: usize,
    _direction: u32,
    _rows: c_int,
    _columns: c_int,
    _properties: usize,
    _values: *const u8,
    _starts: *const c_int,
    _others: *const c_int,
    _height: c_int,
    _width: c_int,
    bytes: *mut usize,
) -> u32 {
    buffer_size("hipsparseXcsr2gebsr_bufferSize", handle, bytes)
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn size_of_columns(
    handle: usize,
    _rows: c_int,
    _columns: c_int,
    _count: c_int,
    _values: *const u8,
    _starts: *const c_int,
    _others: *const c_int,
    _height: c_int,
    _width: c_int,
    bytes: *mut usize,
) -> u32 {
    buffer_size("hipsparseXgebsr2gebsc_bufferSize", handle, bytes)
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn size_of_blocks(
    handle: usize,
    _direction: u32,
    _rows: c_int,
    _columns: c_int,
    _count: c_int,
    _properties: usize,
    _values: *const u8,
    _starts: *const c_int,
    _others: *const c_int,
    _height: c_int,
    _width: c_int,
    _to_height: c_int,
    _to_width: c_int,
    bytes: *mut c_int,
) -> u32 {
    answer::<HipSparse>("hipsparseXgebsr2gebsr_bufferSize", || {
        settings(handle)?;
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(bytes, 4) }
    })
}

export_typed! {
    10;
    of_rows: hipsparseScsr2gebsr = f32, hipsparseDcsr2gebsr = f64, hipsparseCcsr2gebsr = c32, hipsparseZcsr2gebsr = c64;
    to_rows: hipsparseSgebsr2csr = f32, hipsparseDgebsr2csr = f64, hipsparseCgebsr2csr = c32, hipsparseZgebsr2csr = c64;
    to_blocks: hipsparseSgebsr2gebsr = f32, hipsparseDgebsr2gebsr = f64, hipsparseCgebsr2gebsr = c32, hipsparseZgebsr2gebsr = c64;
    turn: hipsparseSgebsr2gebsc = f32, hipsparseDgebsr2gebsc = f64, hipsparseCgebsr2gebsc = c32, hipsparseZgebsr2gebsc = c64;
}

crate::export! {
    10;
    hipsparseXcsr2gebsrNnz = count_of_rows,
    hipsparseXgebsr2gebsrNnz = count_of_blocks,
    hipsparseScsr2gebsr_bufferSize = size_of_rows,
    hipsparseDcsr2gebsr_bufferSize = size_of_rows,
    hipsparseCcsr2gebsr_bufferSize = size_of_rows,
    hipsparseZcsr2gebsr_bufferSize = size_of_rows,
    hipsparseSgebsr2gebsc_bufferSize = size_of_columns,
    hipsparseDgebsr2gebsc_bufferSize = size_of_columns,
    hipsparseCgebsr2gebsc_bufferSize = size_of_columns,
    hipsparseZgebsr2gebsc_bufferSize = size_of_columns,
    hipsparseSgebsr2gebsr_bufferSize = size_of_blocks,
    hipsparseDgebsr2gebsr_bufferSize = size_of_blocks,
    hipsparseCgebsr2gebsr_bufferSize = size_of_blocks,
    hipsparseZgebsr2gebsr_bufferSize = size_of_blocks,
}
