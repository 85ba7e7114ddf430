//! Eigenvalues of pairs of Hermitian matrices, least squares, and singular vectors, once arguments are checked.

use super::dense_work::{Finder, singular, store, whole};
use crate::blas::{Diagonal, Fill, Operation, Side, product, solve};
use crate::dense;
use crate::jacobi::{self, Limits};
use crate::memory::{Dense, Matrix};
use crate::number::Number;

/// `hipsolverEigType_t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pencil {
    /// `A x = lambda B x`
    Ratio,
    /// `A B x = lambda x`
    AB,
    /// `B A x = lambda x`
    BA,
}

impl Pencil {
    pub(super) fn of(value: u32) -> crate::entry::Outcome<Pencil> {
        match value {
            211 => Ok(Pencil::Ratio),
            212 => Ok(Pencil::AB),
            213 => Ok(Pencil::BA),
            _ => Err(crate::entry::Failure::InvalidEnum),
        }
    }
}

/// The eigenvalues of a pair, as `find` has those of one matrix; vectors replace `a` where they are asked for, and B's Cholesky factor
/// `b`. Gives what `find` says of the way.
///
/// # Errors
/// The number, counted from one, of B's first minor that is not positive.
///
/// With `B = L L'` the matrices to diagonalise are `L^-1 A L^-H` and `L' A L` (LAPACK's `sygst`).
///
/// # Safety
/// The triangle `uplo` of `a` is readable, that of `b` writable for `n` by `n` elements, and all of `a` writable where `vectors` are
/// asked for; `values` is valid for writes of `n`.
pub(super) unsafe fn pencil<T: Number, C>(
    kind: Pencil,
    (uplo, n): (Fill, usize),
    a: Matrix<T>,
    b: Matrix<T>,
    values: *mut T::Real,
    vectors: bool,
    find: impl FnOnce(Dense<T>) -> (Vec<T::Real>, Dense<T>, C),
) -> Result<C, usize> {
    // L is `op(b)` of the factor's triangle, and its conjugate transpose the other operation.
    let (plain, turned) = match uplo {
        Fill::Lower => (Operation::None, Operation::Conjugate),
        Fill::Upper => (Operation::Conjugate, Operation::None),
    };
    // SAFETY: this function requires what its callees do; the other matrices are our own.
    unsafe {
        let minor = dense::cholesky(uplo, n, b);
        if minor != 0 {
            return Err(minor as usize);
        }
        let mut middle = whole(uplo, n, a);
        let mut factor = lower(uplo, n, b);
        if kind == Pencil::Ratio {
            solve(Side::Left, uplo, plain, Diagonal::Read, (n, n), b, middle.matrix());
            solve(Side::Right, uplo, turned, Diagonal::Read, (n, n), b, middle.matrix());
        } else {
            let mut right = times((middle.matrix(), false), (factor.matrix(), false), n);
            middle = times((factor.matrix().transposed(), true), (right.matrix(), false), n);
        }
        let exact = Dense::made(n, n, |i, j| hermitian(&middle, i, j));
        let (found, mut basis, course) = find(exact);
        found.iter().enumerate().for_each(|(i, &value)| values.add(i).write(value));
        if vectors && kind == Pencil::BA {
            store(&times((factor.matrix(), false), (basis.matrix(), false), n), n, a);
        } else if vectors {
            solve(Side::Left, uplo, turned, Diagonal::Read, (n, n), b, basis.matrix());
            store(&basis, n, a);
        }
        Ok(course)
    }
}

/// The element of a matrix that is Hermitian but for rounding.
fn hermitian<T: Number>(a: &Dense<T>, i: usize, j: usize) -> T {
    let two = <T::Real as num_traits::One>::one() + num_traits::One::one();
    let half = num_traits::Float::recip(two);
    (a.all[i + j * a.rows] + a.all[j + i * a.rows].conj()).scale(half)
}

/// The Cholesky factor as a lower triangle, zero above.
///
/// # Safety
/// The triangle `uplo` of `b` is readable for `n` by `n` elements.
unsafe fn lower<T: Number>(uplo: Fill, n: usize, b: Matrix<T>) -> Dense<T> {
    // SAFETY: indices stay within what this function requires to be readable and writable.
    Dense::made(n, n, |i, j| unsafe {
        match (i >= j, uplo) {
            (false, _) => T::zero(),
            (true, Fill::Lower) => b.get(i, j),
            (true, Fill::Upper) => b.get(j, i).conj(),
        }
    })
}

