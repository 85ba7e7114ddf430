//! `hipblasSetVector`, `hipblasGetMatrix` and their like: copies between the host and the device. Both are the same memory here,
//! so that only the order in streams has to be kept.

use super::HipBlas;
use super::parameters::size;
use crate::entry::{Failure, Outcome, answer};
use crate::export;
use crate::runtime::{self, Stream};
use std::ffi::c_int;

/// A block of `columns` pieces of `bytes` each; the strides between pieces are in bytes.
#[derive(Clone, Copy)]
struct Pieces {
    from: *const u8,
    from_stride: usize,
    to: *mut u8,
    to_stride: usize,
    bytes: usize,
    count: usize,
}

// SAFETY: programs answer for who uses their memory when.
unsafe impl Send for Pieces {}

impl Pieces {
    /// # Safety
    /// Each of the `count` pieces of `bytes` bytes is valid for reads in `from` and for writes in `to`; nothing else writes them
    /// meanwhile.
    unsafe fn copy(&self) {
        for piece in 0..self.count {
            // SAFETY: indices stay within what this function requires to be readable and writable; blocks on the host and on the
            // device do not overlap.
            unsafe {
                let from = self.from.add(piece * self.from_stride);
                std::ptr::copy(from, self.to.add(piece * self.to_stride), self.bytes);
            }
        }
    }
}

fn vector(n: c_int, element: c_int, from: *const u8, inc_from: c_int, to: *mut u8, inc_to: c_int) -> Outcome<Pieces> {
    let (n, bytes) = (size(n.into())?, size(element.into())?);
    let (inc_from, inc_to) = (size(inc_from.into())?, size(inc_to.into())?);
    if bytes == 0 || inc_from == 0 || inc_to == 0 || n > 0 && (from.is_null() || to.is_null()) {
        return Err(Failure::InvalidValue);
    }
    Ok(Pieces { from, from_stride: inc_from * bytes, to, to_stride: inc_to * bytes, bytes, count: n })
}

fn matrix(
    (rows, columns, element): (c_int, c_int, c_int),
    (from, ld_from): (*const u8, c_int),
    (to, ld_to): (*mut u8, c_int),
) -> Outcome<Pieces> {
    let (rows, columns, element) = (size(rows.into())?, size(columns.into())?, size(element.into())?);
    let (ld_from, ld_to) = (size(ld_from.into())?, size(ld_to.into())?);
    let empty = rows == 0 || columns == 0;
    if element == 0 || ld_from < rows.max(1) || ld_to < rows.max(1) || !empty && (from.is_null() || to.is_null()) {
        return Err(Failure::InvalidValue);
    }
    let count = if empty { 0 } else { columns };
    Ok(Pieces { from, from_stride: ld_from * element, to, to_stride: ld_to * element, bytes: rows * element, count })
}

/// Copies in the order of a stream; `wait` for those that end with the call.
fn transfer(name: &'static str, pieces: Outcome<Pieces>, stream: Stream, wait: bool) -> u32 {
    answer::<HipBlas>(name, || {
        let pieces = pieces?;
        // SAFETY: the blocks are there until the copy is done, as hipBLAS says.
        let copy = move || unsafe { pieces.copy() };
        if wait { runtime::run_now(stream, name, copy) } else { runtime::enqueue(stream, name, copy) }
    })
}

/// # Safety
/// `x` is null or valid for reads, and `y` null or valid for writes, of `n` elements of `element` bytes, `incx` and `incy`
/// elements apart.
unsafe extern "C" fn copy_vector(n: c_int, element: c_int, x: *const u8, incx: c_int, y: *mut u8, incy: c_int) -> u32 {
    transfer("hipblasSetVector", vector(n, element, x, incx, y, incy), 0, true)
}

/// # Safety
/// `x` is null or valid for reads, and `y` null or valid for writes, of `n` elements of `element` bytes, `incx` and `incy`
/// elements apart, until the stream has done the copy.
unsafe extern "C" fn copy_vector_async(
    n: c_int,
    element: c_int,
    x: *const u8,
    incx: c_int,
    y: *mut u8,
    incy: c_int,
    stream: Stream,
) -> u32 {
    transfer("hipblasSetVectorAsync", vector(n, element, x, incx, y, incy), stream, false)
}

/// # Safety
/// `a` is null or valid for reads, and `b` null or valid for writes, of `columns` columns of `rows` elements of `element` bytes,
/// `lda` and `ldb` elements apart.
unsafe extern "C" fn copy_matrix(
    rows: c_int,
    columns: c_int,
    element: c_int,
    a: *const u8,
    lda: c_int,
    b: *mut u8,
    ldb: c_int,
) -> u32 {
    transfer("hipblasSetMatrix", matrix((rows, columns, element), (a, lda), (b, ldb)), 0, true)
}

/// # Safety
/// `a` is null or valid for reads, and `b` null or valid for writes, of `columns` columns of `rows` elements of `element` bytes,
/// `lda` and `ldb` elements apart, until the stream has done the copy.
#[allow(clippy::too_many_arguments)]
unsafe extern "C" fn copy_matrix_async(
    rows: c_int,
    columns: c_int,
    element: c_int,
    a: *const u8,
    lda: c_int,
    b: *mut u8,
    ldb: c_int,
    stream: Stream,
) -> u32 {
    transfer("hipblasSetMatrixAsync", matrix((rows, columns, element), (a, lda), (b, ldb)), stream, false)
}

export! {
    7;
    hipblasSetVector = copy_vector,
    hipblasGetVector = copy_vector,
    hipblasSetVectorAsync = copy_vector_async,
    hipblasGetVectorAsync = copy_vector_async,
    hipblasSetMatrix = copy_matrix,
    hipblasGetMatrix = copy_matrix,
    hipblasSetMatrixAsync = copy_matrix_async,
    hipblasGetMatrixAsync = copy_matrix_async,
}
