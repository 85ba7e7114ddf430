//! Factorisations and what follows them, for each element type.

#![allow(clippy::too_many_arguments)]

use super::dense_work::{Shared, cholesky_solve, inverse, is_matrix, matrix, size, store};
use super::{checked, submit, work_size};
use crate::blas::{Fill, Operation, Side};
use crate::dense;
use crate::memory::Dense;
use crate::number::{Number, c32, c64};

/// The functions of one element type, and what they are exported as.
macro_rules! dense {
    ($module:ident: $type:ty; $($name:ident = $own:ident,)*) => {
        pub(super) mod $module {
            use super::*;

            type T = $type;
            type R = <$type as Number>::Real;

            /// # Safety
            /// `size` is null or valid for writes.
            pub(in crate::solver) unsafe extern "C" fn getrf_size(handle: usize, _m: i32, _n: i32, _a: *mut T, _lda: i32, size: *mut i32) -> u32 {
                work_size("hipsolverDnXgetrf_bufferSize", handle, size)
            }

            /// # Safety
            /// Until the stream has done the work: `a` is null or writable for `m` by `n` elements; `pivots` is null or valid for
            /// writes of `min(m, n)` numbers; `info` is null or valid for writes.
            pub(in crate::solver) unsafe extern "C" fn getrf(
                handle: usize, m: i32, n: i32, a: *mut T, lda: i32, _work: *mut T, pivots: *mut i32, info: *mut i32,
            ) -> u32 {
                let valid = is_matrix(m, n, a, lda) && !info.is_null();
                let (a, pivots, info) = (matrix(a, lda), Shared(pivots), Shared(info));
                submit("hipsolverDnXgetrf", handle, valid, move || {
                    let to = pivots.get();
                    // SAFETY: the program's memory is there until the work is done, as hipSOLVER says; rows are counted from one.
                    unsafe {
                        let mut note = |row: usize, other: usize| to.add(row).write(other as i32 + 1);
                        let pivot: Option<&mut dyn FnMut(usize, usize)> = if to.is_null() { None } else { Some(&mut note) };
                        info.get().write(dense::lu(size(m), size(n), a, pivot));
                    }
                })
            }

            /// # Safety
            /// Until the stream has done the work: `a` is null or readable for `n` by `n` elements; `pivots` is null or valid for
            /// reads of `n` numbers from 1 to `n`; `b` is null or writable for `n` by `columns`; `info` is null or valid for
            /// writes.
            pub(in crate::solver) unsafe extern "C" fn getrs(
                handle: usize, trans: u32, n: i32, columns: i32, a: *const T, lda: i32, pivots: *const i32, b: *mut T, ldb: i32,
                info: *mut i32,
            ) -> u32 {
                let valid = is_matrix(n, n, a, lda) && is_matrix(n, columns, b, ldb) && !info.is_null();
                let (a, b, pivots, info) = (matrix(a, lda), matrix(b, ldb), Shared(pivots.cast_mut()), Shared(info));
                checked("hipsolverDnXgetrs", Operation::of(trans), |trans| {
                    // SAFETY: the program's memory is there until the work is done, as hipSOLVER says; rows are counted from one.
                    submit("hipsolverDnXgetrs", handle, valid, move || unsafe {
                        dense::lu_solve(trans, (size(n), size(columns)), a, pivots.get(), b);
                        info.get().write(0);
                    })
                })
            }

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn potrf_size(handle: usize, _uplo: u32, _n: i32, _a: *mut T, _lda: i32, size: *mut i32) -> u32 {
                work_size("hipsolverDnXpotrf_bufferSize", handle, size)
            }

            /// # Safety
            /// Until the stream has done the work: the triangle of `a` that `uplo` names is null or writable for `n` by `n`
            /// elements; `info` is null or valid for writes.
            unsafe extern "C" fn potrf(
                handle: usize, uplo: u32, n: i32, a: *mut T, lda: i32, _work: *mut T, _size: i32, info: *mut i32,
            ) -> u32 {
                let (valid, a, info) = (is_matrix(n, n, a, lda) && !info.is_null(), matrix(a, lda), Shared(info));
                checked("hipsolverDnXpotrf", Fill::of(uplo), |uplo| {
                    // SAFETY: the program's memory is there until the work is done, as hipSOLVER says; rows are counted from one.
                    submit("hipsolverDnXpotrf", handle, valid, move || unsafe {
                        info.get().write(dense::cholesky(uplo, size(n), a));
                    })
                })
            }

            /// # Safety
            /// Until the stream has done the work: the triangle of `a` that `uplo` names is null or readable for `n` by `n`
            /// elements; `b` is null or writable for `n` by `columns`; `info` is null or valid for writes.
            pub(in crate::solver) unsafe extern "C" fn potrs(
                handle: usize, uplo: u32, n: i32, columns: i32, a: *const T, lda: i32, b: *mut T, ldb: i32, info: *mut i32,
            ) -> u32 {
                let valid = is_matrix(n, n, a, lda) && is_matrix(n, columns, b, ldb) && !info.is_null();
                let (a, b, info) = (matrix(a, lda), matrix(b, ldb), Shared(info));
                checked("hipsolverDnXpotrs", Fill::of(uplo), |uplo| {
                    // SAFETY: the program's memory is there until the work is done, as hipSOLVER says; rows are counted from one.
                    submit("hipsolverDnXpotrs", handle, valid, move || unsafe {
                        cholesky_solve(uplo, (size(n), size(columns)), a, b);
                        info.get().write(0);
                    })
                })
            }

            /// # Safety
            /// Until the stream has done the work: the triangle of `a` that `uplo` names is null or writable for `n` by `n`
            /// elements; `info` is null or valid for writes.
            unsafe extern "C" fn potri(
                handle: usize, uplo: u32, n: i32, a: *mut T, lda: i32, _work: *mut T, _size: i32, info: *mut i32,
            ) -> u32 {
                let (valid, a, info) = (is_matrix(n, n, a, lda) && !info.is_null(), matrix(a, lda), Shared(info));
                checked("hipsolverDnXpotri", Fill::of(uplo), |uplo| {
                    // SAFETY: the program's memory is there until the work is done, as hipSOLVER says; rows are counted from one.
                    submit("hipsolverDnXpotri", handle, valid, move || unsafe {
                        inverse(uplo, size(n), a);
                        info.get().write(0);
                    })
                })
            }

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn geqrf_size(handle: usize, _m: i32, _n: i32, _a: *mut T, _lda: i32, size: *mut i32) -> u32 {
                work_size("hipsolverDnXgeqrf_bufferSize", handle, size)
            }

            /// # Safety
            /// Until the stream has done the work: `a` is null or writable for `m` by `n` elements; `tau` is null or valid for
            /// writes of `min(m, n)`; `info` is null or valid for writes.
            unsafe extern "C" fn geqrf(
                handle: usize, m: i32, n: i32, a: *mut T, lda: i32, tau: *mut T, _work: *mut T, _size: i32, info: *mut i32,
            ) -> u32 {
                let valid = is_matrix(m, n, a, lda) && !tau.is_null() && !info.is_null();
                let (a, tau, info) = (matrix(a, lda), Shared(tau), Shared(info));
                // SAFETY: the program's memory is there until the work is done, as hipSOLVER says; rows are counted from one.
                submit("hipsolverDnXgeqrf", handle, valid, move || unsafe {
                    dense::qr(size(m), size(n), a, tau.get());
                    info.get().write(0);
                })
            }

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn orgqr_size(
                handle: usize, _m: i32, _n: i32, _k: i32, _a: *const T, _lda: i32, _tau: *const T, size: *mut i32,
            ) -> u32 {
                work_size("hipsolverDnXorgqr_bufferSize", handle, size)
            }

            /// # Safety
            /// Until the stream has done the work: `a` is null or writable for `m` by `n` elements; `tau` is null or valid for
            /// reads of `k`; `info` is null or valid for writes.
            unsafe extern "C" fn orgqr(
                handle: usize, m: i32, n: i32, k: i32, a: *mut T, lda: i32, tau: *const T, _work: *mut T, _size: i32, info: *mut i32,
            ) -> u32 {
                let valid = is_matrix(m, n, a, lda) && k >= 0 && k <= n && n <= m && !tau.is_null() && !info.is_null();
                let (a, tau, info) = (matrix(a, lda), Shared(tau.cast_mut()), Shared(info));
                submit("hipsolverDnXorgqr", handle, valid, move || {
                    let (m, n, k) = (size(m), size(n), size(k));
                    // SAFETY: the program's memory is there until the work is done, as hipSOLVER says; rows are counted from one;
                    // the copy and Q are our own.
                    unsafe {
                        let mut copy = Dense::made(m, k, |i, j| a.get(i, j));
                        let mut q = Dense::made(m, n, |i, j| if i == j { T::from(1.0 as R) } else { T::from(0.0 as R) });
                        dense::apply_q(Side::Left, Operation::None, (m, n, k), copy.matrix(), tau.get(), q.matrix());
                        store(&q, n, a);
                        info.get().write(0);
                    }
                })
            }

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn ormqr_size(
                handle: usize, _side: u32, _trans: u32, _m: i32, _n: i32, _k: i32, _a: *const T, _lda: i32, _tau: *const T,
                _c: *const T, _ldc: i32, size: *mut i32,
            ) -> u32 {
                work_size("hipsolverDnXormqr_bufferSize", handle, size)
            }

            /// # Safety
            /// Until the stream has done the work: `a` is null or readable for `k` columns of `m` (left) or `n` elements; `tau`
            /// is null or valid for reads of `k`; `c` is null or writable for `m` by `n`; `info` is null or valid for writes.
            unsafe extern "C" fn ormqr(
                handle: usize, side: u32, trans: u32, m: i32, n: i32, k: i32, a: *const T, lda: i32, tau: *const T, c: *mut T,
                ldc: i32, _work: *mut T, _size: i32, info: *mut i32,
            ) -> u32 {
                checked("hipsolverDnXormqr", Side::of(side).and_then(|side| Ok((side, Operation::of(trans)?))), |(side, trans)| {
                    let order = side.stored(size(m), size(n)) as i32;
                    let valid = is_matrix(order, k, a, lda) && is_matrix(m, n, c, ldc) && k <= order && !tau.is_null() && !info.is_null();
                    let (a, c, tau, info) = (matrix(a, lda), matrix(c, ldc), Shared(tau.cast_mut()), Shared(info));
                    // SAFETY: the program's memory is there until the work is done, as hipSOLVER says; rows are counted from one.
                    submit("hipsolverDnXormqr", handle, valid, move || unsafe {
                        dense::apply_q(side, trans, (size(m), size(n), size(k)), a, tau.get(), c);
                        info.get().write(0);
                    })
                })
            }

            $( $crate::export! { 7; $name = $own } )*
        }
    };
}

