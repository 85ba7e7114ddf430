//! `hipblasGemmEx` and its like: products of matrices whose element types are named by values. Types that are too short to compute
//! in are widened first.

#![allow(clippy::too_many_arguments)]

use super::HipBlas;
use super::level3::product;
use super::parameters::{Call, Operation, Scalar, Source, size};
use crate::entry::{Failure, Outcome, answer};
use crate::memory::{Dense, Matrix};
use crate::number::{c32, c64};
use crate::typed::{Type, Wide};
use half::f16;
use std::ffi::{c_int, c_void};

/// What products are summed in, of `hipblasComputeType_t` or, before hipBLAS 3, `hipblasDatatype_t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compute {
    Half,
    Single,
    Double,
    Int,
}

impl Compute {
    fn of(value: u32) -> Outcome<Compute> {
        Ok(match value {
            0 | 1 | 150 => Compute::Half,
            2..=6 | 151 | 154 => Compute::Single,
            7 | 8 | 152 | 155 => Compute::Double,
            9 | 10 | 162 => Compute::Int,
            other => return Err(crate::entry::not_supported(&format!("the compute type {other} of `hipblasGemmEx`"))),
        })
    }

    /// The type of alpha and beta.
    fn scalar(self, of_c: Type) -> Type {
        match (self, of_c.is_complex()) {
            (Compute::Half, _) => Type::Half,
            (Compute::Single, false) => Type::Single,
            (Compute::Single, true) => Type::ComplexSingle,
            (Compute::Double, false) => Type::Double,
            (Compute::Double, true) => Type::ComplexDouble,
            (Compute::Int, _) => Type::Int32,
        }
    }
}

/// A matrix of a named type.
#[derive(Clone, Copy)]
struct Typed {
    kind: Type,
    ld: usize,
    source: Source<u8>,
}

impl Typed {
    fn new((source, ld): (Source<u8>, i64), kind: u32, rows: usize) -> Outcome<Typed> {
        let ld = size(ld)?;
        if ld < rows.max(1) {
            return Err(Failure::InvalidValue);
        }
        source.check(rows == 0)?;
        Ok(Typed { kind: Type::of(kind)?, ld, source })
    }

    /// The matrix as it is stored, in another type.
    ///
    /// # Safety
    /// In a batch by pointers, the array of pointers has more than `member` elements; the matrix is readable for `rows` by `columns`
    /// elements.
    unsafe fn wide<W: Wide>(&self, member: usize, rows: usize, columns: usize) -> Dense<W> {
        // SAFETY: this function requires what its callees do.
        unsafe { self.kind.wide(self.source.at(member), (rows, columns), self.ld as isize) }
    }
}

/// A product of matrices of named types.
#[derive(Clone, Copy)]
struct Product {
    ops: (Operation, Operation),
    extent: (usize, usize, usize),
    scalar: Type,
    alpha: Scalar16,
    beta: Scalar16,
    a: Typed,
    b: Typed,
    c: Typed,
}

/// A scalar of a named type: its bytes, or where they are.
pub(super) type Scalar16 = Scalar<[u8; 16]>;

/// # Safety
/// A [`Scalar::Pointer`] is valid for reading an element of `kind`.
pub(super) unsafe fn value<W: Wide>(scalar: &Scalar16, kind: Type) -> W {
    // SAFETY: the pointer of the program leads to a scalar of that type; bytes of our own are enough for any.
    W::from_pair(unsafe {
        match scalar {
            Scalar::Value(bytes) => kind.read(bytes.as_ptr()),
            Scalar::Pointer(pointer) => kind.read(pointer.cast()),
        }
    })
}

impl Product {
    /// Whether no element needs another type.
    fn is_all(&self, kind: Type) -> bool {
        [self.a.kind, self.b.kind, self.c.kind, self.scalar].iter().all(|&other| other == kind)
    }

