//! Products of two sparse matrices, whose result is sparse (SpGEMM and SpGEMMreuse): `C = alpha op(A) op(B) + beta C`.
//!
//! The number of elements is known to the program after `compute` (or `nnz`), which therefore wait for the stream; the result is kept
//! with the descriptor until it is copied.

#![allow(clippy::too_many_arguments)]

use super::descriptors::{Format, SPARSE, Sparse, sparse};
use super::elements::Rows;
use super::gustavson::product;
use super::operands::{Operation, Scalar, computed_in, in_type, wide};
use super::{HipSparse, settings};
use crate::entry::{Failure, Outcome, answer, not_supported};
use crate::handles::{Handles, give};
use crate::number::c64;
use crate::runtime;
use crate::typed::{Type, Wide};

/// The result that a descriptor of SpGEMM holds.
type Found = Option<Rows<c64>>;

static FOUND: Handles<Found> = Handles::new();

/// What a call multiplies.
#[derive(Clone, Copy)]
struct Product {
    ops: (Operation, Operation),
    a: Sparse,
    b: Sparse,
    c: Sparse,
    /// None where only the places of elements are asked for.
    scalars: Option<(Scalar, Scalar)>,
    compute: Type,
}

impl Product {
    fn new(
        ops: (u32, u32),
        (a, b, c): (usize, usize, usize),
        scalars: Option<(Scalar, Scalar)>,
        compute: Type,
    ) -> Outcome<Product> {
        let ops = (Operation::of(ops.0)?, Operation::of(ops.1)?);
        let made = Product { ops, a: sparse(a)?, b: sparse(b)?, c: sparse(c)?, scalars, compute };
        if matches!(made.c.format, Format::Blocked { .. }) {
            return Err(Failure::InvalidValue);
        }
        let (left, right) = (ops.0.extent(made.a.rows, made.a.columns), ops.1.extent(made.b.rows, made.b.columns));
        let fits = left.1 == right.0 && (left.0, right.1) == (made.c.rows, made.c.columns);
        if fits { Ok(made) } else { Err(Failure::InvalidValue) }
    }

    /// # Safety
    /// The arrays of `a` and `b` are readable as their descriptors say, and those of `c` where beta is not zero; scalars on the
    /// device are valid for reads.
    unsafe fn run<W: Wide>(&self) -> Rows<c64> {
        // SAFETY: this function requires what its callees do.
        unsafe {
            let (a, b) = (Rows::<W>::of(&self.a, self.ops.0), Rows::<W>::of(&self.b, self.ops.1));
            let scalar = |scalar: Scalar| scalar.get::<W>(self.compute);
            let (alpha, beta) = self.scalars.map_or((W::one(), W::zero()), |(alpha, beta)| (scalar(alpha), scalar(beta)));
            let there = !beta.is_zero() && self.c.count > 0;
            let c = there.then(|| Rows::<W>::of(&self.c, Operation::None));
            product(alpha, &a, &b, c.as_ref().map(|c| (beta, c)), self.c.columns).pairs()
        }
    }

    /// # Safety
    /// What [`Product::run`] requires.
    unsafe fn run_in_type(&self) -> Rows<c64> {
        // SAFETY: this function requires what its callee does.
        in_type!(self.compute, W => unsafe { self.run::<W>() })
    }
}

/// Multiplies, waits for it, keeps the result and notes its count of elements in C's descriptor.
///
/// # Safety
/// The memory of the descriptors is as [`Product::run`] requires.
unsafe fn find(name: &'static str, handle: usize, product: Product, c: usize, descriptor: usize) -> Outcome {
    let found = FOUND.shared(descriptor).map_err(|_| Failure::InvalidValue)?;
    let to = found.clone();
    runtime::run_now(settings(handle)?.stream, name, move || {
        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
        let made = unsafe { product.run_in_type() };
        *to.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(made);
    })?;
    let count = found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).as_ref().map(|rows| rows.elements.len());
    let count = count.ok_or(Failure::Internal)?;
    SPARSE.with(c, |c| c.count = count)
}

