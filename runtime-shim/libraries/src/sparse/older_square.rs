//! Products of two sparse matrices under the names that take arrays: `csrgemm`, `C = op(A) op(B)`, and `csrgemm2`,
//! `C = alpha A B + beta D`, of which a null pointer for a factor leaves the term out (AMD's hipSPARSE documentation, "Sparse extra
//! functions").

#![allow(clippy::too_many_arguments)]

use super::arguments::place;
use super::descriptors::{Arrays, Sparse};
use super::elements::Rows;
use super::gustavson::product;
use super::matrix_properties::base;
use super::operands::{Operation, Scalar, buffer_size};
use super::{HipSparse, settings};
use crate::entry::{Failure, Outcome, answer, export_typed};
use crate::handles::{Handles, give};
use crate::number::{c32, c64};
use crate::runtime;
use crate::typed::Wide;
use std::ffi::c_int;

/// `csrgemm2Info_t`: which terms there are, the product and D, as the call says that asks for the size of the memory to work in.
static TERMS: Handles<(bool, bool)> = Handles::new();

/// Operands of a product: A and B with their operations, and a matrix to add.
struct Operands {
    left: Option<(Sparse, Operation)>,
    right: Option<(Sparse, Operation)>,
    added: Option<Sparse>,
    extent: (usize, usize),
}

impl Operands {
    /// `alpha op(A) op(B) + beta D`; where values are not asked for, those of arrays are not read.
    ///
    /// # Safety
    /// The matrices are readable.
    unsafe fn product<T: Wide>(&self, alpha: T, beta: T, values: bool) -> Rows<T> {
        // SAFETY: as required.
        let rows = |a: &Sparse, op: Operation| unsafe {
            match (values, op) {
                (true, op) => Rows::<T>::of(a, op),
                (false, Operation::None) => Rows::places(a),
                (false, _) => Rows::places(a).transposed(a.columns),
            }
        };
        let nothing = || Rows { starts: vec![0; self.extent.0 + 1], elements: Vec::new() };
        let (left, right) = match (&self.left, &self.right) {
            (Some((a, op_a)), Some((b, op_b))) => (rows(a, *op_a), rows(b, *op_b)),
            _ => (nothing(), nothing()),
        };
        let added = self.added.as_ref().map(|d| rows(d, Operation::None));
        product(alpha, &left, &right, added.as_ref().map(|rows| (beta, rows)), self.extent.1)
    }
}

/// A matrix `op(X)` of so many rows and columns.
fn operand<T: Wide>(
    op: Operation,
    (rows, columns): (c_int, c_int),
    count: c_int,
    arrays: Arrays<T>,
    properties: usize,
) -> Outcome<(Sparse, Operation)> {
    let (m, n) = if op == Operation::None { (rows, columns) } else { (columns, rows) };
    Ok((Sparse::of_arrays((m, n, count), arrays, base(properties)?)?, op))
}

/// The indices of a matrix, whose values are not read.
fn indices(starts: *const c_int, others: *const c_int) -> Arrays<f32> {
    // The array of indices stands for that of values.
    (others.cast(), starts, others)
}

/// Writes where the rows of a product begin, and how many elements it has.
///
/// # Safety
/// Until the stream has done the work, the indices of the operands are readable, `starts` is writable for one number more than the
/// product has rows, and `total` for one.
unsafe fn count(
    name: &'static str,
    handle: usize,
    operands: Operands,
    (starts, base): (*mut c_int, c_int),
    total: *mut c_int,
) -> Outcome {
    let to = Sparse::of_arrays::<f32>((operands.extent.0 as c_int, 0, 0), (std::ptr::null(), starts, std::ptr::null()), base)?;
    let total = place(total.cast_const())?;
    settings(handle)?.submit_result(name, move || {
        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
        unsafe {
            let rows = operands.product::<f32>(1.0, 1.0, false);
            rows.starts.iter().enumerate().for_each(|(line, &start)| to.first.set(line, start));
            total.set(0, rows.elements.len() as c_int);
        }
    })
}

/// # Safety
/// What [`count`] requires.
unsafe extern "C" fn count_product(
    handle: usize,
    op_a: u32,
    op_b: u32,
    rows: c_int,
    columns: c_int,
    inner: c_int,
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
    total: *mut c_int,
) -> u32 {
    let name = "hipsparseXcsrgemmNnz";
    answer::<HipSparse>(name, || {
        let (op_a, op_b) = (Operation::of(op_a)?, Operation::of(op_b)?);
        let left = operand(op_a, (rows, inner), count_a, indices(starts_a, others_a), properties_a)?;
        let right = operand(op_b, (inner, columns), count_b, indices(starts_b, others_b), properties_b)?;
        let extent = (left.1.extent(left.0.rows, left.0.columns).0, right.1.extent(right.0.rows, right.0.columns).1);
        let operands = Operands { left: Some(left), right: Some(right), added: None, extent };
        // SAFETY: this function requires what its callee does.
        unsafe { count(name, handle, operands, (starts_c, base(properties_c)?), total) }
    })
}