dense! {
    single: f32;
    hipsolverDnSgetrf_bufferSize = getrf_size,
    hipsolverDnSgetrf = getrf,
    hipsolverDnSgetrs = getrs,
    hipsolverDnSpotrf_bufferSize = potrf_size,
    hipsolverSpotrf_bufferSize = potrf_size,
    hipsolverDnSpotrf = potrf,
    hipsolverSpotrf = potrf,
    hipsolverDnSpotrs = potrs,
    hipsolverDnSpotri_bufferSize = potrf_size,
    hipsolverSpotri_bufferSize = potrf_size,
    hipsolverDnSpotri = potri,
    hipsolverSpotri = potri,
    hipsolverDnSgeqrf_bufferSize = geqrf_size,
    hipsolverSgeqrf_bufferSize = geqrf_size,
    hipsolverDnSgeqrf = geqrf,
    hipsolverSgeqrf = geqrf,
    hipsolverDnSorgqr_bufferSize = orgqr_size,
    hipsolverSorgqr_bufferSize = orgqr_size,
    hipsolverDnSorgqr = orgqr,
    hipsolverSorgqr = orgqr,
    hipsolverDnSormqr_bufferSize = ormqr_size,
    hipsolverSormqr_bufferSize = ormqr_size,
    hipsolverDnSormqr = ormqr,
    hipsolverSormqr = ormqr,
}

