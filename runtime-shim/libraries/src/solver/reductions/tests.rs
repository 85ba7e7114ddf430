//! Reductions multiplied back to the matrices that they are of.

use super::*;
use crate::number::c64;

fn element(i: usize, j: usize) -> c64 {
    c64::new(((i * 7 + j * 13) % 17) as f64 - 8.0, ((i * 5 + j * 3) % 11) as f64 - 5.0)
}

fn times(a: &Dense<c64>, b: &Dense<c64>) -> Dense<c64> {
    let inner = a.all.len() / a.rows.max(1);
    let columns = b.all.len() / b.rows.max(1);
    Dense::made(a.rows, columns, |i, j| (0..inner).map(|k| a.all[i + k * a.rows] * b.all[k + j * b.rows]).sum())
}

fn conjugated(a: &Dense<c64>) -> Dense<c64> {
    let columns = a.all.len() / a.rows.max(1);
    Dense::made(columns, a.rows, |i, j| a.all[j + i * a.rows].conj())
}

fn same(found: &Dense<c64>, wanted: impl Fn(usize, usize) -> c64) -> bool {
    (0..found.all.len()).all(|at| (found.all[at] - wanted(at % found.rows, at / found.rows)).norm() < 1e-11)
}

#[test]
fn hermitian_matrices_become_tridiagonal() {
    let whole = |i: usize, j: usize| if i == j { c64::new(element(i, i).re, 0.0) } else { element(i, j) + element(j, i).conj() };
    for (n, uplo) in [1, 2, 3, 9].into_iter().flat_map(|n| [(n, Fill::Lower), (n, Fill::Upper)]) {
        // The other triangle must not be read.
        let stored = |i: usize, j: usize| if uplo.has(i, j) { whole(i, j) } else { c64::new(f64::NAN, 0.0) };
        let mut a = Dense::made(n, n, stored);
        let (mut on, mut beside, mut tau) = (vec![0.0; n], vec![0.0; n], vec![c64::new(0.0, 0.0); n]);
        // SAFETY: the memory is our own.
        let q = unsafe {
            tridiagonal(uplo, n, a.matrix(), on.as_mut_ptr(), beside.as_mut_ptr(), tau.as_mut_ptr());
            q_of_tridiagonal(uplo, n, a.matrix(), tau.as_ptr())
        };
        let t = Dense::made(n, n, |i, j| match i.abs_diff(j) {
            0 => c64::new(on[i], 0.0),
            1 => c64::new(beside[i.min(j)], 0.0),
            _ => c64::new(0.0, 0.0),
        });
        assert!(same(&times(&times(&q, &t), &conjugated(&q)), whole), "{n} {uplo:?}");
        assert!(same(&times(&conjugated(&q), &q), |i, j| c64::new(f64::from(i == j), 0.0)), "{n} {uplo:?}");

        let c = Dense::made(n, n, |i, j| element(i + 1, j));
        for (side, trans) in [Side::Left, Side::Right].into_iter().flat_map(|s| [(s, Operation::None), (s, Operation::Conjugate)])
        {
            let mut found = c.clone();
            // SAFETY: the memory is our own.
            unsafe { times_q(side, uplo, trans, (n, n), a.matrix(), tau.as_ptr(), found.matrix()) };
            let by = if trans == Operation::None { q.clone() } else { conjugated(&q) };
            let wanted = if side == Side::Left { times(&by, &c) } else { times(&c, &by) };
            assert!(same(&found, |i, j| wanted.all[i + j * n]), "{n} {uplo:?} {side:?} {trans:?}");
        }
    }
}

#[test]
fn matrices_become_bidiagonal() {
    for (m, n) in [(1, 1), (4, 4), (7, 4), (4, 7), (1, 5), (5, 1)] {
        let few = m.min(n);
        let mut a = Dense::made(m, n, element);
        let (mut on, mut beside) = (vec![0.0; few], vec![0.0; few]);
        let (mut tau_q, mut tau_p) = (vec![c64::new(0.0, 0.0); few], vec![c64::new(0.0, 0.0); few]);
        // SAFETY: the memory is our own.
        let (q, p) = unsafe {
            let diagonals = (on.as_mut_ptr(), beside.as_mut_ptr());
            bidiagonal((m, n), a.matrix(), diagonals, (tau_q.as_mut_ptr(), tau_p.as_mut_ptr()));
            (q_of_bidiagonal((m, m, n), a.matrix(), tau_q.as_ptr()), p_of_bidiagonal((n, n, m), a.matrix(), tau_p.as_ptr()))
        };
        let b = Dense::made(m, n, |i, j| match (i == j, if m >= n { i + 1 == j } else { j + 1 == i }) {
            (true, _) => c64::new(on[i], 0.0),
            (_, true) => c64::new(beside[i.min(j)], 0.0),
            _ => c64::new(0.0, 0.0),
        });
        assert!(same(&times(&times(&q, &b), &p), element), "{m} by {n}");
    }
}
