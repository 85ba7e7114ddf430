//! Sparse vectors: their descriptors, and what is done with one and a dense vector.

#![allow(clippy::too_many_arguments)]

use super::descriptors::{Full, Indices, full, size};
use super::operands::{Operation, Scalar, buffer_size, computed_in, in_type, wide};
use super::{HipSparse, settings};
use crate::entry::{Failure, Outcome, answer};
use crate::handles::{Handles, give};
use crate::runtime;
use crate::typed::{Type, Wide};

#[derive(Clone, Copy)]
struct Vector {
    length: usize,
    count: usize,
    indices: Indices,
    values: usize,
    kind: Type,
}

static VECTORS: Handles<Vector> = Handles::new();

impl Vector {
    fn place(&self, at: usize) -> *mut u8 {
        (self.values as *mut u8).wrapping_add(at * self.kind.bytes())
    }

    /// # Safety
    /// The values are readable at that place.
    unsafe fn value<W: Wide>(&self, at: usize) -> W {
        // SAFETY: the element is readable, as required.
        W::from_pair(unsafe { self.kind.read(self.place(at)) })
    }

    /// # Safety
    /// The values are writable at that place.
    unsafe fn set<W: Wide>(&self, at: usize, value: W) {
        // SAFETY: the element is writable, as required.
        unsafe { self.kind.write(self.place(at), value.to_pair()) };
    }
}

/// A sparse vector and a dense one of the same length.
fn pair(x: usize, y: usize) -> Outcome<(Vector, Full)> {
    let (x, y) = (VECTORS.with(x, |found| *found)?, full(y)?);
    if x.length == y.rows { Ok((x, y)) } else { Err(Failure::InvalidValue) }
}

/// # Safety
/// `to` is null or valid for writing a descriptor. The arrays are only noted: operations on the descriptor require them.
unsafe extern "C" fn create(
    to: *mut usize,
    length: i64,
    count: i64,
    indices: *const u8,
    values: *const u8,
    index: u32,
    base: u32,
    kind: u32,
) -> u32 {
    answer::<HipSparse>("hipsparseCreateSpVec", || {
        let (length, count, indices) = (size(length)?, size(count)?, Indices::new(indices, index, base)?);
        let made = Vector { length, count, indices, values: values as usize, kind: Type::of(kind)? };
        if count > length {
            return Err(Failure::InvalidValue);
        }
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(to, VECTORS.create(made)) }
    })
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn destroy(descriptor: usize) -> u32 {
    answer::<HipSparse>("hipsparseDestroySpVec", || VECTORS.destroy(descriptor))
}

/// # Safety
/// All pointers are null or valid for writes.
unsafe extern "C" fn get(
    descriptor: usize,
    length: *mut i64,
    count: *mut i64,
    indices: *mut usize,
    values: *mut usize,
    index: *mut u32,
    base: *mut u32,
    kind: *mut u32,
) -> u32 {
    answer::<HipSparse>("hipsparseSpVecGet", || {
        let found = VECTORS.with(descriptor, |found| *found)?;
        let (p, index_kind) = found.indices.described();
        // SAFETY: null or valid, as hipSPARSE says of all of these.
        unsafe {
            give(length, found.length as i64)?;
            give(count, found.count as i64)?;
            give(indices, p)?;
            give(values, found.values)?;
            give(index, index_kind)?;
            give(base, found.indices.base as u32)?;
            give(kind, found.kind.value())
        }
    })
}

/// # Safety
/// `base` is null or valid for writes.
unsafe extern "C" fn get_base(descriptor: usize, base: *mut u32) -> u32 {
    answer::<HipSparse>("hipsparseSpVecGetIndexBase", || {
        let found = VECTORS.with(descriptor, |found| found.indices.base as u32)?;
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(base, found) }
    })
}

/// # Safety
/// `values` is null or valid for writes.
unsafe extern "C" fn get_values(descriptor: usize, values: *mut usize) -> u32 {
    answer::<HipSparse>("hipsparseSpVecGetValues", || {
        let found = VECTORS.with(descriptor, |found| found.values)?;
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(values, found) }
    })
}

/// # Safety
/// None: the array is only noted; operations on the descriptor require it.
unsafe extern "C" fn set_values(descriptor: usize, values: *mut u8) -> u32 {
    answer::<HipSparse>("hipsparseSpVecSetValues", || VECTORS.with(descriptor, |found| found.values = values as usize))
}

/// `x = y` at the places of x.
///
/// # Safety
/// Until the stream has done the work, `y` and x's indices are readable, and x's values writable, as the descriptors say.
unsafe extern "C" fn gather(handle: usize, y: usize, x: usize) -> u32 {
    answer::<HipSparse>("hipsparseGather", || {
        let ((x, y), stream) = (pair(x, y)?, settings(handle)?.stream);
        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
        runtime::enqueue(stream, "hipsparseGather", move || unsafe {
            (0..x.count).for_each(|at| x.kind.write(x.place(at), y.kind.read(y.at(x.indices.get(at), 0))));
        })
    })
}

