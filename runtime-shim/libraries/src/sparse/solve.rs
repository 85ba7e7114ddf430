//! Triangular systems: `op(A) X = alpha op(B)`, for vectors (SpSV) and matrices (SpSM).

#![allow(clippy::too_many_arguments)]

use super::descriptors::{Full, Sparse, full, sparse};
use super::elements::Rows;
use super::operands::{Operation, Scalar, buffer_size, computed_in, in_type};
use super::{HipSparse, settings};
use crate::entry::{Failure, Outcome, answer};
use crate::handles::{Handles, give};
use crate::runtime;
use crate::typed::{Type, Wide};

/// What programs keep an analysis in: solving needs none.
static ANALYSES: Handles<()> = Handles::new();

/// A triangle, row after row; elements of the other triangle are left out when it is used.
pub(super) struct Triangle<W> {
    pub(super) rows: Rows<W>,
    pub(super) upper: bool,
    pub(super) unit: bool,
}

impl<W: Wide> Triangle<W> {
    /// Of `op(a)`.
    ///
    /// # Safety
    /// The arrays of the matrix are readable as its descriptor says, and its indices are of its rows and columns.
    unsafe fn of(a: &Sparse, op: Operation) -> Triangle<W> {
        // SAFETY: this function requires what its callee does.
        let rows = unsafe { Rows::of(a, op) };
        Triangle { rows, upper: a.upper != (op != Operation::None), unit: a.unit }
    }

    /// Right-hand sides into unknowns, in place. A diagonal element that is not there is a zero.
    pub(super) fn solve(&self, x: &mut [W]) {
        let n = self.rows.rows();
        for step in 0..n {
            let i = if self.upper { n - 1 - step } else { step };
            let (mut sum, mut diagonal) = (x[i], W::zero());
            for &(j, value) in self.rows.row(i) {
                if j == i {
                    diagonal += value;
                } else if (j > i) == self.upper {
                    sum -= value * x[j];
                }
            }
            x[i] = if self.unit { sum } else { sum / diagonal };
        }
    }
}

/// A system in the program's memory.
#[derive(Clone, Copy)]
pub(super) struct System {
    pub(super) ops: (Operation, Operation),
    pub(super) alpha: Scalar,
    pub(super) a: Sparse,
    pub(super) b: Full,
    pub(super) x: Full,
    pub(super) compute: Type,
}

impl System {
    /// # Safety
    /// The arrays of the sparse matrix and `b` are readable, and `x` is writable, as their descriptors say; a scalar on the device
    /// is valid for reads. `b` and `x` may be the same.
    pub(super) unsafe fn run<W: Wide>(&self) {
        // SAFETY: this function requires what its callees do; extents were checked.
        unsafe {
            let (triangle, alpha) = (Triangle::<W>::of(&self.a, self.ops.0), self.alpha.get::<W>(self.compute));
            let sides: Vec<Vec<W>> = (0..self.x.columns)
                .map(|column| (0..self.x.rows).map(|i| alpha * self.b.value::<W>(self.ops.1, i, column)).collect())
                .collect();
            for (column, mut side) in sides.into_iter().enumerate() {
                triangle.solve(&mut side);
                side.into_iter().enumerate().for_each(|(i, value)| self.x.set(i, column, value));
            }
        }
    }

    pub(super) fn fits(&self) -> bool {
        let sides = self.ops.1.extent(self.b.rows, self.b.columns);
        self.a.rows == self.a.columns && self.a.rows == self.x.rows && sides == (self.x.rows, self.x.columns)
    }
}

/// # Safety
/// `alpha` is null or valid for reading a scalar of the type `compute`, in device mode until the stream has done the work; until
/// then the memory of the descriptors is as [`System::run`] requires.
unsafe fn solve(
    name: &'static str,
    handle: usize,
    ops: (u32, u32),
    alpha: *const u8,
    (a, b, x): (usize, usize, usize),
    compute: u32,
    analysis: usize,
) -> u32 {
    answer::<HipSparse>(name, || {
        let (settings, compute) = (settings(handle)?, computed_in(compute)?);
        known(analysis)?;
        // SAFETY: null or valid, as hipSPARSE says.
        let alpha = unsafe { Scalar::new(alpha, compute, settings.device_scalars)? };
        let ops = (Operation::of(ops.0)?, Operation::of(ops.1)?);
        let system = System { ops, alpha, a: sparse(a)?, b: full(b)?, x: full(x)?, compute };
        if !system.fits() {
            return Err(Failure::InvalidValue);
        }
        runtime::enqueue(settings.stream, name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            in_type!(system.compute, W => unsafe { system.run::<W>() });
        })
    })
}

fn known(analysis: usize) -> Outcome {
    ANALYSES.with(analysis, |_| ()).map_err(|_| Failure::InvalidValue)
}

fn analyse(name: &str, handle: usize, analysis: usize) -> u32 {
    answer::<HipSparse>(name, || {
        settings(handle)?;
        known(analysis)
    })
}

/// The entry points that make and end the descriptors of an analysis.
macro_rules! analyses {
    ($($create:ident $destroy:ident $name:literal;)*) => { $(
        /// # Safety
        /// `to` is null or valid for writes.
        unsafe extern "C" fn $create(to: *mut usize) -> u32 {
            // SAFETY: null or valid, as hipSPARSE says.
            answer::<HipSparse>(concat!($name, "_createDescr"), || unsafe { give(to, ANALYSES.create(())) })
        }

        extern "C" fn $destroy(analysis: usize) -> u32 {
            answer::<HipSparse>(concat!($name, "_destroyDescr"), || {
                ANALYSES.destroy(analysis).map_err(|_| Failure::InvalidValue)
            })
        }
    )* };
}

