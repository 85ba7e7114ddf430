//! A product with its memory: computed for each member of a batch, and finished element by element.

use super::descriptors::matmul;
use super::epilogue::Gradient;
use super::operand::Operand;
use super::problem::{Problem, Scalars};
use crate::blas::product;
use crate::memory::{Dense, Matrix};
use crate::number::c64;
use crate::typed::{Wide, in_type};
use num_traits::Zero;

/// A scalar, or where a device's is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scalar {
    Value(c64),
    Pointer(*const u8),
}

/// A product with its memory.
pub(super) struct Work {
    pub(super) problem: Problem,
    pub(super) alpha: Scalar,
    pub(super) beta: Scalar,
    pub(super) a: Operand,
    pub(super) b: Operand,
    /// Where beta is not known to be zero.
    pub(super) c: Option<Operand>,
    pub(super) d: Operand,
    pub(super) aux: Option<Operand>,
}

// SAFETY: addresses and numbers; to follow an address is unsafe, whatever the thread.
unsafe impl Send for Work {}
// SAFETY: addresses and numbers; to follow an address is unsafe, whatever the thread.
unsafe impl Sync for Work {}

/// The factors that a run has read.
struct Factors {
    alpha: c64,
    beta: c64,
    c: f64,
    d: f64,
    aux: f64,
    /// For each row and each column, where they are vectors.
    rows: Option<Vec<c64>>,
    columns: Option<Vec<f64>>,
}

impl Work {
    fn pointer(&self, attribute: u32) -> *mut u8 {
        self.problem.descriptor.pointer(attribute)
    }

    /// A factor in device memory, one where there is none.
    ///
    /// # Safety
    /// The attribute is null or leads to a number in single precision.
    unsafe fn factor(&self, attribute: u32) -> f64 {
        let p = self.pointer(attribute).cast::<f32>();
        // SAFETY: not null, and valid as required.
        if p.is_null() { 1.0 } else { f64::from(unsafe { p.read_unaligned() }) }
    }

    /// # Safety
    /// Scalars, vectors and factors are readable.
    unsafe fn factors(&self) -> Factors {
        let (m, n, _) = self.problem.extent;
        let (vector_a, vector_b) = self.problem.vector_scales;
        // SAFETY: the pointers lead to scalars and vectors of these lengths, as hipBLASLt says.
        unsafe {
            let scalar = |from: Scalar| match from {
                Scalar::Value(value) => value,
                Scalar::Pointer(p) => self.problem.scalar.read(p),
            };
            let vector = |attribute, length: usize| -> Vec<f64> {
                let p = self.pointer(attribute).cast::<f32>();
                (0..length).map(|at| if p.is_null() { 1.0 } else { f64::from(p.add(at).read_unaligned()) }).collect()
            };
            let mut rows: Option<Vec<c64>> = vector_a.then(|| vector(matmul::SCALE, m).into_iter().map(c64::from).collect());
            let mut alpha = c64::from(1.0);
            match (self.problem.scalars, self.alpha) {
                (Scalars::AlphaVector, Scalar::Pointer(p)) => {
                    let kind = self.problem.scalar;
                    let row =
                        |i: usize| rows.as_ref().map_or(c64::from(1.0), |rows| rows[i]) * kind.read(p.add(i * kind.bytes()));
                    rows = Some((0..m).map(row).collect());
                }
                _ => alpha = scalar(self.alpha),
            }
            if !vector_a {
                alpha *= self.factor(matmul::SCALE);
            }
            if !vector_b {
                alpha *= self.factor(matmul::SCALE + 1);
            }
            Factors {
                alpha,
                beta: scalar(self.beta),
                c: self.factor(matmul::SCALE + 2),
                d: self.factor(matmul::SCALE + 3),
                aux: self.factor(matmul::AUX_SCALE),
                rows,
                columns: vector_b.then(|| vector(matmul::SCALE + 1, n)),
            }
        }
    }

