//! Pruning under hipSPARSE's names, of dense matrices and of sparse ones, by a threshold and by a percentage.

#![allow(clippy::too_many_arguments)]

use super::HipSparse;
use super::operands::buffer_size;
use super::pruned::{Limit, convert, count, dense, sparse};
use crate::entry::{Failure, Outcome, answer, export_typed};
use crate::handles::{Handles, give};
use crate::typed::Wide;
use std::ffi::c_int;

/// `pruneInfo_t`: pruning by percentage needs no memory between calls.
static INFOS: Handles<()> = Handles::new();

fn percentage_of(value: f32, info: usize) -> Outcome<Limit> {
    INFOS.with(info, |()| ()).map_err(|_| Failure::InvalidValue)?;
    Limit::percentage(value)
}

/// # Safety
/// What [`count`] requires; `threshold` is null or valid for reads, in device mode until the stream has done the work.
unsafe extern "C" fn count_dense<T: Wide>(
    handle: usize,
    rows: c_int,
    columns: c_int,
    a: *const T,
    lda: c_int,
    threshold: *const T,
    properties: usize,
    starts: *mut c_int,
    total: *mut c_int,
    _buffer: *mut u8,
) -> u32 {
    let source = || dense((rows, columns), a, lda);
    // SAFETY: this function requires what its callees do.
    unsafe {
        let limit = |settings| Limit::threshold(threshold, settings);
        count::<T>("hipsparseXpruneDense2csrNnz", handle, source, limit, properties, starts, total)
    }
}

/// # Safety
/// What [`convert`] and [`count_dense`] require.
unsafe extern "C" fn prune_dense<T: Wide>(
    handle: usize,
    rows: c_int,
    columns: c_int,
    a: *const T,
    lda: c_int,
    threshold: *const T,
    properties: usize,
    values: *mut T,
    starts: *const c_int,
    others: *mut c_int,
    _buffer: *mut u8,
) -> u32 {
    let source = || dense((rows, columns), a, lda);
    // SAFETY: this function requires what its callees do.
    unsafe {
        let limit = |settings| Limit::threshold(threshold, settings);
        convert::<T>("hipsparseXpruneDense2csr", handle, source, limit, properties, (values, starts, others))
    }
}

/// # Safety
/// What [`count`] requires.
unsafe extern "C" fn count_dense_percentage<T: Wide>(
    handle: usize,
    rows: c_int,
    columns: c_int,
    a: *const T,
    lda: c_int,
    percentage: f32,
    properties: usize,
    starts: *mut c_int,
    total: *mut c_int,
    info: usize,
    _buffer: *mut u8,
) -> u32 {
    let (source, limit) = (|| dense((rows, columns), a, lda), |_| percentage_of(percentage, info));
    // SAFETY: this function requires what its callee does.
    unsafe { count::<T>("hipsparseXpruneDense2csrNnzByPercentage", handle, source, limit, properties, starts, total) }
}

/// # Safety
/// What [`convert`] requires.
unsafe extern "C" fn prune_dense_percentage<T: Wide>(
    handle: usize,
    rows: c_int,
    columns: c_int,
    a: *const T,
    lda: c_int,
    percentage: f32,
    properties: usize,
    values: *mut T,
    starts: *const c_int,
    others: *mut c_int,
    info: usize,
    _buffer: *mut u8,
) -> u32 {
    let (source, limit) = (|| dense((rows, columns), a, lda), |_| percentage_of(percentage, info));
    let arrays = (values, starts, others);
    // SAFETY: this function requires what its callee does.
    unsafe { convert::<T>("hipsparseXpruneDense2csrByPercentage", handle, source, limit, properties, arrays) }
}

