//! Triangular systems under the names that take arrays (`csrsv2` for a vector, `csrsm2` for matrices), for each element type.

#![allow(clippy::too_many_arguments)]

use super::descriptors::{Arrays, Full, Sparse};
use super::matrix_properties::{base, triangle};
use super::operands::{Operation, Scalar, buffer_size};
use super::solve::System;
use super::{HipSparse, pivots, settings};
use crate::entry::{Failure, Outcome, answer};
use crate::handles::give;
use crate::number::{c32, c64};
use crate::runtime;
use crate::typed::Wide;
use num_traits::Zero;
use std::ffi::c_int;
use std::sync::PoisonError;

/// The triangle of a square matrix that its properties name.
fn triangle_of<T: Wide>(rows: c_int, count: c_int, properties: usize, arrays: Arrays<T>) -> Outcome<Sparse> {
    let (upper, unit) = triangle(properties)?;
    Ok(Sparse { upper, unit, ..Sparse::of_arrays((rows, rows, count), arrays, base(properties)?)? })
}

/// The first row that has no element on the diagonal, or a zero there.
///
/// # Safety
/// The arrays of the matrix are readable as it says.
unsafe fn zero_row<T: Wide>(a: &Sparse) -> Option<usize> {
    if a.unit {
        return None;
    }
    let mut diagonal = vec![T::zero(); a.rows];
    // SAFETY: this function requires what its callees do.
    unsafe {
        a.each(|at, i, j| {
            if i == j {
                diagonal[i] += a.value::<T>(at)
            }
        })
    };
    diagonal.iter().position(Zero::is_zero)
}

/// Notes the first pivot that is zero, and solves where there is a system.
///
/// # Safety
/// Until the stream has done the work, the arrays of `a` are readable, and those of a system as [`System::run`] requires.
unsafe fn submit<T: Wide>(name: &'static str, handle: usize, a: Sparse, info: usize, system: Option<System>) -> Outcome {
    let (stream, pivot, first) = (settings(handle)?.stream, pivots::place(info)?, a.first.base as c_int);
    if system.is_some_and(|system| !system.fits()) {
        return Err(Failure::InvalidValue);
    }
    runtime::enqueue(stream, name, move || {
        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
        unsafe {
            let zero = zero_row::<T>(&a).map_or(-1, |row| row as c_int + first);
            pivot.lock().unwrap_or_else(PoisonError::into_inner).first = zero;
            if let Some(system) = &system {
                system.run::<T>();
            }
        }
    })
}

