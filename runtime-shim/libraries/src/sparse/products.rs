//! Sparse matrices times dense vectors and matrices, summed in the type that the program names.

#![allow(clippy::too_many_arguments)]

use super::descriptors::{Batch, Format, Full, Sparse, full, sparse};
use super::operands::{Operation, Scalar, buffer_size, computed_in, in_type};
use super::{HipSparse, settings};
use crate::entry::{Failure, answer, not_supported};
use crate::runtime;
use crate::typed::{Type, Wide};

/// `C = alpha op(A) op(B) + beta C`.
#[derive(Clone, Copy)]
pub(super) struct Product {
    pub(super) ops: (Operation, Operation),
    pub(super) a: Sparse,
    pub(super) b: Full,
    pub(super) c: Full,
    pub(super) alpha: Scalar,
    pub(super) beta: Scalar,
    pub(super) compute: Type,
}

impl Product {
    /// # Safety
    /// The arrays of the sparse matrix and `b` are readable, and `c` is writable, as their descriptors say; scalars on the device
    /// are valid for reads.
    pub(super) unsafe fn run(&self) {
        for at in 0..self.c.batch.count {
            let (a, b) = (if self.a.batch.count > 1 { at } else { 0 }, if self.b.batch.count > 1 { at } else { 0 });
            let member = Product { a: self.a.member(a), b: self.b.member(b), c: self.c.member(at), ..*self };
            // SAFETY: the operands are there, as hipSPARSE says.
            in_type!(self.compute, W => unsafe { member.run_in::<W>() });
        }
    }

    /// # Safety
    /// What [`Product::run`] requires.
    unsafe fn run_in<W: Wide>(&self) {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        let (alpha, beta): (W, W) = unsafe { (self.alpha.get(self.compute), self.beta.get(self.compute)) };
        let mut sums = vec![W::zero(); self.c.rows * self.c.columns];
        // SAFETY: this function requires what its callee does.
        unsafe {
            self.a.each(|at, i, j| {
                let value = self.a.value::<W>(at).conj_if(self.ops.0 == Operation::Conjugate);
                let (row, inner) = if self.ops.0 == Operation::None { (i, j) } else { (j, i) };
                for column in 0..self.c.columns {
                    sums[row + column * self.c.rows] += value * self.b.value::<W>(self.ops.1, inner, column);
                }
            });
            for (at, &sum) in sums.iter().enumerate() {
                let (i, j) = (at % self.c.rows, at / self.c.rows);
                let old = if beta.is_zero() { W::zero() } else { beta * self.c.value::<W>(Operation::None, i, j) };
                self.c.set(i, j, alpha * sum + old);
            }
        }
    }

    /// Whether the extents fit, and the numbers of matrices in batches.
    pub(super) fn fits(&self) -> bool {
        let a = self.ops.0.extent(self.a.rows, self.a.columns);
        let b = self.ops.1.extent(self.b.rows, self.b.columns);
        // An operand of one matrix is that of all results.
        let one_or_all = |batch: Batch| batch.count == 1 || batch.count == self.c.batch.count;
        let extents = a.1 == b.0 && a.0 == self.c.rows && b.1 == self.c.columns;
        extents && one_or_all(self.a.batch) && one_or_all(self.b.batch)
    }
}

/// # Safety
/// `alpha` and `beta` are null or valid for reading a scalar of the type `compute`, in device mode until the stream has done the
/// work; until then the memory of the descriptors is as [`Product::run`] requires.
unsafe fn multiply(
    name: &'static str,
    handle: usize,
    ops: (u32, u32),
    (alpha, beta): (*const u8, *const u8),
    (a, b, c): (usize, usize, usize),
    compute: u32,
) -> u32 {
    answer::<HipSparse>(name, || {
        let settings = settings(handle)?;
        let compute = computed_in(compute)?;
        // SAFETY: null or valid, as hipSPARSE says.
        let (alpha, beta) = unsafe { Scalar::pair(alpha, beta, compute, settings.device_scalars)? };
        let ops = (Operation::of(ops.0)?, Operation::of(ops.1)?);
        let product = Product { ops, a: sparse(a)?, b: full(b)?, c: full(c)?, alpha, beta, compute };
        if !product.fits() {
            return Err(Failure::InvalidValue);
        }
        if matches!(product.a.format, Format::Blocked { .. }) && (name != "hipsparseSpMM" || product.ops.0 != Operation::None) {
            return Err(not_supported(
                "a product of a matrix of blocks (`hipsparseCreateBlockedEll`), transposed or with a vector,",
            ));
        }
        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
        runtime::enqueue(settings.stream, name, move || unsafe { product.run() })
    })
}

/// # Safety
/// What [`multiply`] requires.
unsafe extern "C" fn spmv(
    handle: usize,
    op: u32,
    alpha: *const u8,
    a: usize,
    x: usize,
    beta: *const u8,
    y: usize,
    compute: u32,
    _algorithm: u32,
    _buffer: *mut u8,
) -> u32 {
    // SAFETY: this function requires what its callee does.
    unsafe { multiply("hipsparseSpMV", handle, (op, 0), (alpha, beta), (a, x, y), compute) }
}

/// # Safety
/// What [`multiply`] requires.
unsafe extern "C" fn spmm(
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
    _buffer: *mut u8,
) -> u32 {
    // SAFETY: this function requires what its callee does.
    unsafe { multiply("hipsparseSpMM", handle, (op_a, op_b), (alpha, beta), (a, b, c), compute) }
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn spmv_size(
    handle: usize,
    _op: u32,
    _alpha: *const u8,
    _a: usize,
    _x: usize,
    _beta: *const u8,
    _y: usize,
    _compute: u32,
    _algorithm: u32,
    bytes: *mut usize,
) -> u32 {
    buffer_size("hipsparseSpMV_bufferSize", handle, bytes)
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn spmm_size(
    handle: usize,
    _op_a: u32,
    _op_b: u32,
    _alpha: *const u8,
    _a: usize,
    _b: usize,
    _beta: *const u8,
    _c: usize,
    _compute: u32,
    _algorithm: u32,
    bytes: *mut usize,
) -> u32 {
    buffer_size("hipsparseSpMM_bufferSize", handle, bytes)
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn prepare(handle: usize) -> u32 {
    answer::<HipSparse>("hipsparseSpMV_preprocess", || settings(handle).map(|_| ()))
}

crate::export! {
    10;
    hipsparseSpMV = spmv,
    hipsparseSpMV_bufferSize = spmv_size,
    hipsparseSpMV_preprocess = prepare,
    hipsparseSpMM = spmm,
    hipsparseSpMM_bufferSize = spmm_size,
    hipsparseSpMM_preprocess = prepare,
}
