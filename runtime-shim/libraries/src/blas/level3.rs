//! BLAS level 3: products of matrices. All of them come down to the kernels of the crates `faer` and `gemm`.

#![allow(clippy::too_many_arguments)]

use super::parameters::{Fill, Operation, Side};
use crate::kernels::{Operand, Part};
use crate::memory::{Dense, Matrix, Vector};
use crate::number::Number;
use gemm::Parallelism;

/// Products with fewer multiplications than this are done by one thread (measured: a thread more costs some microseconds).
const ONE_THREAD: usize = 64 * 64 * 64;

/// Sums of at most so many products are left to the crate gemm, which writes results faster; faer is faster where sums are longer, and
/// much so where a factor is transposed (measured).
const FEW: usize = 32;

/// The same, where the result is multiplied by a factor: gemm does that on the way, faer needs a pass before.
const FEW_WITH_FACTOR: usize = 256;

/// A matrix that is a factor, and whether its conjugate is meant.
pub(crate) type Factor<T> = (Matrix<T>, bool);

/// Whether more threads than one are worth while.
pub(super) fn with_threads((m, n, k): (usize, usize, usize)) -> bool {
    m.saturating_mul(n).saturating_mul(k) > ONE_THREAD
}

/// `C = alpha A B + beta C` for matrices that are `m` by `k` and `k` by `n`. Where beta is zero, `C` is not read.
///
/// # Safety
/// `a` is readable for `m` by `k` elements and `b` for `k` by `n`; `c` is writable for `m` by `n` and overlaps neither.
pub(crate) unsafe fn product<T: Number>(
    (m, n, k): (usize, usize, usize),
    alpha: T,
    (a, conj_a): Factor<T>,
    (b, conj_b): Factor<T>,
    beta: T,
    c: Matrix<T>,
) {
    if m == 0 || n == 0 {
        return;
    }
    if k == 0 || alpha.is_zero() {
        // SAFETY: this function requires what its callee does.
        return unsafe { scale((m, n), beta, c) };
    }
    let threads = with_threads((m, n, k));
    let read = !beta.is_zero();
    let factor = read && !beta.is_one();
    // SAFETY: this function requires what its callees do; each matrix passes its own strides.
    unsafe {
        if k <= if factor { FEW_WITH_FACTOR } else { FEW } {
            let threads = if threads { Parallelism::Rayon(0) } else { Parallelism::None };
            gemm::gemm(
                m, n, k, c.p, c.cs, c.rs, read, a.p, a.cs, a.rs, b.p, b.cs, b.rs, beta, alpha, false, conj_a, conj_b, threads,
            );
            return;
        }
        if factor {
            scale((m, n), beta, c);
        }
        let (a, b) = (Operand::whole(a, conj_a), Operand::whole(b, conj_b));
        T::multiply((m, n, k), alpha, a, b, read, (c, Part::Whole), threads);
    }
}

/// # Safety
/// `c` is writable for `m` by `n` elements.
unsafe fn scale<T: Number>((m, n): (usize, usize), beta: T, c: Matrix<T>) {
    for j in 0..n {
        for i in 0..m {
            // SAFETY: indices stay within what this function requires to be readable and writable.
            unsafe { c.set(i, j, if beta.is_zero() { T::zero() } else { beta * c.get(i, j) }) };
        }
    }
}

/// # Safety
/// `op_a(a)` is readable for `m` by `k` elements and `op_b(b)` for `k` by `n`; `c` is writable for `m` by `n` and overlaps
/// neither.
pub(crate) unsafe fn gemm<T: Number>(
    op_a: Operation,
    op_b: Operation,
    m: usize,
    n: usize,
    k: usize,
    alpha: T,
    a: Matrix<T>,
    b: Matrix<T>,
    beta: T,
    c: Matrix<T>,
) {
    let (a, b) = ((op_a.view(a), op_a.conjugates()), (op_b.view(b), op_b.conjugates()));
    // SAFETY: this function requires what its callee does.
    unsafe { product((m, n, k), alpha, a, b, beta, c) }
}

/// `C = alpha A B + beta C` in one triangle of C. `hermitian` keeps the diagonal real.
///
/// # Safety
/// `a` is readable for `n` by `k` elements and `b` for `k` by `n`; the triangle `uplo` of `c` is writable for `n` by `n`, and `c`
/// overlaps neither.
unsafe fn triangle_of_product<T: Number>(
    (uplo, n, k): (Fill, usize, usize),
    alpha: T,
    (a, conj_a): Factor<T>,
    (b, conj_b): Factor<T>,
    beta: T,
    c: Matrix<T>,
    hermitian: bool,
) {
    let nothing = k == 0 || alpha.is_zero();
    // SAFETY: this function requires what its callees do, and indices stay within the triangle.
    unsafe {
        if nothing || !(beta.is_zero() || beta.is_one()) {
            for j in 0..n {
                let rows = if uplo == Fill::Lower { j..n } else { 0..j + 1 };
                scale((rows.len(), 1), beta, c.from(rows.start, j));
            }
        }
        if !nothing && n > 0 {
            let to = (c, uplo.part());
            let (a, b) = (Operand::whole(a, conj_a), Operand::whole(b, conj_b));
            T::multiply((n, n, k), alpha, a, b, !beta.is_zero(), to, with_threads((n, n, k)));
        }
        if hermitian {
            (0..n).for_each(|i| c.update(i, i, |sum| T::of(sum.re())));
        }
    }
}

