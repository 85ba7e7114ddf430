//! Systems of equations in one call, and Cholesky's factorisation of batches, for each element type.

#![allow(clippy::too_many_arguments)]

use super::dense_work::{Shared, cholesky_solve, is_matrix, matrix, size, store};
use super::pencil_work::least_squares;
use super::{HANDLES, HipSolver, checked, submit};
use crate::blas::{Fill, Operation};
use crate::dense;
use crate::entry::answer;
use crate::handles::give;
use crate::memory::Dense;
use crate::number::{c32, c64};

/// Memory to work in is our own: programs are asked for one byte.
fn bytes(name: &str, handle: usize, size: *mut usize) -> u32 {
    answer::<HipSolver>(name, || {
        HANDLES.with(handle, |_| ())?;
        // SAFETY: null or valid, as hipSOLVER says.
        unsafe { give(size, 1) }
    })
}

/// Says that no step of refinement was taken: all is done in the full precision.
///
/// # Safety
/// `steps` is null or valid for writes.
unsafe fn no_refinement(steps: *mut i32) {
    if !steps.is_null() {
        // SAFETY: not null, and valid as required.
        unsafe { steps.write(0) };
    }
}

/// The functions of one element type, and what they are exported as.
macro_rules! systems {
    ($module:ident: $type:ty; $($name:ident = $own:ident,)*) => {
        pub(super) mod $module {
            use super::*;

            type T = $type;

            /// # Safety
            /// Until the stream has done the work: `a` is null or valid for reads of `batch` pointers, each to `n` by `n` elements
            /// whose triangle `uplo` is writable; `info` is null or valid for writes of `batch` numbers.
            pub(in crate::solver) unsafe extern "C" fn potrf_batched(
                handle: usize, uplo: u32, n: i32, a: *const *mut T, lda: i32, info: *mut i32, batch: i32,
            ) -> u32 {
                let valid = is_matrix(n, n, a, lda) && !info.is_null() && batch >= 0;
                let (a, info) = (Shared(a.cast_mut()), Shared(info));
                checked("hipsolverDnXpotrfBatched", Fill::of(uplo), |uplo| {
                    // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
                    submit("hipsolverDnXpotrfBatched", handle, valid, move || unsafe {
                        for member in 0..size(batch) {
                            let a = matrix(a.get().add(member).read(), lda);
                            info.get().add(member).write(dense::cholesky(uplo, size(n), a));
                        }
                    })
                })
            }

            /// # Safety
            /// Until the stream has done the work: `a` and `b` are null or valid for reads of `batch` pointers, each to `n` by `n`
            /// elements whose triangle `uplo` is readable, and to `n` by `columns` that are writable; `info` is null or valid for
            /// writing a number.
            pub(in crate::solver) unsafe extern "C" fn potrs_batched(
                handle: usize, uplo: u32, n: i32, columns: i32, a: *const *mut T, lda: i32, b: *const *mut T, ldb: i32, info: *mut i32,
                batch: i32,
            ) -> u32 {
                let valid = is_matrix(n, n, a, lda) && is_matrix(n, columns, b, ldb) && !info.is_null() && batch >= 0;
                let (a, b, info) = (Shared(a.cast_mut()), Shared(b.cast_mut()), Shared(info));
                checked("hipsolverDnXpotrsBatched", Fill::of(uplo), |uplo| {
                    // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
                    submit("hipsolverDnXpotrsBatched", handle, valid, move || unsafe {
                        for member in 0..size(batch) {
                            let (a, b) = (matrix(a.get().add(member).read(), lda), matrix(b.get().add(member).read(), ldb));
                            cholesky_solve(uplo, (size(n), size(columns)), a, b);
                        }
                        info.get().write(0);
                    })
                })
            }

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn gels_size(
                handle: usize, _m: i32, _n: i32, _columns: i32, _a: *const T, _lda: i32, _b: *const T, _ldb: i32, _x: *const T,
                _ldx: i32, _work: *const u8, size: *mut usize,
            ) -> u32 {
                bytes("hipsolverDnXXgels_bufferSize", handle, size)
            }

            /// # Safety
            /// `steps` is null or valid for writes; until the stream has done the work: `a` is null or readable for `m` by `n`
            /// elements, `b` for `m` by `columns`; `x` is null or writable for `n` by `columns`; `info` is null or valid for writes.
            unsafe extern "C" fn gels(
                handle: usize, m: i32, n: i32, columns: i32, a: *const T, lda: i32, b: *const T, ldb: i32, x: *mut T, ldx: i32,
                _work: *mut u8, _size: usize, steps: *mut i32, info: *mut i32,
            ) -> u32 {
                let valid = is_matrix(m, n, a, lda) && is_matrix(m, columns, b, ldb) && is_matrix(n, columns, x, ldx);
                let valid = valid && m >= n && !info.is_null();
                let (a, b, x, info) = (matrix(a, lda), matrix(b, ldb), matrix(x, ldx), Shared(info));
                // SAFETY: null or valid, as hipSOLVER says.
                unsafe { no_refinement(steps) };
                // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
                submit("hipsolverDnXXgels", handle, valid, move || unsafe {
                    info.get().write(least_squares((size(m), size(n), size(columns)), a, b, x));
                })
            }

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn gesv_size(
                handle: usize, _n: i32, _columns: i32, _a: *const T, _lda: i32, _pivots: *const i32, _b: *const T, _ldb: i32,
                _x: *const T, _ldx: i32, _work: *const u8, size: *mut usize,
            ) -> u32 {
                bytes("hipsolverDnXXgesv_bufferSize", handle, size)
            }

            /// # Safety
            /// `steps` is null or valid for writes; until the stream has done the work: `a` is null or writable for `n` by `n`
            /// elements, `b` readable and `x` writable for `n` by `columns`; `pivots` is null or valid for writes of `n` numbers;
            /// `info` is null or valid for writes.
            unsafe extern "C" fn gesv(
                handle: usize, n: i32, columns: i32, a: *mut T, lda: i32, pivots: *mut i32, b: *const T, ldb: i32, x: *mut T, ldx: i32,
                _work: *mut u8, _size: usize, steps: *mut i32, info: *mut i32,
            ) -> u32 {
                let valid = is_matrix(n, n, a, lda) && is_matrix(n, columns, b, ldb) && is_matrix(n, columns, x, ldx);
                let valid = valid && !pivots.is_null() && !info.is_null();
                let (a, b, x, pivots, info) = (matrix(a, lda), matrix(b, ldb), matrix(x, ldx), Shared(pivots), Shared(info));
                // SAFETY: null or valid, as hipSOLVER says.
                unsafe { no_refinement(steps) };
                // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
                submit("hipsolverDnXXgesv", handle, valid, move || unsafe {
                    let (n, columns, to) = (size(n), size(columns), pivots.get());
                    let mut note = |row: usize, other: usize| to.add(row).write(other as i32 + 1);
                    let zero_at = dense::lu(n, n, a, Some(&mut note));
                    if zero_at == 0 {
                        let mut sides = Dense::made(n, columns, |i, j| b.get(i, j));
                        dense::lu_solve(Operation::None, (n, columns), a, to, sides.matrix());
                        store(&sides, columns, x);
                    }
                    info.get().write(zero_at);
                })
            }

            $( $crate::export! { 7; $name = $own } )*
        }
    };
}

