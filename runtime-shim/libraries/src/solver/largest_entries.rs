//! The largest singular values of batches of tall matrices (`gesvda`), for each element type.

#![allow(clippy::too_many_arguments)]

use super::dense_work::{Shared, is_matrix, matrix, size, store};
use super::pencil_entries::vectors;
use super::pencil_work::{distance, svd};
use super::{checked, submit, submit_and_wait, work_size};
use crate::jacobi::Limits;
use crate::memory::{Dense, Matrix};
use crate::number::{Number, c32, c64};
use crate::spectrum;

/// The functions of one element type, and what they are exported as.
macro_rules! largest {
    ($module:ident: $type:ty; $($name:ident = $own:ident,)*) => {
        mod $module {
            use super::*;

            type T = $type;
            type R = <$type as Number>::Real;

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn gesvda_size(
                handle: usize, _job: u32, _rank: i32, _m: i32, _n: i32, _a: *const T, _lda: i32, _stride_a: i64, _s: *const R,
                _stride_s: i64, _u: *const T, _ldu: i32, _stride_u: i64, _v: *const T, _ldv: i32, _stride_v: i64, size: *mut i32,
                _batch: i32,
            ) -> u32 {
                work_size("hipsolverDnXgesvdaStridedBatched_bufferSize", handle, size)
            }

            /// The distances of each `A` from `U S V'` that the program may ask for are of the host's memory: a call that asks for
            /// them waits.
            ///
            /// # Safety
            /// Until the stream has done the work, for each of `batch` members: `a` is null or readable for `m` by `n` elements;
            /// `s` is null or valid for writes of `rank`; `u` and `v` are null or writable for `rank` columns of `m` and `n`
            /// elements; `info` is null or valid for writes of `batch`; `residuals` is null or valid for writes of `batch` now.
            unsafe extern "C" fn gesvda(
                handle: usize, job: u32, rank: i32, m: i32, n: i32, a: *const T, lda: i32, stride_a: i64, s: *mut R, stride_s: i64,
                u: *mut T, ldu: i32, stride_u: i64, v: *mut T, ldv: i32, stride_v: i64, _work: *mut T, _size: i32, info: *mut i32,
                residuals: *mut f64, batch: i32,
            ) -> u32 {
                let (few, name) = (m.min(n), "hipsolverDnXgesvdaStridedBatched");
                checked(name, vectors(job), |job| {
                    let valid = is_matrix(m, n, a, lda) && (!job || is_matrix(m, rank, u, ldu) && is_matrix(n, rank, v, ldv));
                    let valid = valid && !s.is_null() && !info.is_null() && batch >= 0 && rank >= 0 && rank <= few;
                    let (a, u, v, s, info) = (matrix(a, lda), matrix(u, ldu), matrix(v, ldv), Shared(s), Shared(info));
                    let (m, n, rank, residuals) = (size(m), size(n), size(rank), Shared(residuals));
                    let find = |a, columns, _| spectrum::singular(a, columns);
                    // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
                    let work = move || unsafe {
                        for member in 0..size(batch) {
                            let behind = |a: Matrix<T>, stride: i64| Matrix { p: a.p.wrapping_offset(member as isize * stride as isize), ..a };
                            let mut values = vec![R::default(); size(few)];
                            let (mut left, mut right) = (Dense::<T>::zeros(m, rank), Dense::<T>::zeros(n, rank));
                            let (a, vectors) = (behind(a, stride_a), (left.matrix(), right.matrix()));
                            let converged = svd((m, n), (rank, rank), a, values.as_mut_ptr(), vectors, (Limits::default(), find));
                            let to = s.get().wrapping_offset(member as isize * stride_s as isize);
                            values.iter().take(rank).enumerate().for_each(|(i, &value)| to.add(i).write(value));
                            if job {
                                store(&left, rank, behind(u, stride_u));
                                store(&right, rank, behind(v, stride_v));
                            }
                            info.get().add(member).write(i32::from(!converged));
                            if !residuals.get().is_null() {
                                residuals.get().add(member).write(distance((m, n, rank), a, values.as_ptr(), vectors));
                            }
                        }
                    };
                    if residuals.get().is_null() { submit(name, handle, valid, work) } else { submit_and_wait(name, handle, valid, work) }
                })
            }

            $( $crate::export! { 7; $name = $own } )*
        }
    };
}

largest! {
    single: f32;
    hipsolverDnSgesvdaStridedBatched_bufferSize = gesvda_size,
    hipsolverDnSgesvdaStridedBatched = gesvda,
}

largest! {
    double: f64;
    hipsolverDnDgesvdaStridedBatched_bufferSize = gesvda_size,
    hipsolverDnDgesvdaStridedBatched = gesvda,
}

largest! {
    complex: c32;
    hipsolverDnCgesvdaStridedBatched_bufferSize = gesvda_size,
    hipsolverDnCgesvdaStridedBatched = gesvda,
}

largest! {
    double_complex: c64;
    hipsolverDnZgesvdaStridedBatched_bufferSize = gesvda_size,
    hipsolverDnZgesvdaStridedBatched = gesvda,
}