/// # Safety
/// Until the stream has done the work, the operands are readable, and C's arrays are writable for the product's elements.
unsafe extern "C" fn multiply<T: Wide>(
    handle: usize,
    op_a: u32,
    op_b: u32,
    rows: c_int,
    columns: c_int,
    inner: c_int,
    properties_a: usize,
    count_a: c_int,
    values_a: *const T,
    starts_a: *const c_int,
    others_a: *const c_int,
    properties_b: usize,
    count_b: c_int,
    values_b: *const T,
    starts_b: *const c_int,
    others_b: *const c_int,
    properties_c: usize,
    values_c: *mut T,
    starts_c: *const c_int,
    others_c: *mut c_int,
) -> u32 {
    let name = "hipsparseXcsrgemm";
    answer::<HipSparse>(name, || {
        let (op_a, op_b) = (Operation::of(op_a)?, Operation::of(op_b)?);
        let left = operand(op_a, (rows, inner), count_a, (values_a, starts_a, others_a), properties_a)?;
        let right = operand(op_b, (inner, columns), count_b, (values_b, starts_b, others_b), properties_b)?;
        let arrays = (values_c.cast_const(), starts_c, others_c.cast_const());
        let to = Sparse::of_arrays((rows, columns, 0), arrays, base(properties_c)?)?;
        let operands = Operands { left: Some(left), right: Some(right), added: None, extent: (to.rows, to.columns) };
        runtime::enqueue(settings(handle)?.stream, name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe { to.store(&operands.product(T::one(), T::zero(), true).pairs(), true, true) };
        })
    })
}

/// Notes which terms there are.
///
/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn size<T: Wide>(
    handle: usize,
    _rows: c_int,
    _columns: c_int,
    _inner: c_int,
    alpha: *const T,
    _properties_a: usize,
    _count_a: c_int,
    _starts_a: *const c_int,
    _others_a: *const c_int,
    _properties_b: usize,
    _count_b: c_int,
    _starts_b: *const c_int,
    _others_b: *const c_int,
    beta: *const T,
    _properties_d: usize,
    _count_d: c_int,
    _starts_d: *const c_int,
    _others_d: *const c_int,
    info: usize,
    bytes: *mut usize,
) -> u32 {
    let noted = answer::<HipSparse>("hipsparseXcsrgemm2_bufferSizeExt", || {
        if alpha.is_null() && beta.is_null() {
            return Err(Failure::InvalidValue);
        }
        TERMS.with(info, |terms| *terms = (!alpha.is_null(), !beta.is_null())).map_err(|_| Failure::InvalidValue)
    });
    if noted == 0 { buffer_size("hipsparseXcsrgemm2_bufferSizeExt", handle, bytes) } else { noted }
}

/// # Safety
/// What [`count`] requires, of the operands of terms that there are.
unsafe extern "C" fn count_sum(
    handle: usize,
    rows: c_int,
    columns: c_int,
    inner: c_int,
    properties_a: usize,
    count_a: c_int,
    starts_a: *const c_int,
    others_a: *const c_int,
    properties_b: usize,
    count_b: c_int,
    starts_b: *const c_int,
    others_b: *const c_int,
    properties_d: usize,
    count_d: c_int,
    starts_d: *const c_int,
    others_d: *const c_int,
    properties_c: usize,
    starts_c: *mut c_int,
    total: *mut c_int,
    info: usize,
    _buffer: *mut u8,
) -> u32 {
    let name = "hipsparseXcsrgemm2Nnz";
    answer::<HipSparse>(name, || {
        let terms = TERMS.with(info, |terms| *terms).map_err(|_| Failure::InvalidValue)?;
        let operands = sum(
            terms,
            (rows, columns, inner),
            (count_a, indices(starts_a, others_a), properties_a),
            (count_b, indices(starts_b, others_b), properties_b),
            (count_d, indices(starts_d, others_d), properties_d),
        )?;
        // SAFETY: this function requires what its callee does.
        unsafe { count(name, handle, operands, (starts_c, base(properties_c)?), total) }
    })
}

type Matrix<T> = (c_int, Arrays<T>, usize);

