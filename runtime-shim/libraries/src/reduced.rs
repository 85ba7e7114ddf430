//! The reductions of the crate faer for each element type: eigenvalues of Hermitian matrices, and singular values.

use faer::traits::ComplexField;
use num_complex::Complex;

/// An element type that large matrices are reduced in.
pub(crate) trait Reduced: Sized {
    /// Eigenvalues in rising order and the vectors to them, of `n` by `n` elements, column after column; none where the iteration does
    /// not converge.
    fn eigen(n: usize, all: &[Self]) -> Option<(Vec<f64>, Vec<Self>)>;

    /// Singular values in falling order, and as many columns of U and V, of `rows` by `columns` elements; none where the iteration
    /// does not converge.
    fn singular(rows: usize, columns: usize, all: &[Self]) -> Option<(Vec<f64>, Vec<Self>, Vec<Self>)>;
}

macro_rules! reduced {
    ($($type:ty),*) => { $(
        impl Reduced for $type {
            fn eigen(n: usize, all: &[Self]) -> Option<(Vec<f64>, Vec<Self>)> {
                let found = faer::MatRef::from_column_major_slice(all, n, n).self_adjoint_eigen(faer::Side::Lower).ok()?;
                Some((real_parts(found.S().column_vector()), elements(found.U())))
            }

            fn singular(rows: usize, columns: usize, all: &[Self]) -> Option<(Vec<f64>, Vec<Self>, Vec<Self>)> {
                let found = faer::MatRef::from_column_major_slice(all, rows, columns).thin_svd().ok()?;
                Some((real_parts(found.S().column_vector()), elements(found.U()), elements(found.V())))
            }
        }
    )* };
}
reduced!(f32, f64, Complex<f32>, Complex<f64>);

fn real_parts<T: ComplexField<Real: Into<f64>>>(column: faer::ColRef<'_, T>) -> Vec<f64> {
    column.iter().map(|value| T::real_part_impl(value).into()).collect()
}

fn elements<T: Copy>(a: faer::MatRef<'_, T>) -> Vec<T> {
    a.col_iter().flat_map(|column| column.iter().copied()).collect()
}
