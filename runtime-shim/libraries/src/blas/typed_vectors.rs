//! `hipblasDotEx` and its like: level 1 on vectors whose element types are named by values. Elements of 16 bits are computed in
//! 32 and rounded once, whether the execution type is their own or single precision.

#![allow(clippy::too_many_arguments)]

use super::HipBlas;
use super::extended::{Scalar16, value};
use super::level1;
use super::parameters::{Call, Source, length, size};
use crate::entry::{Outcome, answer, not_supported};
use crate::memory::Vector;
use crate::number::Number;
use crate::typed::{Type, Wide, in_type};
use std::ffi::c_int;

/// A vector, scalar or result as a caller passes it: `kind` is of `hipDataType`, `inc` in elements.
#[derive(Clone, Copy)]
struct Operand {
    source: Source<u8>,
    kind: u32,
    inc: i64,
}

impl Operand {
    fn one(p: *const u8, kind: u32, inc: i64) -> Operand {
        Operand { source: Source::one(p, inc), kind, inc }
    }

    fn pointers(p: *const u8, kind: u32, inc: i64) -> Operand {
        Operand { source: Source::pointers(p.cast(), inc), kind, inc }
    }

    /// `stride` counts elements between the members of a batch.
    fn strided(p: *const u8, kind: u32, inc: i64, stride: i64) -> Operand {
        let bytes = Type::of(kind).map_or(1, Type::bytes) as i64;
        Operand { source: Source::strided(p, inc, stride * bytes), kind, inc }
    }

    /// # Errors
    /// `Failure::NotSupported` for types that no function takes, `Failure::InvalidValue` for null and an increment of zero.
    fn vector(self, n: usize, count: usize) -> Outcome<Elements> {
        let kind = Type::of(self.kind)?;
        self.source.check_vector(n == 0 || count == 0)?;
        Ok(Elements { source: self.source, kind, inc: self.inc as isize })
    }
}

/// A vector of a named type.
#[derive(Clone, Copy)]
struct Elements {
    source: Source<u8>,
    kind: Type,
    inc: isize,
}

impl Elements {
    /// Lends the elements in the type that is computed in: where they lie if they are of that type, else a copy of them, which is
    /// rounded back if it is `written`.
    ///
    /// # Safety
    /// In a batch by pointers, the array of pointers has more than `member` elements; the vector is readable for `n` elements, and
    /// writable if it is `written`.
    unsafe fn lend<W: Wide, R>(&self, member: usize, n: usize, written: bool, work: impl FnOnce(Vector<W>) -> R) -> R {
        // SAFETY: this function requires what its callees do; bytes of an element lie `inc` elements from those of the next.
        unsafe {
            let p = self.source.at(member);
            if self.kind == W::KIND {
                return work(Vector::new(p.cast(), self.inc, n));
            }
            let bytes = Vector::new(p, self.inc * self.kind.bytes() as isize, n);
            let place = |i: usize| bytes.p.wrapping_offset(i as isize * bytes.inc);
            let mut copy: Vec<W> = (0..n).map(|i| W::from_pair(self.kind.read(place(i)))).collect();
            let result = work(Vector { p: copy.as_mut_ptr(), inc: 1 });
            if written {
                copy.iter().enumerate().for_each(|(i, &value)| self.kind.write(place(i), value.to_pair()));
            }
            result
        }
    }
}

/// The real type of the same precision.
fn real(kind: Type) -> Type {
    match kind {
        Type::ComplexSingle => Type::Single,
        Type::ComplexDouble => Type::Double,
        other => other,
    }
}

/// The type that elements of `kind` are computed in, where `execution` is one that the function `name` takes for them.
///
/// # Errors
/// `Failure::NotSupported`.
fn computed(name: &str, kind: Type, execution: u32) -> Outcome<Type> {
    match (kind, Type::of(execution)?) {
        (Type::Half | Type::Bfloat, Type::Single) | (Type::Half, Type::Half) => Ok(Type::Single),
        (Type::Single | Type::Double | Type::ComplexSingle | Type::ComplexDouble, same) if same == kind => Ok(kind),
        (kind, execution) => Err(not_supported(&format!("`{name}` of {kind:?} elements that executes in {execution:?}"))),
    }
}

/// The type of a scalar or of a second vector, which is one of `allowed`.
///
/// # Errors
/// `Failure::NotSupported`.
fn one_of(name: &str, kind: u32, allowed: &[Type]) -> Outcome<Type> {
    let kind = Type::of(kind)?;
    let fits = allowed.contains(&kind);
    if fits { Ok(kind) } else { Err(not_supported(&format!("`{name}` with {kind:?} beside elements of {:?}", allowed[0]))) }
}