    /// # Safety
    /// Of this member, `op(a)` is readable for `m` by `k` elements, `op(b)` for `k` by `n`, and `c` is writable for `m` by `n`,
    /// each of its own type; scalars that are pointers are valid for reads.
    unsafe fn run(&self, member: usize) {
        // SAFETY: the matrices are there, as hipBLAS says.
        unsafe {
            match (self.scalar, self.c.kind.is_complex()) {
                (Type::Single, _) if self.is_all(Type::Single) => self.plain::<f32>(member),
                (Type::Double, _) if self.is_all(Type::Double) => self.plain::<f64>(member),
                (Type::ComplexSingle, _) if self.is_all(Type::ComplexSingle) => self.plain::<c32>(member),
                (Type::ComplexDouble, _) if self.is_all(Type::ComplexDouble) => self.plain::<c64>(member),
                (Type::ComplexSingle, _) => self.widened::<c32>(member),
                (Type::ComplexDouble, _) => self.widened::<c64>(member),
                // Sums of products of 8-bit integers are exact in 53 bits.
                (Type::Double | Type::Int32, _) => self.widened::<f64>(member),
                _ => self.widened::<f32>(member),
            }
        }
    }

    /// # Safety
    /// What [`Product::run`] requires, and all elements are of the type `W`.
    unsafe fn plain<W: Wide>(&self, member: usize) {
        // SAFETY: this function requires what its callee does; the elements are of the type W.
        unsafe {
            let matrix = |of: &Typed| Matrix::<W>::new(of.source.at(member).cast(), of.ld);
            let (a, b) = (self.ops.0.view(matrix(&self.a)), self.ops.1.view(matrix(&self.b)));
            let (alpha, beta) = (value(&self.alpha, self.scalar), value(&self.beta, self.scalar));
            let factors = ((a, self.ops.0.conjugates()), (b, self.ops.1.conjugates()));
            product(self.extent, alpha, factors.0, factors.1, beta, matrix(&self.c));
        }
    }

    /// # Safety
    /// What [`Product::run`] requires.
    unsafe fn widened<W: Wide>(&self, member: usize) {
        let ((m, n, k), (op_a, op_b)) = (self.extent, self.ops);
        let mut sum = Dense::<W>::zeros(m, n);
        // SAFETY: this function requires what its callees do; the wide matrices are our own.
        unsafe {
            let mut a = self.a.wide::<W>(member, op_a.stored(m, k), op_a.stored(k, m));
            let mut b = self.b.wide::<W>(member, op_b.stored(k, n), op_b.stored(n, k));
            let (alpha, beta): (W, W) = (value(&self.alpha, self.scalar), value(&self.beta, self.scalar));
            let factors = ((op_a.view(a.matrix()), op_a.conjugates()), (op_b.view(b.matrix()), op_b.conjugates()));
            product(self.extent, alpha, factors.0, factors.1, W::zero(), sum.matrix());
            add_rounded(&mut sum, beta, self.c.kind, self.c.source.at(member), self.c.ld as isize);
        }
    }
}

/// `C = sum + beta C` in a type of its own; `ld` counts elements. Where beta is zero, `C` is not read.
///
/// # Safety
/// `c` is writable for as many elements of the type as there are sums.
unsafe fn add_rounded<W: Wide>(sum: &mut Dense<W>, beta: W, kind: Type, c: *mut u8, ld: isize) {
    let (rows, address) = (sum.rows, c as usize);
    sum.par_columns(|j, column| {
        let to = (address as *mut u8).wrapping_offset(j as isize * ld * kind.bytes() as isize);
        // SAFETY: this function requires what its callees do; each column is one thread's alone.
        unsafe {
            if !beta.is_zero() {
                let before = kind.wide::<W>(to, (rows, 1), ld);
                column.iter_mut().zip(&before.all).for_each(|(sum, &before)| *sum += beta * before);
            }
            kind.write_all(to, column);
        }
    });
}

/// Half precision, multiplied and summed in single precision.
///
/// # Safety
/// `op_a(a)` is readable for `m` by `k` elements and `op_b(b)` for `k` by `n`; `c` is writable for `m` by `n` and overlaps
/// neither.
pub(super) unsafe fn gemm_half<T: Into<f32> + Copy>(
    op_a: Operation,
    op_b: Operation,
    m: usize,
    n: usize,
    k: usize,
    alpha: T,
    a: Matrix<f16>,
    b: Matrix<f16>,
    beta: T,
    c: Matrix<f16>,
) {
    let (of_a, of_b) = ((op_a.stored(m, k), op_a.stored(k, m)), (op_b.stored(k, n), op_b.stored(n, k)));
    let mut sum = Dense::<f32>::zeros(m, n);
    // SAFETY: this function requires what its callees do; the wide matrices are our own.
    unsafe {
        let (mut a, mut b) = (Type::Half.wide(a.p.cast(), of_a, a.cs), Type::Half.wide(b.p.cast(), of_b, b.cs));
        let (a, b) = (op_a.view(a.matrix()), op_b.view(b.matrix()));
        product((m, n, k), alpha.into(), (a, false), (b, false), 0.0, sum.matrix());
        add_rounded(&mut sum, beta.into(), Type::Half, c.p.cast(), c.cs);
    }
}

