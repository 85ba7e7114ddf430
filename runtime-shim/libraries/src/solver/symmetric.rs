//! Symmetric matrices that need not be definite: `A = L D L^T` with blocks of one and two rows on D's diagonal, by the pivots of Bunch and
//! Kaufman ("Some stable methods for calculating inertia and solving symmetric linear systems", 1977), stored as LAPACK's `sytrf` does.

use crate::blas::Fill;
use crate::memory::Matrix;
use crate::number::Number;
use num_traits::{Float, Zero};

/// Exchanges two elements.
///
/// # Safety
/// Both are writable.
unsafe fn swap<T: Number>(a: Matrix<T>, one: (usize, usize), other: (usize, usize)) {
    // SAFETY: as required.
    unsafe {
        let held = a.get(one.0, one.1);
        a.set(one.0, one.1, a.get(other.0, other.1));
        a.set(other.0, other.1, held);
    }
}

/// A pivot: the row that is exchanged with the block's last, and whether the block has two rows.
///
/// # Safety
/// The lower triangle of `a` is readable for `n` by `n` elements.
unsafe fn pivot<T: Number>(n: usize, k: usize, a: Matrix<T>) -> (usize, bool) {
    // SAFETY: indices stay within what this function requires to be readable.
    unsafe {
        let size = |i: usize, j: usize| a.get(i, j).size();
        let larger = |one: usize, other: usize, of: &dyn Fn(usize) -> T::Real| if of(other) > of(one) { other } else { one };
        let Some(first) = (k + 1 < n).then_some(k + 1) else { return (k, false) };
        let below = (first..n).fold(first, |one, other| larger(one, other, &|i| size(i, k)));
        let (own, column) = (size(k, k), size(below, k));
        // The bound of growth that is the same for blocks of one row and of two.
        let alpha = <T::Real as num_traits::NumCast>::from((1.0 + 17f64.sqrt()) / 8.0).unwrap_or(T::Real::zero());
        if column.is_zero() || own >= alpha * column {
            return (k, false);
        }
        let of_row = (k..n).filter(|&j| j != below).map(|j| size(below.max(j), below.min(j)));
        let row = of_row.fold(T::Real::zero(), |one, other| one.max(other));
        if own >= alpha * column * (column / row) { (k, false) } else { (below, size(below, below) < alpha * row) }
    }
}

/// Factorises in place; `pivots`, which may be null for none, get the exchanged rows, counted from one and negative for blocks of two rows.
/// Gives the number, counted from one, of the first pivot that is zero, or zero.
///
/// # Safety
/// The triangle `uplo` of `a` is writable for `n` by `n` elements; `pivots` is null or valid for writes of `n`.
pub(super) unsafe fn factorise<T: Number>(uplo: Fill, n: usize, a: Matrix<T>, pivots: *mut i32) -> i32 {
    let upper = uplo == Fill::Upper;
    // The upper triangle is the lower one of the matrix from its last element back.
    let a = if upper { Matrix { rs: -a.rs, cs: -a.cs, ..a.from(n.max(1) - 1, n.max(1) - 1) } } else { a };
    let number = |row: usize| (if upper { n - row } else { row + 1 }) as i32;
    let (mut info, mut k) = (0, 0);
    while k < n {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe {
            let (chosen, two) = if pivots.is_null() { (k, false) } else { pivot(n, k, a) };
            let last = k + usize::from(two);
            if chosen != last {
                (chosen + 1..n).for_each(|i| swap(a, (i, last), (i, chosen)));
                (last + 1..chosen).for_each(|i| swap(a, (i, last), (chosen, i)));
                swap(a, (last, last), (chosen, chosen));
                if two {
                    swap(a, (k + 1, k), (chosen, k));
                }
            }
            if two {
                eliminate_two(n, k, a);
            } else if a.get(k, k).is_zero() {
                info = if info == 0 { number(k) } else { info };
            } else {
                eliminate(n, k, a);
            }
            if !pivots.is_null() {
                let noted = if two { -number(chosen) } else { number(chosen) };
                (k..=last).for_each(|row| pivots.add(number(row) as usize - 1).write(noted));
            }
            k = last + 1;
        }
    }
    info
}

/// A block of one row.
///
/// # Safety
/// The lower triangle of `a` is writable for `n` by `n` elements.
unsafe fn eliminate<T: Number>(n: usize, k: usize, a: Matrix<T>) {
    // SAFETY: indices stay within what this function requires.
    unsafe {
        let by = T::one() / a.get(k, k);
        for j in k + 1..n {
            let factor = by * a.get(j, k);
            (j..n).for_each(|i| a.update(i, j, |value| value - a.get(i, k) * factor));
        }
        (k + 1..n).for_each(|i| a.update(i, k, |value| value * by));
    }
}