/// # Safety
/// What [`count_dense`] requires, of a sparse matrix.
unsafe extern "C" fn count_sparse<T: Wide>(
    handle: usize,
    rows: c_int,
    columns: c_int,
    elements: c_int,
    properties: usize,
    values: *const T,
    starts: *const c_int,
    others: *const c_int,
    threshold: *const T,
    properties_c: usize,
    starts_c: *mut c_int,
    total: *mut c_int,
    _buffer: *mut u8,
) -> u32 {
    let source = || sparse((rows, columns, elements), properties, (values, starts, others));
    // SAFETY: this function requires what its callees do.
    unsafe {
        let limit = |settings| Limit::threshold(threshold, settings);
        count::<T>("hipsparseXpruneCsr2csrNnz", handle, source, limit, properties_c, starts_c, total)
    }
}

/// # Safety
/// What [`prune_dense`] requires, of a sparse matrix.
unsafe extern "C" fn prune_sparse<T: Wide>(
    handle: usize,
    rows: c_int,
    columns: c_int,
    elements: c_int,
    properties: usize,
    values: *const T,
    starts: *const c_int,
    others: *const c_int,
    threshold: *const T,
    properties_c: usize,
    values_c: *mut T,
    starts_c: *const c_int,
    others_c: *mut c_int,
    _buffer: *mut u8,
) -> u32 {
    let source = || sparse((rows, columns, elements), properties, (values, starts, others));
    // SAFETY: this function requires what its callees do.
    unsafe {
        let limit = |settings| Limit::threshold(threshold, settings);
        convert::<T>("hipsparseXpruneCsr2csr", handle, source, limit, properties_c, (values_c, starts_c, others_c))
    }
}

/// # Safety
/// What [`count`] requires.
unsafe extern "C" fn count_sparse_percentage<T: Wide>(
    handle: usize,
    rows: c_int,
    columns: c_int,
    elements: c_int,
    properties: usize,
    values: *const T,
    starts: *const c_int,
    others: *const c_int,
    percentage: f32,
    properties_c: usize,
    starts_c: *mut c_int,
    total: *mut c_int,
    info: usize,
    _buffer: *mut u8,
) -> u32 {
    let source = || sparse((rows, columns, elements), properties, (values, starts, others));
    let limit = |_| percentage_of(percentage, info);
    // SAFETY: this function requires what its callee does.
    unsafe { count::<T>("hipsparseXpruneCsr2csrNnzByPercentage", handle, source, limit, properties_c, starts_c, total) }
}

