//! What the crate faer does for each element type: products, solutions of triangular systems, eigenvalues of Hermitian matrices, and
//! singular values.

use crate::memory::Matrix;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::linalg::triangular_solve;
use faer::traits::ComplexField;
use faer::{Accum, Conj, MatMut, MatRef, Par};
use num_complex::Complex;

/// The part of a matrix that is there: the rest is zero and not read, or, of a result, not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Whole,
    Lower,
    Upper,
    /// With a diagonal of ones that is not read.
    LowerWithOnes,
    /// With a diagonal of ones that is not read.
    UpperWithOnes,
}

impl Part {
    fn structure(self) -> BlockStructure {
        match self {
            Part::Whole => BlockStructure::Rectangular,
            Part::Lower => BlockStructure::TriangularLower,
            Part::Upper => BlockStructure::TriangularUpper,
            Part::LowerWithOnes => BlockStructure::UnitTriangularLower,
            Part::UpperWithOnes => BlockStructure::UnitTriangularUpper,
        }
    }
}

/// A matrix that is a factor: what of it is there, and whether its conjugate is meant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand<T> {
    pub(crate) matrix: Matrix<T>,
    pub(crate) conjugate: bool,
    pub(crate) part: Part,
}

impl<T: Copy> Operand<T> {
    pub(crate) fn whole(matrix: Matrix<T>, conjugate: bool) -> Operand<T> {
        Operand { matrix, conjugate, part: Part::Whole }
    }

    pub(crate) fn transposed(self) -> Operand<T> {
        let part = match self.part {
            Part::Whole => Part::Whole,
            Part::Lower => Part::Upper,
            Part::Upper => Part::Lower,
            Part::LowerWithOnes => Part::UpperWithOnes,
            Part::UpperWithOnes => Part::LowerWithOnes,
        };
        Operand { matrix: self.matrix.transposed(), part, ..self }
    }
}

/// An element type that dense matrices are computed in.
pub(crate) trait Kernels: Sized {
    /// `C = alpha A B`, or that added to C where it `adds`, in a part of C, for `m` by `k` and `k` by `n` elements. Without that, C is
    /// not read.
    ///
    /// # Safety
    /// `a` is readable for `m` by `k` elements and `b` for `k` by `n`, in their parts; `c` is writable for `m` by `n` in its part and
    /// overlaps neither. None of the three extents is zero; a matrix of which there is a triangle is square.
    unsafe fn multiply(
        extent: (usize, usize, usize),
        alpha: Self,
        a: Operand<Self>,
        b: Operand<Self>,
        adds: bool,
        c: (Matrix<Self>, Part),
        threads: bool,
    );

    /// `B = A^-1 B` for a triangle of `order` and `columns` right-hand sides.
    ///
    /// # Safety
    /// `a` is readable for `order` by `order` elements in its part, which is a triangle; `b` is writable for `order` by `columns` and
    /// does not overlap `a`.
    unsafe fn solve_triangle(order: usize, columns: usize, a: Operand<Self>, b: Matrix<Self>, threads: bool);

    /// Eigenvalues in rising order and the vectors to them, of `n` by `n` elements, column after column; none where the iteration does
    /// not converge.
    fn eigen(n: usize, all: &[Self]) -> Option<(Vec<f64>, Vec<Self>)>;

    /// Singular values in falling order, and as many columns of U and V, of `rows` by `columns` elements; none where the iteration
    /// does not converge.
    fn singular(rows: usize, columns: usize, all: &[Self]) -> Option<(Vec<f64>, Vec<Self>, Vec<Self>)>;
}

macro_rules! kernels {
    ($($type:ty),*) => { $(
        impl Kernels for $type {
            unsafe fn multiply(
                (m, n, k): (usize, usize, usize),
                alpha: Self,
                a: Operand<Self>,
                b: Operand<Self>,
                adds: bool,
                (c, part): (Matrix<Self>, Part),
                threads: bool,
            ) {
                let accumulation = if adds { Accum::Add } else { Accum::Replace };
                let (conj_a, conj_b) = (conjugation(a.conjugate), conjugation(b.conjugate));
                let (part_a, part_b) = (a.part.structure(), b.part.structure());
                // SAFETY: the matrices are readable and writable, as required.
                let (to, a, b) = unsafe { (writable(c, m, n), readable(a.matrix, m, k), readable(b.matrix, k, n)) };
                let parallelism = parallelism(threads);
                let structure = part.structure();
                triangular::matmul_with_conj(to, structure, accumulation, a, part_a, conj_a, b, part_b, conj_b, alpha, parallelism);
            }

            unsafe fn solve_triangle(order: usize, columns: usize, a: Operand<Self>, b: Matrix<Self>, threads: bool) {
                let (conj, part, parallelism) = (conjugation(a.conjugate), a.part, parallelism(threads));
                // SAFETY: the matrices are readable and writable, as required.
                let (a, b) = unsafe { (readable(a.matrix, order, order), writable(b, order, columns)) };
                match part {
                    Part::Lower => triangular_solve::solve_lower_triangular_in_place_with_conj(a, conj, b, parallelism),
                    Part::Upper => triangular_solve::solve_upper_triangular_in_place_with_conj(a, conj, b, parallelism),
                    Part::LowerWithOnes => triangular_solve::solve_unit_lower_triangular_in_place_with_conj(a, conj, b, parallelism),
                    Part::UpperWithOnes => triangular_solve::solve_unit_upper_triangular_in_place_with_conj(a, conj, b, parallelism),
                    Part::Whole => unreachable!("only triangles are solved by substitution"),
                }
            }

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
kernels!(f32, f64, Complex<f32>, Complex<f64>);

fn conjugation(conjugate: bool) -> Conj {
    if conjugate { Conj::Yes } else { Conj::No }
}

fn parallelism(threads: bool) -> Par {
    if threads { Par::rayon(0) } else { Par::Seq }
}

/// # Safety
/// `a` is readable for `rows` by `columns` elements, or what of it is read is, for as long as the view is used.
unsafe fn readable<'a, T>(a: Matrix<T>, rows: usize, columns: usize) -> MatRef<'a, T> {
    // SAFETY: this function requires what its callee does.
    unsafe { MatRef::from_raw_parts(a.p, rows, columns, a.rs, a.cs) }
}

/// # Safety
/// `a` is writable for `rows` by `columns` elements, or what of it is written is, for as long as the view is used.
unsafe fn writable<'a, T>(a: Matrix<T>, rows: usize, columns: usize) -> MatMut<'a, T> {
    // SAFETY: this function requires what its callee does.
    unsafe { MatMut::from_raw_parts_mut(a.p, rows, columns, a.rs, a.cs) }
}

fn real_parts<T: ComplexField<Real: Into<f64>>>(column: faer::ColRef<'_, T>) -> Vec<f64> {
    column.iter().map(|value| T::real_part_impl(value).into()).collect()
}

fn elements<T: Copy>(a: faer::MatRef<'_, T>) -> Vec<T> {
    a.col_iter().flat_map(|column| column.iter().copied()).collect()
}
