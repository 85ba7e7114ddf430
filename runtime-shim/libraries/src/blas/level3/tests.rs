//! Products and triangular systems against sums over all elements. Elements are small whole numbers, whose sums are exact.

use super::*;
use crate::blas::extended::gemm_half;
use crate::blas::level2::{gemv, geru};
use crate::blas::parameters::Diagonal;
use crate::blas::triangular::{trmm, trsm};
use crate::number::{c32, c64};
use crate::typed::Wide;
use half::f16;

const OPERATIONS: [Operation; 3] = [Operation::None, Operation::Transpose, Operation::Conjugate];
const FILLS: [Fill; 2] = [Fill::Lower, Fill::Upper];

fn whole_number(salt: usize) -> f64 {
    (salt.wrapping_mul(2_654_435_761) >> 9) as f64 % 7.0 - 3.0
}

fn made<T: Wide>(seed: usize, rows: usize, columns: usize) -> Dense<T> {
    let at = |i: usize, j: usize| seed * 1013 + i * 29 + j * 31;
    Dense::made(rows, columns, |i, j| T::from_pair(c64::new(whole_number(at(i, j)), whole_number(at(i, j) + 7))))
}

fn nothing<T: Wide>() -> T {
    T::from_pair(c64::new(f64::NAN, f64::NAN))
}

fn of<T: Number>(op: Operation, a: &Dense<T>, i: usize, j: usize) -> T {
    let (i, j) = if op.turns() { (j, i) } else { (i, j) };
    a.all[i + j * a.rows].conj_if(op.conjugates())
}

fn stored<T: Wide>(op: Operation, seed: usize, rows: usize, columns: usize) -> Dense<T> {
    if op.turns() { made(seed, columns, rows) } else { made(seed, rows, columns) }
}

fn products<T: Wide>(shapes: &[(usize, usize, usize)]) {
    let alpha = T::from_pair(c64::new(2.0, 1.0));
    for &(m, n, k) in shapes {
        for (op_a, op_b) in OPERATIONS.into_iter().flat_map(|a| OPERATIONS.map(|b| (a, b))) {
            let (mut a, mut b) = (stored::<T>(op_a, 1, m, k), stored::<T>(op_b, 2, k, n));
            for beta in [0.0, 1.0, -2.0].map(|beta| T::from_pair(c64::new(beta, 0.0))) {
                let before = made::<T>(3, m, n);
                let mut c = if beta.is_zero() { Dense::made(m, n, |_, _| nothing()) } else { before.clone() };
                // SAFETY: the matrices are our own.
                unsafe { gemm(op_a, op_b, m, n, k, alpha, a.matrix(), b.matrix(), beta, c.matrix()) };
                for (i, j) in [(0, 0), (m - 1, n - 1), (m / 2, n - 1), (m - 1, n / 3)] {
                    let sum: T = (0..k).map(|l| of(op_a, &a, i, l) * of(op_b, &b, l, j)).sum();
                    let wanted = alpha * sum + beta * before.all[i + j * m];
                    assert_eq!(c.all[i + j * m], wanted, "{m} {n} {k} {op_a:?} {op_b:?} {beta:?}: ({i}, {j})");
                }
            }
        }
    }
}

#[test]
fn products_of_all_types_are_sums() {
    let shapes = [(1, 1, 1), (5, 3, 33), (70, 65, 68), (33, 130, 600), (120, 1, 90), (1, 120, 90), (90, 80, 2)];
    products::<f32>(&shapes);
    products::<f64>(&shapes);
    products::<c32>(&shapes);
    products::<c64>(&shapes);
}

/// The triangle that is stored, and in the rest what is no number.
fn half_of<T: Wide>(uplo: Fill, diag: Diagonal, a: &Dense<T>) -> Dense<T> {
    let read = |i, j| uplo.has(i, j) && (i != j || diag == Diagonal::Read);
    Dense::made(a.rows, a.rows, |i, j| if read(i, j) { a.all[i + j * a.rows] } else { nothing() })
}