/// A block of two rows.
///
/// # Safety
/// The lower triangle of `a` is writable for `n` by `n` elements.
unsafe fn eliminate_two<T: Number>(n: usize, k: usize, a: Matrix<T>) {
    // SAFETY: indices stay within what this function requires.
    unsafe {
        let beside = a.get(k + 1, k);
        let (one, other) = (a.get(k + 1, k + 1) / beside, a.get(k, k) / beside);
        let by = T::one() / (one * other - T::one()) / beside;
        for j in k + 2..n {
            let first = by * (one * a.get(j, k) - a.get(j, k + 1));
            let second = by * (other * a.get(j, k + 1) - a.get(j, k));
            (j..n).for_each(|i| a.update(i, j, |value| value - a.get(i, k) * first - a.get(i, k + 1) * second));
            a.set(j, k, first);
            a.set(j, k + 1, second);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Dense;
    use crate::number::c64;

    /// Symmetric, not Hermitian; with zeros on the diagonal, which need blocks of two rows.
    fn element(i: usize, j: usize) -> c64 {
        let (low, high) = (i.min(j), i.max(j));
        let zero = i == j && !i.is_multiple_of(3);
        if zero {
            c64::new(0.0, 0.0)
        } else {
            c64::new(((low * 7 + high * 5) % 11) as f64 - 4.5, ((low + high) % 3) as f64 - 1.0)
        }
    }

    /// `L D L^T` of LAPACK's layout: factors and exchanges of each block, from the last to the first, around D.
    fn multiplied(n: usize, a: &dyn Fn(usize, usize) -> c64, pivots: &[i32]) -> Vec<c64> {
        let zero = c64::new(0.0, 0.0);
        let mut blocks = Vec::new();
        let mut k = 0;
        while k < n {
            let size = if pivots[k] < 0 { 2 } else { 1 };
            blocks.push((k, size));
            k += size;
        }
        let mut all = vec![zero; n * n];
        for &(k, size) in &blocks {
            for i in 0..size {
                (0..size).for_each(|j| all[k + i + (k + j) * n] = a(k + i.max(j), k + i.min(j)));
            }
        }
        for &(k, size) in blocks.iter().rev() {
            let left = |i: usize, j: usize| match (i == j, (k..k + size).contains(&j) && i >= k + size) {
                (true, _) => c64::new(1.0, 0.0),
                (_, true) => a(i, j),
                _ => zero,
            };
            let half: Vec<c64> = (0..n * n).map(|at| (0..n).map(|l| left(at % n, l) * all[l + at / n * n]).sum()).collect();
            all = (0..n * n).map(|at| (0..n).map(|l| half[at % n + l * n] * left(at / n, l)).sum()).collect();
            let (one, other) = (k + size - 1, pivots[k].unsigned_abs() as usize - 1);
            (0..n).for_each(|j| all.swap(one + j * n, other + j * n));
            (0..n).for_each(|i| all.swap(i + one * n, i + other * n));
        }
        all
    }

    #[test]
    fn factors_multiply_to_the_matrix() {
        for (n, uplo) in [1, 2, 3, 8, 13].into_iter().flat_map(|n| [(n, Fill::Lower), (n, Fill::Upper)]) {
            let mut a = Dense::made(n, n, |i, j| if uplo.has(i, j) { element(i, j) } else { c64::new(f64::NAN, 0.0) });
            let mut pivots = vec![0; n];
            // SAFETY: the memory is our own.
            let info = unsafe { factorise(uplo, n, a.matrix(), pivots.as_mut_ptr()) };
            assert_eq!(info, 0, "{n} {uplo:?}");
            let from = |i: usize| if uplo == Fill::Upper { n - 1 - i } else { i };
            let turned: Vec<i32> = match uplo {
                Fill::Lower => pivots.clone(),
                Fill::Upper => pivots.iter().rev().map(|&p| p.signum() * (n as i32 + 1 - p.abs())).collect(),
            };
            let found = multiplied(n, &|i, j| a.all[from(i) + from(j) * n], &turned);
            for (at, value) in found.iter().enumerate() {
                assert!((value - element(from(at % n), from(at / n))).norm() < 1e-11, "{n} {uplo:?} {pivots:?}");
            }
            assert!(n < 8 || pivots.iter().any(|&pivot| pivot < 0));
        }
        let mut zero = Dense::made(3, 3, |i, j| if i == j && i != 1 { 2.0 } else { 0.0 });
        let mut pivots = vec![0; 3];
        // SAFETY: the memory is our own.
        unsafe {
            assert_eq!(factorise(Fill::Lower, 3, zero.matrix(), pivots.as_mut_ptr()), 2);
            assert_eq!(factorise(Fill::Upper, 0, zero.matrix(), std::ptr::null_mut()), 0);
        }
    }
}