/// # Safety
/// Scalars are null or valid for reading one of the type that is passed; vectors are null, or readable (`x`) and writable (`y`) for
/// `n` elements of their types, of all members of the batch, until the stream has done the work.
unsafe fn axpy(
    name: &'static str,
    handle: usize,
    n: i64,
    alpha: Operand,
    x: Operand,
    y: Operand,
    count: i64,
    execution: u32,
) -> u32 {
    answer::<HipBlas>(name, || {
        let (call, n, count) = (Call::new(handle, name)?, length(n)?, size(count)?);
        let (x, y) = (x.vector(n, count)?, y.vector(n, count)?);
        let wide = computed(name, x.kind, execution)?;
        one_of(name, y.kind.value(), &[x.kind])?;
        // SAFETY: null or valid, as hipBLAS says; the vectors are there until the work is done.
        unsafe {
            let (alpha, kind) = scalar(&call, name, alpha, &[x.kind, wide])?;
            call.submit(false, count, move |member| {
                in_type!(wide, W => {
                    x.lend::<W, _>(member, n, false, |x| y.lend(member, n, true, |y| level1::axpy(n, value::<W>(&alpha, kind), x, y)))
                })
            })
        }
    })
}

/// # Safety
/// As of [`axpy`], but that both vectors are read, and `result` is null or valid for writes of an element for each member.
unsafe fn dot<const CONJUGATED: bool>(
    name: &'static str,
    handle: usize,
    n: i64,
    x: Operand,
    y: Operand,
    count: i64,
    result: Operand,
    execution: u32,
) -> u32 {
    answer::<HipBlas>(name, || {
        let (call, n, count) = (Call::new(handle, name)?, length(n)?, size(count)?);
        let (x, y) = (x.vector(n, count)?, y.vector(n, count)?);
        let wide = computed(name, x.kind, execution)?;
        one_of(name, y.kind.value(), &[x.kind])?;
        let kind = one_of(name, result.kind, &[x.kind])?;
        result.source.check(count == 0)?;
        // SAFETY: the vectors and the results are there until the work is done, as hipBLAS says.
        call.submit(true, count, move |member| unsafe {
            let sum = in_type!(wide, W => {
                let sum = if CONJUGATED { level1::dotc::<W> } else { level1::dotu::<W> };
                x.lend(member, n, false, |x| y.lend(member, n, false, |y| sum(n, x, y))).to_pair()
            });
            kind.write(result.source.at(member), sum);
        })
    })
}

/// # Safety
/// As of [`dot`].
unsafe fn nrm2(name: &'static str, handle: usize, n: i64, x: Operand, count: i64, result: Operand, execution: u32) -> u32 {
    answer::<HipBlas>(name, || {
        let (call, n, count) = (Call::new(handle, name)?, length(n)?, size(count)?);
        let x = x.vector(n, count)?;
        // The norm of complex elements is executed in their real type.
        let wide = if x.kind.is_complex() { x.kind } else { computed(name, x.kind, execution)? };
        computed(name, real(x.kind), execution)?;
        let kind = one_of(name, result.kind, &[real(x.kind)])?;
        result.source.check(count == 0)?;
        // SAFETY: the vector and the results are there until the work is done, as hipBLAS says.
        call.submit(true, count, move |member| unsafe {
            let norm = in_type!(wide, W => x.lend(member, n, false, |x| W::of(level1::nrm2::<W>(n, x))).to_pair());
            kind.write(result.source.at(member), norm);
        })
    })
}

/// # Safety
/// As of [`axpy`], but that both vectors are written.
unsafe fn rot(
    name: &'static str,
    handle: usize,
    n: i64,
    x: Operand,
    y: Operand,
    (c, s): (Operand, Operand),
    count: i64,
    execution: u32,
) -> u32 {
    answer::<HipBlas>(name, || {
        let (call, n, count) = (Call::new(handle, name)?, length(n)?, size(count)?);
        let (x, y) = (x.vector(n, count)?, y.vector(n, count)?);
        let wide = computed(name, x.kind, execution)?;
        one_of(name, y.kind.value(), &[x.kind])?;
        // SAFETY: null or valid, as hipBLAS says; the vectors are there until the work is done.
        unsafe {
            let allowed = [x.kind, wide, real(wide)];
            let ((c, kind), (s, _)) = (scalar(&call, name, c, &allowed)?, scalar(&call, name, s, &allowed)?);
            call.submit(false, count, move |member| {
                in_type!(wide, W => {
                    // A cosine that is passed as a complex number is real.
                    let (c, s) = (value::<W>(&c, kind).re(), value::<W>(&s, kind));
                    x.lend(member, n, true, |x| y.lend(member, n, true, |y| level1::rot(n, x, y, c, s)))
                })
            })
        }
    })
}