/// A matrix and its own transpose or conjugate transpose, in that order, as factors.
fn with_itself<T: Number>(trans: Operation, a: Matrix<T>, b: Matrix<T>, hermitian: bool) -> (Factor<T>, Factor<T>) {
    let (left, right) = (trans.view(a), trans.view(b).transposed());
    ((left, hermitian && trans.turns()), (right, hermitian && !trans.turns()))
}

/// # Safety
/// `op(a)` is readable for `n` by `k` elements; the triangle `uplo` of `c` is writable for `n` by `n`, and `c` does not overlap
/// `a`.
pub(super) unsafe fn syrk<T: Number>(
    uplo: Fill,
    trans: Operation,
    n: usize,
    k: usize,
    alpha: T,
    a: Matrix<T>,
    beta: T,
    c: Matrix<T>,
) {
    // SAFETY: this function requires what its callee does.
    unsafe { syrkx(uplo, trans, n, k, alpha, a, a, beta, c) }
}

/// # Safety
/// `op(a)` and `op(b)` are readable for `n` by `k` elements; the triangle `uplo` of `c` is writable for `n` by `n`, and `c`
/// overlaps neither.
pub(super) unsafe fn syrkx<T: Number>(
    uplo: Fill,
    trans: Operation,
    n: usize,
    k: usize,
    alpha: T,
    a: Matrix<T>,
    b: Matrix<T>,
    beta: T,
    c: Matrix<T>,
) {
    let (left, right) = with_itself(trans, a, b, false);
    // SAFETY: this function requires what its callee does.
    unsafe { triangle_of_product((uplo, n, k), alpha, left, right, beta, c, false) }
}

/// # Safety
/// `op(a)` and `op(b)` are readable for `n` by `k` elements; the triangle `uplo` of `c` is writable for `n` by `n`, and `c`
/// overlaps neither.
pub(super) unsafe fn syr2k<T: Number>(
    uplo: Fill,
    trans: Operation,
    n: usize,
    k: usize,
    alpha: T,
    a: Matrix<T>,
    b: Matrix<T>,
    beta: T,
    c: Matrix<T>,
) {
    // SAFETY: this function requires what its callee does.
    unsafe {
        syrkx(uplo, trans, n, k, alpha, a, b, beta, c);
        syrkx(uplo, trans, n, k, alpha, b, a, T::one(), c);
    }
}

/// # Safety
/// `op(a)` is readable for `n` by `k` elements; the triangle `uplo` of `c` is writable for `n` by `n`, and `c` does not overlap
/// `a`.
pub(super) unsafe fn herk<T: Number>(
    uplo: Fill,
    trans: Operation,
    n: usize,
    k: usize,
    alpha: T::Real,
    a: Matrix<T>,
    beta: T::Real,
    c: Matrix<T>,
) {
    // SAFETY: this function requires what its callee does.
    unsafe { herkx(uplo, trans, n, k, T::of(alpha), a, a, beta, c) }
}

/// # Safety
/// `op(a)` and `op(b)` are readable for `n` by `k` elements; the triangle `uplo` of `c` is writable for `n` by `n`, and `c`
/// overlaps neither.
pub(super) unsafe fn herkx<T: Number>(
    uplo: Fill,
    trans: Operation,
    n: usize,
    k: usize,
    alpha: T,
    a: Matrix<T>,
    b: Matrix<T>,
    beta: T::Real,
    c: Matrix<T>,
) {
    let (left, right) = with_itself(trans, a, b, true);
    // SAFETY: this function requires what its callee does.
    unsafe { triangle_of_product((uplo, n, k), alpha, left, right, T::of(beta), c, true) }
}

/// # Safety
/// `op(a)` and `op(b)` are readable for `n` by `k` elements; the triangle `uplo` of `c` is writable for `n` by `n`, and `c`
/// overlaps neither.
pub(super) unsafe fn her2k<T: Number>(
    uplo: Fill,
    trans: Operation,
    n: usize,
    k: usize,
    alpha: T,
    a: Matrix<T>,
    b: Matrix<T>,
    beta: T::Real,
    c: Matrix<T>,
) {
    // Each half alone has a complex diagonal, whose imaginary parts cancel: the first keeps them for the second.
    let (left, right) = with_itself(trans, a, b, true);
    let (other_left, other_right) = with_itself(trans, b, a, true);
    // SAFETY: this function requires what its callee does.
    unsafe {
        triangle_of_product((uplo, n, k), alpha, left, right, T::of(beta), c, false);
        triangle_of_product((uplo, n, k), alpha.conj(), other_left, other_right, T::one(), c, true);
    }
}

