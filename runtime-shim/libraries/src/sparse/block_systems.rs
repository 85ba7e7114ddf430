//! Systems of triangular matrices of blocks (`bsrsv2` for a vector, `bsrsm2` for matrices): of the diagonal's blocks, the triangle counts
//! that the fill mode names (NVIDIA's documentation of cuSPARSE, `cusparse<t>bsrsv2`; AMD's hipSPARSE documentation, "Sparse level 2
//! functions" and "Sparse level 3 functions"). Pivots that are not there or zero are reported by their row of blocks.

#![allow(clippy::too_many_arguments)]

use super::block_entries::blocks;
use super::blocks::Blocks;
use super::descriptors::Full;
use super::elements::Rows;
use super::matrix_properties::triangle;
use super::operands::{Operation, Scalar, buffer_size};
use super::solve::Triangle;
use super::{HipSparse, pivots, settings};
use crate::entry::{Failure, Outcome, answer, export_typed};
use crate::handles::give;
use crate::number::{c32, c64};
use crate::runtime;
use crate::typed::Wide;
use std::ffi::c_int;
use std::sync::PoisonError;

/// A triangular matrix of blocks.
#[derive(Clone, Copy)]
struct Blocked<T> {
    blocks: Blocks<T>,
    upper: bool,
    unit: bool,
}

impl<T: Wide> Blocked<T> {
    fn new(
        direction: u32,
        (rows, size): (c_int, c_int),
        properties: usize,
        arrays: (*const T, *const c_int, *const c_int),
    ) -> Outcome<Blocked<T>> {
        let (upper, unit) = triangle(properties)?;
        Ok(Blocked { blocks: blocks((rows, rows, (size, size)), direction, properties, arrays)?, upper, unit })
    }

    /// Rows of elements.
    fn order(&self) -> usize {
        self.blocks.rows * self.blocks.size.0
    }

    /// The triangle of `op(A)`.
    ///
    /// # Safety
    /// The matrix is readable.
    unsafe fn of(&self, op: Operation) -> Triangle<T> {
        // SAFETY: as required.
        let mut rows: Rows<T> = unsafe { self.blocks.rows_of() };
        if op != Operation::None {
            rows = rows.transposed(self.order());
        }
        if op == Operation::Conjugate {
            rows.elements.iter_mut().for_each(|element| element.1 = element.1.conj());
        }
        Triangle { rows, upper: self.upper != (op != Operation::None), unit: self.unit }
    }

    /// The first row of blocks whose block on the diagonal is not there or, unless ones are taken for it, has a zero on its own.
    ///
    /// # Safety
    /// The matrix is readable.
    unsafe fn zero_row(&self) -> Option<usize> {
        let mut diagonal = vec![None; self.order()];
        // SAFETY: as required.
        unsafe {
            self.blocks.each(|i, j, value| {
                if i == j {
                    diagonal[i] = Some(value);
                }
            });
        }
        let zero = |value: &Option<T>| value.is_none_or(|value| !self.unit && value.is_zero());
        diagonal.iter().position(zero).map(|row| row / self.blocks.size.0)
    }
}

/// Right-hand sides, unknowns and a factor of a system.
#[derive(Clone, Copy)]
struct Sides {
    op: Operation,
    alpha: Scalar,
    b: Full,
    x: Full,
}

/// Notes the first pivot that is zero, and solves where there is a system.
///
/// # Safety
/// Until the stream has done the work, the matrix and right-hand sides are readable, and unknowns writable.
unsafe fn submit<T: Wide>(name: &'static str, handle: usize, a: Blocked<T>, info: usize, sides: Option<Sides>) -> Outcome {
    let pivot = pivots::place(info)?;
    runtime::enqueue(settings(handle)?.stream, name, move || {
        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
        unsafe {
            let zero = a.zero_row().map_or(-1, |row| row as c_int + a.blocks.base);
            pivot.lock().unwrap_or_else(PoisonError::into_inner).first = zero;
            let Some(Sides { op, alpha, b, x }) = sides else { return };
            let (triangle, alpha) = (a.of(op), alpha.get::<T>(T::KIND));
            for column in 0..x.columns {
                let mut side: Vec<T> = (0..x.rows).map(|i| alpha * b.value::<T>(Operation::None, i, column)).collect();
                triangle.solve(&mut side);
                side.into_iter().enumerate().for_each(|(i, value)| x.set(i, column, value));
            }
        }
    })
}

