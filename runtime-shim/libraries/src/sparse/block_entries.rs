//! Matrices of blocks under hipSPARSE's names, for each element type: conversions, and products with vectors and matrices.

#![allow(clippy::too_many_arguments)]

use super::blocks::Blocks;
use super::descriptors::{Full, Sparse};
use super::elements::Rows;
use super::matrix_properties::base;
use super::operands::{Operation, Scalar};
use super::{HipSparse, settings};
use crate::entry::{Failure, Outcome, answer};
use crate::number::{c32, c64};
use crate::runtime;
use crate::typed::Wide;
use std::ffi::c_int;

/// A matrix of blocks in arrays of the program, of which those that are not used may be null.
pub(super) fn blocks<T: Wide>(
    (rows, columns, size): (c_int, c_int, (c_int, c_int)),
    direction: u32,
    properties: usize,
    (values, starts, others): (*const T, *const c_int, *const c_int),
) -> Outcome<Blocks<T>> {
    let by_columns = Blocks::<T>::direction(direction)?;
    let extent = |n: c_int| usize::try_from(n).map_err(|_| Failure::InvalidValue);
    if size.0 < 1 || size.1 < 1 || starts.is_null() {
        return Err(Failure::InvalidValue);
    }
    Ok(Blocks {
        rows: extent(rows)?,
        columns: extent(columns)?,
        size: (size.0 as usize, size.1 as usize),
        by_columns,
        base: base(properties)?,
        values: values.cast_mut(),
        starts: starts.cast_mut(),
        others: others.cast_mut(),
    })
}

/// Counts the blocks of a matrix, and writes where each row of blocks begins. The number is of the host's memory or the device's, as the
/// handle's pointer mode says; for the host, the call waits.
///
/// # Safety
/// Until the stream has done the work: `starts` and `others` are readable for a matrix of `rows` rows; `to` is writable for one number
/// more than there are rows of blocks, and `count` for one.
unsafe extern "C" fn count_blocks(
    handle: usize,
    direction: u32,
    rows: c_int,
    columns: c_int,
    properties: usize,
    starts: *const c_int,
    others: *const c_int,
    size: c_int,
    properties_of_blocks: usize,
    to: *mut c_int,
    count: *mut c_int,
) -> u32 {
    let name = "hipsparseXcsr2bsrNnz";
    answer::<HipSparse>(name, || {
        let settings = settings(handle)?;
        let (rows_of_blocks, columns_of_blocks) = (in_blocks(rows, size)?, in_blocks(columns, size)?);
        let arrays = (std::ptr::null::<f32>(), to.cast_const(), std::ptr::null());
        let blocks = blocks((rows_of_blocks, columns_of_blocks, (size, size)), direction, properties_of_blocks, arrays)?;
        // Values are not read: the array of indices stands for theirs.
        let a = Sparse::of_arrays::<f32>((rows, columns, 0), (std::ptr::null(), starts, others), base(properties)?)?;
        if count.is_null() {
            return Err(Failure::InvalidValue);
        }
        let count = count as usize;
        let work = move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe { (count as *mut c_int).write(blocks.store_starts(&Rows::places(&a)) as c_int) };
        };
        settings.submit_result(name, work)
    })
}

/// Rows into rows of blocks.
pub(super) fn in_blocks(rows: c_int, size: c_int) -> Outcome<c_int> {
    if rows < 0 || size < 1 { Err(Failure::InvalidValue) } else { Ok(rows.div_euclid(size) + c_int::from(rows % size != 0)) }
}

/// `C = alpha op(A) op(B) + beta C` for a matrix of blocks A.
///
/// # Safety
/// What `A` names is readable as [`Blocks::each`] requires, `b` is readable and `c` writable; scalars on the device are valid for
/// reads.
unsafe fn multiply<T: Wide>(a: &Blocks<T>, op: Operation, scalars: (Scalar, Scalar), (op_b, b): (Operation, Full), c: Full) {
    // SAFETY: this function requires what its callees do.
    unsafe {
        let (alpha, beta): (T, T) = (scalars.0.get(T::KIND), scalars.1.get(T::KIND));
        let mut sums = vec![T::zero(); c.rows * c.columns];
        a.each(|i, j, value| {
            let value = value.conj_if(op == Operation::Conjugate);
            let (row, inner) = if op == Operation::None { (i, j) } else { (j, i) };
            for column in 0..c.columns {
                sums[row + column * c.rows] += value * b.value::<T>(op_b, inner, column);
            }
        });
        for (at, &sum) in sums.iter().enumerate() {
            let (i, j) = (at % c.rows, at / c.rows);
            let old = if beta.is_zero() { T::zero() } else { beta * c.value::<T>(Operation::None, i, j) };
            c.set(i, j, alpha * sum + old);
        }
    }
}