dense! {
    double: f64;
    hipsolverDnDgetrf_bufferSize = getrf_size,
    hipsolverDnDgetrf = getrf,
    hipsolverDnDgetrs = getrs,
    hipsolverDnDpotrf_bufferSize = potrf_size,
    hipsolverDpotrf_bufferSize = potrf_size,
    hipsolverDnDpotrf = potrf,
    hipsolverDpotrf = potrf,
    hipsolverDnDpotrs = potrs,
    hipsolverDnDpotri_bufferSize = potrf_size,
    hipsolverDpotri_bufferSize = potrf_size,
    hipsolverDnDpotri = potri,
    hipsolverDpotri = potri,
    hipsolverDnDgeqrf_bufferSize = geqrf_size,
    hipsolverDgeqrf_bufferSize = geqrf_size,
    hipsolverDnDgeqrf = geqrf,
    hipsolverDgeqrf = geqrf,
    hipsolverDnDorgqr_bufferSize = orgqr_size,
    hipsolverDorgqr_bufferSize = orgqr_size,
    hipsolverDnDorgqr = orgqr,
    hipsolverDorgqr = orgqr,
    hipsolverDnDormqr_bufferSize = ormqr_size,
    hipsolverDormqr_bufferSize = ormqr_size,
    hipsolverDnDormqr = ormqr,
    hipsolverDormqr = ormqr,
}