/// # Safety
/// Both factors are readable for `n` by `n` elements.
unsafe fn times<T: Number>(a: (Matrix<T>, bool), b: (Matrix<T>, bool), n: usize) -> Dense<T> {
    let mut c = Dense::zeros(n, n);
    // SAFETY: this function requires what its callee does; the result is our own.
    unsafe { product((n, n, n), T::one(), a, b, T::zero(), c.matrix()) };
    c
}

/// Singular values, and where asked for as many columns of U and V as `counts` says. Gives what `find` says of the way.
///
/// # Safety
/// `a` is readable for `m` by `n` elements; `values` is valid for writes of `min(m, n)`; `u` is writable for `m` by `counts.0`
/// elements, and `v` for `n` by `counts.1`.
pub(super) unsafe fn svd<T: Number, C>(
    (m, n): (usize, usize),
    counts: (usize, usize),
    a: Matrix<T>,
    values: *mut T::Real,
    (u, v): (Matrix<T>, Matrix<T>),
    (limits, find): (Limits, Finder<T, C>),
) -> C {
    // SAFETY: this function requires what its callees do.
    unsafe {
        let (found, left, right, course) = singular((m, n), a, limits, find);
        found.iter().take(m.min(n)).enumerate().for_each(|(i, &value)| values.add(i).write(value));
        if counts.0 > 0 {
            store(&jacobi::completed(left, counts.0), counts.0, u);
        }
        if counts.1 > 0 {
            store(&jacobi::completed(right, counts.1), counts.1, v);
        }
        course
    }
}

/// How far `A` is from `U S V'` with the first columns of U and V, as the Frobenius norm.
///
/// # Safety
/// `a` is readable for `m` by `n` elements, `u` for `m` by `rank` and `v` for `n` by `rank`; `values` is valid for reads of `rank`.
pub(super) unsafe fn distance<T: Number>(
    (m, n, rank): (usize, usize, usize),
    a: Matrix<T>,
    values: *const T::Real,
    (u, v): (Matrix<T>, Matrix<T>),
) -> f64 {
    // SAFETY: indices stay within what this function requires to be readable; the other matrices are our own.
    unsafe {
        let mut scaled = Dense::made(m, rank, |i, k| u.get(i, k).scale(values.add(k).read()));
        let mut left = Dense::made(m, n, |i, j| a.get(i, j));
        product((m, n, rank), -T::one(), (scaled.matrix(), false), (v.transposed(), true), T::one(), left.matrix());
        jacobi::frobenius(&left.all)
    }
}

