//! Elements into the order of their places (`csrsort`, `cscsort`, `coosort`), with the permutation that programs gather values by.

use super::matrix_properties::base;
use super::operands::buffer_size;
use super::{HipSparse, settings};
use crate::entry::{Failure, answer};
use crate::runtime;
use std::ffi::c_int;

/// Sorts elements by a key; the permutation follows where there is one.
///
/// # Safety
/// Each array is null or writable for more than the largest of `places`.
unsafe fn sort<K: Ord>(places: std::ops::Range<usize>, arrays: &[usize], key: impl Fn(usize) -> K) {
    let mut order: Vec<usize> = places.clone().collect();
    order.sort_by_key(|&at| key(at));
    for &array in arrays.iter().filter(|&&array| array != 0) {
        let p = array as *mut c_int;
        // SAFETY: the places are of the arrays.
        unsafe {
            let sorted: Vec<c_int> = order.iter().map(|&at| p.add(at).read()).collect();
            places.clone().zip(sorted).for_each(|(to, value)| p.add(to).write(value));
        }
    }
}

/// Elements of each row by their columns, or of each column by their rows.
///
/// # Safety
/// Until the stream has done the work, `starts` is readable for `lines + 1` numbers that rise; `others` and `permutation` are null or
/// writable for as many as they say.
unsafe fn sort_lines(
    name: &'static str,
    handle: usize,
    (lines, count): (c_int, c_int),
    properties: usize,
    starts: *const c_int,
    (others, permutation): (*mut c_int, *mut c_int),
) -> u32 {
    answer::<HipSparse>(name, || {
        let (stream, base) = (settings(handle)?.stream, base(properties)?);
        if lines < 0 || count < 0 || starts.is_null() || count > 0 && others.is_null() {
            return Err(Failure::InvalidValue);
        }
        let (starts, others, permutation) = (starts as usize, others as usize, permutation as usize);
        runtime::enqueue(stream, name, move || {
            for line in 0..lines as usize {
                // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
                unsafe {
                    let start = |line: usize| ((starts as *const c_int).add(line).read() - base) as usize;
                    let key = |at: usize| (others as *const c_int).add(at).read();
                    sort(start(line)..start(line + 1), &[permutation, others], key);
                }
            }
        })
    })
}

/// # Safety
/// What [`sort_lines`] requires.
unsafe extern "C" fn by_rows(
    handle: usize,
    rows: c_int,
    _columns: c_int,
    count: c_int,
    properties: usize,
    starts: *const c_int,
    others: *mut c_int,
    permutation: *mut c_int,
    _buffer: *mut u8,
) -> u32 {
    // SAFETY: this function requires what its callee does.
    unsafe { sort_lines("hipsparseXcsrsort", handle, (rows, count), properties, starts, (others, permutation)) }
}

/// # Safety
/// What [`sort_lines`] requires.
unsafe extern "C" fn by_columns(
    handle: usize,
    _rows: c_int,
    columns: c_int,
    count: c_int,
    properties: usize,
    starts: *const c_int,
    others: *mut c_int,
    permutation: *mut c_int,
    _buffer: *mut u8,
) -> u32 {
    // SAFETY: this function requires what its callee does.
    unsafe { sort_lines("hipsparseXcscsort", handle, (columns, count), properties, starts, (others, permutation)) }
}

/// Elements by one index, and by the other where that is the same.
///
/// # Safety
/// Until the stream has done the work, the arrays are null or writable for `count` numbers.
unsafe fn sort_coordinates(name: &'static str, handle: usize, count: c_int, arrays: [*mut c_int; 3]) -> u32 {
    answer::<HipSparse>(name, || {
        let stream = settings(handle)?.stream;
        if count < 0 || count > 0 && (arrays[0].is_null() || arrays[1].is_null()) {
            return Err(Failure::InvalidValue);
        }
        let [first, second, permutation] = arrays.map(|p| p as usize);
        runtime::enqueue(stream, name, move || {
            let get = |array: usize, at: usize| {
                // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
                unsafe { (array as *const c_int).add(at).read() }
            };
            let keys: Vec<(c_int, c_int)> = (0..count as usize).map(|at| (get(first, at), get(second, at))).collect();
            // SAFETY: the same.
            unsafe { sort(0..count as usize, &[first, second, permutation], |at| keys[at]) };
        })
    })
}

/// # Safety
/// What [`sort_coordinates`] requires.
unsafe extern "C" fn coordinates_by_row(
    handle: usize,
    _rows: c_int,
    _columns: c_int,
    count: c_int,
    row: *mut c_int,
    column: *mut c_int,
    permutation: *mut c_int,
    _buffer: *mut u8,
) -> u32 {
    // SAFETY: this function requires what its callee does.
    unsafe { sort_coordinates("hipsparseXcoosortByRow", handle, count, [row, column, permutation]) }
}

/// # Safety
/// What [`sort_coordinates`] requires.
unsafe extern "C" fn coordinates_by_column(
    handle: usize,
    _rows: c_int,
    _columns: c_int,
    count: c_int,
    row: *mut c_int,
    column: *mut c_int,
    permutation: *mut c_int,
    _buffer: *mut u8,
) -> u32 {
    // SAFETY: this function requires what its callee does.
    unsafe { sort_coordinates("hipsparseXcoosortByColumn", handle, count, [column, row, permutation]) }
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn size(
    handle: usize,
    _rows: c_int,
    _columns: c_int,
    _count: c_int,
    _first: *const c_int,
    _second: *const c_int,
    bytes: *mut usize,
) -> u32 {
    buffer_size("hipsparseXcsrsort_bufferSizeExt", handle, bytes)
}

crate::export! {
    10;
    hipsparseXcsrsort_bufferSizeExt = size,
    hipsparseXcsrsort = by_rows,
    hipsparseXcscsort_bufferSizeExt = size,
    hipsparseXcscsort = by_columns,
    hipsparseXcoosort_bufferSizeExt = size,
    hipsparseXcoosortByRow = coordinates_by_row,
    hipsparseXcoosortByColumn = coordinates_by_column,
}