/// Writes the result that a descriptor holds.
///
/// # Safety
/// Until the stream has done the work, C's arrays are writable for the result.
unsafe fn copy(name: &'static str, handle: usize, c: usize, descriptor: usize, values: bool) -> Outcome {
    let found = FOUND.shared(descriptor).map_err(|_| Failure::InvalidValue)?;
    let (to, settings) = (sparse(c)?, settings(handle)?);
    if found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).is_none() || to.second.p == 0 && to.count > 0 {
        return Err(Failure::InvalidValue);
    }
    runtime::enqueue(settings.stream, name, move || {
        if let Some(rows) = &*found.lock().unwrap_or_else(std::sync::PoisonError::into_inner) {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe { to.store(rows, true, values) };
        }
    })
}

/// Memory to work in is our own: programs are asked for little, since some would not take a size of zero.
///
/// # Safety
/// Each pointer is null or valid for writes.
unsafe fn ask_for_little(sizes: &[*mut usize]) -> Outcome {
    // SAFETY: null or valid, as required.
    sizes.iter().try_for_each(|&size| unsafe { give(size, 4) })
}

/// # Safety
/// `to` is null or valid for writes.
unsafe extern "C" fn create(to: *mut usize) -> u32 {
    // SAFETY: null or valid, as hipSPARSE says.
    answer::<HipSparse>("hipsparseSpGEMM_createDescr", || unsafe { give(to, FOUND.create(None)) })
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn destroy(descriptor: usize) -> u32 {
    answer::<HipSparse>("hipsparseSpGEMM_destroyDescr", || FOUND.destroy(descriptor).map_err(|_| Failure::InvalidValue))
}

/// # Safety
/// `size` is null or valid for writes.
unsafe extern "C" fn estimate(
    handle: usize,
    op_a: u32,
    op_b: u32,
    _alpha: *const u8,
    a: usize,
    b: usize,
    _beta: *const u8,
    c: usize,
    compute: u32,
    _algorithm: u32,
    _descriptor: usize,
    size: *mut usize,
    buffer: *mut u8,
) -> u32 {
    answer::<HipSparse>("hipsparseSpGEMM_workEstimation", || {
        settings(handle)?;
        Product::new((op_a, op_b), (a, b, c), None, computed_in(compute)?)?;
        // SAFETY: this function requires what its callee does.
        if buffer.is_null() { unsafe { ask_for_little(&[size]) } } else { Ok(()) }
    })
}

/// # Safety
/// `size` is null or valid for writes; `alpha` and `beta` are null or valid for reading a scalar of the type `compute`; the memory
/// of the descriptors is as [`Product::run`] requires.
unsafe extern "C" fn compute(
    handle: usize,
    op_a: u32,
    op_b: u32,
    alpha: *const u8,
    a: usize,
    b: usize,
    beta: *const u8,
    c: usize,
    compute: u32,
    _algorithm: u32,
    descriptor: usize,
    size: *mut usize,
    buffer: *mut u8,
) -> u32 {
    let name = "hipsparseSpGEMM_compute";
    answer::<HipSparse>(name, || {
        let (on_device, compute) = (settings(handle)?.device_scalars, computed_in(compute)?);
        // SAFETY: null or valid, as hipSPARSE says; this function requires what its callees do.
        unsafe {
            if buffer.is_null() {
                return ask_for_little(&[size]);
            }
            let scalars = Scalar::pair(alpha, beta, compute, on_device)?;
            find(name, handle, Product::new((op_a, op_b), (a, b, c), Some(scalars), compute)?, c, descriptor)
        }
    })
}

/// # Safety
/// What [`copy`] requires.
unsafe extern "C" fn copy_result(
    handle: usize,
    _op_a: u32,
    _op_b: u32,
    _alpha: *const u8,
    _a: usize,
    _b: usize,
    _beta: *const u8,
    c: usize,
    _compute: u32,
    _algorithm: u32,
    descriptor: usize,
) -> u32 {
    let name = "hipsparseSpGEMM_copy";
    // SAFETY: this function requires what its callee does.
    answer::<HipSparse>(name, || unsafe { copy(name, handle, c, descriptor, true) })
}

/// # Safety
/// `size` is null or valid for writes.
unsafe extern "C" fn reuse_estimate(
    handle: usize,
    op_a: u32,
    op_b: u32,
    a: usize,
    b: usize,
    c: usize,
    _algorithm: u32,
    _descriptor: usize,
    size: *mut usize,
    buffer: *mut u8,
) -> u32 {
    answer::<HipSparse>("hipsparseSpGEMMreuse_workEstimation", || {
        settings(handle)?;
        Product::new((op_a, op_b), (a, b, c), None, Type::Double)?;
        // SAFETY: this function requires what its callee does.
        if buffer.is_null() { unsafe { ask_for_little(&[size]) } } else { Ok(()) }
    })
}

/// # Safety
/// The sizes are null or valid for writes; the memory of the descriptors is as [`Product::run`] requires.
unsafe extern "C" fn reuse_count(
    handle: usize,
    op_a: u32,
    op_b: u32,
    a: usize,
    b: usize,
    c: usize,
    _algorithm: u32,
    descriptor: usize,
    size2: *mut usize,
    buffer2: *mut u8,
    size3: *mut usize,
    buffer3: *mut u8,
    size4: *mut usize,
    buffer4: *mut u8,
) -> u32 {
    let name = "hipsparseSpGEMMreuse_nnz";
    answer::<HipSparse>(name, || {
        settings(handle)?;
        let product = Product::new((op_a, op_b), (a, b, c), None, wide(sparse(a)?.kind))?;
        // SAFETY: this function requires what its callees do.
        unsafe {
            if buffer2.is_null() && buffer3.is_null() && buffer4.is_null() {
                return ask_for_little(&[size2, size3, size4]);
            }
            find(name, handle, product, c, descriptor)
        }
    })
}

/// # Safety
/// `size` is null or valid for writes; what [`copy`] requires of the indices.
unsafe extern "C" fn reuse_copy(
    handle: usize,
    _op_a: u32,
    _op_b: u32,
    _a: usize,
    _b: usize,
    c: usize,
    _algorithm: u32,
    descriptor: usize,
    size: *mut usize,
    buffer: *mut u8,
) -> u32 {
    let name = "hipsparseSpGEMMreuse_copy";
    // SAFETY: this function requires what its callees do.
    answer::<HipSparse>(name, || unsafe {
        if buffer.is_null() { ask_for_little(&[size]) } else { copy(name, handle, c, descriptor, false) }
    })
}

/// # Safety
/// `alpha` and `beta` are null or valid for reading a scalar of the type `compute`; until the stream has done the work, the memory
/// of the descriptors is as [`Product::run`] requires, and C's values are writable.
unsafe extern "C" fn reuse_compute(
    handle: usize,
    op_a: u32,
    op_b: u32,
    alpha: *const u8,
    a: usize,
    b: usize,
    beta: *const u8,
    c: usize,
    compute: u32,
    _algorithm: u32,
    descriptor: usize,
) -> u32 {
    let name = "hipsparseSpGEMMreuse_compute";
    answer::<HipSparse>(name, || {
        let (settings, compute) = (settings(handle)?, computed_in(compute)?);
        FOUND.with(descriptor, |_| ()).map_err(|_| Failure::InvalidValue)?;
        // SAFETY: null or valid, as hipSPARSE says.
        let scalars = unsafe { Scalar::pair(alpha, beta, compute, settings.device_scalars)? };
        let product = Product::new((op_a, op_b), (a, b, c), Some(scalars), compute)?;
        runtime::enqueue(settings.stream, name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            let made = unsafe { product.run_in_type() };
            if made.elements.len() != product.c.count {
                not_supported("`hipsparseSpGEMMreuse_compute` with another structure than at `hipsparseSpGEMMreuse_nnz`");
                return;
            }
            // SAFETY: the same; there are as many elements as C has places.
            unsafe { product.c.store(&made, false, true) };
        })
    })
}

crate::export! {
    10;
    hipsparseSpGEMM_createDescr = create,
    hipsparseSpGEMM_destroyDescr = destroy,
    hipsparseSpGEMM_workEstimation = estimate,
    hipsparseSpGEMM_compute = compute,
    hipsparseSpGEMM_copy = copy_result,
    hipsparseSpGEMMreuse_workEstimation = reuse_estimate,
    hipsparseSpGEMMreuse_nnz = reuse_count,
    hipsparseSpGEMMreuse_copy = reuse_copy,
    hipsparseSpGEMMreuse_compute = reuse_compute,
}