/// The three matrices' sources with their leading dimensions, and their types.
type Sources = [(Source<u8>, i64, u32); 3];

/// # Safety
/// `alpha` and `beta` are null or valid for reading scalars of the type that goes with `compute`; the matrices are null, or
/// readable (`a`, `b`) and writable (`c`) for the extents, leading dimensions and types that are passed, of all members of the
/// batch, until the stream has done the work.
unsafe fn gemm_ex(
    name: &'static str,
    handle: usize,
    ops: (u32, u32),
    (m, n, k): (i64, i64, i64),
    (alpha, beta): (*const c_void, *const c_void),
    [a, b, c]: Sources,
    compute: u32,
    count: i64,
) -> u32 {
    answer::<HipBlas>(name, || {
        let call = Call::new(handle, name)?;
        let ops = (Operation::of(ops.0)?, Operation::of(ops.1)?);
        let (m, n, k, count) = (size(m)?, size(n)?, size(k)?, size(count)?);
        let a = Typed::new((a.0, a.1), a.2, ops.0.stored(m, k))?;
        let b = Typed::new((b.0, b.1), b.2, ops.1.stored(k, n))?;
        let c = Typed::new((c.0, c.1), c.2, m)?;
        let scalar = Compute::of(compute)?.scalar(c.kind);
        // SAFETY: null or valid, as hipBLAS says.
        let (alpha, beta) = unsafe { (call.typed_scalar(alpha.cast(), scalar)?, call.typed_scalar(beta.cast(), scalar)?) };
        let product = Product { ops, extent: (m, n, k), scalar, alpha, beta, a, b, c };
        // SAFETY: what the program passes is there until the work is done, as hipBLAS says.
        call.submit(false, count, move |member| unsafe { product.run(member) })
    })
}