/// The functions of one element type, and what they are exported as.
macro_rules! triangular {
    ($module:ident: $type:ty; $($name:ident = $own:ident,)*) => {
        mod $module {
            use super::*;

            type T = $type;

            /// # Safety
            /// `bytes` is null or valid for writes.
            unsafe extern "C" fn vector_size(
                handle: usize, _op: u32, _rows: c_int, _count: c_int, _properties: usize, _values: *const T, _starts: *const c_int,
                _columns: *const c_int, _info: usize, bytes: *mut c_int,
            ) -> u32 {
                answer::<HipSparse>("hipsparseXcsrsv2_bufferSize", || {
                    settings(handle)?;
                    // SAFETY: null or valid, as hipSPARSE says.
                    unsafe { give(bytes, 4) }
                })
            }

            /// # Safety
            /// `bytes` is null or valid for writes.
            unsafe extern "C" fn vector_size_ext(
                handle: usize, _op: u32, _rows: c_int, _count: c_int, _properties: usize, _values: *const T, _starts: *const c_int,
                _columns: *const c_int, _info: usize, bytes: *mut usize,
            ) -> u32 {
                buffer_size("hipsparseXcsrsv2_bufferSizeExt", handle, bytes)
            }

            /// # Safety
            /// Until the stream has done the work, the arrays are readable: `starts` for `rows + 1` numbers that rise, the others for
            /// as many as they say.
            unsafe extern "C" fn vector_analysis(
                handle: usize, _op: u32, rows: c_int, count: c_int, properties: usize, values: *const T, starts: *const c_int,
                columns: *const c_int, info: usize, _policy: u32, _buffer: *mut u8,
            ) -> u32 {
                let name = "hipsparseXcsrsv2_analysis";
                answer::<HipSparse>(name, || {
                    let a = triangle_of(rows, count, properties, (values, starts, columns))?;
                    // SAFETY: this function requires what its callee does.
                    unsafe { submit::<T>(name, handle, a, info, None) }
                })
            }

            /// # Safety
            /// What [`vector_analysis`] requires; `alpha` is null or valid for reads, in device mode until the stream has done the
            /// work; until then `f` is readable and `x` writable for `rows` elements.
            unsafe extern "C" fn vector_solve(
                handle: usize, op: u32, rows: c_int, count: c_int, alpha: *const T, properties: usize, values: *const T,
                starts: *const c_int, columns: *const c_int, info: usize, f: *const T, x: *mut T, _policy: u32, _buffer: *mut u8,
            ) -> u32 {
                let name = "hipsparseXcsrsv2_solve";
                answer::<HipSparse>(name, || {
                    let a = triangle_of(rows, count, properties, (values, starts, columns))?;
                    // SAFETY: null or valid, as hipSPARSE says.
                    let alpha = unsafe { Scalar::new(alpha.cast(), T::KIND, settings(handle)?.device_scalars)? };
                    let vector = |p: *const T| Full::of_array((rows, 1), p, rows.max(1), false);
                    let (ops, b, x) = ((Operation::of(op)?, Operation::None), vector(f)?, vector(x)?);
                    // SAFETY: this function requires what its callee does.
                    unsafe { submit::<T>(name, handle, a, info, Some(System { ops, alpha, a, b, x, compute: T::KIND })) }
                })
            }

            /// # Safety
            /// `bytes` is null or valid for writes.
            unsafe extern "C" fn matrix_size(
                handle: usize, _algorithm: c_int, _op_a: u32, _op_b: u32, _rows: c_int, _sides: c_int, _count: c_int, _alpha: *const T,
                _properties: usize, _values: *const T, _starts: *const c_int, _columns: *const c_int, _b: *const T, _ldb: c_int,
                _info: usize, _policy: u32, bytes: *mut usize,
            ) -> u32 {
                buffer_size("hipsparseXcsrsm2_bufferSizeExt", handle, bytes)
            }

            /// # Safety
            /// What [`vector_analysis`] requires.
            unsafe extern "C" fn matrix_analysis(
                handle: usize, _algorithm: c_int, _op_a: u32, _op_b: u32, rows: c_int, _sides: c_int, count: c_int, _alpha: *const T,
                properties: usize, values: *const T, starts: *const c_int, columns: *const c_int, _b: *const T, _ldb: c_int,
                info: usize, _policy: u32, _buffer: *mut u8,
            ) -> u32 {
                let name = "hipsparseXcsrsm2_analysis";
                answer::<HipSparse>(name, || {
                    let a = triangle_of(rows, count, properties, (values, starts, columns))?;
                    // SAFETY: this function requires what its callee does.
                    unsafe { submit::<T>(name, handle, a, info, None) }
                })
            }

            /// The right-hand sides are the columns of `b`, or its rows where they are transposed; unknowns replace them.
            ///
            /// # Safety
            /// What [`vector_solve`] requires, where `b` is writable for `rows` by `sides` elements, or for `sides` by `rows`.
            unsafe extern "C" fn matrix_solve(
                handle: usize, _algorithm: c_int, op_a: u32, op_b: u32, rows: c_int, sides: c_int, count: c_int, alpha: *const T,
                properties: usize, values: *const T, starts: *const c_int, columns: *const c_int, b: *mut T, ldb: c_int,
                info: usize, _policy: u32, _buffer: *mut u8,
            ) -> u32 {
                let name = "hipsparseXcsrsm2_solve";
                answer::<HipSparse>(name, || {
                    let a = triangle_of(rows, count, properties, (values, starts, columns))?;
                    // SAFETY: null or valid, as hipSPARSE says.
                    let alpha = unsafe { Scalar::new(alpha.cast(), T::KIND, settings(handle)?.device_scalars)? };
                    let turned = match Operation::of(op_b)? {
                        Operation::None => false,
                        Operation::Transpose => true,
                        Operation::Conjugate => return Err(crate::entry::not_supported("`csrsm2` with conjugated right-hand sides")),
                    };
                    let x = Full::of_array((rows, sides), b.cast_const(), ldb, turned)?;
                    let ops = (Operation::of(op_a)?, Operation::None);
                    // SAFETY: this function requires what its callee does.
                    unsafe { submit::<T>(name, handle, a, info, Some(System { ops, alpha, a, b: x, x, compute: T::KIND })) }
                })
            }

            $( $crate::export! { 10; $name = $own } )*
        }
    };
}

triangular! {
    single: f32;
    hipsparseScsrsv2_bufferSize = vector_size,
    hipsparseScsrsv2_bufferSizeExt = vector_size_ext,
    hipsparseScsrsv2_analysis = vector_analysis,
    hipsparseScsrsv2_solve = vector_solve,
    hipsparseScsrsm2_bufferSizeExt = matrix_size,
    hipsparseScsrsm2_analysis = matrix_analysis,
    hipsparseScsrsm2_solve = matrix_solve,
}

triangular! {
    double: f64;
    hipsparseDcsrsv2_bufferSize = vector_size,
    hipsparseDcsrsv2_bufferSizeExt = vector_size_ext,
    hipsparseDcsrsv2_analysis = vector_analysis,
    hipsparseDcsrsv2_solve = vector_solve,
    hipsparseDcsrsm2_bufferSizeExt = matrix_size,
    hipsparseDcsrsm2_analysis = matrix_analysis,
    hipsparseDcsrsm2_solve = matrix_solve,
}

triangular! {
    complex: c32;
    hipsparseCcsrsv2_bufferSize = vector_size,
    hipsparseCcsrsv2_bufferSizeExt = vector_size_ext,
    hipsparseCcsrsv2_analysis = vector_analysis,
    hipsparseCcsrsv2_solve = vector_solve,
    hipsparseCcsrsm2_bufferSizeExt = matrix_size,
    hipsparseCcsrsm2_analysis = matrix_analysis,
    hipsparseCcsrsm2_solve = matrix_solve,
}

triangular! {
    double_complex: c64;
    hipsparseZcsrsv2_bufferSize = vector_size,
    hipsparseZcsrsv2_bufferSizeExt = vector_size_ext,
    hipsparseZcsrsv2_analysis = vector_analysis,
    hipsparseZcsrsv2_solve = vector_solve,
    hipsparseZcsrsm2_bufferSizeExt = matrix_size,
    hipsparseZcsrsm2_analysis = matrix_analysis,
    hipsparseZcsrsm2_solve = matrix_solve,
}