/// # Safety
/// What [`convert`] requires.
unsafe extern "C" fn prune_sparse_percentage<T: Wide>(
    handle: usize,
    rows: c_int,
    columns: c_int,
    elements: c_int,
    properties: usize,
    values: *const T,
    starts: *const c_int,
    others: *const c_int,
    percentage: f32,
    properties_c: usize,
    values_c: *mut T,
    starts_c: *const c_int,
    others_c: *mut c_int,
    info: usize,
    _buffer: *mut u8,
) -> u32 {
    let source = || sparse((rows, columns, elements), properties, (values, starts, others));
    let (limit, arrays) = (|_| percentage_of(percentage, info), (values_c, starts_c, others_c));
    // SAFETY: this function requires what its callee does.
    unsafe { convert::<T>("hipsparseXpruneCsr2csrByPercentage", handle, source, limit, properties_c, arrays) }
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn dense_size(
    handle: usize,
    _rows: c_int,
    _columns: c_int,
    _a: *const u8,
    _lda: c_int,
    _threshold: *const u8,
    _properties: usize,
    _values: *const u8,
    _starts: *const c_int,
    _others: *const c_int,
    bytes: *mut usize,
) -> u32 {
    buffer_size("hipsparseXpruneDense2csr_bufferSizeExt", handle, bytes)
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn dense_percentage_size(
    handle: usize,
    _rows: c_int,
    _columns: c_int,
    _a: *const u8,
    _lda: c_int,
    _percentage: f32,
    _properties: usize,
    _values: *const u8,
    _starts: *const c_int,
    _others: *const c_int,
    _info: usize,
    bytes: *mut usize,
) -> u32 {
    buffer_size("hipsparseXpruneDense2csrByPercentage_bufferSizeExt", handle, bytes)
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn sparse_size(
    handle: usize,
    _rows: c_int,
    _columns: c_int,
    _elements: c_int,
    _properties: usize,
    _values: *const u8,
    _starts: *const c_int,
    _others: *const c_int,
    _threshold: *const u8,
    _properties_c: usize,
    _values_c: *const u8,
    _starts_c: *const c_int,
    _others_c: *const c_int,
    bytes: *mut usize,
) -> u32 {
    buffer_size("hipsparseXpruneCsr2csr_bufferSizeExt", handle, bytes)
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn sparse_percentage_size(
    handle: usize,
    _rows: c_int,
    _columns: c_int,
    _elements: c_int,
    _properties: usize,
    _values: *const u8,
    _starts: *const c_int,
    _others: *const c_int,
    _percentage: f32,
    _properties_c: usize,
    _values_c: *const u8,
    _starts_c: *const c_int,
    _others_c: *const c_int,
    _info: usize,
    bytes: *mut usize,
) -> u32 {
    buffer_size("hipsparseXpruneCsr2csrByPercentage_bufferSizeExt", handle, bytes)
}

/// # Safety
/// `to` is null or valid for writes.
unsafe extern "C" fn create_info(to: *mut usize) -> u32 {
    // SAFETY: null or valid, as hipSPARSE says.
    answer::<HipSparse>("hipsparseCreatePruneInfo", || unsafe { give(to, INFOS.create(())) })
}

extern "C" fn destroy_info(info: usize) -> u32 {
    answer::<HipSparse>("hipsparseDestroyPruneInfo", || INFOS.destroy(info).map_err(|_| Failure::InvalidValue))
}

export_typed! {
    10;
    count_dense: hipsparseSpruneDense2csrNnz = f32, hipsparseDpruneDense2csrNnz = f64;
    prune_dense: hipsparseSpruneDense2csr = f32, hipsparseDpruneDense2csr = f64;
    count_dense_percentage: hipsparseSpruneDense2csrNnzByPercentage = f32, hipsparseDpruneDense2csrNnzByPercentage = f64;
    prune_dense_percentage: hipsparseSpruneDense2csrByPercentage = f32, hipsparseDpruneDense2csrByPercentage = f64;
    count_sparse: hipsparseSpruneCsr2csrNnz = f32, hipsparseDpruneCsr2csrNnz = f64;
    prune_sparse: hipsparseSpruneCsr2csr = f32, hipsparseDpruneCsr2csr = f64;
    count_sparse_percentage: hipsparseSpruneCsr2csrNnzByPercentage = f32, hipsparseDpruneCsr2csrNnzByPercentage = f64;
    prune_sparse_percentage: hipsparseSpruneCsr2csrByPercentage = f32, hipsparseDpruneCsr2csrByPercentage = f64;
}

crate::export! {
    10;
    hipsparseCreatePruneInfo = create_info,
    hipsparseDestroyPruneInfo = destroy_info,
    hipsparseSpruneDense2csr_bufferSizeExt = dense_size,
    hipsparseDpruneDense2csr_bufferSizeExt = dense_size,
    hipsparseSpruneDense2csrByPercentage_bufferSizeExt = dense_percentage_size,
    hipsparseDpruneDense2csrByPercentage_bufferSizeExt = dense_percentage_size,
    hipsparseSpruneCsr2csr_bufferSizeExt = sparse_size,
    hipsparseDpruneCsr2csr_bufferSizeExt = sparse_size,
    hipsparseSpruneCsr2csrByPercentage_bufferSizeExt = sparse_percentage_size,
    hipsparseDpruneCsr2csrByPercentage_bufferSizeExt = sparse_percentage_size,
}