/// # Safety
/// As of [`axpy`], but that `x` is written.
unsafe fn scal(name: &'static str, handle: usize, n: i64, alpha: Operand, x: Operand, count: i64, execution: u32) -> u32 {
    answer::<HipBlas>(name, || {
        let (call, n, count) = (Call::new(handle, name)?, length(n)?, size(count)?);
        let x = x.vector(n, count)?;
        let wide = computed(name, x.kind, execution)?;
        // SAFETY: null or valid, as hipBLAS says; the vector is there until the work is done.
        unsafe {
            let (alpha, kind) = scalar(&call, name, alpha, &[x.kind, wide, real(wide)])?;
            call.submit(
                false,
                count,
                move |member| in_type!(wide, W => x.lend(member, n, true, |x| level1::scal(n, value::<W>(&alpha, kind), x))),
            )
        }
    })
}

/// # Safety
/// As of [`Call::typed_scalar`].
unsafe fn scalar(call: &Call, name: &str, passed: Operand, allowed: &[Type]) -> Outcome<(Scalar16, Type)> {
    let kind = one_of(name, passed.kind, allowed)?;
    // SAFETY: this function requires what its callees do; a scalar is of no batch.
    Ok((unsafe { call.typed_scalar(passed.source.at(0), kind)? }, kind))
}

/// Entry points of one operation: its parameters between `n` and the execution type, then for each width of sizes and each way to
/// pass vectors the names. A step of the expansion takes one parameter, and its names are that step's own.
macro_rules! typed_vectors {
    ($work:expr, $shape:tt; $($int:ty, $batch:ident: $first:ident = $own:ident, $second:ident = $other:ident;)*) => { $(
        const _: () = {
            typed_vectors! { @ $int, $batch, $work, $first, () () $shape }
            $crate::export! { 7; $first = own, $second = own }
        };
    )* };
    (@ $int:ty, $batch:ident, $work:expr, $name:ident, ($($declared:tt)*) ($($passed:tt)*) ()) => {
        /// # Safety
        /// As of the operation.
        unsafe extern "C" fn own(handle: usize, n: $int, $($declared)* execution: u32) -> u32 {
            // SAFETY: this function requires what its callee does.
            unsafe { $work(stringify!($name), handle, n.into(), $($passed)* execution) }
        }
    };
    (@ $int:ty, strided, $work:expr, $name:ident, ($($declared:tt)*) ($($passed:tt)*) (vector $($rest:tt)*)) => {
        typed_vectors! { @ $int, strided, $work, $name, ($($declared)* p: *const u8, kind: u32, inc: $int, stride: i64,)
            ($($passed)* Operand::strided(p, kind, inc.into(), stride),) ($($rest)*) }
    };
    (@ $int:ty, $batch:ident, $work:expr, $name:ident, ($($declared:tt)*) ($($passed:tt)*) (vector $($rest:tt)*)) => {
        typed_vectors! { @ $int, $batch, $work, $name, ($($declared)* p: *const u8, kind: u32, inc: $int,)
            ($($passed)* Operand::$batch(p, kind, inc.into()),) ($($rest)*) }
    };
    (@ $int:ty, $batch:ident, $work:expr, $name:ident, ($($declared:tt)*) ($($passed:tt)*) (scalar $($rest:tt)*)) => {
        typed_vectors! { @ $int, $batch, $work, $name, ($($declared)* p: *const u8, kind: u32,)
            ($($passed)* Operand::strided(p, kind, 1, 1),) ($($rest)*) }
    };
    (@ $int:ty, $batch:ident, $work:expr, $name:ident, ($($declared:tt)*) ($($passed:tt)*) (rotation $($rest:tt)*)) => {
        typed_vectors! { @ $int, $batch, $work, $name, ($($declared)* c: *const u8, s: *const u8, kind: u32,)
            ($($passed)* (Operand::one(c, kind, 1), Operand::one(s, kind, 1)),) ($($rest)*) }
    };
    (@ $int:ty, one, $work:expr, $name:ident, ($($declared:tt)*) ($($passed:tt)*) (count $($rest:tt)*)) => {
        typed_vectors! { @ $int, one, $work, $name, ($($declared)*) ($($passed)* 1,) ($($rest)*) }
    };
    (@ $int:ty, $batch:ident, $work:expr, $name:ident, ($($declared:tt)*) ($($passed:tt)*) (count $($rest:tt)*)) => {
        typed_vectors! { @ $int, $batch, $work, $name, ($($declared)* count: $int,) ($($passed)* count.into(),) ($($rest)*) }
    };
}

