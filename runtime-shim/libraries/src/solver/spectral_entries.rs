//! Eigenvalues and singular values of all a matrix, for each element type.

#![allow(clippy::too_many_arguments)]

use super::dense_work::{Shared, Vectors, gesvd, is_matrix, matrix, size, store, whole};
use super::{checked, submit, work_size};
use crate::blas::Fill;
use crate::number::{Number, c32, c64};
use crate::spectrum;

/// The functions of one element type, and what they are exported as.
macro_rules! spectral {
    ($module:ident: $type:ty; $($name:ident = $own:ident,)*) => {
        mod $module {
            use super::*;

            type T = $type;
            type R = <$type as Number>::Real;

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn syevd_size(
                handle: usize, _job: u32, _uplo: u32, _n: i32, _a: *const T, _lda: i32, _w: *const R, size: *mut i32,
            ) -> u32 {
                work_size("hipsolverDnXsyevd_bufferSize", handle, size)
            }

            /// # Safety
            /// Until the stream has done the work: `a` is null or writable for `n` by `n` elements; `w` is null or valid for
            /// writes of `n`; `info` is null or valid for writes.
            unsafe extern "C" fn syevd(
                handle: usize, job: u32, uplo: u32, n: i32, a: *mut T, lda: i32, w: *mut R, _work: *mut T, _size: i32, info: *mut i32,
            ) -> u32 {
                let valid = is_matrix(n, n, a, lda) && !w.is_null() && !info.is_null() && (201..=202).contains(&job);
                let (a, w, info) = (matrix(a, lda), Shared(w), Shared(info));
                checked("hipsolverDnXsyevd", Fill::of(uplo), |uplo| {
                    // SAFETY: the program's memory is there until the work is done, as hipSOLVER says; rows are counted from one.
                    submit("hipsolverDnXsyevd", handle, valid, move || unsafe {
                        let (values, vectors, converged) = spectrum::eigen(whole(uplo, size(n), a));
                        values.iter().enumerate().for_each(|(i, &value)| w.get().add(i).write(value));
                        if job == 202 {
                            store(&vectors, size(n), a);
                        }
                        info.get().write(i32::from(!converged));
                    })
                })
            }

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn gesvd_size(handle: usize, _m: i32, _n: i32, size: *mut i32) -> u32 {
                work_size("hipsolverDnXgesvd_bufferSize", handle, size)
            }

            /// # Safety
            /// Until the stream has done the work: `a` is null or readable for `m` by `n` elements; `values` is null or valid for
            /// writes of `min(m, n)`; `u` and `vt` are null or writable for as many columns and rows as `job_u` and `job_v` ask
            /// for; `info` is null or valid for writes.
            unsafe extern "C" fn gesvd(
                handle: usize, job_u: i8, job_v: i8, m: i32, n: i32, a: *mut T, lda: i32, values: *mut R, u: *mut T, ldu: i32,
                vt: *mut T, ldvt: i32, _work: *mut T, _size: i32, _real: *mut R, info: *mut i32,
            ) -> u32 {
                let jobs = Vectors::of(job_u).and_then(|u| Ok((u, Vectors::of(job_v)?)));
                checked("hipsolverDnXgesvd", jobs, |jobs| {
                    let right = |job: Vectors, p: *mut T, ld: i32, rows: i32| job == Vectors::None || is_matrix(rows, 1, p, ld);
                    let rows_of_v = jobs.1.count(size(n), size(m.min(n))) as i32;
                    let valid = is_matrix(m, n, a, lda) && right(jobs.0, u, ldu, m) && right(jobs.1, vt, ldvt, rows_of_v);
                    let valid = valid && !values.is_null() && !info.is_null();
                    let (a, u, vt) = (matrix(a, lda), matrix(u, ldu), matrix(vt, ldvt));
                    let (values, info) = (Shared(values), Shared(info));
                    // SAFETY: the program's memory is there until the work is done, as hipSOLVER says; rows are counted from one.
                    submit("hipsolverDnXgesvd", handle, valid, move || unsafe {
                        let converged = super::gesvd(jobs, (size(m), size(n)), a, values.get(), u, vt);
                        info.get().write(i32::from(!converged));
                    })
                })
            }

            $( $crate::export! { 7; $name = $own } )*
        }
    };
}

spectral! {
    single: f32;
    hipsolverDnSsyevd_bufferSize = syevd_size,
    hipsolverSsyevd_bufferSize = syevd_size,
    hipsolverDnSsyevd = syevd,
    hipsolverSsyevd = syevd,
    hipsolverDnSgesvd_bufferSize = gesvd_size,
    hipsolverDnSgesvd = gesvd,
    hipsolverSgesvd = gesvd,
}

spectral! {
    double: f64;
    hipsolverDnDsyevd_bufferSize = syevd_size,
    hipsolverDsyevd_bufferSize = syevd_size,
    hipsolverDnDsyevd = syevd,
    hipsolverDsyevd = syevd,
    hipsolverDnDgesvd_bufferSize = gesvd_size,
    hipsolverDnDgesvd = gesvd,
    hipsolverDgesvd = gesvd,
}

spectral! {
    complex: c32;
    hipsolverDnCheevd_bufferSize = syevd_size,
    hipsolverCheevd_bufferSize = syevd_size,
    hipsolverDnCheevd = syevd,
    hipsolverCheevd = syevd,
    hipsolverDnCgesvd_bufferSize = gesvd_size,
    hipsolverDnCgesvd = gesvd,
    hipsolverCgesvd = gesvd,
}

spectral! {
    double_complex: c64;
    hipsolverDnZheevd_bufferSize = syevd_size,
    hipsolverZheevd_bufferSize = syevd_size,
    hipsolverDnZheevd = syevd,
    hipsolverZheevd = syevd,
    hipsolverDnZgesvd_bufferSize = gesvd_size,
    hipsolverDnZgesvd = gesvd,
    hipsolverZgesvd = gesvd,
}
