//! Tridiagonal systems (`gtsv2`), for each element type: with exchanges of rows, without, and batches without.

#![allow(clippy::too_many_arguments)]

use super::operands::buffer_size;
use super::{HipSparse, settings};
use crate::entry::{Failure, answer};
use crate::memory::Matrix;
use crate::number::{Number, c32, c64};
use crate::runtime;
use std::ffi::c_int;

/// A matrix's diagonals: below, on and above it, each as long as the matrix has rows. The first element below and the last above are
/// not of the matrix.
struct Diagonals<T> {
    below: Vec<T>,
    on: Vec<T>,
    above: Vec<T>,
}

impl<T: Number> Diagonals<T> {
    /// # Safety
    /// Each diagonal is readable for `n` elements.
    unsafe fn of(n: usize, (below, on, above): (*const T, *const T, *const T)) -> Diagonals<T> {
        // SAFETY: as required.
        let all = |p: *const T| unsafe { (0..n).map(|i| p.add(i).read()).collect() };
        Diagonals { below: all(below), on: all(on), above: all(above) }
    }

    /// Solves for the columns of `b` by elimination; with `exchanges`, the larger of two rows goes first, which makes a second diagonal
    /// above (LAPACK's `gtsv`).
    ///
    /// # Safety
    /// `b` is writable for as many rows as there are, of `columns` elements.
    unsafe fn solve(mut self, exchanges: bool, columns: usize, b: Matrix<T>) {
        let n = self.on.len();
        let mut second = vec![T::zero(); n];
        for i in 1..n {
            let last = i + 1 == n;
            let exchange = exchanges && self.below[i].size() > self.on[i - 1].size();
            if exchange {
                // Row i has its elements at i - 1, i and i + 1.
                let own = (self.below[i], self.on[i], if last { T::zero() } else { self.above[i] });
                self.below[i] = self.on[i - 1];
                self.on[i] = self.above[i - 1];
                (self.on[i - 1], self.above[i - 1], second[i - 1]) = own;
                if !last {
                    self.above[i] = T::zero();
                }
            }
            let factor = self.below[i] / self.on[i - 1];
            let by = self.above[i - 1];
            self.on[i] -= factor * by;
            if !last {
                let by = second[i - 1];
                self.above[i] -= factor * by;
            }
            for j in 0..columns {
                // SAFETY: the rows are of the matrix.
                unsafe {
                    if exchange {
                        let held = b.get(i, j);
                        b.set(i, j, b.get(i - 1, j));
                        b.set(i - 1, j, held);
                    }
                    b.update(i, j, |value| value - factor * b.get(i - 1, j));
                }
            }
        }
        for j in 0..columns {
            for i in (0..n).rev() {
                // SAFETY: the rows are of the matrix.
                unsafe {
                    let mut value = b.get(i, j);
                    if i + 1 < n {
                        value -= self.above[i] * b.get(i + 1, j);
                    }
                    if i + 2 < n {
                        value -= second[i] * b.get(i + 2, j);
                    }
                    b.set(i, j, value / self.on[i]);
                }
            }
        }
    }
}

/// Puts systems of one matrix each into the stream: `count` of them, `stride` elements apart, whose right-hand sides are the
/// `columns` of a matrix each.
///
/// # Safety
/// Until the stream has done the work, each diagonal is readable for `n` elements of each member, and `b` writable for `n` by
/// `columns`.
unsafe fn submit<T: Number>(
    name: &'static str,
    handle: usize,
    exchanges: bool,
    (n, columns, ld): (c_int, c_int, c_int),
    (below, on, above): (*const T, *const T, *const T),
    b: *mut T,
    (count, stride): (c_int, c_int),
) -> u32 {
    answer::<HipSparse>(name, || {
        let stream = settings(handle)?.stream;
        let sizes = n >= 0 && columns >= 0 && ld >= n.max(1) && count >= 0 && (count <= 1 || stride >= n);
        if !sizes || n > 0 && (below.is_null() || on.is_null() || above.is_null() || b.is_null()) {
            return Err(Failure::InvalidValue);
        }
        let (n, columns, stride) = (n as usize, columns as usize, stride as usize);
        let (below, on, above, b) = (below as usize, on as usize, above as usize, Matrix::new(b, ld as usize));
        runtime::enqueue(stream, name, move || {
            for member in 0..count as usize {
                let place = |p: usize| (p as *const T).wrapping_add(member * stride);
                let whole: Matrix<T> = b;
                let b = Matrix { p: whole.p.wrapping_add(member * stride), ..whole };
                // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
                unsafe { Diagonals::of(n, (place(below), place(on), place(above))).solve(exchanges, columns, b) };
            }
        })
    })
}

