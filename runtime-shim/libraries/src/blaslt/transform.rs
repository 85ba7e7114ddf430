//! `hipblasLtMatrixTransform`: sums of matrices of any two types and orders.

#![allow(clippy::too_many_arguments)]

use super::descriptors::{layout_of, transform, transform_of};
use super::library;
use super::operand::{Operand, Shape};
use super::problem::Scalars;
use crate::blas::{HipBlas, Operation};
use crate::entry::{Failure, Outcome, answer, not_supported};
use crate::number::c64;
use crate::runtime::{self, Stream};
use crate::typed::Type;
use num_traits::Zero;

/// A summand: its factor, and the matrix with the operation on it.
#[derive(Clone, Copy)]
struct Summand {
    factor: *const u8,
    /// The factor, where it is the host's.
    value: Option<c64>,
    operation: Operation,
    matrix: Option<Operand>,
}

// SAFETY: addresses and numbers; to follow an address is unsafe, whatever the thread.
unsafe impl Send for Summand {}

impl Summand {
    /// # Errors
    /// `Failure::InvalidValue` where the matrix is not there though its factor is not zero, or its extent is another.
    ///
    /// # Safety
    /// `factor` is null or readable.
    unsafe fn new(
        (factor, kind, scalars): (*const u8, Type, Scalars),
        operation: u32,
        (matrix, layout): (*const u8, usize),
        to: &Shape,
    ) -> Outcome<Summand> {
        let operation = Operation::of(operation).map_err(|_| Failure::InvalidValue)?;
        // SAFETY: not null, and readable as required.
        let value = (scalars == Scalars::Host && !factor.is_null()).then(|| unsafe { kind.read(factor) });
        // A matrix without a factor is left out: programs pass null for both.
        if value.is_some_and(|value| value.is_zero()) || factor.is_null() && matrix.is_null() {
            return Ok(Summand { factor, value: Some(c64::zero()), operation, matrix: None });
        }
        let shape = Shape::of(&layout_of(layout)?)?;
        if factor.is_null() || shape.after(operation) != (to.rows, to.columns) || shape.batch != to.batch {
            return Err(Failure::InvalidValue);
        }
        Ok(Summand { factor, value, operation, matrix: Some(shape.at(matrix)?) })
    }

    /// # Safety
    /// The matrix is readable.
    unsafe fn element(&self, factor: c64, (member, i, j): (usize, usize, usize)) -> c64 {
        let Some(matrix) = self.matrix.filter(|_| !factor.is_zero()) else { return c64::zero() };
        let (i, j) = if self.operation.turns() { (j, i) } else { (i, j) };
        // SAFETY: the element is in the matrix.
        let value = unsafe { matrix.get(member, i, j) };
        factor * if self.operation.conjugates() { value.conj() } else { value }
    }

    /// # Safety
    /// The factor is readable.
    unsafe fn factor(&self, kind: Type) -> c64 {
        // SAFETY: a device's factor, as required.
        self.value.unwrap_or_else(|| unsafe { kind.read(self.factor) })
    }
}

/// # Safety
/// Scalars are null or readable, matrices null or there until the stream has done the work.
unsafe extern "C" fn transform(
    handle: usize,
    descriptor: usize,
    alpha: *const u8,
    a: *const u8,
    layout_a: usize,
    beta: *const u8,
    b: *const u8,
    layout_b: usize,
    c: *mut u8,
    layout_c: usize,
    stream: Stream,
) -> u32 {
    let name = "hipblasLtMatrixTransform";
    answer::<HipBlas>(name, || {
        library::check(handle)?;
        let descriptor = transform_of(descriptor)?;
        let kind = Type::with_small(descriptor.word(transform::SCALE_TYPE))?;
        let scalars = Scalars::of(descriptor.word(transform::POINTER_MODE))?;
        if scalars == Scalars::AlphaVector {
            return Err(not_supported("a vector of factors in `hipblasLtMatrixTransform`"));
        }
        let shape = Shape::of(&layout_of(layout_c)?)?;
        let to = shape.at(c)?;
        // SAFETY: scalars are null or readable, as required.
        let (one, other) = unsafe {
            let one = Summand::new((alpha, kind, scalars), descriptor.word(transform::TRANS_A), (a, layout_a), &shape)?;
            (one, Summand::new((beta, kind, scalars), descriptor.word(transform::TRANS_B), (b, layout_b), &shape)?)
        };
        runtime::enqueue(stream, name, move || {
            let summands = (one, other);
            // SAFETY: what the program passes is there until the work is done, as hipBLASLt says.
            unsafe {
                let factors = (summands.0.factor(kind), summands.1.factor(kind));
                for member in 0..shape.batch {
                    for j in 0..shape.columns {
                        for i in 0..shape.rows {
                            let at = (member, i, j);
                            to.set(member, i, j, summands.0.element(factors.0, at) + summands.1.element(factors.1, at));
                        }
                    }
                }
            }
        })
    })
}

crate::export! {
    7;
    hipblasLtMatrixTransform = transform,
}
