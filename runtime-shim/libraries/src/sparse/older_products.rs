//! Products under the names that take arrays: sparse matrices times vectors and matrices (`csrmv`, `csrmm`, `csrmm2`), dense matrices
//! times sparse ones (`gemmi`) and times sparse vectors (`gemvi`). AMD's hipSPARSE documentation, "Sparse level 2 functions" and "Sparse
//! level 3 functions", has the operands' extents; NVIDIA's of cuSPARSE 10 what kinds of matrices mean: of symmetric and Hermitian ones
//! the triangle counts that the fill mode names, and the other is its mirror image.

#![allow(clippy::too_many_arguments)]

use super::arguments::{array, base_of, index};
use super::descriptors::{Arrays, Full, Sparse};
use super::elements::Rows;
use super::matrix_properties::{Kind, base, kind, triangle};
use super::operands::{Operation, Scalar};
use super::products::Product;
use super::{HipSparse, settings};
use crate::entry::{Failure, Outcome, answer, export_typed};
use crate::handles::give;
use crate::memory::{Matrix, Vector};
use crate::number::{c32, c64};
use crate::runtime;
use crate::typed::Wide;
use std::ffi::c_int;

/// The whole of a matrix that is not a general one.
///
/// # Safety
/// The arrays of the matrix are readable as it says, and its indices are of it.
unsafe fn whole<T: Wide>(a: &Sparse, kind: Kind) -> Rows<T> {
    let mut triples = Vec::with_capacity(2 * a.count);
    // SAFETY: this function requires what its callees do.
    unsafe {
        a.each(|at, i, j| {
            if i != j && (j > i) != a.upper || i == j && kind == Kind::Triangular && a.unit {
                return;
            }
            let value = a.value::<T>(at);
            triples.push((i, j, value));
            if i != j && kind != Kind::Triangular {
                triples.push((j, i, value.conj_if(kind == Kind::Hermitian)));
            }
        });
    }
    if kind == Kind::Triangular && a.unit {
        triples.extend((0..a.rows).map(|i| (i, i, T::one())));
    }
    Rows::sorted(a.rows, &triples)
}

/// `C = alpha op(A) op(B) + beta C` for a matrix whose elements are `whole`.
///
/// # Safety
/// What [`Product::run`] requires of the dense operands.
unsafe fn multiply<T: Wide>(whole: &Rows<T>, product: &Product) {
    let op = product.ops.0;
    let turned = (op != Operation::None).then(|| whole.transposed(product.a.columns));
    let rows = turned.as_ref().unwrap_or(whole);
    // SAFETY: this function requires what its callees do.
    unsafe {
        let (alpha, beta): (T, T) = (product.alpha.get(T::KIND), product.beta.get(T::KIND));
        for i in 0..product.c.rows {
            for column in 0..product.c.columns {
                let term = |&(j, value): &(usize, T)| {
                    value.conj_if(op == Operation::Conjugate) * product.b.value::<T>(product.ops.1, j, column)
                };
                let sum: T = rows.row(i).iter().map(term).sum();
                let old = if beta.is_zero() { T::zero() } else { beta * product.c.value::<T>(Operation::None, i, column) };
                product.c.set(i, column, alpha * sum + old);
            }
        }
    }
}

/// Puts a product with a sparse matrix on the left into the stream.
///
/// # Safety
/// `alpha` and `beta` are null or valid for reads, in device mode until the stream has done the work; until then `A` and `B` are readable,
/// and `C` is writable.
unsafe fn submit<T: Wide>(
    name: &'static str,
    handle: usize,
    ops: (u32, u32),
    (rows, columns, count): (c_int, c_int, c_int),
    (alpha, beta): (*const T, *const T),
    properties: usize,
    arrays: Arrays<T>,
    operands: impl FnOnce((Operation, Operation)) -> Outcome<(Full, Full)>,
) -> u32 {
    answer::<HipSparse>(name, || {
        let (settings, ops) = (settings(handle)?, (Operation::of(ops.0)?, Operation::of(ops.1)?));
        let ((upper, unit), kind) = (triangle(properties)?, kind(properties)?);
        let a = Sparse { upper, unit, ..Sparse::of_arrays((rows, columns, count), arrays, base(properties)?)? };
        let (b, c) = operands(ops)?;
        // SAFETY: null or valid, as hipSPARSE says.
        let (alpha, beta) = unsafe { Scalar::pair(alpha.cast(), beta.cast(), T::KIND, settings.device_scalars)? };
        let product = Product { ops, a, b, c, alpha, beta, compute: T::KIND };
        if !product.fits() || kind != Kind::General && a.rows != a.columns {
            return Err(Failure::InvalidValue);
        }
        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
        runtime::enqueue(settings.stream, name, move || unsafe {
            match kind {
                Kind::General => product.run(),
                _ => multiply(&whole::<T>(&product.a, kind), &product),
            }
        })
    })
}