/// `y = x` at the places of x.
///
/// # Safety
/// Until the stream has done the work, x's arrays are readable, and `y` writable, as the descriptors say.
unsafe extern "C" fn scatter(handle: usize, x: usize, y: usize) -> u32 {
    answer::<HipSparse>("hipsparseScatter", || {
        let ((x, y), stream) = (pair(x, y)?, settings(handle)?.stream);
        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
        runtime::enqueue(stream, "hipsparseScatter", move || unsafe {
            (0..x.count).for_each(|at| y.kind.write(y.at(x.indices.get(at), 0), x.kind.read(x.place(at))));
        })
    })
}

/// `y = alpha x + beta y`.
///
/// # Safety
/// `alpha` and `beta` are null or valid for reading a scalar of the type that y's values are computed in, in device mode until the
/// stream has done the work; until then x's arrays are readable, and `y` is writable, as the descriptors say.
unsafe extern "C" fn axpby(handle: usize, alpha: *const u8, x: usize, beta: *const u8, y: usize) -> u32 {
    answer::<HipSparse>("hipsparseAxpby", || {
        let ((x, y), settings) = (pair(x, y)?, settings(handle)?);
        let kind = wide(y.kind);
        // SAFETY: null or valid, as hipSPARSE says.
        let scalars = unsafe { Scalar::pair(alpha, beta, kind, settings.device_scalars)? };
        runtime::enqueue(settings.stream, "hipsparseAxpby", move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            in_type!(kind, W => unsafe {
                let (alpha, beta): (W, W) = (scalars.0.get(kind), scalars.1.get(kind));
                let old = |i: usize| if beta == <W as num_traits::Zero>::zero() { beta } else { beta * y.value::<W>(Operation::None, i, 0) };
                (0..y.rows).for_each(|i| y.set(i, 0, old(i)));
                for at in 0..x.count {
                    let i = x.indices.get(at);
                    y.set(i, 0, y.value::<W>(Operation::None, i, 0) + alpha * x.value::<W>(at));
                }
            });
        })
    })
}

/// A plane rotation of x and of y at the places of x: `x = c x + s y`, `y = c y - s x`.
///
/// # Safety
/// `c` and `s` are as `alpha` and `beta` of [`axpby`]; until the stream has done the work, x's indices are readable, and its values
/// and `y` are writable, as the descriptors say.
unsafe extern "C" fn rotate(handle: usize, c: *const u8, s: *const u8, x: usize, y: usize) -> u32 {
    answer::<HipSparse>("hipsparseRot", || {
        let ((x, y), settings) = (pair(x, y)?, settings(handle)?);
        let kind = wide(y.kind);
        // SAFETY: null or valid, as hipSPARSE says.
        let scalars = unsafe { Scalar::pair(c, s, kind, settings.device_scalars)? };
        runtime::enqueue(settings.stream, "hipsparseRot", move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            in_type!(kind, W => unsafe {
                let (c, s): (W, W) = (scalars.0.get(kind), scalars.1.get(kind));
                for at in 0..x.count {
                    let i = x.indices.get(at);
                    let (one, other) = (x.value::<W>(at), y.value::<W>(Operation::None, i, 0));
                    x.set(at, c * one + s * other);
                    y.set(i, 0, c * other - s * one);
                }
            });
        })
    })
}

/// `op(x) . y`, in device mode when the stream comes to it, else before the call returns.
///
/// # Safety
/// `result` is null or valid for writing an element of the type `compute`, in device mode until the stream has done the work; until
/// then x's arrays and `y` are readable as the descriptors say.
unsafe extern "C" fn dot(handle: usize, op: u32, x: usize, y: usize, result: *mut u8, compute: u32, _buffer: *mut u8) -> u32 {
    answer::<HipSparse>("hipsparseSpVV", || {
        let ((x, y), settings, kind) = (pair(x, y)?, settings(handle)?, computed_in(compute)?);
        let conjugate = Operation::of(op)? == Operation::Conjugate;
        if result.is_null() {
            return Err(Failure::InvalidValue);
        }
        let to = result as usize;
        let work = move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            in_type!(kind, W => unsafe {
                let other = |at: usize| y.value::<W>(Operation::None, x.indices.get(at), 0);
                let sum: W = (0..x.count).map(|at| crate::number::Number::conj_if(x.value::<W>(at), conjugate) * other(at)).sum();
                kind.write(to as *mut u8, sum.to_pair());
            });
        };
        settings.submit_result("hipsparseSpVV", work)
    })
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn dot_size(
    handle: usize,
    _op: u32,
    _x: usize,
    _y: usize,
    _result: *mut u8,
    _compute: u32,
    bytes: *mut usize,
) -> u32 {
    buffer_size("hipsparseSpVV_bufferSize", handle, bytes)
}

crate::export! {
    10;
    hipsparseCreateSpVec = create,
    hipsparseCreateConstSpVec = create,
    hipsparseDestroySpVec = destroy,
    hipsparseSpVecGet = get,
    hipsparseConstSpVecGet = get,
    hipsparseSpVecGetIndexBase = get_base,
    hipsparseSpVecGetValues = get_values,
    hipsparseConstSpVecGetValues = get_values,
    hipsparseSpVecSetValues = set_values,
    hipsparseGather = gather,
    hipsparseScatter = scatter,
    hipsparseAxpby = axpby,
    hipsparseRot = rotate,
    hipsparseSpVV = dot,
    hipsparseSpVV_bufferSize = dot_size,
}