/// The functions of one element type, and what they are exported as.
macro_rules! tridiagonal {
    ($module:ident: $type:ty; $($name:ident = $own:ident,)*) => {
        mod $module {
            use super::*;

            type T = $type;

            /// # Safety
            /// `bytes` is null or valid for writes.
            unsafe extern "C" fn size(
                handle: usize, _n: c_int, _columns: c_int, _below: *const T, _on: *const T, _above: *const T, _b: *const T, _ld: c_int,
                bytes: *mut usize,
            ) -> u32 {
                buffer_size("hipsparseXgtsv2_bufferSizeExt", handle, bytes)
            }

            /// # Safety
            /// What [`submit`] requires of one member.
            unsafe extern "C" fn solve(
                handle: usize, n: c_int, columns: c_int, below: *const T, on: *const T, above: *const T, b: *mut T, ld: c_int,
                _buffer: *mut u8,
            ) -> u32 {
                // SAFETY: this function requires what its callee does.
                unsafe { submit("hipsparseXgtsv2", handle, true, (n, columns, ld), (below, on, above), b, (1, 0)) }
            }

            /// # Safety
            /// What [`submit`] requires of one member.
            unsafe extern "C" fn solve_plainly(
                handle: usize, n: c_int, columns: c_int, below: *const T, on: *const T, above: *const T, b: *mut T, ld: c_int,
                _buffer: *mut u8,
            ) -> u32 {
                // SAFETY: this function requires what its callee does.
                unsafe { submit("hipsparseXgtsv2_nopivot", handle, false, (n, columns, ld), (below, on, above), b, (1, 0)) }
            }

            /// # Safety
            /// `bytes` is null or valid for writes.
            unsafe extern "C" fn batch_size(
                handle: usize, _n: c_int, _below: *const T, _on: *const T, _above: *const T, _x: *const T, _count: c_int,
                _stride: c_int, bytes: *mut usize,
            ) -> u32 {
                buffer_size("hipsparseXgtsv2StridedBatch_bufferSizeExt", handle, bytes)
            }

            /// # Safety
            /// What [`submit`] requires, with one right-hand side a member.
            unsafe extern "C" fn solve_batch(
                handle: usize, n: c_int, below: *const T, on: *const T, above: *const T, x: *mut T, count: c_int, stride: c_int,
                _buffer: *mut u8,
            ) -> u32 {
                let batch = (count, stride);
                // SAFETY: this function requires what its callee does.
                unsafe { submit("hipsparseXgtsv2StridedBatch", handle, false, (n, 1, n.max(1)), (below, on, above), x, batch) }
            }

            $( $crate::export! { 10; $name = $own } )*
        }
    };
}

tridiagonal! {
    single: f32;
    hipsparseSgtsv2_bufferSizeExt = size,
    hipsparseSgtsv2 = solve,
    hipsparseSgtsv2_nopivot_bufferSizeExt = size,
    hipsparseSgtsv2_nopivot = solve_plainly,
    hipsparseSgtsv2StridedBatch_bufferSizeExt = batch_size,
    hipsparseSgtsv2StridedBatch = solve_batch,
}

tridiagonal! {
    double: f64;
    hipsparseDgtsv2_bufferSizeExt = size,
    hipsparseDgtsv2 = solve,
    hipsparseDgtsv2_nopivot_bufferSizeExt = size,
    hipsparseDgtsv2_nopivot = solve_plainly,
    hipsparseDgtsv2StridedBatch_bufferSizeExt = batch_size,
    hipsparseDgtsv2StridedBatch = solve_batch,
}

tridiagonal! {
    complex: c32;
    hipsparseCgtsv2_bufferSizeExt = size,
    hipsparseCgtsv2 = solve,
    hipsparseCgtsv2_nopivot_bufferSizeExt = size,
    hipsparseCgtsv2_nopivot = solve_plainly,
    hipsparseCgtsv2StridedBatch_bufferSizeExt = batch_size,
    hipsparseCgtsv2StridedBatch = solve_batch,
}

tridiagonal! {
    double_complex: c64;
    hipsparseZgtsv2_bufferSizeExt = size,
    hipsparseZgtsv2 = solve,
    hipsparseZgtsv2_nopivot_bufferSizeExt = size,
    hipsparseZgtsv2_nopivot = solve_plainly,
    hipsparseZgtsv2StridedBatch_bufferSizeExt = batch_size,
    hipsparseZgtsv2StridedBatch = solve_batch,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Dense;

    fn element(i: usize, by: usize) -> c64 {
        c64::new(((i * 7 + by * 5) % 11) as f64 - 4.5, ((i * 3 + by) % 5) as f64 - 2.0)
    }

    /// The largest element of `A X - B`.
    fn residual(a: &Diagonals<c64>, x: &Dense<c64>, b: &Dense<c64>) -> f64 {
        let n = x.rows;
        let row = |at: usize| {
            let (i, first) = (at % n, at - at % n);
            let beside = |on: bool, value: c64, at: usize| if on { value * x.all[at] } else { c64::new(0.0, 0.0) };
            beside(i > 0, a.below[i], at.wrapping_sub(1).min(first + n - 1))
                + a.on[i] * x.all[at]
                + beside(i + 1 < n, a.above[i], (at + 1).min(first + n - 1))
        };
        (0..b.all.len()).map(|at| (row(at) - b.all[at]).norm()).fold(0.0, f64::max)
    }

    fn made(n: usize, diagonal: impl Fn(usize) -> c64) -> Diagonals<c64> {
        Diagonals {
            below: (0..n).map(|i| element(i, 1)).collect(),
            on: (0..n).map(diagonal).collect(),
            above: (0..n).map(|i| element(i, 2)).collect(),
        }
    }

    /// Zeros on the diagonal need exchanges.
    #[test]
    fn systems_are_solved_with_and_without_exchanges() {
        for n in [1, 2, 3, 40] {
            for (exchanges, diagonal) in [(true, 0.0), (true, 30.0), (false, 30.0)] {
                let on = |i: usize| {
                    if diagonal > 0.0 || n == 1 { c64::new(30.0 + i as f64, 1.0) } else { element(i, 3) * (i % 2) as f64 }
                };
                let b = Dense::made(n, 3, |i, j| element(i, j + 4));
                let mut x = b.clone();
                // SAFETY: the matrix is our own, of this size.
                unsafe { made(n, on).solve(exchanges, 3, x.matrix()) };
                let left = residual(&made(n, on), &x, &b);
                let size = x.all.iter().map(|value| value.norm()).fold(1.0, f64::max);
                assert!(left < 1e-12 * size, "{n} {exchanges} {diagonal}: {left}");
            }
        }
    }
}
