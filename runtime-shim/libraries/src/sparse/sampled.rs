//! Products of dense matrices at the places of a sparse one (SDDMM): `C = alpha (op(A) op(B)) + beta C` where C has elements.

#![allow(clippy::too_many_arguments)]

use super::descriptors::{Batch, Full, Sparse, full, sparse};
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
        for at in 0..self.c.batch.count {
            let (a, b) = (if self.a.batch.count > 1 { at } else { 0 }, if self.b.batch.count > 1 { at } else { 0 });
            let member = Sampled { a: self.a.member(a), b: self.b.member(b), c: self.c.member(at), ..*self };
            // SAFETY: this function requires what its callee does.
            unsafe { member.run_one::<W>() };
        }
    }

    /// # Safety
    /// What [`Sampled::run`] requires, of one matrix.
    unsafe fn run_one<W: Wide>(&self) {
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
        let one_or_all = |batch: Batch| batch.count == 1 || batch.count == self.c.batch.count;
        a.1 == b.0 && (a.0, b.1) == (self.c.rows, self.c.columns) && one_or_all(self.a.batch) && one_or_all(self.b.batch)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Two matrices of two elements each, other places and values, with dense operands of their own and with one for both.
    #[test]
    fn each_matrix_of_a_batch_is_sampled() {
        let (starts, columns) = ([0, 1, 2, 0, 1, 2], [0, 2, 1, 0]);
        let (left, right): (Vec<f64>, Vec<f64>) =
            ((0..8).map(f64::from).collect(), (0..12).map(|at| f64::from(at) * 0.5).collect());
        let (alpha, beta) = (2.0_f64, 3.0_f64);
        for apart in [false, true] {
            let mut values = vec![1.0, 2.0, 3.0, 4.0];
            let batch = |first, others| Batch { count: 2, first, others };
            let of = |full: Full, others| if apart { Full { batch: batch(0, others), ..full } } else { full };
            let arrays = (values.as_mut_ptr().cast_const(), starts.as_ptr(), columns.as_ptr());
            let c = Sparse { batch: batch(3, 2), ..Sparse::of_arrays((2, 3, 2), arrays, 0).unwrap() };
            let a = of(Full::of_array((2, 2), left.as_ptr(), 2, false).unwrap(), 4);
            let b = of(Full::of_array((2, 3), right.as_ptr(), 2, false).unwrap(), 6);
            // SAFETY: the scalars and arrays are our own.
            unsafe {
                let scalars = ((&raw const alpha).cast(), (&raw const beta).cast());
                let (alpha, beta) = Scalar::pair(scalars.0, scalars.1, Type::Double, false).unwrap();
                let sampled = Sampled { ops: (Operation::None, Operation::None), a, b, c, alpha, beta, compute: Type::Double };
                assert!(
                    sampled.fits()
                        && !Sampled { a: Full { batch: Batch { count: 3, first: 0, others: 4 }, ..a }, ..sampled }.fits()
                );
                sampled.run::<f64>();
            }
            for at in 0..4 {
                let (member, row, column) = (at / 2, at % 2, columns[at] as usize);
                let (la, lb) = if apart { (member * 4, member * 6) } else { (0, 0) };
                let sum: f64 = (0..2).map(|k| left[la + row + k * 2] * right[lb + k + column * 2]).sum();
                assert_eq!(values[at], 2.0 * sum + 3.0 * (at + 1) as f64);
            }
        }
    }
}