/// The functions of one element type, and what they are exported as.
macro_rules! blocks {
    ($module:ident: $type:ty; $($name:ident = $own:ident,)*) => {
        mod $module {
            use super::*;

            type T = $type;

            /// # Safety
            /// Until the stream has done the work: the matrix's arrays are readable; `to_starts` is as `hipsparseXcsr2bsrNnz` leaves it,
            /// or writable for one number more than there are rows of blocks; the other arrays are writable for its blocks.
            unsafe extern "C" fn from_rows(
                handle: usize, direction: u32, rows: c_int, columns: c_int, properties: usize, values: *const T, starts: *const c_int,
                others: *const c_int, block: c_int, properties_of_blocks: usize, to_values: *mut T, to_starts: *mut c_int,
                to_others: *mut c_int,
            ) -> u32 {
                let name = "hipsparseXcsr2bsr";
                answer::<HipSparse>(name, || {
                    let extent = (in_blocks(rows, block)?, in_blocks(columns, block)?, (block, block));
                    let to = (to_values.cast_const(), to_starts.cast_const(), to_others.cast_const());
                    let to = blocks(extent, direction, properties_of_blocks, to)?;
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
            /// Until the stream has done the work: the arrays of blocks are readable; `to_starts` is writable for `rows * block + 1`
            /// numbers, the other arrays for all elements of the blocks.
            unsafe extern "C" fn to_rows(
                handle: usize, direction: u32, rows: c_int, columns: c_int, properties: usize, values: *const T, starts: *const c_int,
                others: *const c_int, block: c_int, properties_of_rows: usize, to_values: *mut T, to_starts: *mut c_int,
                to_others: *mut c_int,
            ) -> u32 {
                let name = "hipsparseXbsr2csr";
                answer::<HipSparse>(name, || {
                    let from = blocks((rows, columns, (block, block)), direction, properties, (values, starts, others))?;
                    let extent = (rows.saturating_mul(block), columns.saturating_mul(block), 0);
                    let arrays = (to_values.cast_const(), to_starts.cast_const(), to_others.cast_const());
                    let to = Sparse::of_arrays(extent, arrays, base(properties_of_rows)?)?;
                    runtime::enqueue(settings(handle)?.stream, name, move || {
                        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
                        unsafe { to.store(&from.rows_of().pairs(), true, true) };
                    })
                })
            }

            /// # Safety
            /// `alpha` and `beta` are null or valid for reads, in device mode until the stream has done the work; until then the arrays of
            /// blocks and `x` are readable, and `y` is writable.
            unsafe extern "C" fn times_vector(
                handle: usize, direction: u32, op: u32, rows: c_int, columns: c_int, _count: c_int, alpha: *const T, properties: usize,
                values: *const T, starts: *const c_int, others: *const c_int, block: c_int, x: *const T, beta: *const T, y: *mut T,
            ) -> u32 {
                let name = "hipsparseXbsrmv";
                answer::<HipSparse>(name, || {
                    let (settings, op) = (settings(handle)?, Operation::of(op)?);
                    let a = blocks((rows, columns, (block, block)), direction, properties, (values, starts, others))?;
                    let (m, n) = op.extent(a.rows * a.size.0, a.columns * a.size.1);
                    let vector = |n: usize, p: *const T| Full::of_array((n as c_int, 1), p, n.max(1) as c_int, false);
                    let (x, y) = (vector(n, x)?, vector(m, y)?);
                    // SAFETY: null or valid, as hipSPARSE says.
                    let scalars = unsafe { Scalar::pair(alpha.cast(), beta.cast(), T::KIND, settings.device_scalars)? };
                    // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
                    runtime::enqueue(settings.stream, name, move || unsafe { multiply(&a, op, scalars, (Operation::None, x), y) })
                })
            }

            /// # Safety
            /// What [`times_vector`] requires, of the matrices `b` and `c`.
            unsafe extern "C" fn times_matrix(
                handle: usize, direction: u32, op: u32, op_b: u32, rows: c_int, sides: c_int, columns: c_int, _count: c_int,
                alpha: *const T, properties: usize, values: *const T, starts: *const c_int, others: *const c_int, block: c_int,
                b: *const T, ldb: c_int, beta: *const T, c: *mut T, ldc: c_int,
            ) -> u32 {
                let name = "hipsparseXbsrmm";
                answer::<HipSparse>(name, || {
                    let (settings, op, op_b) = (settings(handle)?, Operation::of(op)?, Operation::of(op_b)?);
                    let a = blocks((rows, columns, (block, block)), direction, properties, (values, starts, others))?;
                    let (m, n) = op.extent(a.rows * a.size.0, a.columns * a.size.1);
                    let (n, m) = (n as c_int, m as c_int);
                    let extent = if op_b == Operation::None { (n, sides) } else { (sides, n) };
                    let (b, c) = (Full::of_array(extent, b, ldb, false)?, Full::of_array((m, sides), c.cast_const(), ldc, false)?);
                    // SAFETY: null or valid, as hipSPARSE says.
                    let scalars = unsafe { Scalar::pair(alpha.cast(), beta.cast(), T::KIND, settings.device_scalars)? };
                    // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
                    runtime::enqueue(settings.stream, name, move || unsafe { multiply(&a, op, scalars, (op_b, b), c) })
                })
            }

            $( $crate::export! { 10; $name = $own } )*
        }
    };
}

blocks! {
    single: f32;
    hipsparseScsr2bsr = from_rows,
    hipsparseSbsr2csr = to_rows,
    hipsparseSbsrmv = times_vector,
    hipsparseSbsrmm = times_matrix,
}

blocks! {
    double: f64;
    hipsparseDcsr2bsr = from_rows,
    hipsparseDbsr2csr = to_rows,
    hipsparseDbsrmv = times_vector,
    hipsparseDbsrmm = times_matrix,
}

blocks! {
    complex: c32;
    hipsparseCcsr2bsr = from_rows,
    hipsparseCbsr2csr = to_rows,
    hipsparseCbsrmv = times_vector,
    hipsparseCbsrmm = times_matrix,
}

blocks! {
    double_complex: c64;
    hipsparseZcsr2bsr = from_rows,
    hipsparseZbsr2csr = to_rows,
    hipsparseZbsrmv = times_vector,
    hipsparseZbsrmm = times_matrix,
}

crate::export! {
    10;
    hipsparseXcsr2bsrNnz = count_blocks,
}
