//! hipSPARSE's hybrid format (`hipsparseHybMat_t`), whose insides no program sees: matrices by rows here, converted and multiplied.
//! How wide the part of equal rows is (`hipsparseHybPartition_t`) changes no result (AMD's hipSPARSE documentation, "Sparse conversion
//! functions").

#![allow(clippy::too_many_arguments)]

use super::arguments::array;
use super::descriptors::Sparse;
use super::elements::Rows;
use super::matrix_properties::base;
use super::operands::{Operation, Scalar};
use super::{HipSparse, settings};
use crate::entry::{Failure, answer, export_typed};
use crate::handles::{Handles, give};
use crate::memory::Vector;
use crate::number::{c32, c64};
use crate::runtime;
use crate::typed::{Type, Wide};
use std::ffi::c_int;
use std::sync::PoisonError;

/// A matrix, its columns and the type of its elements: the last two are known before the stream comes to the first.
struct Hybrid {
    extent: (usize, usize),
    kind: Option<Type>,
    rows: Rows<c64>,
}

static MATRICES: Handles<Hybrid> = Handles::new();

/// The largest of `hipsparseHybPartition_t`.
const PARTITIONS: u32 = 2;

/// # Safety
/// `to` is null or valid for writes.
unsafe extern "C" fn create(to: *mut usize) -> u32 {
    answer::<HipSparse>("hipsparseCreateHybMat", || {
        let rows = Rows { starts: vec![0], elements: Vec::new() };
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(to, MATRICES.create(Hybrid { extent: (0, 0), kind: None, rows })) }
    })
}

extern "C" fn destroy(matrix: usize) -> u32 {
    answer::<HipSparse>("hipsparseDestroyHybMat", || MATRICES.destroy(matrix).map_err(|_| Failure::InvalidValue))
}

/// # Safety
/// Until the stream has done the work, the arrays are readable.
unsafe extern "C" fn of_rows<T: Wide>(
    handle: usize,
    rows: c_int,
    columns: c_int,
    properties: usize,
    values: *const T,
    starts: *const c_int,
    others: *const c_int,
    matrix: usize,
    _width: c_int,
    partition: u32,
) -> u32 {
    let name = "hipsparseXcsr2hyb";
    answer::<HipSparse>(name, || {
        if partition > PARTITIONS {
            return Err(Failure::InvalidEnum);
        }
        let from = Sparse::of_arrays((rows, columns, 0), (values, starts, others), base(properties)?)?;
        let to = MATRICES.shared(matrix).map_err(|_| Failure::InvalidValue)?;
        {
            let mut to = to.lock().unwrap_or_else(PoisonError::into_inner);
            (to.extent, to.kind) = ((from.rows, from.columns), Some(T::KIND));
        }
        runtime::enqueue(settings(handle)?.stream, name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            let rows = unsafe { Rows::<T>::of(&from, Operation::None).pairs() };
            to.lock().unwrap_or_else(PoisonError::into_inner).rows = rows;
        })
    })
}

/// # Safety
/// Until the stream has done the work, `starts` is writable for one number more than there are rows, the others for the elements.
unsafe extern "C" fn to_rows<T: Wide>(
    handle: usize,
    properties: usize,
    matrix: usize,
    values: *mut T,
    starts: *mut c_int,
    others: *mut c_int,
) -> u32 {
    let name = "hipsparseXhyb2csr";
    answer::<HipSparse>(name, || {
        let from = MATRICES.shared(matrix).map_err(|_| Failure::InvalidValue)?;
        let (rows, columns) = known::<T>(matrix)?;
        let arrays = (values.cast_const(), starts.cast_const(), others.cast_const());
        let to = Sparse::of_arrays((rows as c_int, columns as c_int, 0), arrays, base(properties)?)?;
        runtime::enqueue(settings(handle)?.stream, name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe { to.store(&from.lock().unwrap_or_else(PoisonError::into_inner).rows, true, true) };
        })
    })
}

/// Rows and columns of a matrix that was converted from this type.
fn known<T: Wide>(matrix: usize) -> crate::entry::Outcome<(usize, usize)> {
    let found = MATRICES.with(matrix, |found| (found.kind == Some(T::KIND)).then_some(found.extent));
    found.ok().flatten().ok_or(Failure::InvalidValue)
}

/// `y = alpha op(A) x + beta y`.
///
/// # Safety
/// `x` is readable and `y` writable.
unsafe fn multiply<T: Wide>(a: &Hybrid, op: Operation, (alpha, beta): (T, T), x: Vector<T>, y: Vector<T>) {
    let turned = (op != Operation::None).then(|| a.rows.transposed(a.extent.1));
    let rows = turned.as_ref().unwrap_or(&a.rows);
    for i in 0..rows.rows() {
        // SAFETY: as required.
        unsafe {
            let term = |&(j, value): &(usize, c64)| T::from_pair(value).conj_if(op == Operation::Conjugate) * x.get(j);
            let sum: T = rows.row(i).iter().map(term).sum();
            y.update(i, |old| alpha * sum + if beta.is_zero() { T::zero() } else { beta * old });
        }
    }
}

/// # Safety
/// `alpha` and `beta` are null or valid for reads, in device mode until the stream has done the work; until then `x` is readable, and `y`
/// is writable.
unsafe extern "C" fn times_vector<T: Wide>(
    handle: usize,
    op: u32,
    alpha: *const T,
    properties: usize,
    matrix: usize,
    x: *const T,
    beta: *const T,
    y: *mut T,
) -> u32 {
    let name = "hipsparseXhybmv";
    answer::<HipSparse>(name, || {
        let (settings, op) = (settings(handle)?, Operation::of(op)?);
        base(properties)?;
        let (rows, columns) = known::<T>(matrix)?;
        let (m, n) = op.extent(rows, columns);
        let (x, y) = (array(x, n as c_int)?, array(y.cast_const(), m as c_int)?);
        // SAFETY: null or valid, as hipSPARSE says.
        let scalars = unsafe { Scalar::pair(alpha.cast(), beta.cast(), T::KIND, settings.device_scalars)? };
        let a = MATRICES.shared(matrix).map_err(|_| Failure::InvalidValue)?;
        runtime::enqueue(settings.stream, name, move || {
            let a = a.lock().unwrap_or_else(PoisonError::into_inner);
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe { multiply(&a, op, (scalars.0.get(T::KIND), scalars.1.get(T::KIND)), x, y) };
        })
    })
}

export_typed! {
    10;
    of_rows: hipsparseScsr2hyb = f32, hipsparseDcsr2hyb = f64, hipsparseCcsr2hyb = c32, hipsparseZcsr2hyb = c64;
    to_rows: hipsparseShyb2csr = f32, hipsparseDhyb2csr = f64, hipsparseChyb2csr = c32, hipsparseZhyb2csr = c64;
    times_vector: hipsparseShybmv = f32, hipsparseDhybmv = f64, hipsparseChybmv = c32, hipsparseZhybmv = c64;
}

crate::export! {
    10;
    hipsparseCreateHybMat = create,
    hipsparseDestroyHybMat = destroy,
}