    /// Whether the product can be computed where D lies.
    fn is_direct(&self, factors: &Factors) -> bool {
        let problem = &self.problem;
        problem.d.kind == problem.sum
            && problem.epilogue.is_plain()
            && factors.rows.is_none()
            && factors.columns.is_none()
            && (factors.c, factors.d) == (1.0, 1.0)
            && self.pointer(matmul::AMAX).is_null()
    }

    /// # Safety
    /// All that the descriptors and the call name is there, and nothing else accesses it meanwhile.
    pub(super) unsafe fn run(&self) {
        // SAFETY: this function requires what its callees do.
        unsafe {
            let factors = self.factors();
            let mut largest = 0f64;
            for member in 0..self.problem.d.batch {
                let of_member = in_type!(self.problem.sum, W => self.member::<W>(member, &factors));
                largest = if of_member.is_nan() { of_member } else { largest.max(of_member) };
            }
            let amax = self.pointer(matmul::AMAX).cast::<f32>();
            if !amax.is_null() {
                amax.write_unaligned(largest as f32);
            }
        }
    }

    /// One member of the batch; gives the largest modulus of the result, zero where it is not asked for.
    ///
    /// # Safety
    /// As of [`Work::run`].
    unsafe fn member<W: Wide>(&self, member: usize, factors: &Factors) -> f64 {
        let (m, n, _) = self.problem.extent;
        // SAFETY: this function requires what its callees do; D's elements are of the type W where it is direct.
        unsafe {
            if self.is_direct(factors) {
                let to = self.d.matrix::<W>(member);
                let beta = match self.c {
                    Some(c) if !factors.beta.is_zero() => {
                        if c.p != self.d.p {
                            (0..n).for_each(|j| (0..m).for_each(|i| to.set(i, j, c.matrix::<W>(member).get(i, j))));
                        }
                        factors.beta
                    }
                    _ => c64::zero(),
                };
                self.multiplied::<W>(member, factors.alpha, beta, to);
                return 0.0;
            }
            let mut sum = Dense::<W>::zeros(m, n);
            self.multiplied::<W>(member, 1.0.into(), c64::zero(), sum.matrix());
            self.finish(member, factors, &mut sum);
            self.bias_gradient(member, &sum);
            let moduli = sum.all.iter().map(|value| value.to_pair().norm());
            if self.pointer(matmul::AMAX).is_null() {
                0.0
            } else {
                moduli.fold(0.0, |a: f64, b| if b.is_nan() { b } else { a.max(b) })
            }
        }
    }

    /// `to = alpha op(A) op(B) + beta to`.
    ///
    /// # Safety
    /// As of [`Work::run`]; `to` is writable.
    unsafe fn multiplied<W: Wide>(&self, member: usize, alpha: c64, beta: c64, to: Matrix<W>) {
        let (op_a, op_b) = self.problem.ops;
        let (mut wide_a, mut wide_b) = (None, None);
        // SAFETY: this function requires what its callees do; elements of the type W are read as such.
        unsafe {
            let a = match self.a.shape.kind == W::KIND {
                true => (op_a.view(self.a.matrix(member)), op_a.conjugates()),
                false => (op_a.view(self.a.of_copy(wide_a.insert(self.a.copy::<W>(member)))), op_a.conjugates()),
            };
            let b = match self.b.shape.kind == W::KIND {
                true => (op_b.view(self.b.matrix(member)), op_b.conjugates()),
                false => (op_b.view(self.b.of_copy(wide_b.insert(self.b.copy::<W>(member)))), op_b.conjugates()),
            };
            product(self.problem.extent, W::from_pair(alpha), a, b, W::from_pair(beta), to);
        }
    }