dense! {
    complex: c32;
    hipsolverDnCgetrf_bufferSize = getrf_size,
    hipsolverDnCgetrf = getrf,
    hipsolverDnCgetrs = getrs,
    hipsolverDnCpotrf_bufferSize = potrf_size,
    hipsolverCpotrf_bufferSize = potrf_size,
    hipsolverDnCpotrf = potrf,
    hipsolverCpotrf = potrf,
    hipsolverDnCpotrs = potrs,
    hipsolverDnCpotri_bufferSize = potrf_size,
    hipsolverCpotri_bufferSize = potrf_size,
    hipsolverDnCpotri = potri,
    hipsolverCpotri = potri,
    hipsolverDnCgeqrf_bufferSize = geqrf_size,
    hipsolverCgeqrf_bufferSize = geqrf_size,
    hipsolverDnCgeqrf = geqrf,
    hipsolverCgeqrf = geqrf,
    hipsolverDnCungqr_bufferSize = orgqr_size,
    hipsolverCungqr_bufferSize = orgqr_size,
    hipsolverDnCungqr = orgqr,
    hipsolverCungqr = orgqr,
    hipsolverDnCunmqr_bufferSize = ormqr_size,
    hipsolverCunmqr_bufferSize = ormqr_size,
    hipsolverDnCunmqr = ormqr,
    hipsolverCunmqr = ormqr,
}

dense! {
    double_complex: c64;
    hipsolverDnZgetrf_bufferSize = getrf_size,
    hipsolverDnZgetrf = getrf,
    hipsolverDnZgetrs = getrs,
    hipsolverDnZpotrf_bufferSize = potrf_size,
    hipsolverZpotrf_bufferSize = potrf_size,
    hipsolverDnZpotrf = potrf,
    hipsolverZpotrf = potrf,
    hipsolverDnZpotrs = potrs,
    hipsolverDnZpotri_bufferSize = potrf_size,
    hipsolverZpotri_bufferSize = potrf_size,
    hipsolverDnZpotri = potri,
    hipsolverZpotri = potri,
    hipsolverDnZgeqrf_bufferSize = geqrf_size,
    hipsolverZgeqrf_bufferSize = geqrf_size,
    hipsolverDnZgeqrf = geqrf,
    hipsolverZgeqrf = geqrf,
    hipsolverDnZungqr_bufferSize = orgqr_size,
    hipsolverZungqr_bufferSize = orgqr_size,
    hipsolverDnZungqr = orgqr,
    hipsolverZungqr = orgqr,
    hipsolverDnZunmqr_bufferSize = ormqr_size,
    hipsolverZunmqr_bufferSize = ormqr_size,
    hipsolverDnZunmqr = ormqr,
    hipsolverZunmqr = ormqr,
}
