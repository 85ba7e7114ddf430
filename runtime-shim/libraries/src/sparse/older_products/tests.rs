//! Products with kinds of matrices and operations against sums over all elements.

use super::*;

fn element(i: usize, j: usize) -> c64 {
    c64::new(((i * 7 + j * 3) % 11) as f64 - 4.0, ((i + 5 * j) % 7) as f64 - 3.0)
}

const N: usize = 7;

/// All elements of a square matrix, of which kinds other than general ones use a triangle.
fn full_arrays() -> (Vec<c64>, Vec<c_int>, Vec<c_int>) {
    let values = (0..N * N).map(|at| element(at / N, at % N)).collect();
    (values, (0..=N).map(|i| (i * N) as c_int).collect(), (0..N * N).map(|at| (at % N) as c_int).collect())
}

#[test]
fn kinds_of_matrices_are_what_their_triangle_says() {
    let (values, starts, others) = full_arrays();
    let n = N as c_int;
    let arrays = (values.as_ptr(), starts.as_ptr(), others.as_ptr());
    for (kind, upper, unit) in [Kind::Symmetric, Kind::Hermitian, Kind::Triangular]
        .into_iter()
        .flat_map(|kind| [(kind, false, false), (kind, true, false), (kind, false, true), (kind, true, true)])
    {
        let a = Sparse { upper, unit, ..Sparse::of_arrays((n, n, n * n), arrays, 0).unwrap() };
        // SAFETY: the arrays are our own.
        let found = unsafe { whole::<c64>(&a, kind) };
        for i in 0..N {
            for j in 0..N {
                let inside = i == j || (j > i) == upper;
                let wanted = match kind {
                    Kind::Triangular if i == j && unit => c64::new(1.0, 0.0),
                    Kind::Triangular if !inside => c64::new(0.0, 0.0),
                    Kind::Hermitian if !inside => element(j, i).conj(),
                    Kind::Symmetric if !inside => element(j, i),
                    _ => element(i, j),
                };
                let got: c64 = found.row(i).iter().filter(|&&(k, _)| k == j).map(|&(_, value)| value).sum();
                assert_eq!(got, wanted, "{kind:?} {upper} {unit}: ({i}, {j})");
            }
        }
    }
}

#[test]
fn products_of_a_whole_matrix_follow_both_operations() {
    let (values, starts, others) = full_arrays();
    let n = N as c_int;
    let a = Sparse::of_arrays((n, n, n * n), (values.as_ptr(), starts.as_ptr(), others.as_ptr()), 0).unwrap();
    let symmetric = |i: usize, j: usize| element(i.max(j), i.min(j));
    // SAFETY: the arrays are our own.
    let rows = unsafe { whole::<c64>(&a, Kind::Symmetric) };
    let (alpha, beta) = (c64::new(2.0, -1.0), c64::new(0.5, 1.0));
    let by = |op: Operation, plain: c64, turned: c64| match op {
        Operation::None => plain,
        Operation::Transpose => turned,
        Operation::Conjugate => turned.conj(),
    };
    for op_a in [Operation::None, Operation::Transpose, Operation::Conjugate] {
        for op_b in [Operation::None, Operation::Transpose, Operation::Conjugate] {
            let b: Vec<c64> = (0..N * 2).map(|at| element(at, 3)).collect();
            let mut c: Vec<c64> = (0..N * 2).map(|at| element(at, 5)).collect();
            let old = c.clone();
            let extent = if op_b == Operation::None { (n, 2) } else { (2, n) };
            let b_full = Full::of_array(extent, b.as_ptr(), extent.0, false).unwrap();
            let c_full = Full::of_array((n, 2), c.as_mut_ptr().cast_const(), n, false).unwrap();
            // SAFETY: the scalars and arrays are our own.
            unsafe {
                let scalars = Scalar::pair((&raw const alpha).cast(), (&raw const beta).cast(), c64::KIND, false).unwrap();
                let ops = (op_a, op_b);
                let product = Product { ops, a, b: b_full, c: c_full, alpha: scalars.0, beta: scalars.1, compute: c64::KIND };
                assert!(product.fits());
                multiply(&rows, &product);
            }
            for at in 0..N * 2 {
                let (i, k) = (at % N, at / N);
                let left = |j: usize| by(op_a, symmetric(i, j), symmetric(j, i));
                let right = |j: usize| by(op_b, b[(j + k * N) % (2 * N)], b[(k + 2 * j) % (2 * N)]);
                let sum: c64 = (0..N).map(|j| left(j) * right(j)).sum();
                assert!((c[at] - (alpha * sum + beta * old[at])).norm() < 1e-12, "{op_a:?} {op_b:?} {at}");
            }
        }
    }
}

#[test]
fn a_dense_matrix_is_multiplied_by_a_sparse_vector() {
    let (rows, columns) = (4, 6);
    let mut a = crate::memory::Dense::made(rows, columns, element);
    let (values, indices) = (vec![element(1, 1), element(2, 5)], vec![1, 4]);
    for (op, indices) in [(Operation::None, &indices), (Operation::Transpose, &indices), (Operation::Conjugate, &indices)] {
        let (m, _) = op.extent(rows, columns);
        let mut y = vec![c64::new(f64::NAN, 0.0); m];
        let x = (2, array(values.as_ptr(), 2).unwrap(), array(indices.as_ptr(), 2).unwrap(), 1);
        let scalars = (c64::new(2.0, 0.0), c64::new(0.0, 0.0));
        // SAFETY: the arrays are our own; the old values are not of use.
        unsafe {
            let y = array(y.as_mut_ptr().cast_const(), m as c_int).unwrap();
            times_sparse_vector((rows, columns, op), a.matrix(), x, scalars, y);
        }
        for (i, &got) in y.iter().enumerate() {
            let left = |j: usize| match op {
                Operation::None => element(i, j),
                Operation::Transpose => element(j, i),
                Operation::Conjugate => element(j, i).conj(),
            };
            assert_eq!(got, (left(0) * values[0] + left(3) * values[1]) * 2.0, "{op:?}");
        }
    }
}
