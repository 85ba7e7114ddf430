//! A product's descriptors into a checked problem: what fits together, and what is computed in what type.

use super::attributes::Attributes;
use super::descriptors::{NO_TYPE, layout_of, matmul, matmul_of};
use super::epilogue::Epilogue;
use super::operand::Shape;
use crate::blas::Operation;
use crate::entry::{Failure, Outcome, not_supported};
use crate::typed::Type;

/// How alpha and beta are passed, `hipblasLtPointerMode_t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalars {
    Host,
    Device,
    /// Alpha is a vector in device memory with an element for each row of D, beta a value of the host.
    AlphaVector,
}

impl Scalars {
    pub(super) fn of(mode: u32) -> Outcome<Scalars> {
        match mode {
            0 => Ok(Scalars::Host),
            1 => Ok(Scalars::Device),
            4 => Ok(Scalars::AlphaVector),
            other => Err(not_supported(&format!("the pointer mode {other} of hipBLASLt"))),
        }
    }
}

/// `D = epilogue(alpha op(A) op(B) + beta C)`, without the matrices.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub(super) ops: (Operation, Operation),
    pub(super) extent: (usize, usize, usize),
    pub(super) a: Shape,
    pub(super) b: Shape,
    pub(super) c: Shape,
    pub(super) d: Shape,
    /// The type of alpha and beta.
    pub(super) scalar: Type,
    /// The type that sums are in.
    pub(super) sum: Type,
    pub(super) scalars: Scalars,
    pub(super) epilogue: Epilogue,
    pub(super) bias_kind: Type,
    pub(super) aux: Shape,
    /// Whether the factors of A and of B are vectors along D's rows and columns.
    pub(super) vector_scales: (bool, bool),
    pub(super) descriptor: Attributes,
}

impl Problem {
    /// # Errors
    /// `Failure::InvalidValue` where a descriptor is none or extents, batches or leading dimensions do not fit;
    /// `Failure::NotSupported` for types, orders, modes and epilogues that hipBLASLt does not have.
    pub(super) fn new(descriptor: usize, [a, b, c, d]: [usize; 4]) -> Outcome<Problem> {
        let descriptor = matmul_of(descriptor)?;
        let shape = |layout| Shape::of(&layout_of(layout)?);
        let (a, b, c, d) = (shape(a)?, shape(b)?, shape(c)?, shape(d)?);
        let operation = |attribute| Operation::of(descriptor.word(attribute)).map_err(|_| Failure::InvalidValue);
        let ops = (operation(matmul::TRANS_A)?, operation(matmul::TRANS_B)?);
        let ((m, k), (inner, n)) = (a.after(ops.0), b.after(ops.1));
        let fits = k == inner && [c, d].iter().all(|to| (to.rows, to.columns) == (m, n));
        if !fits || [a, b, c].iter().any(|other| other.batch != d.batch) {
            return Err(Failure::InvalidValue);
        }
        let (scalar, sum) = types(&descriptor, [a.kind, b.kind, c.kind, d.kind])?;
        let named = |attribute, other| match descriptor.word(attribute) {
            // cuBLASLt's value for "not set" is -1.
            NO_TYPE | u32::MAX => Ok(other),
            kind => Type::with_small(kind),
        };
        let epilogue = Epilogue::of(&descriptor)?;
        let aux = Shape {
            kind: named(matmul::AUX_TYPE, d.kind)?,
            ld: descriptor.get(matmul::AUX_LD).cast_signed() as isize,
            stride: descriptor.get(matmul::AUX_STRIDE).cast_signed() as isize,
            ..d
        };
        let along = if d.is_row_major { n } else { m };
        if epilogue.uses_aux() && aux.ld < along.max(1) as isize {
            return Err(Failure::InvalidValue);
        }
        if !epilogue.is_plain() && d.kind.is_complex() {
            return Err(not_supported("an epilogue of hipBLASLt on complex numbers"));
        }
        for (input, kind) in [(0, a.kind), (1, b.kind)] {
            if named(matmul::INPUT_TYPE + input, kind)? != kind {
                return Err(not_supported("another type of hipBLASLt's factors than the matrix's"));
            }
        }
        let is_vector = |of| match descriptor.word(matmul::SCALE_MODE + of) {
            0 => Ok(false),
            3 => Ok(true),
            other => Err(not_supported(&format!("the mode {other} of hipBLASLt's factors"))),
        };
        Ok(Problem {
            ops,
            extent: (m, n, k),
            a,
            b,
            c,
            d,
            scalar,
            sum,
            scalars: Scalars::of(descriptor.word(matmul::POINTER_MODE))?,
            epilogue,
            bias_kind: named(matmul::BIAS_TYPE, bias_type(d.kind, c.kind))?,
            aux,
            vector_scales: (is_vector(0)?, is_vector(1)?),
            descriptor,
        })
    }
}

/// A bias has D's type where none is named; beside a D of 8 bits it has C's, or is a bfloat16.
fn bias_type(d: Type, c: Type) -> Type {
    match (d, c) {
        (Type::Small(_), Type::Small(_)) => Type::Bfloat,
        (Type::Small(_), c) => c,
        (Type::Int8, _) => Type::Single,
        (d, _) => d,
    }
}

/// The types of alpha and of sums, for the compute type and the types of A, B, C and D; which go together is in hipBLASLt's and
/// cuBLASLt's documentation of the product.
fn types(descriptor: &Attributes, [a, b, c, d]: [Type; 4]) -> Outcome<(Type, Type)> {
    let (compute, scalar) = (descriptor.word(matmul::COMPUTE_TYPE), descriptor.word(matmul::SCALE_TYPE));
    let scalar = Type::with_small(scalar)?;
    let is_small = |kind| matches!(kind, Type::Small(_));
    let is_float = |kind| matches!(kind, Type::Half | Type::Bfloat | Type::Single) || is_small(kind);
    let all = |kind| [a, b, c, d].iter().all(|&other| other == kind);
    let same_result = c == d || is_small(d) && is_float(c);
    // Factors of two types are a number of 8 bits and another; products of half precision go to it, or to single precision.
    let factors = is_float(a) && is_float(b) && (a == b || is_small(a) || is_small(b));
    let result = is_float(d) && (d == a || d == b || d == Type::Single || is_small(a) || is_small(b));
    let sum = match (compute, scalar) {
        (0 | 1, Type::Half) if all(Type::Half) => Some(Type::Single),
        (2..=6, Type::Single) if same_result && factors && result => Some(Type::Single),
        // Sums of products of 8-bit integers are exact in 53 bits.
        (2..=6, Type::Single) if (a, b, c, d) == (Type::Int8, Type::Int8, Type::Single, Type::Single) => Some(Type::Double),
        (2..=6, Type::ComplexSingle) if all(Type::ComplexSingle) => Some(Type::ComplexSingle),
        (7 | 8, Type::Double) if all(Type::Double) => Some(Type::Double),
        (7 | 8, Type::ComplexDouble) if all(Type::ComplexDouble) => Some(Type::ComplexDouble),
        (9 | 10, Type::Int32) if a == Type::Int8 && b == a && c == Type::Int32 && d == c => Some(Type::Double),
        (9 | 10, Type::Single) if a == Type::Int8 && b == a && c == d && matches!(d, Type::Int8 | Type::Int32) => {
            Some(Type::Double)
        }
        _ => None,
    };
    let refused = || not_supported(&format!("hipBLASLt's compute type {compute} of {a:?} and {b:?}, with {c:?}, to {d:?}"));
    sum.map(|sum| (scalar, sum)).ok_or_else(refused)
}