/// The X that makes `B - A X` least, by QR of a copy; gives zero, or the number, counted from one, of the first zero on R's diagonal.
///
/// # Safety
/// With `(m, n, columns)` and `m >= n`: `a` is readable for `m` by `n` elements, `b` for `m` by `columns`; `x` is writable for `n` by
/// `columns`, and may be `b`.
pub(super) unsafe fn least_squares<T: Number>(
    (m, n, columns): (usize, usize, usize),
    a: Matrix<T>,
    b: Matrix<T>,
    x: Matrix<T>,
) -> i32 {
    // SAFETY: indices stay within what this function requires to be readable and writable; the copies are our own.
    unsafe {
        let mut factor = Dense::made(m, n, |i, j| a.get(i, j));
        let mut sides = Dense::made(m, columns, |i, j| b.get(i, j));
        let zero = dense::least_squares(Operation::None, (m, n, columns), factor.matrix(), sides.matrix());
        if zero != 0 {
            return zero;
        }
        for j in 0..columns {
            (0..n).for_each(|i| x.set(i, j, sides.all[i + j * m]));
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jacobi::Course;
    use crate::number::c64;
    use crate::spectrum;

    fn element(i: usize, j: usize, seed: usize) -> c64 {
        let part = |k: usize| ((i * 31 + j * 17 + seed * 7 + k) % 23) as f64 / 11.5 - 1.0;
        c64::new(part(0), part(5))
    }

    fn hermitian_of(n: usize, seed: usize, diagonal: f64) -> Dense<c64> {
        let shift = |i: usize, j: usize| c64::new(if i == j { diagonal } else { 0.0 }, 0.0);
        Dense::made(n, n, |i, j| (element(i, j, seed) + element(j, i, seed).conj()) * 0.5 + shift(i, j))
    }

    fn plain(a: &mut Dense<c64>, b: &mut Dense<c64>, n: usize) -> Dense<c64> {
        // SAFETY: the matrices are our own, of this size.
        unsafe { times((a.matrix(), false), (b.matrix(), false), n) }
    }

    #[test]
    fn pairs_have_the_eigenvalues_that_their_definitions_ask_for() {
        let n = 14;
        for kind in [Pencil::Ratio, Pencil::AB, Pencil::BA] {
            for uplo in [Fill::Lower, Fill::Upper] {
                let (mut a, mut b) = (hermitian_of(n, 1, 0.0), hermitian_of(n, 2, 40.0));
                let (mut x, mut factor, mut values) = (a.clone(), b.clone(), vec![0.0; n]);
                // SAFETY: the matrices are our own, of this size.
                let info =
                    unsafe { pencil(kind, (uplo, n), x.matrix(), factor.matrix(), values.as_mut_ptr(), true, spectrum::eigen) };
                assert_eq!(info, Ok(true));
                let (left, right) = match kind {
                    Pencil::Ratio => (plain(&mut a, &mut x, n), plain(&mut b, &mut x, n)),
                    Pencil::AB => (plain(&mut a, &mut plain(&mut b, &mut x, n), n), x.clone()),
                    Pencil::BA => (plain(&mut b, &mut plain(&mut a, &mut x, n), n), x.clone()),
                };
                let differs = |at: usize| (left.all[at] - right.all[at] * values[at / n]).norm();
                let worst = (0..n * n).map(differs).fold(0.0, f64::max);
                assert!(worst < 1e-10, "{kind:?} {uplo:?}: {worst}");
                assert!(x.all.iter().any(|value| value.norm() > 1e-3));
                assert!(values.windows(2).all(|pair| pair[0] <= pair[1]));
            }
        }
    }

    #[test]
    fn a_pair_without_a_positive_matrix_names_the_minor() {
        let (mut a, mut b, mut values) = (hermitian_of(3, 1, 0.0), hermitian_of(3, 2, -9.0), [0.0; 3]);
        // SAFETY: the matrices are our own, of this size.
        let info = unsafe {
            pencil(Pencil::Ratio, (Fill::Lower, 3), a.matrix(), b.matrix(), values.as_mut_ptr(), true, spectrum::eigen)
        };
        assert_eq!(info, Err(1));
    }

    #[test]
    fn what_least_squares_leave_is_orthogonal_to_the_columns() {
        let (m, n, columns) = (19, 6, 3);
        let (mut a, mut b) = (Dense::made(m, n, |i, j| element(i, j, 3)), Dense::made(m, columns, |i, j| element(j, i, 4)));
        let mut x = Dense::<c64>::zeros(n, columns);
        // SAFETY: the matrices are our own, of these sizes.
        assert_eq!(unsafe { least_squares((m, n, columns), a.matrix(), b.matrix(), x.matrix()) }, 0);
        for column in 0..columns {
            let along = |i: usize| -> c64 { (0..n).map(|k| a.all[i + k * m] * x.all[k + column * n]).sum() };
            let left: Vec<c64> = (0..m).map(|i| b.all[i + column * m] - along(i)).collect();
            for k in 0..n {
                let dot: c64 = (0..m).map(|i| a.all[i + k * m].conj() * left[i]).sum();
                assert!(dot.norm() < 1e-11, "column {column}, {k}: {dot}");
            }
        }
    }

    #[test]
    fn singular_vectors_make_the_matrix_again_tall_and_wide() {
        for (m, n) in [(9, 5), (5, 9)] {
            let few = m.min(n);
            let mut a = Dense::made(m, n, |i, j| element(i, j, 6));
            let (mut u, mut v, mut values) = (Dense::<c64>::zeros(m, few), Dense::<c64>::zeros(n, few), vec![0.0; few]);
            // SAFETY: the matrices are our own, of these sizes.
            unsafe {
                let find: Finder<c64, Course> = spectrum::singular_by_rotations;
                let course =
                    svd((m, n), (few, few), a.matrix(), values.as_mut_ptr(), (u.matrix(), v.matrix()), (Limits::default(), find));
                assert!(course.converged);
                assert!(distance((m, n, few), a.matrix(), values.as_ptr(), (u.matrix(), v.matrix())) < 1e-12);
                let all_but_one = distance((m, n, few - 1), a.matrix(), values.as_ptr(), (u.matrix(), v.matrix()));
                assert!((all_but_one - values[few - 1]).abs() < 1e-12);
            }
            for i in 0..m {
                for j in 0..n {
                    let sum: c64 = (0..few).map(|k| u.all[i + k * m] * values[k] * v.all[j + k * n].conj()).sum();
                    assert!((sum - a.all[i + j * m]).norm() < 1e-12);
                }
            }
        }
    }
}