typed_vectors! {
    axpy, (scalar vector vector count);
    c_int, one: hipblasAxpyEx = own, hipblasAxpyEx_v2 = own;
    c_int, pointers: hipblasAxpyBatchedEx = own, hipblasAxpyBatchedEx_v2 = own;
    c_int, strided: hipblasAxpyStridedBatchedEx = own, hipblasAxpyStridedBatchedEx_v2 = own;
    i64, one: hipblasAxpyEx_64 = own, hipblasAxpyEx_v2_64 = own;
    i64, pointers: hipblasAxpyBatchedEx_64 = own, hipblasAxpyBatchedEx_v2_64 = own;
    i64, strided: hipblasAxpyStridedBatchedEx_64 = own, hipblasAxpyStridedBatchedEx_v2_64 = own;
}

typed_vectors! {
    dot::<false>, (vector vector count scalar);
    c_int, one: hipblasDotEx = own, hipblasDotEx_v2 = own;
    c_int, pointers: hipblasDotBatchedEx = own, hipblasDotBatchedEx_v2 = own;
    c_int, strided: hipblasDotStridedBatchedEx = own, hipblasDotStridedBatchedEx_v2 = own;
    i64, one: hipblasDotEx_64 = own, hipblasDotEx_v2_64 = own;
    i64, pointers: hipblasDotBatchedEx_64 = own, hipblasDotBatchedEx_v2_64 = own;
    i64, strided: hipblasDotStridedBatchedEx_64 = own, hipblasDotStridedBatchedEx_v2_64 = own;
}

typed_vectors! {
    dot::<true>, (vector vector count scalar);
    c_int, one: hipblasDotcEx = own, hipblasDotcEx_v2 = own;
    c_int, pointers: hipblasDotcBatchedEx = own, hipblasDotcBatchedEx_v2 = own;
    c_int, strided: hipblasDotcStridedBatchedEx = own, hipblasDotcStridedBatchedEx_v2 = own;
    i64, one: hipblasDotcEx_64 = own, hipblasDotcEx_v2_64 = own;
    i64, pointers: hipblasDotcBatchedEx_64 = own, hipblasDotcBatchedEx_v2_64 = own;
    i64, strided: hipblasDotcStridedBatchedEx_64 = own, hipblasDotcStridedBatchedEx_v2_64 = own;
}

typed_vectors! {
    nrm2, (vector count scalar);
    c_int, one: hipblasNrm2Ex = own, hipblasNrm2Ex_v2 = own;
    c_int, pointers: hipblasNrm2BatchedEx = own, hipblasNrm2BatchedEx_v2 = own;
    c_int, strided: hipblasNrm2StridedBatchedEx = own, hipblasNrm2StridedBatchedEx_v2 = own;
    i64, one: hipblasNrm2Ex_64 = own, hipblasNrm2Ex_v2_64 = own;
    i64, pointers: hipblasNrm2BatchedEx_64 = own, hipblasNrm2BatchedEx_v2_64 = own;
    i64, strided: hipblasNrm2StridedBatchedEx_64 = own, hipblasNrm2StridedBatchedEx_v2_64 = own;
}

typed_vectors! {
    rot, (vector vector rotation count);
    c_int, one: hipblasRotEx = own, hipblasRotEx_v2 = own;
    c_int, pointers: hipblasRotBatchedEx = own, hipblasRotBatchedEx_v2 = own;
    c_int, strided: hipblasRotStridedBatchedEx = own, hipblasRotStridedBatchedEx_v2 = own;
    i64, one: hipblasRotEx_64 = own, hipblasRotEx_v2_64 = own;
    i64, pointers: hipblasRotBatchedEx_64 = own, hipblasRotBatchedEx_v2_64 = own;
    i64, strided: hipblasRotStridedBatchedEx_64 = own, hipblasRotStridedBatchedEx_v2_64 = own;
}

typed_vectors! {
    scal, (scalar vector count);
    c_int, one: hipblasScalEx = own, hipblasScalEx_v2 = own;
    c_int, pointers: hipblasScalBatchedEx = own, hipblasScalBatchedEx_v2 = own;
    c_int, strided: hipblasScalStridedBatchedEx = own, hipblasScalStridedBatchedEx_v2 = own;
    i64, one: hipblasScalEx_64 = own, hipblasScalEx_v2_64 = own;
    i64, pointers: hipblasScalBatchedEx_64 = own, hipblasScalBatchedEx_v2_64 = own;
    i64, strided: hipblasScalStridedBatchedEx_64 = own, hipblasScalStridedBatchedEx_v2_64 = own;
}