analyses! {
    create_vector destroy_vector "hipsparseSpSV";
    create_matrix destroy_matrix "hipsparseSpSM";
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn vector_size(
    handle: usize,
    _op: u32,
    _alpha: *const u8,
    _a: usize,
    _b: usize,
    _x: usize,
    _compute: u32,
    _algorithm: u32,
    _analysis: usize,
    bytes: *mut usize,
) -> u32 {
    buffer_size("hipsparseSpSV_bufferSize", handle, bytes)
}

/// # Safety
/// None: nothing is read.
unsafe extern "C" fn vector_analysis(
    handle: usize,
    _op: u32,
    _alpha: *const u8,
    _a: usize,
    _b: usize,
    _x: usize,
    _compute: u32,
    _algorithm: u32,
    analysis: usize,
    _buffer: *mut u8,
) -> u32 {
    analyse("hipsparseSpSV_analysis", handle, analysis)
}

/// # Safety
/// What [`solve`] requires.
unsafe extern "C" fn vector_solve(
    handle: usize,
    op: u32,
    alpha: *const u8,
    a: usize,
    b: usize,
    x: usize,
    compute: u32,
    _algorithm: u32,
    analysis: usize,
) -> u32 {
    // SAFETY: this function requires what its callee does.
    unsafe { solve("hipsparseSpSV_solve", handle, (op, 0), alpha, (a, b, x), compute, analysis) }
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn matrix_size(
    handle: usize,
    _op_a: u32,
    _op_b: u32,
    _alpha: *const u8,
    _a: usize,
    _b: usize,
    _c: usize,
    _compute: u32,
    _algorithm: u32,
    _analysis: usize,
    bytes: *mut usize,
) -> u32 {
    buffer_size("hipsparseSpSM_bufferSize", handle, bytes)
}

/// # Safety
/// None: nothing is read.
unsafe extern "C" fn matrix_analysis(
    handle: usize,
    _op_a: u32,
    _op_b: u32,
    _alpha: *const u8,
    _a: usize,
    _b: usize,
    _c: usize,
    _compute: u32,
    _algorithm: u32,
    analysis: usize,
    _buffer: *mut u8,
) -> u32 {
    analyse("hipsparseSpSM_analysis", handle, analysis)
}

/// # Safety
/// What [`solve`] requires.
unsafe extern "C" fn matrix_solve(
    handle: usize,
    op_a: u32,
    op_b: u32,
    alpha: *const u8,
    a: usize,
    b: usize,
    c: usize,
    compute: u32,
    _algorithm: u32,
    analysis: usize,
    _buffer: *mut u8,
) -> u32 {
    // SAFETY: this function requires what its callee does.
    unsafe { solve("hipsparseSpSM_solve", handle, (op_a, op_b), alpha, (a, b, c), compute, analysis) }
}

crate::export! {
    10;
    hipsparseSpSV_createDescr = create_vector,
    hipsparseSpSV_destroyDescr = destroy_vector,
    hipsparseSpSV_bufferSize = vector_size,
    hipsparseSpSV_analysis = vector_analysis,
    hipsparseSpSV_solve = vector_solve,
    hipsparseSpSM_createDescr = create_matrix,
    hipsparseSpSM_destroyDescr = destroy_matrix,
    hipsparseSpSM_bufferSize = matrix_size,
    hipsparseSpSM_analysis = matrix_analysis,
    hipsparseSpSM_solve = matrix_solve,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::c64;

    fn residual(triangle: &Triangle<c64>, x: &[c64], b: &[c64]) -> f64 {
        let n = x.len();
        let along = |i: usize| -> c64 {
            let inside = triangle.rows.row(i).iter().filter(|&&(j, _)| j != i && (j > i) == triangle.upper);
            let diagonal =
                triangle.rows.row(i).iter().find(|&&(j, _)| j == i && !triangle.unit).map_or(c64::new(1.0, 0.0), |e| e.1);
            inside.map(|&(j, value)| value * x[j]).sum::<c64>() + diagonal * x[i]
        };
        (0..n).map(|i| (along(i) - b[i]).norm()).fold(0.0, f64::max)
    }

    #[test]
    fn triangles_are_solved_for_both_halves_and_diagonals() {
        let n = 9;
        let row = |i: usize| (0..n).map(|j| (j, c64::new(1.0 + (i * n + j) as f64 % 7.0, (i + 2 * j) as f64 % 3.0))).collect();
        let whole: Rows<c64> = Rows::gathered((0..n).map(row));
        let b: Vec<c64> = (0..n).map(|i| c64::new(i as f64 - 3.0, 1.0)).collect();
        for (upper, unit) in [(false, false), (false, true), (true, false), (true, true)] {
            let triangle = Triangle { rows: whole.clone(), upper, unit };
            let mut x = b.clone();
            triangle.solve(&mut x);
            let size = x.iter().map(|value| value.norm()).fold(1.0, f64::max);
            assert!(residual(&triangle, &x, &b) < 1e-12 * size, "upper {upper}, unit {unit}");
        }
    }
}
