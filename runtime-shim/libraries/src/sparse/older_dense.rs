//! Dense matrices into sparse ones and back under the names that take arrays (`nnz`, `dense2csr`, `dense2csc`, `csr2dense`, `csc2dense`):
//! AMD's hipSPARSE documentation, "Sparse conversion functions".

#![allow(clippy::too_many_arguments)]

use super::arguments::{array, extent, place};
use super::blocks::Blocks;
use super::descriptors::{Format, Full, Sparse};
use super::elements::Rows;
use super::matrix_properties::base;
use super::operands::Operation;
use super::{HipSparse, settings};
use crate::entry::{Outcome, answer, export_typed};
use crate::memory::Vector;
use crate::number::{c32, c64};
use crate::runtime;
use crate::typed::Wide;
use std::ffi::c_int;

/// The elements of a dense matrix that `keeps` holds of, row by row.
///
/// # Safety
/// The matrix is readable.
pub(super) unsafe fn kept<T: Wide>(a: &Full, keeps: impl Fn(T) -> bool) -> Rows<T> {
    // SAFETY: the places are of the matrix.
    let value = |i: usize, j: usize| unsafe { a.value::<T>(Operation::None, i, j) };
    let row = |i: usize| (0..a.columns).map(|j| (j, value(i, j))).filter(|&(_, value)| keeps(value)).collect();
    Rows::gathered((0..a.rows).map(row))
}

/// Counts the elements that are not zero, by rows or by columns.
///
/// # Safety
/// The matrix is readable, `counts` is writable for its rows or columns, `total` for one number.
unsafe fn count<T: Wide>(a: &Full, by_columns: bool, counts: Vector<c_int>, total: Vector<c_int>) {
    // SAFETY: as required.
    unsafe {
        let mut rows = kept::<T>(a, |value| !value.is_zero());
        if by_columns {
            rows = rows.transposed(a.columns);
        }
        (0..rows.rows()).for_each(|line| counts.set(line, rows.row(line).len() as c_int));
        total.set(0, rows.elements.len() as c_int);
    }
}

/// # Safety
/// Until the stream has done the work, the matrix is readable, and the counts are writable for its rows or columns and for one number.
unsafe extern "C" fn count_elements<T: Wide>(
    handle: usize,
    direction: u32,
    rows: c_int,
    columns: c_int,
    _properties: usize,
    a: *const T,
    lda: c_int,
    counts: *mut c_int,
    total: *mut c_int,
) -> u32 {
    let name = "hipsparseXnnz";
    answer::<HipSparse>(name, || {
        let (settings, by_columns) = (settings(handle)?, Blocks::<T>::direction(direction)?);
        let a = Full::of_array((rows, columns), a, lda, false)?;
        let (counts, total) = (array(counts.cast_const(), if by_columns { columns } else { rows })?, place(total.cast_const())?);
        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
        settings.submit_result(name, move || unsafe { count::<T>(&a, by_columns, counts, total) })
    })
}

/// A matrix in arrays, whose beginnings are of rows or of columns.
fn compressed<T: Wide>(
    format: Format,
    (rows, columns): (c_int, c_int),
    (values, starts, others): (*const T, *const c_int, *const c_int),
    properties: usize,
) -> Outcome<Sparse> {
    extent(rows)?;
    Ok(Sparse { format, ..Sparse::of_arrays((rows, columns, 0), (values, starts, others), base(properties)?)? })
}

/// # Safety
/// Until the stream has done the work, the dense matrix is readable, and the sparse one's arrays are writable for its elements.
unsafe fn make_sparse<T: Wide>(
    name: &'static str,
    handle: usize,
    format: Format,
    extent: (c_int, c_int),
    properties: usize,
    (a, lda): (*const T, c_int),
    arrays: (*const T, *const c_int, *const c_int),
) -> u32 {
    answer::<HipSparse>(name, || {
        let (from, to) = (Full::of_array(extent, a, lda, false)?, compressed(format, extent, arrays, properties)?);
        runtime::enqueue(settings(handle)?.stream, name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe { to.store(&kept::<T>(&from, |value| !value.is_zero()).pairs(), true, true) };
        })
    })
}

/// # Safety
/// What [`make_sparse`] requires.
unsafe extern "C" fn to_rows<T: Wide>(
    handle: usize,
    rows: c_int,
    columns: c_int,
    properties: usize,
    a: *const T,
    lda: c_int,
    _counts: *const c_int,
    values: *mut T,
    starts: *mut c_int,
    others: *mut c_int,
) -> u32 {
    let arrays = (values.cast_const(), starts.cast_const(), others.cast_const());
    // SAFETY: this function requires what its callee does.
    unsafe { make_sparse("hipsparseXdense2csr", handle, Format::Rows, (rows, columns), properties, (a, lda), arrays) }
}