/// The entry points for both widths of sizes, with and without flags, each under the names of both interfaces.
macro_rules! gemm_ex {
    ($int:ty; $plain:ident, $strided:ident, $batched:ident) => {
        /// # Safety
        /// `alpha` and `beta` are null or valid for reading scalars of the type that goes with `compute`; the matrices are null,
        /// or readable (`a`, `b`) and writable (`c`) for the extents, leading dimensions and types that are passed, of all
        /// members of the batch, until the stream has done the work.
        unsafe extern "C" fn $plain(
            handle: usize,
            op_a: u32,
            op_b: u32,
            m: $int,
            n: $int,
            k: $int,
            alpha: *const c_void,
            a: *const u8,
            kind_a: u32,
            lda: $int,
            b: *const u8,
            kind_b: u32,
            ldb: $int,
            beta: *const c_void,
            c: *mut u8,
            kind_c: u32,
            ldc: $int,
            compute: u32,
        ) -> u32 {
            let one = |p: *const u8, ld: $int, kind| (Source::one(p, 1), ld.into(), kind);
            let all = [one(a, lda, kind_a), one(b, ldb, kind_b), one(c, ldc, kind_c)];
            let sizes = (m.into(), n.into(), k.into());
            // SAFETY: this function requires what its callee does.
            unsafe { gemm_ex("hipblasGemmEx", handle, (op_a, op_b), sizes, (alpha, beta), all, compute, 1) }
        }

        /// # Safety
        /// `alpha` and `beta` are null or valid for reading scalars of the type that goes with `compute`; the matrices are null,
        /// or readable (`a`, `b`) and writable (`c`) for the extents, leading dimensions and types that are passed, of all
        /// members of the batch, until the stream has done the work.
        unsafe extern "C" fn $strided(
            handle: usize,
            op_a: u32,
            op_b: u32,
            m: $int,
            n: $int,
            k: $int,
            alpha: *const c_void,
            a: *const u8,
            kind_a: u32,
            lda: $int,
            stride_a: i64,
            b: *const u8,
            kind_b: u32,
            ldb: $int,
            stride_b: i64,
            beta: *const c_void,
            c: *mut u8,
            kind_c: u32,
            ldc: $int,
            stride_c: i64,
            count: $int,
            compute: u32,
        ) -> u32 {
            let one = |p: *const u8, ld: $int, stride, kind| {
                let bytes = Type::of(kind).map_or(1, Type::bytes) as i64;
                (Source::strided(p, 1, stride * bytes), ld.into(), kind)
            };
            let all = [one(a, lda, stride_a, kind_a), one(b, ldb, stride_b, kind_b), one(c, ldc, stride_c, kind_c)];
            let sizes = (m.into(), n.into(), k.into());
            // SAFETY: this function requires what its callee does.
            unsafe {
                gemm_ex("hipblasGemmStridedBatchedEx", handle, (op_a, op_b), sizes, (alpha, beta), all, compute, count.into())
            }
        }

        /// # Safety
        /// `alpha` and `beta` are null or valid for reading scalars of the type that goes with `compute`; the matrices are null,
        /// or readable (`a`, `b`) and writable (`c`) for the extents, leading dimensions and types that are passed, of all
        /// members of the batch, until the stream has done the work.
        unsafe extern "C" fn $batched(
            handle: usize,
            op_a: u32,
            op_b: u32,
            m: $int,
            n: $int,
            k: $int,
            alpha: *const c_void,
            a: *const *const u8,
            kind_a: u32,
            lda: $int,
            b: *const *const u8,
            kind_b: u32,
            ldb: $int,
            beta: *const c_void,
            c: *const *const u8,
            kind_c: u32,
            ldc: $int,
            count: $int,
            compute: u32,
        ) -> u32 {
            let one = |p: *const *const u8, ld: $int, kind| (Source::pointers(p, 1), ld.into(), kind);
            let all = [one(a, lda, kind_a), one(b, ldb, kind_b), one(c, ldc, kind_c)];
            let sizes = (m.into(), n.into(), k.into());
            // SAFETY: this function requires what its callee does.
            unsafe { gemm_ex("hipblasGemmBatchedEx", handle, (op_a, op_b), sizes, (alpha, beta), all, compute, count.into()) }
        }
    };
}

gemm_ex! { c_int; plain, strided, batched }
gemm_ex! { i64; plain_64, strided_64, batched_64 }

// The algorithm and the flags that follow the compute type say how a GPU may compute: they are not read.
crate::export! {
    7;
    hipblasGemmEx = plain,
    hipblasGemmEx_v2 = plain,
    hipblasGemmExWithFlags = plain,
    hipblasGemmExWithFlags_v2 = plain,
    hipblasGemmEx_64 = plain_64,
    hipblasGemmEx_v2_64 = plain_64,
    hipblasGemmExWithFlags_64 = plain_64,
    hipblasGemmExWithFlags_v2_64 = plain_64,
    hipblasGemmStridedBatchedEx = strided,
    hipblasGemmStridedBatchedEx_v2 = strided,
    hipblasGemmStridedBatchedExWithFlags = strided,
    hipblasGemmStridedBatchedExWithFlags_v2 = strided,
    hipblasGemmStridedBatchedEx_64 = strided_64,
    hipblasGemmStridedBatchedEx_v2_64 = strided_64,
    hipblasGemmStridedBatchedExWithFlags_64 = strided_64,
    hipblasGemmStridedBatchedExWithFlags_v2_64 = strided_64,
    hipblasGemmBatchedEx = batched,
    hipblasGemmBatchedEx_v2 = batched,
    hipblasGemmBatchedExWithFlags = batched,
    hipblasGemmBatchedExWithFlags_v2 = batched,
    hipblasGemmBatchedEx_64 = batched_64,
    hipblasGemmBatchedEx_v2_64 = batched_64,
    hipblasGemmBatchedExWithFlags_64 = batched_64,
    hipblasGemmBatchedExWithFlags_v2_64 = batched_64,
}