/// The operands of terms that there are: a product, and a matrix to add.
fn sum<T: Wide>(
    (multiplied, added): (bool, bool),
    (rows, columns, inner): (c_int, c_int, c_int),
    a: Matrix<T>,
    b: Matrix<T>,
    d: Matrix<T>,
) -> Outcome<Operands> {
    let of = |(count, arrays, properties): Matrix<T>, extent| operand(Operation::None, extent, count, arrays, properties);
    let extent = |n: c_int| super::arguments::extent(n);
    Ok(Operands {
        left: multiplied.then(|| of(a, (rows, inner))).transpose()?,
        right: multiplied.then(|| of(b, (inner, columns))).transpose()?,
        added: added.then(|| of(d, (rows, columns))).transpose()?.map(|(matrix, _)| matrix),
        extent: (extent(rows)?, extent(columns)?),
    })
}

/// # Safety
/// What [`multiply`] requires of the operands of terms that there are; `alpha` and `beta` are null or valid for reads, in device mode
/// until the stream has done the work.
unsafe extern "C" fn multiply_and_add<T: Wide>(
    handle: usize,
    rows: c_int,
    columns: c_int,
    inner: c_int,
    alpha: *const T,
    properties_a: usize,
    count_a: c_int,
    values_a: *const T,
    starts_a: *const c_int,
    others_a: *const c_int,
    properties_b: usize,
    count_b: c_int,
    values_b: *const T,
    starts_b: *const c_int,
    others_b: *const c_int,
    beta: *const T,
    properties_d: usize,
    count_d: c_int,
    values_d: *const T,
    starts_d: *const c_int,
    others_d: *const c_int,
    properties_c: usize,
    values_c: *mut T,
    starts_c: *const c_int,
    others_c: *mut c_int,
    info: usize,
    _buffer: *mut u8,
) -> u32 {
    let name = "hipsparseXcsrgemm2";
    answer::<HipSparse>(name, || {
        let settings = settings(handle)?;
        TERMS.with(info, |_| ()).map_err(|_| Failure::InvalidValue)?;
        let terms = (!alpha.is_null(), !beta.is_null());
        let operands = sum(
            terms,
            (rows, columns, inner),
            (count_a, (values_a, starts_a, others_a), properties_a),
            (count_b, (values_b, starts_b, others_b), properties_b),
            (count_d, (values_d, starts_d, others_d), properties_d),
        )?;
        // SAFETY: null or valid, as hipSPARSE says.
        let scalar = |p: *const T| unsafe { Scalar::new(p.cast(), T::KIND, settings.device_scalars) };
        let (alpha, beta) = (terms.0.then(|| scalar(alpha)).transpose()?, terms.1.then(|| scalar(beta)).transpose()?);
        let arrays = (values_c.cast_const(), starts_c, others_c.cast_const());
        let to = Sparse::of_arrays((rows, columns, 0), arrays, base(properties_c)?)?;
        runtime::enqueue(settings.stream, name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe {
                let value =
                    |scalar: Option<Scalar>| scalar.map_or(T::of(<T::Real as num_traits::Zero>::zero()), |it| it.get(T::KIND));
                to.store(&operands.product(value(alpha), value(beta), true).pairs(), true, true);
            }
        })
    })
}

/// # Safety
/// `to` is null or valid for writes.
unsafe extern "C" fn create_info(to: *mut usize) -> u32 {
    // SAFETY: null or valid, as hipSPARSE says.
    answer::<HipSparse>("hipsparseCreateCsrgemm2Info", || unsafe { give(to, TERMS.create((true, false))) })
}

extern "C" fn destroy_info(info: usize) -> u32 {
    answer::<HipSparse>("hipsparseDestroyCsrgemm2Info", || TERMS.destroy(info).map_err(|_| Failure::InvalidValue))
}

export_typed! {
    10;
    multiply: hipsparseScsrgemm = f32, hipsparseDcsrgemm = f64, hipsparseCcsrgemm = c32, hipsparseZcsrgemm = c64;
    size: hipsparseScsrgemm2_bufferSizeExt = f32, hipsparseDcsrgemm2_bufferSizeExt = f64, hipsparseCcsrgemm2_bufferSizeExt = c32,
        hipsparseZcsrgemm2_bufferSizeExt = c64;
    multiply_and_add: hipsparseScsrgemm2 = f32, hipsparseDcsrgemm2 = f64, hipsparseCcsrgemm2 = c32, hipsparseZcsrgemm2 = c64;
}

crate::export! {
    10;
    hipsparseXcsrgemmNnz = count_product,
    hipsparseXcsrgemm2Nnz = count_sum,
    hipsparseCreateCsrgemm2Info = create_info,
    hipsparseDestroyCsrgemm2Info = destroy_info,
}
