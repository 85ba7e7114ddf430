//! Products of dense matrices at the places of a sparse one (SDDMM): `C = alpha (op(A) op(B)) + beta C` where C has elements.

#![allow(clippy::too_many_arguments)]

use super::descriptors::{Full, Sparse, full, sparse};
use super::operands::{Operation, Scalar, buffer_size, computed_in, in_type};
use super::{HipSparse, settings};
use crate::entry::{Failure, answer};
use crate::runtime;
use crate::typed::{Type, Wide};

#[derive(Clone, Copy)]
struct Sampled {
    ops: (Operation, Operation),
    a: Full,
    b: Full,
    c: Sparse,
    alpha: Scalar,
    beta: Scalar,
    compute: Type,
}

impl Sampled {
    /// # Safety
    /// `a` and `b` are readable, and the values of `c` writable, as their descriptors say; scalars on the device are valid for reads.
    unsafe fn run<W: Wide>(&self) {
        let inner = self.ops.0.extent(self.a.rows, self.a.columns).1;
        // SAFETY: this function requires what its callees do; extents were checked.
        unsafe {
            let (alpha, beta): (W, W) = (self.alpha.get(self.compute), self.beta.get(self.compute));
            self.c.each(|at, i, j| {
                let term = |k: usize| self.a.value::<W>(self.ops.0, i, k) * self.b.value::<W>(self.ops.1, k, j);
                let old = if beta.is_zero() { W::zero() } else { beta * self.c.value::<W>(at) };
                self.c.set_value(at, alpha * (0..inner).map(term).sum::<W>() + old);
            });
        }
    }

    fn fits(&self) -> bool {
        let (a, b) = (self.ops.0.extent(self.a.rows, self.a.columns), self.ops.1.extent(self.b.rows, self.b.columns));
        a.1 == b.0 && (a.0, b.1) == (self.c.rows, self.c.columns)
    }
}

/// # Safety
/// `alpha` and `beta` are null or valid for reading a scalar of the type `compute`, in device mode until the stream has done the
/// work; until then the memory of the descriptors is as [`Sampled::run`] requires.
unsafe extern "C" fn sddmm(
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
    let name = "hipsparseSDDMM";
    answer::<HipSparse>(name, || {
        let (settings, compute) = (settings(handle)?, computed_in(compute)?);
        // SAFETY: null or valid, as hipSPARSE says.
        let (alpha, beta) = unsafe { Scalar::pair(alpha, beta, compute, settings.device_scalars)? };
        let ops = (Operation::of(op_a)?, Operation::of(op_b)?);
        let sampled = Sampled { ops, a: full(a)?, b: full(b)?, c: sparse(c)?, alpha, beta, compute };
        if !sampled.fits() {
            return Err(Failure::InvalidValue);
        }
        runtime::enqueue(settings.stream, name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            in_type!(sampled.compute, W => unsafe { sampled.run::<W>() });
        })
    })
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn sddmm_size(
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
    buffer_size("hipsparseSDDMM_bufferSize", handle, bytes)
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn prepare(handle: usize) -> u32 {
    answer::<HipSparse>("hipsparseSDDMM_preprocess", || settings(handle).map(|_| ()))
}

crate::export! {
    10;
    hipsparseSDDMM = sddmm,
    hipsparseSDDMM_bufferSize = sddmm_size,
    hipsparseSDDMM_preprocess = prepare,
}