/// # Safety
/// What [`make_sparse`] requires.
unsafe extern "C" fn to_columns<T: Wide>(
    handle: usize,
    rows: c_int,
    columns: c_int,
    properties: usize,
    a: *const T,
    lda: c_int,
    _counts: *const c_int,
    values: *mut T,
    others: *mut c_int,
    starts: *mut c_int,
) -> u32 {
    let arrays = (values.cast_const(), starts.cast_const(), others.cast_const());
    // SAFETY: this function requires what its callee does.
    unsafe { make_sparse("hipsparseXdense2csc", handle, Format::Columns, (rows, columns), properties, (a, lda), arrays) }
}

/// Zeros, and the elements of a sparse matrix.
///
/// # Safety
/// The sparse matrix is readable, and the dense one writable.
unsafe fn fill<T: Wide>(from: &Sparse, to: &Full) {
    // SAFETY: as required.
    unsafe {
        for j in 0..to.columns {
            (0..to.rows).for_each(|i| to.set(i, j, T::zero()));
        }
        from.each(|at, i, j| to.set(i, j, from.value::<T>(at)));
    }
}

/// # Safety
/// Until the stream has done the work, the sparse matrix's arrays are readable, and the dense one is writable.
unsafe fn make_dense<T: Wide>(
    name: &'static str,
    handle: usize,
    format: Format,
    extent: (c_int, c_int),
    properties: usize,
    arrays: (*const T, *const c_int, *const c_int),
    (a, lda): (*mut T, c_int),
) -> u32 {
    answer::<HipSparse>(name, || {
        let from = compressed(format, extent, arrays, properties)?;
        let to = Full::of_array(extent, a.cast_const(), lda, false)?;
        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
        runtime::enqueue(settings(handle)?.stream, name, move || unsafe { fill::<T>(&from, &to) })
    })
}

/// # Safety
/// What [`make_dense`] requires.
unsafe extern "C" fn of_rows<T: Wide>(
    handle: usize,
    rows: c_int,
    columns: c_int,
    properties: usize,
    values: *const T,
    starts: *const c_int,
    others: *const c_int,
    a: *mut T,
    lda: c_int,
) -> u32 {
    let arrays = (values, starts, others);
    // SAFETY: this function requires what its callee does.
    unsafe { make_dense("hipsparseXcsr2dense", handle, Format::Rows, (rows, columns), properties, arrays, (a, lda)) }
}

/// # Safety
/// What [`make_dense`] requires.
unsafe extern "C" fn of_columns<T: Wide>(
    handle: usize,
    rows: c_int,
    columns: c_int,
    properties: usize,
    values: *const T,
    others: *const c_int,
    starts: *const c_int,
    a: *mut T,
    lda: c_int,
) -> u32 {
    let arrays = (values, starts, others);
    // SAFETY: this function requires what its callee does.
    unsafe { make_dense("hipsparseXcsc2dense", handle, Format::Columns, (rows, columns), properties, arrays, (a, lda)) }
}

export_typed! {
    10;
    count_elements: hipsparseSnnz = f32, hipsparseDnnz = f64, hipsparseCnnz = c32, hipsparseZnnz = c64;
    to_rows: hipsparseSdense2csr = f32, hipsparseDdense2csr = f64, hipsparseCdense2csr = c32, hipsparseZdense2csr = c64;
    to_columns: hipsparseSdense2csc = f32, hipsparseDdense2csc = f64, hipsparseCdense2csc = c32, hipsparseZdense2csc = c64;
    of_rows: hipsparseScsr2dense = f32, hipsparseDcsr2dense = f64, hipsparseCcsr2dense = c32, hipsparseZcsr2dense = c64;
    of_columns: hipsparseScsc2dense = f32, hipsparseDcsc2dense = f64, hipsparseCcsc2dense = c32, hipsparseZcsc2dense = c64;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows and columns without elements among them; more rows in memory than the matrix has.
    #[test]
    fn elements_are_counted_by_rows_and_by_columns() {
        let (m, n, ld) = (5, 7, 6);
        let element =
            |i: usize, j: usize| if i == 2 || j == 3 || (i + 2 * j).is_multiple_of(3) { 0.0 } else { (i + j) as f64 + 0.5 };
        let a: Vec<f64> = (0..ld * n).map(|at| if at % ld < m { element(at % ld, at / ld) } else { 9.0 }).collect();
        let full = Full::of_array((m as c_int, n as c_int), a.as_ptr(), ld as c_int, false).unwrap();
        for by_columns in [false, true] {
            let lines = if by_columns { n } else { m };
            let (mut counts, mut total) = (vec![-1; lines], -1);
            // SAFETY: the arrays are our own.
            unsafe {
                let counts = array(counts.as_mut_ptr().cast_const(), lines as c_int).unwrap();
                count::<f64>(&full, by_columns, counts, place((&raw mut total).cast_const()).unwrap());
            }
            let of = |i: usize, j: usize| if by_columns { element(j, i) } else { element(i, j) };
            let others = if by_columns { m } else { n };
            let wanted: Vec<c_int> = (0..lines).map(|i| (0..others).filter(|&j| of(i, j) != 0.0).count() as c_int).collect();
            assert_eq!(counts, wanted);
            assert_eq!(total, wanted.iter().sum::<c_int>());
        }
    }
}
