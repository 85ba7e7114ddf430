//! Batches of tridiagonal and pentadiagonal systems whose members lie element by element beside each other (`gtsvInterleavedBatch`,
//! `gpsvInterleavedBatch`): element `i` of member `j` of a batch of `count` is at `i * count + j` (AMD's hipSPARSE documentation,
//! "Preconditioner functions").
//!
//! The algorithm that programs choose (Thomas', elimination with exchanges, or reflections) changes rounding alone; here Thomas'
//! is elimination without exchanges, and the others are elimination with exchanges of rows (Golub and Van Loan, "Matrix
//! Computations", 4.3.3).

#![allow(clippy::too_many_arguments)]

use super::operands::buffer_size;
use super::{HipSparse, settings};
use crate::entry::{Failure, answer, export_typed};
use crate::memory::Vector;
use crate::number::{Number, c32, c64};
use crate::runtime;
use crate::typed::Wide;
use std::ffi::c_int;

/// Rows of a matrix with as many diagonals below the main one as above it. A row's elements begin `reach` columns before the diagonal;
/// there is room for what exchanges of rows add behind them.
struct Band<T> {
    reach: usize,
    rows: Vec<Vec<T>>,
}

impl<T: Number> Band<T> {
    /// Of diagonals from the lowest to the highest, each as long as the matrix has rows.
    ///
    /// # Safety
    /// The diagonals are readable for `n` elements.
    unsafe fn of(n: usize, diagonals: &[Vector<T>]) -> Band<T> {
        let reach = diagonals.len() / 2;
        let inside = |i: usize, at: usize| (reach..n + reach).contains(&(i + at));
        // SAFETY: as required.
        let element = |i: usize, at: usize| unsafe { if inside(i, at) { diagonals[at].get(i) } else { T::zero() } };
        let width = diagonals.len() + reach;
        let row = |i: usize| (0..width).map(|at| if at < diagonals.len() { element(i, at) } else { T::zero() }).collect();
        Band { reach, rows: (0..n).map(row).collect() }
    }

    /// The place of an element in its row.
    fn at(&self, i: usize, j: usize) -> usize {
        j + self.reach - i
    }

    fn get(&self, i: usize, j: usize) -> T {
        self.rows[i][self.at(i, j)]
    }

    fn set(&mut self, i: usize, j: usize, value: T) {
        let at = self.at(i, j);
        self.rows[i][at] = value;
    }

    /// Replaces a right-hand side by the unknowns.
    ///
    /// # Safety
    /// `x` is writable for as many elements as there are rows.
    unsafe fn solve(mut self, exchanges: bool, x: Vector<T>) {
        let n = self.rows.len();
        for k in 0..n {
            let (last_row, last_column) = ((k + self.reach).min(n - 1), (k + 2 * self.reach).min(n - 1));
            let largest =
                |one: usize, other: usize| if self.get(other, k).size() > self.get(one, k).size() { other } else { one };
            let pivot = if exchanges { (k..=last_row).fold(k, largest) } else { k };
            // SAFETY: the rows are of the vector.
            unsafe {
                if pivot != k {
                    for j in k..=last_column {
                        let (one, other) = (self.get(k, j), self.get(pivot, j));
                        self.set(k, j, other);
                        self.set(pivot, j, one);
                    }
                    let held = x.get(k);
                    x.set(k, x.get(pivot));
                    x.set(pivot, held);
                }
                for i in k + 1..=last_row {
                    let factor = self.get(i, k) / self.get(k, k);
                    for j in k..=last_column {
                        let by = self.get(k, j);
                        self.set(i, j, self.get(i, j) - factor * by);
                    }
                    x.update(i, |value| value - factor * x.get(k));
                }
            }
        }
        for i in (0..n).rev() {
            let columns = i + 1..(i + 2 * self.reach + 1).min(n);
            // SAFETY: the rows are of the vector.
            unsafe {
                let sum: T = columns.map(|j| self.get(i, j) * x.get(j)).sum();
                x.update(i, |value| (value - sum) / self.get(i, i));
            }
        }
    }
}

/// # Safety
/// Until the stream has done the work, the diagonals are readable and `x` writable for `n` elements of each member.
unsafe fn submit<T: Wide>(
    name: &'static str,
    handle: usize,
    exchanges: bool,
    (n, count): (c_int, c_int),
    diagonals: &[*mut T],
    x: *mut T,
) -> u32 {
    answer::<HipSparse>(name, || {
        let stream = settings(handle)?.stream;
        let absent = x.is_null() || diagonals.iter().any(|p| p.is_null());
        if n < 0 || count < 0 || n > 0 && count > 0 && absent {
            return Err(Failure::InvalidValue);
        }
        let (n, count) = (n as usize, count as usize);
        let spread = |p: &*mut T| Vector { p: *p, inc: count as isize };
        let (diagonals, x): (Vec<Vector<T>>, Vector<T>) = (diagonals.iter().map(spread).collect(), spread(&x));
        runtime::enqueue(stream, name, move || {
            for member in 0..count {
                let of = |all: &Vector<T>| Vector { p: all.p.wrapping_add(member), inc: all.inc };
                let diagonals: Vec<Vector<T>> = diagonals.iter().map(of).collect();
                // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
                unsafe { Band::of(n, &diagonals).solve(exchanges, of(&x)) };
            }
        })
    })
}