/// # Safety
/// Until the stream has done the work, the arrays are readable.
unsafe extern "C" fn vector_analysis<T: Wide>(
    handle: usize,
    direction: u32,
    _op: u32,
    rows: c_int,
    _count: c_int,
    properties: usize,
    values: *const T,
    starts: *const c_int,
    others: *const c_int,
    size: c_int,
    info: usize,
    _policy: u32,
    _buffer: *mut u8,
) -> u32 {
    let name = "hipsparseXbsrsv2_analysis";
    answer::<HipSparse>(name, || {
        let a = Blocked::new(direction, (rows, size), properties, (values, starts, others))?;
        // SAFETY: this function requires what its callee does.
        unsafe { submit(name, handle, a, info, None) }
    })
}

/// # Safety
/// `alpha` is null or valid for reads, in device mode until the stream has done the work; until then the matrix and `f` are readable, and
/// `x` is writable.
unsafe extern "C" fn vector_solve<T: Wide>(
    handle: usize,
    direction: u32,
    op: u32,
    rows: c_int,
    _count: c_int,
    alpha: *const T,
    properties: usize,
    values: *const T,
    starts: *const c_int,
    others: *const c_int,
    size: c_int,
    info: usize,
    f: *const T,
    x: *mut T,
    _policy: u32,
    _buffer: *mut u8,
) -> u32 {
    let name = "hipsparseXbsrsv2_solve";
    answer::<HipSparse>(name, || {
        let a = Blocked::new(direction, (rows, size), properties, (values, starts, others))?;
        let n = a.order() as c_int;
        let vector = |p: *const T| Full::of_array((n, 1), p, n.max(1), false);
        // SAFETY: null or valid, as hipSPARSE says.
        let alpha = unsafe { Scalar::new(alpha.cast(), T::KIND, settings(handle)?.device_scalars)? };
        let sides = Sides { op: Operation::of(op)?, alpha, b: vector(f)?, x: vector(x.cast_const())? };
        // SAFETY: this function requires what its callee does.
        unsafe { submit(name, handle, a, info, Some(sides)) }
    })
}

/// # Safety
/// What [`vector_analysis`] requires.
unsafe extern "C" fn matrix_analysis<T: Wide>(
    handle: usize,
    direction: u32,
    _op: u32,
    _op_x: u32,
    rows: c_int,
    _sides: c_int,
    _count: c_int,
    properties: usize,
    values: *const T,
    starts: *const c_int,
    others: *const c_int,
    size: c_int,
    info: usize,
    _policy: u32,
    _buffer: *mut u8,
) -> u32 {
    let name = "hipsparseXbsrsm2_analysis";
    answer::<HipSparse>(name, || {
        let a = Blocked::new(direction, (rows, size), properties, (values, starts, others))?;
        // SAFETY: this function requires what its callee does.
        unsafe { submit(name, handle, a, info, None) }
    })
}

