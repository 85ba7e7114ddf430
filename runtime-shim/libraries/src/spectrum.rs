//! Eigenvalues of Hermitian matrices, and singular values: by rotations where a matrix is small, else by the reductions to few
//! diagonals of the crate faer. Rotations that a program asks for by name begin, in a large matrix, from what faer finds.

use crate::blas::product;
use crate::jacobi::{self, Course, Limits, frobenius};
use crate::memory::Dense;
use crate::number::Number;
use num_traits::NumCast;

/// Rows and columns up to which rotations are used alone (measured: beyond, faer is faster).
const ROTATED: usize = 32;

fn values<T: Number>(found: Vec<f64>) -> Vec<T::Real> {
    found.into_iter().map(|value| <T::Real as NumCast>::from(value).unwrap_or_else(num_traits::Float::nan)).collect()
}

/// Eigenvalues in rising order, with their vectors in the columns, and whether the iteration has converged.
pub(crate) fn eigen<T: Number>(a: Dense<T>) -> (Vec<T::Real>, Dense<T>, bool) {
    let n = a.rows;
    if let Some((found, vectors)) = is_large(&a, n).then(|| T::eigen(n, &a.all)).flatten() {
        return (values::<T>(found), Dense { rows: n, all: vectors }, true);
    }
    let (values, vectors, course) = jacobi::eigen(a, Limits::default());
    (values, vectors, course.converged)
}

/// Singular values in falling order, with the columns of U and V to them, for at least as many rows as columns, and whether the
/// iteration has converged.
pub(crate) fn singular<T: Number>(a: Dense<T>, columns: usize) -> (Vec<T::Real>, Dense<T>, Dense<T>, bool) {
    let rows = a.rows;
    if let Some((found, u, v)) = is_large(&a, columns).then(|| T::singular(rows, columns, &a.all)).flatten() {
        return (values::<T>(found), Dense { rows, all: u }, Dense { rows: columns, all: v }, true);
    }
    let (values, u, v, course) = jacobi::singular(a, columns, Limits::default());
    (values, u, v, course.converged)
}

/// As [`jacobi::eigen`] has it.
pub(crate) fn eigen_by_rotations<T: Number>(mut a: Dense<T>, limits: Limits) -> (Vec<T::Real>, Dense<T>, Course) {
    let n = a.rows;
    let Some((_, vectors)) = is_large(&a, n).then(|| T::eigen(n, &a.all)).flatten() else {
        return jacobi::eigen(a, limits);
    };
    let mut basis = Dense { rows: n, all: vectors };
    let (mut right, mut turned) = (Dense::zeros(n, n), Dense::zeros(n, n));
    // SAFETY: the matrices are our own, of this size.
    unsafe {
        product((n, n, n), T::one(), (a.matrix(), false), (basis.matrix(), false), T::zero(), right.matrix());
        product((n, n, n), T::one(), (basis.matrix().transposed(), true), (right.matrix(), false), T::zero(), turned.matrix());
    }
    jacobi::eigen_from(turned, basis, reachable::<T>(limits))
}

/// As [`jacobi::singular`] has it.
pub(crate) fn singular_by_rotations<T: Number>(
    mut a: Dense<T>,
    columns: usize,
    limits: Limits,
) -> (Vec<T::Real>, Dense<T>, Dense<T>, Course) {
    let rows = a.rows;
    let Some((_, _, v)) = is_large(&a, columns).then(|| T::singular(rows, columns, &a.all)).flatten() else {
        return jacobi::singular(a, columns, limits);
    };
    let (mut basis, mut turned) = (Dense { rows: columns, all: v }, Dense::zeros(rows, columns));
    // SAFETY: the matrices are our own, of these sizes.
    unsafe {
        product((rows, columns, columns), T::one(), (a.matrix(), false), (basis.matrix(), false), T::zero(), turned.matrix());
    }
    jacobi::singular_from(turned, basis, reachable::<T>(limits))
}

/// Whether a matrix is one to reduce; one with elements that are no numbers is not, since no iteration converges.
fn is_large<T: Number>(a: &Dense<T>, columns: usize) -> bool {
    columns > ROTATED && frobenius(&a.all).is_finite()
}

