//! Sums of sparse matrices, `C = alpha A + beta B` (`csrgeam2`, and `csrgeam`, which is given no memory to work in), for each element type.

#![allow(clippy::too_many_arguments)]

use super::descriptors::Sparse;
use super::elements::Rows;
use super::matrix_properties::base;
use super::operands::{Operation, Scalar, buffer_size};
use super::{HipSparse, settings};
use crate::entry::{Failure, answer};
use crate::number::{c32, c64};
use crate::runtime;
use crate::typed::Wide;
use std::collections::BTreeMap;
use std::ffi::c_int;

/// Each row of a sum: an element wherever one of the matrices has one.
fn sum<W: Wide>((alpha, a): (W, &Rows<W>), (beta, b): (W, &Rows<W>)) -> Rows<W> {
    let row = |i: usize| {
        let mut found: BTreeMap<usize, W> = BTreeMap::new();
        for (by, from) in [(alpha, a), (beta, b)] {
            from.row(i).iter().for_each(|&(j, value)| *found.entry(j).or_insert_with(W::zero) += by * value);
        }
        found.into_iter().collect()
    };
    Rows::gathered((0..a.rows()).map(row))
}

/// Counts the elements of the sum, and writes where its rows begin. The number is of the host's memory or the device's, as the handle's
/// pointer mode says; for the host, the call waits.
///
/// # Safety
/// Until the stream has done the work, the indices of both matrices are readable, `starts_c` is writable for `rows + 1` numbers, and
/// `count` for one.
unsafe extern "C" fn count_elements(
    handle: usize,
    rows: c_int,
    columns: c_int,
    properties_a: usize,
    _count_a: c_int,
    starts_a: *const c_int,
    others_a: *const c_int,
    properties_b: usize,
    _count_b: c_int,
    starts_b: *const c_int,
    others_b: *const c_int,
    properties_c: usize,
    starts_c: *mut c_int,
    count: *mut c_int,
    _buffer: *mut u8,
) -> u32 {
    let name = "hipsparseXcsrgeam2Nnz";
    answer::<HipSparse>(name, || {
        let settings = settings(handle)?;
        let matrix = |starts: *const c_int, others: *const c_int, properties: usize| {
            Sparse::of_arrays::<f64>((rows, columns, 0), (std::ptr::null(), starts, others), base(properties)?)
        };
        let (a, b) = (matrix(starts_a, others_a, properties_a)?, matrix(starts_b, others_b, properties_b)?);
        let c = matrix(starts_c, std::ptr::null(), properties_c)?;
        if count.is_null() {
            return Err(Failure::InvalidValue);
        }
        let to = count as usize;
        let work = move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe {
                let made = sum((1.0, &Rows::<f64>::places(&a)), (1.0, &Rows::places(&b)));
                made.starts.iter().enumerate().for_each(|(row, &start)| c.first.set(row, start));
                (to as *mut c_int).write(made.elements.len() as c_int);
            }
        };
        settings.submit_result(name, work)
    })
}

/// # Safety
/// What [`count_elements`] requires.
unsafe extern "C" fn count_elements_without_buffer(
    handle: usize,
    rows: c_int,
    columns: c_int,
    properties_a: usize,
    count_a: c_int,
    starts_a: *const c_int,
    others_a: *const c_int,
    properties_b: usize,
    count_b: c_int,
    starts_b: *const c_int,
    others_b: *const c_int,
    properties_c: usize,
    starts_c: *mut c_int,
    count: *mut c_int,
) -> u32 {
    let none = std::ptr::null_mut();
    // SAFETY: this function requires what its callee does.
    unsafe {
        count_elements(
            handle,
            rows,
            columns,
            properties_a,
            count_a,
            starts_a,
            others_a,
            properties_b,
            count_b,
            starts_b,
            others_b,
            properties_c,
            starts_c,
            count,
            none,
        )
    }
}