/// A dense vector.
fn vector<T: Wide>(n: c_int, p: *const T) -> Outcome<Full> {
    Full::of_array((n, 1), p, n.max(1), false)
}

/// # Safety
/// What [`submit`] requires, of the vectors `x` and `y`.
unsafe extern "C" fn times_vector<T: Wide>(
    handle: usize,
    op: u32,
    rows: c_int,
    columns: c_int,
    count: c_int,
    alpha: *const T,
    properties: usize,
    values: *const T,
    starts: *const c_int,
    others: *const c_int,
    x: *const T,
    beta: *const T,
    y: *mut T,
) -> u32 {
    let operands = |ops: (Operation, Operation)| {
        let (m, n) = if ops.0 == Operation::None { (rows, columns) } else { (columns, rows) };
        Ok((vector(n, x)?, vector(m, y)?))
    };
    let (extent, arrays) = ((rows, columns, count), (values, starts, others));
    // SAFETY: this function requires what its callee does.
    unsafe { submit("hipsparseXcsrmv", handle, (op, 0), extent, (alpha, beta), properties, arrays, operands) }
}

/// # Safety
/// What [`submit`] requires, of the matrices `b` and `c`.
unsafe extern "C" fn times_turned_matrix<T: Wide>(
    handle: usize,
    op_a: u32,
    op_b: u32,
    rows: c_int,
    sides: c_int,
    columns: c_int,
    count: c_int,
    alpha: *const T,
    properties: usize,
    values: *const T,
    starts: *const c_int,
    others: *const c_int,
    b: *const T,
    ldb: c_int,
    beta: *const T,
    c: *mut T,
    ldc: c_int,
) -> u32 {
    let operands = |ops: (Operation, Operation)| {
        let (m, n) = if ops.0 == Operation::None { (rows, columns) } else { (columns, rows) };
        let extent = if ops.1 == Operation::None { (n, sides) } else { (sides, n) };
        Ok((Full::of_array(extent, b, ldb, false)?, Full::of_array((m, sides), c.cast_const(), ldc, false)?))
    };
    let (extent, arrays) = ((rows, columns, count), (values, starts, others));
    // SAFETY: this function requires what its callee does.
    unsafe { submit("hipsparseXcsrmm2", handle, (op_a, op_b), extent, (alpha, beta), properties, arrays, operands) }
}

/// # Safety
/// What [`times_turned_matrix`] requires.
unsafe extern "C" fn times_matrix<T: Wide>(
    handle: usize,
    op: u32,
    rows: c_int,
    sides: c_int,
    columns: c_int,
    count: c_int,
    alpha: *const T,
    properties: usize,
    values: *const T,
    starts: *const c_int,
    others: *const c_int,
    b: *const T,
    ldb: c_int,
    beta: *const T,
    c: *mut T,
    ldc: c_int,
) -> u32 {
    // SAFETY: this function requires what its callee does.
    unsafe {
        times_turned_matrix(
            handle, op, 0, rows, sides, columns, count, alpha, properties, values, starts, others, b, ldb, beta, c, ldc,
        )
    }
}

/// `C = alpha A B + beta C` for a dense matrix A and a sparse one B by columns, which is the product of the transposed matrices.
///
/// # Safety
/// What [`submit`] requires.
unsafe extern "C" fn dense_times_sparse<T: Wide>(
    handle: usize,
    rows: c_int,
    columns: c_int,
    inner: c_int,
    count: c_int,
    alpha: *const T,
    a: *const T,
    lda: c_int,
    values: *const T,
    starts: *const c_int,
    others: *const c_int,
    beta: *const T,
    c: *mut T,
    ldc: c_int,
) -> u32 {
    let name = "hipsparseXgemmi";
    answer::<HipSparse>(name, || {
        let settings = settings(handle)?;
        let turned = Sparse::of_arrays((columns, inner, count), (values, starts, others), 0)?;
        let (a, c) = (Full::of_array((inner, rows), a, lda, true)?, Full::of_array((columns, rows), c.cast_const(), ldc, true)?);
        // SAFETY: null or valid, as hipSPARSE says.
        let (alpha, beta) = unsafe { Scalar::pair(alpha.cast(), beta.cast(), T::KIND, settings.device_scalars)? };
        let ops = (Operation::None, Operation::None);
        let product = Product { ops, a: turned, b: a, c, alpha, beta, compute: T::KIND };
        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
        runtime::enqueue(settings.stream, name, move || unsafe { product.run() })
    })
}

