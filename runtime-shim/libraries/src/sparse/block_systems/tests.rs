//! Systems of blocks against their triangle, element by element.

use super::*;

fn element(i: usize, j: usize) -> c64 {
    c64::new(((i * 7 + j * 3) % 11) as f64 - 4.0, ((i + 5 * j) % 7) as f64 - 3.0) + if i == j { 20.0 } else { 0.0 }
}

/// All blocks of a square matrix, of which systems use a triangle of elements.
#[test]
fn the_triangle_within_blocks_of_the_diagonal_counts() {
    let (rows, size) = (3, 2);
    let n = rows * size;
    let starts: Vec<c_int> = (0..=rows).map(|row| (row * rows) as c_int).collect();
    let others: Vec<c_int> = (0..rows * rows).map(|at| (at % rows) as c_int).collect();
    for by_columns in [false, true] {
        let at = |block: usize, k: usize| {
            let (inner, outer) = (k % size, k / size);
            let (i, j) = if by_columns { (inner, outer) } else { (outer, inner) };
            element(block / rows * size + i, block % rows * size + j)
        };
        let values: Vec<c64> = (0..rows * rows * size * size).map(|k| at(k / (size * size), k % (size * size))).collect();
        let blocks = Blocks {
            rows,
            columns: rows,
            size: (size, size),
            by_columns,
            base: 0,
            values: values.as_ptr().cast_mut(),
            starts: starts.as_ptr().cast_mut(),
            others: others.as_ptr().cast_mut(),
        };
        for (upper, unit) in [(false, false), (true, false), (false, true), (true, true)] {
            let a = Blocked { blocks, upper, unit };
            // SAFETY: the arrays are our own.
            assert_eq!(unsafe { a.zero_row() }, None);
            for op in [Operation::None, Operation::Transpose, Operation::Conjugate] {
                let b: Vec<c64> = (0..n).map(|i| element(i, 4)).collect();
                let mut x = b.clone();
                // SAFETY: the arrays are our own.
                unsafe { a.of(op) }.solve(&mut x);
                let of = |i: usize, j: usize| match (i == j, (j > i) == upper) {
                    (true, _) if unit => c64::new(1.0, 0.0),
                    (true, _) | (false, true) => element(i, j),
                    (false, false) => c64::new(0.0, 0.0),
                };
                for (i, &wanted) in b.iter().enumerate() {
                    let left = |j: usize| match op {
                        Operation::None => of(i, j),
                        Operation::Transpose => of(j, i),
                        Operation::Conjugate => of(j, i).conj(),
                    };
                    let sum: c64 = (0..n).map(|j| left(j) * x[j]).sum();
                    let size = x.iter().map(|value| value.norm()).fold(1.0, f64::max);
                    assert!((sum - wanted).norm() < 1e-12 * size, "{upper} {unit} {op:?} row {i}");
                }
            }
        }
    }
    let (short, none) = ([0, 1, 1, 2], [0, 2]);
    let values = [c64::new(1.0, 0.0); 8];
    let blocks = Blocks {
        rows,
        columns: rows,
        size: (size, size),
        by_columns: false,
        base: 0,
        values: values.as_ptr().cast_mut(),
        starts: short.as_ptr().cast_mut(),
        others: none.as_ptr().cast_mut(),
    };
    // SAFETY: the arrays are our own.
    assert_eq!(unsafe { Blocked { blocks, upper: false, unit: true }.zero_row() }, Some(1));
}