/// The default tolerance of a large matrix is the precision of its type, which cuSOLVER has for all: rounding leaves more beside the
/// diagonal there than one element's precision.
fn reachable<T: Number>(limits: Limits) -> Limits {
    let precision = num_traits::ToPrimitive::to_f64(&<T::Real as num_traits::Float>::epsilon()).unwrap_or(0.0);
    Limits { tolerance: if limits.tolerance > 0.0 { limits.tolerance } else { precision }, ..limits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::c64;

    /// The second difference with ends held fast, whose eigenvalues are `2 - 2 cos(pi k / (n + 1))`, in a basis of complex phases.
    fn differences(n: usize) -> Dense<c64> {
        let phase = |i: usize| c64::from_polar(1.0, 0.7 * i as f64);
        Dense::made(n, n, |i, j| {
            let plain = match i.abs_diff(j) {
                0 => 2.0,
                1 => -1.0,
                _ => 0.0,
            };
            phase(i) * plain * phase(j).conj()
        })
    }

    fn known(n: usize, k: usize) -> f64 {
        2.0 - 2.0 * (std::f64::consts::PI * k as f64 / (n + 1) as f64).cos()
    }

    /// The largest element of `A V - V W`.
    fn left_over(a: &Dense<c64>, values: &[f64], v: &Dense<c64>) -> f64 {
        let n = a.rows;
        let along = |i: usize, j: usize| -> c64 { (0..n).map(|k| a.all[i + k * n] * v.all[k + j * n]).sum() };
        let place = |at: usize| (along(at % n, at / n) - v.all[at] * values[at / n]).norm();
        (0..n * n).map(place).fold(0.0, f64::max)
    }

    #[test]
    fn eigenvalues_are_the_known_ones_below_and_above_the_size_of_rotations() {
        for n in [1, 2, ROTATED, ROTATED + 1, 90] {
            let a = differences(n);
            let (found, vectors, converged) = eigen(a.clone());
            let (rotated, turned, course) = eigen_by_rotations(a.clone(), Limits::default());
            assert!(converged && course.converged, "{n}: {course:?}");
            for (values, vectors) in [(&found, &vectors), (&rotated, &turned)] {
                let worst = (0..n).map(|k| (values[k] - known(n, k + 1)).abs()).fold(0.0, f64::max);
                assert!(worst < 1e-13 * n as f64, "{n}: {worst}");
                assert!(left_over(&a, values, vectors) < 1e-13 * n as f64, "{n}");
            }
        }
    }

    #[test]
    fn singular_values_are_those_of_the_differences_too() {
        for n in [ROTATED, 90] {
            let a = differences(n);
            let (found, u, v, converged) = singular(a.clone(), n);
            let (rotated, left, right, course) = singular_by_rotations(a.clone(), n, Limits::default());
            assert!(converged && course.converged, "{n}: {course:?}");
            for (values, u, v) in [(found, u, v), (rotated, left, right)] {
                let worst = (0..n).map(|k| (values[k] - known(n, n - k)).abs()).fold(0.0, f64::max);
                assert!(worst < 1e-13 * n as f64, "{n}: {worst}");
                let element =
                    |i: usize, j: usize| -> c64 { (0..n).map(|k| u.all[i + k * n] * values[k] * v.all[j + k * n].conj()).sum() };
                let worst = (0..n * n).map(|at| (element(at % n, at / n) - a.all[at]).norm()).fold(0.0, f64::max);
                assert!(worst < 1e-13 * n as f64, "{n}: {worst}");
            }
        }
    }

    #[test]
    fn few_sweeps_and_wide_tolerances_leave_a_residual_that_is_measured() {
        let (n, a) = (24, differences(24));
        let whole = frobenius(&a.all);
        let of = |limits: Limits| {
            let (_, v, course) = eigen_by_rotations(a.clone(), limits);
            let along = |i: usize, j: usize| -> c64 { (0..n).map(|k| a.all[i + k * n] * v.all[k + j * n]).sum() };
            let element = |i: usize, j: usize| -> c64 { (0..n).map(|k| v.all[k + i * n].conj() * along(k, j)).sum() };
            let beside =
                (0..n * n).filter(|at| at % n != at / n).map(|at| element(at % n, at / n).norm_sqr()).sum::<f64>().sqrt();
            assert!((beside - course.residual).abs() < 1e-12, "{beside}, {course:?}");
            course
        };
        let one = of(Limits { sweeps: 1, ..Limits::default() });
        assert!(one.sweeps == 1 && !one.converged && one.residual > 1e-6, "{one:?}");
        let wide = of(Limits { tolerance: 1e-2, ..Limits::default() });
        let narrow = of(Limits::default());
        assert!(wide.converged && wide.residual <= 1e-2 * whole && wide.residual > narrow.residual, "{wide:?} {narrow:?}");
        assert!(narrow.converged && narrow.residual < 1e-14 * whole && narrow.sweeps > wide.sweeps, "{wide:?} {narrow:?}");
    }

    #[test]
    fn a_matrix_that_is_not_of_numbers_does_not_converge() {
        for n in [8, 90] {
            let a = Dense::made(n, n, |i, j| c64::new(if i == 3 && j == 3 { f64::NAN } else { 1.0 }, 0.0));
            assert!(!eigen(a.clone()).2);
            assert!(!singular(a, n).3);
        }
    }
}