/// Right-hand sides and unknowns are the columns of `b` and `x`, or their rows where they are transposed.
///
/// # Safety
/// What [`vector_solve`] requires, of matrices.
unsafe extern "C" fn matrix_solve<T: Wide>(
    handle: usize,
    direction: u32,
    op: u32,
    op_x: u32,
    rows: c_int,
    columns: c_int,
    _count: c_int,
    alpha: *const T,
    properties: usize,
    values: *const T,
    starts: *const c_int,
    others: *const c_int,
    size: c_int,
    info: usize,
    b: *const T,
    ldb: c_int,
    x: *mut T,
    ldx: c_int,
    _policy: u32,
    _buffer: *mut u8,
) -> u32 {
    let name = "hipsparseXbsrsm2_solve";
    answer::<HipSparse>(name, || {
        let a = Blocked::new(direction, (rows, size), properties, (values, starts, others))?;
        let turned = match Operation::of(op_x)? {
            Operation::None => false,
            Operation::Transpose => true,
            // Neither cuSPARSE nor rocSPARSE has it.
            Operation::Conjugate => return Err(Failure::NotSupported),
        };
        let extent = (a.order() as c_int, columns);
        let (b, x) = (Full::of_array(extent, b, ldb, turned)?, Full::of_array(extent, x.cast_const(), ldx, turned)?);
        // SAFETY: null or valid, as hipSPARSE says.
        let alpha = unsafe { Scalar::new(alpha.cast(), T::KIND, settings(handle)?.device_scalars)? };
        // SAFETY: this function requires what its callee does.
        unsafe { submit(name, handle, a, info, Some(Sides { op: Operation::of(op)?, alpha, b, x })) }
    })
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn vector_size(
    handle: usize,
    _direction: u32,
    _op: u32,
    _rows: c_int,
    _count: c_int,
    _properties: usize,
    _values: *const u8,
    _starts: *const c_int,
    _others: *const c_int,
    _size: c_int,
    _info: usize,
    bytes: *mut c_int,
) -> u32 {
    answer::<HipSparse>("hipsparseXbsrsv2_bufferSize", || {
        settings(handle)?;
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(bytes, 4) }
    })
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn vector_size_ext(
    handle: usize,
    _direction: u32,
    _op: u32,
    _rows: c_int,
    _count: c_int,
    _properties: usize,
    _values: *const u8,
    _starts: *const c_int,
    _others: *const c_int,
    _size: c_int,
    _info: usize,
    bytes: *mut usize,
) -> u32 {
    buffer_size("hipsparseXbsrsv2_bufferSizeExt", handle, bytes)
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn matrix_size(
    handle: usize,
    _direction: u32,
    _op: u32,
    _op_x: u32,
    _rows: c_int,
    _columns: c_int,
    _count: c_int,
    _properties: usize,
    _values: *const u8,
    _starts: *const c_int,
    _others: *const c_int,
    _size: c_int,
    _info: usize,
    bytes: *mut c_int,
) -> u32 {
    answer::<HipSparse>("hipsparseXbsrsm2_bufferSize", || {
        settings(handle)?;
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(bytes, 4) }
    })
}

export_typed! {
    10;
    vector_analysis: hipsparseSbsrsv2_analysis = f32, hipsparseDbsrsv2_analysis = f64, hipsparseCbsrsv2_analysis = c32,
        hipsparseZbsrsv2_analysis = c64;
    vector_solve: hipsparseSbsrsv2_solve = f32, hipsparseDbsrsv2_solve = f64, hipsparseCbsrsv2_solve = c32,
        hipsparseZbsrsv2_solve = c64;
    matrix_analysis: hipsparseSbsrsm2_analysis = f32, hipsparseDbsrsm2_analysis = f64, hipsparseCbsrsm2_analysis = c32,
        hipsparseZbsrsm2_analysis = c64;
    matrix_solve: hipsparseSbsrsm2_solve = f32, hipsparseDbsrsm2_solve = f64, hipsparseCbsrsm2_solve = c32,
        hipsparseZbsrsm2_solve = c64;
}

crate::export! {
    10;
    hipsparseSbsrsv2_bufferSize = vector_size,
    hipsparseDbsrsv2_bufferSize = vector_size,
    hipsparseCbsrsv2_bufferSize = vector_size,
    hipsparseZbsrsv2_bufferSize = vector_size,
    hipsparseSbsrsv2_bufferSizeExt = vector_size_ext,
    hipsparseDbsrsv2_bufferSizeExt = vector_size_ext,
    hipsparseCbsrsv2_bufferSizeExt = vector_size_ext,
    hipsparseZbsrsv2_bufferSizeExt = vector_size_ext,
    hipsparseSbsrsm2_bufferSize = matrix_size,
    hipsparseDbsrsm2_bufferSize = matrix_size,
    hipsparseCbsrsm2_bufferSize = matrix_size,
    hipsparseZbsrsm2_bufferSize = matrix_size,
}

#[cfg(test)]
mod tests;
