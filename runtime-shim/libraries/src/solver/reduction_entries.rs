//! Reductions to few diagonals and factorisations of symmetric matrices under hipSOLVER's names, for each element type (AMD's hipSOLVER
//! documentation, "Dense linear algebra functions").

#![allow(clippy::too_many_arguments)]

use super::dense_work::{Shared, is_matrix, matrix, size, store};
use super::reductions::{bidiagonal, p_of_bidiagonal, q_of_bidiagonal, q_of_tridiagonal, times_q, tridiagonal};
use super::symmetric::factorise;
use super::{checked, submit, work_size};
use crate::blas::{Fill, Operation, Side};
use crate::entry::export_typed;
use crate::number::{Number, c32, c64};

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn sytrd_size(
    handle: usize,
    _uplo: u32,
    _n: i32,
    _a: *const u8,
    _lda: i32,
    _on: *const u8,
    _beside: *const u8,
    _tau: *const u8,
    bytes: *mut i32,
) -> u32 {
    work_size("hipsolverDnXsytrd_bufferSize", handle, bytes)
}

/// # Safety
/// Until the stream has done the work: the triangle of `a` that `uplo` names is null or writable for `n` by `n` elements; the other
/// arrays are null or valid for writes of `n`, `n - 1` and `n - 1`; `info` is null or valid for writes.
unsafe extern "C" fn sytrd<T: Number>(
    handle: usize,
    uplo: u32,
    n: i32,
    a: *mut T,
    lda: i32,
    on: *mut T::Real,
    beside: *mut T::Real,
    tau: *mut T,
    _work: *mut T,
    _size: i32,
    info: *mut i32,
) -> u32 {
    let absent = n > 0 && on.is_null() || n > 1 && (beside.is_null() || tau.is_null());
    let valid = is_matrix(n, n, a, lda) && !absent && !info.is_null();
    let (a, on, beside, tau, info) = (matrix(a, lda), Shared(on), Shared(beside), Shared(tau), Shared(info));
    checked("hipsolverDnXsytrd", Fill::of(uplo), |uplo| {
        // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
        submit("hipsolverDnXsytrd", handle, valid, move || unsafe {
            tridiagonal(uplo, size(n), a, on.get(), beside.get(), tau.get());
            info.get().write(0);
        })
    })
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn orgtr_size(
    handle: usize,
    _uplo: u32,
    _n: i32,
    _a: *const u8,
    _lda: i32,
    _tau: *const u8,
    bytes: *mut i32,
) -> u32 {
    work_size("hipsolverDnXorgtr_bufferSize", handle, bytes)
}

/// # Safety
/// Until the stream has done the work: `a` is null or writable for `n` by `n` elements, `tau` null or valid for reads of `n - 1`; `info`
/// is null or valid for writes.
unsafe extern "C" fn orgtr<T: Number>(
    handle: usize,
    uplo: u32,
    n: i32,
    a: *mut T,
    lda: i32,
    tau: *const T,
    _work: *mut T,
    _size: i32,
    info: *mut i32,
) -> u32 {
    let valid = is_matrix(n, n, a, lda) && (n < 2 || !tau.is_null()) && !info.is_null();
    let (a, tau, info) = (matrix(a, lda), Shared(tau.cast_mut()), Shared(info));
    checked("hipsolverDnXorgtr", Fill::of(uplo), |uplo| {
        // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
        submit("hipsolverDnXorgtr", handle, valid, move || unsafe {
            store(&q_of_tridiagonal(uplo, size(n), a, tau.get()), size(n), a);
            info.get().write(0);
        })
    })
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn ormtr_size(
    handle: usize,
    _side: u32,
    _uplo: u32,
    _trans: u32,
    _m: i32,
    _n: i32,
    _a: *const u8,
    _lda: i32,
    _tau: *const u8,
    _c: *const u8,
    _ldc: i32,
    bytes: *mut i32,
) -> u32 {
    work_size("hipsolverDnXormtr_bufferSize", handle, bytes)
}

/// # Safety
/// Until the stream has done the work: `a` is null or readable for the square of C's rows (left) or columns, `tau` null or valid for reads
/// of one less; `c` is null or writable for `m` by `n` elements; `info` is null or valid for writes.
unsafe extern "C" fn ormtr<T: Number>(
    handle: usize,
    side: u32,
    uplo: u32,
    trans: u32,
    m: i32,
    n: i32,
    a: *mut T,
    lda: i32,
    tau: *mut T,
    c: *mut T,
    ldc: i32,
    _work: *mut T,
    _size: i32,
    info: *mut i32,
) -> u32 {
    let values = Side::of(side).and_then(|side| Ok((side, Fill::of(uplo)?, Operation::of(trans)?)));
    checked("hipsolverDnXormtr", values, |(side, uplo, trans)| {
        let order = side.stored(size(m), size(n)) as i32;
        let valid =
            is_matrix(order, order, a, lda) && is_matrix(m, n, c, ldc) && (order < 2 || !tau.is_null()) && !info.is_null();
        let (a, c, tau, info) = (matrix(a, lda), matrix(c, ldc), Shared(tau), Shared(info));
        // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
        submit("hipsolverDnXormtr", handle, valid, move || unsafe {
            times_q(side, uplo, trans, (size(m), size(n)), a, tau.get(), c);
            info.get().write(0);
        })
    })
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn gebrd_size(handle: usize, _m: i32, _n: i32, bytes: *mut i32) -> u32 {
    work_size("hipsolverDnXgebrd_bufferSize", handle, bytes)
}

/// # Safety
/// Until the stream has done the work: `a` is null or writable for `m` by `n` elements; the other arrays are null or valid for writes of
/// `min(m, n)`, `beside` of one less; `info` is null or valid for writes.
unsafe extern "C" fn gebrd<T: Number>(
    handle: usize,
    m: i32,
    n: i32,
    a: *mut T,
    lda: i32,
    on: *mut T::Real,
    beside: *mut T::Real,
    tau_q: *mut T,
    tau_p: *mut T,
    _work: *mut T,
    _size: i32,
    info: *mut i32,
) -> u32 {
    let few = m.min(n);
    let absent = few > 0 && (on.is_null() || tau_q.is_null() || tau_p.is_null()) || few > 1 && beside.is_null();
    let valid = is_matrix(m, n, a, lda) && !absent && !info.is_null();
    let (a, on, beside, info) = (matrix(a, lda), Shared(on), Shared(beside), Shared(info));
    let (tau_q, tau_p) = (Shared(tau_q), Shared(tau_p));
    // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
    submit("hipsolverDnXgebrd", handle, valid, move || unsafe {
        bidiagonal((size(m), size(n)), a, (on.get(), beside.get()), (tau_q.get(), tau_p.get()));
        info.get().write(0);
    })
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn orgbr_size(
    handle: usize,
    _side: u32,
    _m: i32,
    _n: i32,
    _k: i32,
    _a: *const u8,
    _lda: i32,
    _tau: *const u8,
    bytes: *mut i32,
) -> u32 {
    work_size("hipsolverDnXorgbr_bufferSize", handle, bytes)
}

/// Q on the left, the conjugate transpose of P on the right.
///
/// # Safety
/// Until the stream has done the work: `a` is null or writable for `m` by `n` elements, `tau` null or valid for reads of `min(m, k)`
/// (left) or `min(n, k)`; `info` is null or valid for writes.
unsafe extern "C" fn orgbr<T: Number>(
    handle: usize,
    side: u32,
    m: i32,
    n: i32,
    k: i32,
    a: *mut T,
    lda: i32,
    tau: *const T,
    _work: *mut T,
    _size: i32,
    info: *mut i32,
) -> u32 {
    checked("hipsolverDnXorgbr", Side::of(side), |side| {
        let left = side == Side::Left;
        let (long, short) = if left { (m, n) } else { (n, m) };
        // As LAPACK has it: all of the square one, or as many columns of Q (rows of P) as there are reflections at least.
        let fits = k >= 0 && short <= long && short >= long.min(k);
        let valid = fits && is_matrix(m, n, a, lda) && (m == 0 || n == 0 || !tau.is_null()) && !info.is_null();
        let (a, tau, info) = (matrix(a, lda), Shared(tau.cast_mut()), Shared(info));
        // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
        submit("hipsolverDnXorgbr", handle, valid, move || unsafe {
            let extent = (size(m), size(n), size(k));
            if extent.0 > 0 && extent.1 > 0 {
                let made = if left { q_of_bidiagonal(extent, a, tau.get()) } else { p_of_bidiagonal(extent, a, tau.get()) };
                store(&made, extent.1, a);
            }
            info.get().write(0);
        })
    })
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn sytrf_size(handle: usize, _n: i32, _a: *mut u8, _lda: i32, bytes: *mut i32) -> u32 {
    work_size("hipsolverDnXsytrf_bufferSize", handle, bytes)
}

/// # Safety
/// Until the stream has done the work: the triangle of `a` that `uplo` names is null or writable for `n` by `n` elements; `pivots` is null
/// or valid for writes of `n` numbers; `info` is null or valid for writes.
unsafe extern "C" fn sytrf<T: Number>(
    handle: usize,
    uplo: u32,
    n: i32,
    a: *mut T,
    lda: i32,
    pivots: *mut i32,
    _work: *mut T,
    _size: i32,
    info: *mut i32,
) -> u32 {
    let valid = is_matrix(n, n, a, lda) && !info.is_null();
    let (a, pivots, info) = (matrix(a, lda), Shared(pivots), Shared(info));
    checked("hipsolverDnXsytrf", Fill::of(uplo), |uplo| {
        // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
        submit("hipsolverDnXsytrf", handle, valid, move || unsafe {
            info.get().write(factorise(uplo, size(n), a, pivots.get()));
        })
    })
}

export_typed! {
    7;
    sytrd: hipsolverDnSsytrd = f32, hipsolverDnDsytrd = f64, hipsolverDnChetrd = c32, hipsolverDnZhetrd = c64;
    orgtr: hipsolverDnSorgtr = f32, hipsolverDnDorgtr = f64, hipsolverDnCungtr = c32, hipsolverDnZungtr = c64;
    ormtr: hipsolverDnSormtr = f32, hipsolverDnDormtr = f64, hipsolverDnCunmtr = c32, hipsolverDnZunmtr = c64;
    gebrd: hipsolverDnSgebrd = f32, hipsolverDnDgebrd = f64, hipsolverDnCgebrd = c32, hipsolverDnZgebrd = c64;
    orgbr: hipsolverDnSorgbr = f32, hipsolverDnDorgbr = f64, hipsolverDnCungbr = c32, hipsolverDnZungbr = c64;
    sytrf: hipsolverDnSsytrf = f32, hipsolverDnDsytrf = f64, hipsolverDnCsytrf = c32, hipsolverDnZsytrf = c64;
}

crate::export! {
    7;
    hipsolverDnSsytrd_bufferSize = sytrd_size,
    hipsolverDnDsytrd_bufferSize = sytrd_size,
    hipsolverDnChetrd_bufferSize = sytrd_size,
    hipsolverDnZhetrd_bufferSize = sytrd_size,
    hipsolverDnSorgtr_bufferSize = orgtr_size,
    hipsolverDnDorgtr_bufferSize = orgtr_size,
    hipsolverDnCungtr_bufferSize = orgtr_size,
    hipsolverDnZungtr_bufferSize = orgtr_size,
    hipsolverDnSormtr_bufferSize = ormtr_size,
    hipsolverDnDormtr_bufferSize = ormtr_size,
    hipsolverDnCunmtr_bufferSize = ormtr_size,
    hipsolverDnZunmtr_bufferSize = ormtr_size,
    hipsolverDnSgebrd_bufferSize = gebrd_size,
    hipsolverDnDgebrd_bufferSize = gebrd_size,
    hipsolverDnCgebrd_bufferSize = gebrd_size,
    hipsolverDnZgebrd_bufferSize = gebrd_size,
    hipsolverDnSorgbr_bufferSize = orgbr_size,
    hipsolverDnDorgbr_bufferSize = orgbr_size,
    hipsolverDnCungbr_bufferSize = orgbr_size,
    hipsolverDnZungbr_bufferSize = orgbr_size,
    hipsolverDnSsytrf_bufferSize = sytrf_size,
    hipsolverDnDsytrf_bufferSize = sytrf_size,
    hipsolverDnCsytrf_bufferSize = sytrf_size,
    hipsolverDnZsytrf_bufferSize = sytrf_size,
}