#[test]
fn a_triangle_is_written_and_no_more() {
    let (n, k) = (150, 40);
    for (uplo, trans) in FILLS.into_iter().flat_map(|uplo| OPERATIONS.map(|trans| (uplo, trans))) {
        let (mut a, mut b) = (stored::<c64>(trans, 1, n, k), stored::<c64>(trans, 2, n, k));
        let before = made::<c64>(3, n, n);
        for hermitian in [false, true] {
            let by = if hermitian { trans != Operation::Transpose } else { trans != Operation::Conjugate };
            if !by {
                continue;
            }
            let alpha = c64::new(2.0, if hermitian { 0.0 } else { 1.0 });
            let mut c = half_of(uplo, Diagonal::Read, &before);
            // SAFETY: the matrices are our own.
            unsafe {
                match hermitian {
                    true => herkx(uplo, trans, n, k, alpha, a.matrix(), b.matrix(), 3.0, c.matrix()),
                    false => syrkx(uplo, trans, n, k, alpha, a.matrix(), b.matrix(), c64::from(3.0), c.matrix()),
                }
            }
            let row = |of: &Dense<c64>, i: usize, l: usize| if trans.turns() { of.all[l + i * k] } else { of.all[i + l * n] };
            for (i, j) in [(0, 0), (n - 1, 0), (0, n - 1), (n - 1, n - 1), (n / 2, n / 2), (n / 2 + 1, n / 2), (n / 3, n - 3)] {
                let got = c.all[i + j * n];
                if !uplo.has(i, j) {
                    assert!(got.re.is_nan(), "{uplo:?} {trans:?}: ({i}, {j}) is written");
                    continue;
                }
                let term = |l| match (hermitian, trans.turns()) {
                    (false, _) => row(&a, i, l) * row(&b, j, l),
                    (true, false) => row(&a, i, l) * row(&b, j, l).conj(),
                    (true, true) => row(&a, i, l).conj() * row(&b, j, l),
                };
                let mut wanted = alpha * (0..k).map(term).sum::<c64>() + 3.0 * before.all[i + j * n];
                if hermitian && i == j {
                    wanted.im = 0.0;
                }
                assert_eq!(got, wanted, "{uplo:?} {trans:?} {hermitian}: ({i}, {j})");
            }
        }
    }
}

fn triangles<T: Wide>(m: usize, n: usize, error: f64) {
    let sides = [Side::Left, Side::Right];
    for (side, uplo) in sides.into_iter().flat_map(|side| FILLS.map(|uplo| (side, uplo))) {
        for (trans, diag) in OPERATIONS.into_iter().flat_map(|trans| [Diagonal::Read, Diagonal::Ones].map(|diag| (trans, diag))) {
            let order = side.stored(m, n);
            let far = T::from_pair(c64::from(if diag == Diagonal::Ones { 1.0 / 64.0 } else { 1.0 }));
            let mut all = made::<T>(1, order, order);
            for j in 0..order {
                (0..order).for_each(|i| all.all[i + j * order] *= if i == j { T::from_pair(c64::from(64.0)) } else { far });
                all.all[j + j * order] += T::from_pair(c64::from(256.0));
            }
            let mut a = half_of(uplo, diag, &all);
            let b = made::<T>(2, m, n);
            let (alpha, name) = (T::from_pair(c64::from(2.0)), format!("{side:?} {uplo:?} {trans:?} {diag:?}"));
            let at = |i, j| match (uplo.after(trans).has(i, j), i == j && diag == Diagonal::Ones) {
                (false, _) => T::zero(),
                (_, true) => T::one(),
                _ => of(trans, &all, i, j),
            };
            let times = |x: &Dense<T>, i: usize, j: usize| -> T {
                match side {
                    Side::Left => (0..m).map(|l| at(i, l) * x.all[l + j * m]).sum(),
                    Side::Right => (0..n).map(|l| x.all[i + l * m] * at(l, j)).sum(),
                }
            };
            let near = |got: T, wanted: T, what: &str| {
                let off = (got - wanted).to_pair().norm();
                assert!(off <= error * (1.0 + wanted.to_pair().norm()), "{what} {name}: {got:?} for {wanted:?}");
            };
            let mut solved = b.clone();
            let (mut apart, mut in_place) = (Dense::made(m, n, |_, _| nothing()), b.clone());
            // SAFETY: the matrices are our own.
            unsafe {
                trsm(side, uplo, trans, diag, m, n, alpha, a.matrix(), solved.matrix());
                trmm(side, uplo, trans, diag, m, n, alpha, a.matrix(), b.clone().matrix(), apart.matrix());
                let own = in_place.matrix();
                trmm(side, uplo, trans, diag, m, n, alpha, a.matrix(), own, own);
            }
            for (i, j) in [(0, 0), (m - 1, n - 1), (m / 2, n / 3), (m - 1, 0), (0, n - 1)] {
                near(times(&solved, i, j), alpha * b.all[i + j * m], "trsm");
                near(apart.all[i + j * m], alpha * times(&b, i, j), "trmm");
                near(in_place.all[i + j * m], alpha * times(&b, i, j), "trmm in place");
            }
        }
    }
}