/// `y = alpha op(A) x + beta y` for a dense matrix of so many rows and columns, and a sparse vector: its values and indices.
///
/// # Safety
/// The operands are readable, `y` writable.
unsafe fn times_sparse_vector<T: Wide>(
    (rows, columns, op): (usize, usize, Operation),
    a: Matrix<T>,
    (count, values, indices, base): (usize, Vector<T>, Vector<c_int>, c_int),
    (alpha, beta): (T, T),
    y: Vector<T>,
) {
    for i in 0..op.extent(rows, columns).0 {
        // SAFETY: as required.
        unsafe {
            let element = |j: usize| match op {
                Operation::None => a.get(i, j),
                _ => a.get(j, i).conj_if(op == Operation::Conjugate),
            };
            let sum: T = (0..count).map(|at| element(index(indices, at, base)) * values.get(at)).sum();
            y.update(i, |old| alpha * sum + if beta.is_zero() { T::zero() } else { beta * old });
        }
    }
}

/// # Safety
/// `alpha` and `beta` are as of [`submit`]; until the stream has done the work, the other operands are as
/// [`times_sparse_vector`] requires.
unsafe extern "C" fn dense_times_vector<T: Wide>(
    handle: usize,
    op: u32,
    rows: c_int,
    columns: c_int,
    alpha: *const T,
    a: *const T,
    lda: c_int,
    count: c_int,
    x: *const T,
    indices: *const c_int,
    beta: *const T,
    y: *mut T,
    base: u32,
    _buffer: *mut u8,
) -> u32 {
    let name = "hipsparseXgemvi";
    answer::<HipSparse>(name, || {
        let (settings, op, base) = (settings(handle)?, Operation::of(op)?, base_of(base)?);
        Full::of_array((rows, columns), a, lda, false)?;
        let (x, indices) = (array(x, count)?, array(indices, count)?);
        let y = array(y.cast_const(), if op == Operation::None { rows } else { columns })?;
        // SAFETY: null or valid, as hipSPARSE says.
        let scalars = unsafe { Scalar::pair(alpha.cast(), beta.cast(), T::KIND, settings.device_scalars)? };
        let (a, extent) = (Matrix::new(a.cast_mut(), lda as usize), (rows as usize, columns as usize, op));
        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
        runtime::enqueue(settings.stream, name, move || unsafe {
            let scalars = (scalars.0.get(T::KIND), scalars.1.get(T::KIND));
            times_sparse_vector(extent, a, (count as usize, x, indices, base), scalars, y);
        })
    })
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn vector_size(
    handle: usize,
    _op: u32,
    _rows: c_int,
    _columns: c_int,
    _count: c_int,
    bytes: *mut c_int,
) -> u32 {
    answer::<HipSparse>("hipsparseXgemvi_bufferSize", || {
        settings(handle)?;
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(bytes, 4) }
    })
}

export_typed! {
    10;
    times_vector: hipsparseScsrmv = f32, hipsparseDcsrmv = f64, hipsparseCcsrmv = c32, hipsparseZcsrmv = c64;
    times_matrix: hipsparseScsrmm = f32, hipsparseDcsrmm = f64, hipsparseCcsrmm = c32, hipsparseZcsrmm = c64;
    times_turned_matrix: hipsparseScsrmm2 = f32, hipsparseDcsrmm2 = f64, hipsparseCcsrmm2 = c32, hipsparseZcsrmm2 = c64;
    dense_times_sparse: hipsparseSgemmi = f32, hipsparseDgemmi = f64, hipsparseCgemmi = c32, hipsparseZgemmi = c64;
    dense_times_vector: hipsparseSgemvi = f32, hipsparseDgemvi = f64, hipsparseCgemvi = c32, hipsparseZgemvi = c64;
}

crate::export! {
    10;
    hipsparseSgemvi_bufferSize = vector_size,
    hipsparseDgemvi_bufferSize = vector_size,
    hipsparseCgemvi_bufferSize = vector_size,
    hipsparseZgemvi_bufferSize = vector_size,
}

#[cfg(test)]
mod tests;