systems! {
    single: f32;
    hipsolverDnSpotrfBatched = potrf_batched,
    hipsolverDnSpotrsBatched = potrs_batched,
    hipsolverDnSSgels_bufferSize = gels_size,
    hipsolverSSgels_bufferSize = gels_size,
    hipsolverDnSSgels = gels,
    hipsolverSSgels = gels,
    hipsolverDnSSgesv_bufferSize = gesv_size,
    hipsolverSSgesv_bufferSize = gesv_size,
    hipsolverDnSSgesv = gesv,
    hipsolverSSgesv = gesv,
}

systems! {
    double: f64;
    hipsolverDnDpotrfBatched = potrf_batched,
    hipsolverDnDpotrsBatched = potrs_batched,
    hipsolverDnDDgels_bufferSize = gels_size,
    hipsolverDDgels_bufferSize = gels_size,
    hipsolverDnDDgels = gels,
    hipsolverDDgels = gels,
    hipsolverDnDDgesv_bufferSize = gesv_size,
    hipsolverDDgesv_bufferSize = gesv_size,
    hipsolverDnDDgesv = gesv,
    hipsolverDDgesv = gesv,
}

systems! {
    complex: c32;
    hipsolverDnCpotrfBatched = potrf_batched,
    hipsolverDnCpotrsBatched = potrs_batched,
    hipsolverDnCCgels_bufferSize = gels_size,
    hipsolverCCgels_bufferSize = gels_size,
    hipsolverDnCCgels = gels,
    hipsolverCCgels = gels,
    hipsolverDnCCgesv_bufferSize = gesv_size,
    hipsolverCCgesv_bufferSize = gesv_size,
    hipsolverDnCCgesv = gesv,
    hipsolverCCgesv = gesv,
}

systems! {
    double_complex: c64;
    hipsolverDnZpotrfBatched = potrf_batched,
    hipsolverDnZpotrsBatched = potrs_batched,
    hipsolverDnZZgels_bufferSize = gels_size,
    hipsolverZZgels_bufferSize = gels_size,
    hipsolverDnZZgels = gels,
    hipsolverZZgels = gels,
    hipsolverDnZZgesv_bufferSize = gesv_size,
    hipsolverZZgesv_bufferSize = gesv_size,
    hipsolverDnZZgesv = gesv,
    hipsolverZZgesv = gesv,
}