#[test]
fn triangles_are_multiplied_and_solved_without_the_rest() {
    triangles::<f32>(70, 33, 1e-4);
    triangles::<f64>(5, 130, 1e-12);
    triangles::<c64>(90, 40, 1e-12);
}

#[test]
fn vectors_of_any_increment_are_columns() {
    let (m, n) = (90usize, 70usize);
    let mut a = made::<c64>(1, m, n);
    for (trans, inc) in OPERATIONS.into_iter().flat_map(|trans| [1isize, 3, -2].map(|inc| (trans, inc))) {
        let (rows, columns) = (trans.stored(m, n), trans.stored(n, m));
        let room = |length: usize| made::<c64>(5, length * inc.unsigned_abs(), 1);
        let (mut x, mut y) = (room(columns), room(rows));
        let before = y.clone();
        let view = |of: &mut Dense<c64>, length: usize| Vector::new(of.all.as_mut_ptr(), inc, length);
        let (from, to) = (view(&mut x, columns), view(&mut y, rows));
        let place = |i: usize, length: usize| if inc > 0 { i * inc as usize } else { (length - 1 - i) * inc.unsigned_abs() };
        // SAFETY: the vectors and the matrix are our own.
        unsafe { gemv(trans, m, n, c64::new(0.0, 1.0), a.matrix(), from, c64::from(2.0), to) };
        for i in [0, 1, rows - 1] {
            let sum: c64 = (0..columns).map(|l| of(trans, &a, i, l) * x.all[place(l, columns)]).sum();
            assert_eq!(y.all[place(i, rows)], c64::new(0.0, 1.0) * sum + 2.0 * before.all[place(i, rows)], "{trans:?} {inc}");
        }
        let untouched = (0..y.all.len()).filter(|at| (0..rows).all(|i| place(i, rows) != *at));
        untouched.for_each(|at| assert_eq!(y.all[at], before.all[at]));
    }
    let (mut x, mut y, before) = (made::<c64>(6, m, 1), made::<c64>(7, n, 1), a.clone());
    // SAFETY: the vectors and the matrix are our own.
    unsafe {
        let vectors = (Vector { p: x.all.as_mut_ptr(), inc: 1 }, Vector { p: y.all.as_mut_ptr(), inc: 1 });
        geru(m, n, c64::from(2.0), vectors.0, vectors.1, a.matrix());
    }
    assert_eq!(a.all[3 + 5 * m], before.all[3 + 5 * m] + 2.0 * x.all[3] * y.all[5]);
}

#[test]
fn many_threads_multiply_at_once() {
    let n = 130;
    std::thread::scope(|scope| {
        for seed in 0..6 {
            scope.spawn(move || {
                let (mut a, mut b, mut c) = (made::<f32>(seed, n, n), made::<f32>(seed + 9, n, n), Dense::zeros(n, n));
                for _ in 0..20 {
                    let op = Operation::Transpose;
                    // SAFETY: the matrices are our own.
                    unsafe { gemm(op, op, n, n, n, 1.0, a.matrix(), b.matrix(), 0.0, c.matrix()) };
                    let sum: f32 = (0..n).map(|l| of(op, &a, 5, l) * of(op, &b, l, 7)).sum();
                    assert_eq!(c.all[5 + 7 * n], sum);
                }
            });
        }
    });
}

#[test]
fn halves_are_summed_in_single_precision_and_rounded_once() {
    let (m, n, k) = (40, 7, 65);
    let half = |of: &Dense<f32>| -> Vec<f16> { of.all.iter().map(|&value| f16::from_f32(value)).collect() };
    for (op_a, op_b) in OPERATIONS.into_iter().flat_map(|a| OPERATIONS.map(|b| (a, b))) {
        let (a, b, before) = (stored::<f32>(op_a, 1, m, k), stored::<f32>(op_b, 2, k, n), made::<f32>(3, m, n));
        let (mut halves_a, mut halves_b, mut c) = (half(&a), half(&b), half(&before));
        let (lda, ldb) = (a.rows, b.rows);
        let (from_a, from_b) = (Matrix::new(halves_a.as_mut_ptr(), lda), Matrix::new(halves_b.as_mut_ptr(), ldb));
        // SAFETY: the matrices are our own.
        unsafe { gemm_half(op_a, op_b, m, n, k, 2f32, from_a, from_b, 0.5, Matrix::new(c.as_mut_ptr(), m)) };
        for (at, &got) in c.iter().enumerate() {
            let sum: f32 = (0..k).map(|l| of(op_a, &a, at % m, l) * of(op_b, &b, l, at / m)).sum();
            assert_eq!(got, f16::from_f32(2.0 * sum + 0.5 * before.all[at]), "{op_a:?} {op_b:?} {at}");
        }
    }
}