/// The functions of one element type, and what they are exported as.
macro_rules! sums {
    ($module:ident: $type:ty; $($name:ident = $own:ident,)*) => {
        mod $module {
            use super::*;

            type T = $type;

            /// # Safety
            /// `bytes` is null or valid for writes.
            unsafe extern "C" fn size(
                handle: usize, _rows: c_int, _columns: c_int, _alpha: *const T, _properties_a: usize, _count_a: c_int,
                _values_a: *const T, _starts_a: *const c_int, _others_a: *const c_int, _beta: *const T, _properties_b: usize,
                _count_b: c_int, _values_b: *const T, _starts_b: *const c_int, _others_b: *const c_int, _properties_c: usize,
                _values_c: *const T, _starts_c: *const c_int, _others_c: *const c_int, bytes: *mut usize,
            ) -> u32 {
                buffer_size("hipsparseXcsrgeam2_bufferSizeExt", handle, bytes)
            }

            /// # Safety
            /// `alpha` and `beta` are null or valid for reads, in device mode until the stream has done the work; until then the arrays
            /// of both matrices are readable, and those of the sum writable for its elements.
            unsafe extern "C" fn add(
                handle: usize, rows: c_int, columns: c_int, alpha: *const T, properties_a: usize, count_a: c_int, values_a: *const T,
                starts_a: *const c_int, others_a: *const c_int, beta: *const T, properties_b: usize, count_b: c_int,
                values_b: *const T, starts_b: *const c_int, others_b: *const c_int, properties_c: usize, values_c: *mut T,
                starts_c: *mut c_int, others_c: *mut c_int, _buffer: *mut u8,
            ) -> u32 {
                let name = "hipsparseXcsrgeam2";
                answer::<HipSparse>(name, || {
                    let settings = settings(handle)?;
                    let a = Sparse::of_arrays((rows, columns, count_a), (values_a, starts_a, others_a), base(properties_a)?)?;
                    let b = Sparse::of_arrays((rows, columns, count_b), (values_b, starts_b, others_b), base(properties_b)?)?;
                    let arrays = (values_c.cast_const(), starts_c.cast_const(), others_c.cast_const());
                    let c = Sparse::of_arrays((rows, columns, 0), arrays, base(properties_c)?)?;
                    // SAFETY: null or valid, as hipSPARSE says.
                    let scalars = unsafe { Scalar::pair(alpha.cast(), beta.cast(), T::KIND, settings.device_scalars)? };
                    runtime::enqueue(settings.stream, name, move || {
                        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
                        unsafe {
                            let (alpha, beta): (T, T) = (scalars.0.get(T::KIND), scalars.1.get(T::KIND));
                            let (a, b) = (Rows::<T>::of(&a, Operation::None), Rows::<T>::of(&b, Operation::None));
                            c.store(&sum((alpha, &a), (beta, &b)).pairs(), true, true);
                        }
                    })
                })
            }

            /// # Safety
            /// What [`add`] requires.
            unsafe extern "C" fn add_without_buffer(
                handle: usize, rows: c_int, columns: c_int, alpha: *const T, properties_a: usize, count_a: c_int, values_a: *const T,
                starts_a: *const c_int, others_a: *const c_int, beta: *const T, properties_b: usize, count_b: c_int,
                values_b: *const T, starts_b: *const c_int, others_b: *const c_int, properties_c: usize, values_c: *mut T,
                starts_c: *mut c_int, others_c: *mut c_int,
            ) -> u32 {
                let none = std::ptr::null_mut();
                // SAFETY: this function requires what its callee does.
                unsafe {
                    add(
                        handle, rows, columns, alpha, properties_a, count_a, values_a, starts_a, others_a, beta, properties_b, count_b,
                        values_b, starts_b, others_b, properties_c, values_c, starts_c, others_c, none,
                    )
                }
            }

            $( $crate::export! { 10; $name = $own } )*
        }
    };
}

sums! {
    single: f32;
    hipsparseScsrgeam2_bufferSizeExt = size,
    hipsparseScsrgeam2 = add,
    hipsparseScsrgeam = add_without_buffer,
}

sums! {
    double: f64;
    hipsparseDcsrgeam2_bufferSizeExt = size,
    hipsparseDcsrgeam2 = add,
    hipsparseDcsrgeam = add_without_buffer,
}

sums! {
    complex: c32;
    hipsparseCcsrgeam2_bufferSizeExt = size,
    hipsparseCcsrgeam2 = add,
    hipsparseCcsrgeam = add_without_buffer,
}

sums! {
    double_complex: c64;
    hipsparseZcsrgeam2_bufferSizeExt = size,
    hipsparseZcsrgeam2 = add,
    hipsparseZcsrgeam = add_without_buffer,
}

crate::export! {
    10;
    hipsparseXcsrgeam2Nnz = count_elements,
    hipsparseXcsrgeamNnz = count_elements_without_buffer,
}
