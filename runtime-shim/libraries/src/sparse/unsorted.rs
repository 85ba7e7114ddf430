//! Rows whose columns rise and back to the order that they had (`csru2csr`, `csr2csru`): the permutation is kept with the descriptor
//! (AMD's hipSPARSE documentation, "Sparse conversion functions").

#![allow(clippy::too_many_arguments)]

use super::arguments::extent;
use super::descriptors::Sparse;
use super::elements::Rows;
use super::matrix_properties::base;
use super::operands::{Operation, buffer_size};
use super::{HipSparse, settings};
use crate::entry::{Failure, answer, export_typed};
use crate::handles::{Handles, give};
use crate::number::{c32, c64};
use crate::runtime;
use crate::typed::Wide;
use std::ffi::c_int;
use std::sync::PoisonError;

/// `csru2csrInfo_t`: where each element was before rows were sorted.
static ORDERS: Handles<Vec<usize>> = Handles::new();

/// The places of the elements of each row in the order of their columns.
fn order<T>(rows: &Rows<T>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rows.elements.len()).collect();
    for line in rows.starts.windows(2) {
        order[line[0]..line[1]].sort_by_key(|&at| rows.elements[at].0);
    }
    order
}

/// Sorts the elements of each row by their columns, or puts them back.
///
/// # Safety
/// `starts` is readable, columns and values are writable until the stream has done the work.
unsafe fn submit<T: Wide>(
    name: &'static str,
    handle: usize,
    (rows, columns, count): (c_int, c_int, c_int),
    properties: usize,
    arrays: (*const T, *const c_int, *const c_int),
    info: usize,
    back: bool,
) -> u32 {
    answer::<HipSparse>(name, || {
        extent(columns)?;
        let a = Sparse::of_arrays((rows, columns, count), arrays, base(properties)?)?;
        let kept = ORDERS.shared(info).map_err(|_| Failure::InvalidValue)?;
        runtime::enqueue(settings(handle)?.stream, name, move || {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe {
                let rows = Rows::<T>::of(&a, Operation::None);
                if !back {
                    *kept = order(&rows);
                }
                for (sorted, &plain) in kept.iter().enumerate() {
                    let (from, to) = if back { (sorted, plain) } else { (plain, sorted) };
                    if let Some(&(column, value)) = rows.elements.get(from) {
                        a.second.set(to, column);
                        a.set_value(to, value);
                    }
                }
            }
        })
    })
}

/// # Safety
/// What [`submit`] requires.
unsafe extern "C" fn sort<T: Wide>(
    handle: usize,
    rows: c_int,
    columns: c_int,
    count: c_int,
    properties: usize,
    values: *mut T,
    starts: *const c_int,
    others: *mut c_int,
    info: usize,
    _buffer: *mut u8,
) -> u32 {
    let arrays = (values.cast_const(), starts, others.cast_const());
    // SAFETY: this function requires what its callee does.
    unsafe { submit("hipsparseXcsru2csr", handle, (rows, columns, count), properties, arrays, info, false) }
}

/// # Safety
/// What [`submit`] requires.
unsafe extern "C" fn restore<T: Wide>(
    handle: usize,
    rows: c_int,
    columns: c_int,
    count: c_int,
    properties: usize,
    values: *mut T,
    starts: *const c_int,
    others: *mut c_int,
    info: usize,
    _buffer: *mut u8,
) -> u32 {
    let arrays = (values.cast_const(), starts, others.cast_const());
    // SAFETY: this function requires what its callee does.
    unsafe { submit("hipsparseXcsr2csru", handle, (rows, columns, count), properties, arrays, info, true) }
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn size(
    handle: usize,
    _rows: c_int,
    _columns: c_int,
    _count: c_int,
    _values: *const u8,
    _starts: *const c_int,
    _others: *const c_int,
    _info: usize,
    bytes: *mut usize,
) -> u32 {
    buffer_size("hipsparseXcsru2csr_bufferSizeExt", handle, bytes)
}

/// # Safety
/// `to` is null or valid for writes.
unsafe extern "C" fn create_info(to: *mut usize) -> u32 {
    // SAFETY: null or valid, as hipSPARSE says.
    answer::<HipSparse>("hipsparseCreateCsru2csrInfo", || unsafe { give(to, ORDERS.create(Vec::new())) })
}

extern "C" fn destroy_info(info: usize) -> u32 {
    answer::<HipSparse>("hipsparseDestroyCsru2csrInfo", || ORDERS.destroy(info).map_err(|_| Failure::InvalidValue))
}

export_typed! {
    10;
    sort: hipsparseScsru2csr = f32, hipsparseDcsru2csr = f64, hipsparseCcsru2csr = c32, hipsparseZcsru2csr = c64;
    restore: hipsparseScsr2csru = f32, hipsparseDcsr2csru = f64, hipsparseCcsr2csru = c32, hipsparseZcsr2csru = c64;
}

crate::export! {
    10;
    hipsparseScsru2csr_bufferSizeExt = size,
    hipsparseDcsru2csr_bufferSizeExt = size,
    hipsparseCcsru2csr_bufferSizeExt = size,
    hipsparseZcsru2csr_bufferSizeExt = size,
    hipsparseCreateCsru2csrInfo = create_info,
    hipsparseDestroyCsru2csrInfo = destroy_info,
}