/// A symmetric or Hermitian matrix of which one triangle is stored, whole.
///
/// # Safety
/// The triangle `uplo` of `a` is readable for `n` by `n` elements.
unsafe fn whole<T: Number>(uplo: Fill, n: usize, a: Matrix<T>, hermitian: bool) -> Dense<T> {
    Dense::made(n, n, |i, j| {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe {
            match (uplo.has(i, j), hermitian && i == j) {
                (_, true) => T::of(a.get(i, j).re()),
                (true, _) => a.get(i, j),
                (false, _) => a.get(j, i).conj_if(hermitian),
            }
        }
    })
}

/// # Safety
/// The triangle `uplo` of `a` is readable for `m` by `m` elements (left) or `n` by `n` (right), `b` for `m` by `n`; `c` is
/// writable for `m` by `n` and does not overlap `b`.
unsafe fn half_stored<T: Number>(
    (hermitian, side, uplo): (bool, Side, Fill),
    (m, n): (usize, usize),
    alpha: T,
    (a, b): (Matrix<T>, Matrix<T>),
    beta: T,
    c: Matrix<T>,
) {
    let order = side.stored(m, n);
    // SAFETY: this function requires what its callee does; the whole matrix is our own.
    unsafe {
        let mut all = whole(uplo, order, a, hermitian);
        let (all, b) = ((all.matrix(), false), (b, false));
        match side {
            Side::Left => product((m, n, m), alpha, all, b, beta, c),
            Side::Right => product((m, n, n), alpha, b, all, beta, c),
        }
    }
}

/// # Safety
/// The triangle `uplo` of `a` is readable for `m` by `m` elements (left) or `n` by `n` (right), `b` for `m` by `n`; `c` is
/// writable for `m` by `n` and does not overlap `b`.
pub(super) unsafe fn symm<T: Number>(
    side: Side,
    uplo: Fill,
    m: usize,
    n: usize,
    alpha: T,
    a: Matrix<T>,
    b: Matrix<T>,
    beta: T,
    c: Matrix<T>,
) {
    // SAFETY: this function requires what its callee does.
    unsafe { half_stored((false, side, uplo), (m, n), alpha, (a, b), beta, c) }
}

/// # Safety
/// The triangle `uplo` of `a` is readable for `m` by `m` elements (left) or `n` by `n` (right), `b` for `m` by `n`; `c` is
/// writable for `m` by `n` and does not overlap `b`.
pub(super) unsafe fn hemm<T: Number>(
    side: Side,
    uplo: Fill,
    m: usize,
    n: usize,
    alpha: T,
    a: Matrix<T>,
    b: Matrix<T>,
    beta: T,
    c: Matrix<T>,
) {
    // SAFETY: this function requires what its callee does.
    unsafe { half_stored((true, side, uplo), (m, n), alpha, (a, b), beta, c) }
}

/// `C = alpha op(A) + beta op(B)`; C may be A or B where that is not transposed.
///
/// # Safety
/// Where its factor is not zero, `op_a(a)`, and so `op_b(b)`, is readable for `m` by `n` elements; `c` is writable for as many.
pub(super) unsafe fn geam<T: Number>(
    op_a: Operation,
    op_b: Operation,
    m: usize,
    n: usize,
    alpha: T,
    a: Matrix<T>,
    beta: T,
    b: Matrix<T>,
    c: Matrix<T>,
) {
    let (a, b) = ((op_a.view(a), op_a.conjugates()), (op_b.view(b), op_b.conjugates()));
    // A factor of zero leaves its matrix unread.
    let term = |by: T, (of, conjugate): Factor<T>, i, j| {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        if by.is_zero() { T::zero() } else { by * unsafe { of.get(i, j) }.conj_if(conjugate) }
    };
    for j in 0..n {
        for i in 0..m {
            // SAFETY: indices stay within what this function requires to be readable and writable.
            unsafe { c.set(i, j, term(alpha, a, i, j) + term(beta, b, i, j)) };
        }
    }
}

/// Rows or columns scaled by a vector.
///
/// # Safety
/// `a` is readable for `m` by `n` elements, `x` for `m` (left) or `n` (right); `c` is writable for `m` by `n`.
pub(super) unsafe fn dgmm<T: Number>(side: Side, m: usize, n: usize, a: Matrix<T>, x: Vector<T>, c: Matrix<T>) {
    for j in 0..n {
        for i in 0..m {
            // SAFETY: indices stay within what this function requires to be readable and writable.
            unsafe { c.set(i, j, a.get(i, j) * x.get(side.stored(i, j))) };
        }
    }
}

#[cfg(test)]
mod tests;