/// # Safety
/// What [`submit`] requires.
unsafe extern "C" fn three<T: Wide>(
    handle: usize,
    algorithm: c_int,
    n: c_int,
    below: *mut T,
    on: *mut T,
    above: *mut T,
    x: *mut T,
    count: c_int,
    _buffer: *mut u8,
) -> u32 {
    let name = "hipsparseXgtsvInterleavedBatch";
    if !(0..=2).contains(&algorithm) {
        return answer::<HipSparse>(name, || Err(Failure::InvalidValue));
    }
    // SAFETY: this function requires what its callee does.
    unsafe { submit(name, handle, algorithm != 0, (n, count), &[below, on, above], x) }
}

/// # Safety
/// What [`submit`] requires.
unsafe extern "C" fn five<T: Wide>(
    handle: usize,
    algorithm: c_int,
    n: c_int,
    second_below: *mut T,
    below: *mut T,
    on: *mut T,
    above: *mut T,
    second_above: *mut T,
    x: *mut T,
    count: c_int,
    _buffer: *mut u8,
) -> u32 {
    let name = "hipsparseXgpsvInterleavedBatch";
    if algorithm != 0 {
        return answer::<HipSparse>(name, || Err(Failure::InvalidValue));
    }
    // SAFETY: this function requires what its callee does.
    unsafe { submit(name, handle, true, (n, count), &[second_below, below, on, above, second_above], x) }
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn three_size(
    handle: usize,
    _algorithm: c_int,
    _n: c_int,
    _below: *const u8,
    _on: *const u8,
    _above: *const u8,
    _x: *const u8,
    _count: c_int,
    bytes: *mut usize,
) -> u32 {
    buffer_size("hipsparseXgtsvInterleavedBatch_bufferSizeExt", handle, bytes)
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn five_size(
    handle: usize,
    _algorithm: c_int,
    _n: c_int,
    _second_below: *const u8,
    _below: *const u8,
    _on: *const u8,
    _above: *const u8,
    _second_above: *const u8,
    _x: *const u8,
    _count: c_int,
    bytes: *mut usize,
) -> u32 {
    buffer_size("hipsparseXgpsvInterleavedBatch_bufferSizeExt", handle, bytes)
}

export_typed! {
    10;
    three: hipsparseSgtsvInterleavedBatch = f32, hipsparseDgtsvInterleavedBatch = f64, hipsparseCgtsvInterleavedBatch = c32,
        hipsparseZgtsvInterleavedBatch = c64;
    five: hipsparseSgpsvInterleavedBatch = f32, hipsparseDgpsvInterleavedBatch = f64, hipsparseCgpsvInterleavedBatch = c32,
        hipsparseZgpsvInterleavedBatch = c64;
}

crate::export! {
    10;
    hipsparseSgtsvInterleavedBatch_bufferSizeExt = three_size,
    hipsparseDgtsvInterleavedBatch_bufferSizeExt = three_size,
    hipsparseCgtsvInterleavedBatch_bufferSizeExt = three_size,
    hipsparseZgtsvInterleavedBatch_bufferSizeExt = three_size,
    hipsparseSgpsvInterleavedBatch_bufferSizeExt = five_size,
    hipsparseDgpsvInterleavedBatch_bufferSizeExt = five_size,
    hipsparseCgpsvInterleavedBatch_bufferSizeExt = five_size,
    hipsparseZgpsvInterleavedBatch_bufferSizeExt = five_size,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(i: usize, by: usize) -> c64 {
        c64::new(((i * 7 + by * 5) % 11) as f64 - 4.5, ((i * 3 + by) % 5) as f64 - 2.0)
    }

    /// Systems of the middle member of a batch of three, with zeros on the diagonal where rows are exchanged.
    #[test]
    fn members_of_a_batch_are_solved() {
        let count = 3;
        for (n, reach, exchanges) in [1, 2, 3, 4, 17].into_iter().flat_map(|n| [(n, 1, false), (n, 1, true), (n, 2, true)]) {
            let diagonal = |i: usize, by: usize| match by == reach {
                true if exchanges && n > 4 && i.is_multiple_of(3) => c64::new(0.0, 0.0),
                true => element(i, by) + 30.0,
                false => element(i, by),
            };
            let mut arrays: Vec<Vec<c64>> =
                (0..=2 * reach).map(|by| (0..n * count).map(|at| diagonal(at / count, by)).collect()).collect();
            let b: Vec<c64> = (0..n * count).map(|at| element(at, 9)).collect();
            let mut x = b.clone();
            let middle = |all: &mut Vec<c64>| Vector { p: all.as_mut_ptr().wrapping_add(1), inc: count as isize };
            let diagonals: Vec<Vector<c64>> = arrays.iter_mut().map(middle).collect();
            // SAFETY: the arrays are our own, and as long as the batch.
            unsafe { Band::of(n, &diagonals).solve(exchanges, middle(&mut x)) };
            for i in 0..n {
                let columns = (0..=2 * reach).filter(|at| (reach..n + reach).contains(&(i + at)));
                let sum: c64 = columns.map(|at| diagonal(i, at) * x[(i + at - reach) * count + 1]).sum();
                let size = x.iter().map(|value| value.norm()).fold(1.0, f64::max);
                assert!((sum - b[i * count + 1]).norm() < 1e-11 * size, "{n} {reach} {exchanges}: row {i}");
                assert_eq!((x[i * count], x[i * count + 2]), (b[i * count], b[i * count + 2]));
            }
        }
    }
}