    /// What follows the product, element by element; `sum` is left with the result before it is rounded to D's type.
    ///
    /// # Safety
    /// As of [`Work::run`].
    unsafe fn finish<W: Wide>(&self, member: usize, factors: &Factors, sum: &mut Dense<W>) {
        let (m, epilogue) = (self.problem.extent.0.max(1), &self.problem.epilogue);
        let (bias, kind) = (self.bias(member), self.problem.bias_kind);
        let beta = factors.beta * factors.c;
        let biases: Vec<f64> = match epilogue.adds_bias {
            // SAFETY: a bias has an element for each row of D.
            true => (0..m).map(|i| unsafe { kind.read(bias.wrapping_add(i * kind.bytes())) }.re).collect(),
            false => Vec::new(),
        };
        let column = |j: usize, column: &mut [W]| {
            let by_column = factors.alpha * factors.columns.as_ref().map_or(1.0, |columns| columns[j]);
            for (i, value) in column.iter_mut().enumerate() {
                // SAFETY: the element is in the matrices; each is this thread's alone.
                unsafe {
                    let mut x = by_column * value.to_pair();
                    if let Some(rows) = &factors.rows {
                        x *= rows[i];
                    }
                    if let (Some(c), false) = (&self.c, beta.is_zero()) {
                        x += beta * c.get(member, i, j);
                    }
                    if !epilogue.is_plain() {
                        x = self.activated((member, i, j), x.re + biases.get(i).unwrap_or(&0.0), factors.aux).into();
                    }
                    *value = W::from_pair(x);
                    self.d.set(member, i, j, x * factors.d);
                }
            }
        };
        sum.par_columns(column);
    }

    /// # Safety
    /// As of [`Work::run`].
    unsafe fn activated(&self, (member, i, j): (usize, usize, usize), x: f64, scale: f64) -> f64 {
        let epilogue = &self.problem.epilogue;
        // SAFETY: the element is in the matrix, as required.
        let kept = self.aux.as_ref().map_or(0.0, |aux| unsafe {
            if epilogue.keeps_input {
                aux.set(member, i, j, (x * scale).into());
                return 0.0;
            }
            aux.get(member, i, j).re * scale
        });
        epilogue.activation.apply(x, kept)
    }

    fn bias(&self, member: usize) -> *mut u8 {
        let stride = self.problem.descriptor.get(matmul::BIAS_STRIDE).cast_signed() as isize;
        let bytes = self.problem.bias_kind.bytes() as isize;
        self.pointer(matmul::BIAS).wrapping_offset(member as isize * stride * bytes)
    }

    /// The sums that an epilogue stores in the place of a bias.
    ///
    /// # Safety
    /// As of [`Work::run`].
    unsafe fn bias_gradient<W: Wide>(&self, member: usize, result: &Dense<W>) {
        let Some(of) = self.problem.epilogue.gradient else { return };
        // Integers and short types are summed in double precision, so that the order does not matter much.
        // SAFETY: this function requires what its callees do; the vector has an element for each row, or column.
        unsafe {
            let (wide, by_rows) = match of {
                Gradient::Result => (None, true),
                Gradient::A => (Some(self.a.wide::<f64>(member, self.problem.ops.0)), true),
                Gradient::B => (Some(self.b.wide::<f64>(member, self.problem.ops.1)), false),
            };
            let (m, n, _) = self.problem.extent;
            let mut sums = vec![0f64; if by_rows { m } else { n }];
            let mut add = |at: usize, rows: usize, value: f64| sums[if by_rows { at % rows } else { at / rows }] += value;
            match &wide {
                Some(wide) => wide.all.iter().enumerate().for_each(|(at, &value)| add(at, wide.rows, value)),
                None => result.all.iter().enumerate().for_each(|(at, value)| add(at, m, value.to_pair().re)),
            }
            let (to, kind) = (self.bias(member), self.problem.bias_kind);
            for (at, &sum) in sums.iter().enumerate() {
                kind.write(to.wrapping_add(at * kind.bytes()), sum.into());
            }
        }
    }
}
