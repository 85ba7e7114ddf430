//! Eigenvalues and singular values beside `syevd` and `gesvd`, for each element type: of pairs of matrices, by Jacobi's method under
//! its own names, and of batches of small matrices.

#![allow(clippy::too_many_arguments)]

use super::dense_work::{Finder, Shared, is_matrix, matrix, size, store, whole};
use super::jacobi_settings::Asked;
use super::pencil_work::{Pencil, pencil, svd};
use super::{checked, submit, work_size};
use crate::blas::Fill;
use crate::entry::{Failure, Outcome};
use crate::jacobi::Course;
use crate::memory::Matrix;
use crate::number::{Number, c32, c64};
use crate::spectrum;

/// `hipsolverEigMode_t`: whether vectors are asked for.
pub(super) fn vectors(job: u32) -> Outcome<bool> {
    match job {
        201 => Ok(false),
        202 => Ok(true),
        _ => Err(Failure::InvalidEnum),
    }
}

/// A pair of matrices, and what is asked of it.
struct Pair<T: Number> {
    kind: Pencil,
    vectors: bool,
    uplo: Fill,
    a: Matrix<T>,
    b: Matrix<T>,
    values: Shared<T::Real>,
}

/// How many columns of U and V there are to be; `some` of each where the program asks for few.
fn columns(job: bool, few: bool, (m, n): (i32, i32), some: i32) -> (usize, usize) {
    match (job, few) {
        (false, _) => (0, 0),
        (true, true) => (size(some), size(some)),
        (true, false) => (size(m), size(n)),
    }
}

/// The functions of one element type, and what they are exported as.
macro_rules! pencils {
    ($module:ident: $type:ty; $($name:ident = $own:ident,)*) => {
        mod $module {
            use super::*;

            type T = $type;
            type R = <$type as Number>::Real;

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn sygvd_size(
                handle: usize, _kind: u32, _job: u32, _uplo: u32, _n: i32, _a: *const T, _lda: i32, _b: *const T, _ldb: i32,
                _w: *const R, size: *mut i32,
            ) -> u32 {
                work_size("hipsolverDnXsygvd_bufferSize", handle, size)
            }

            /// # Safety
            /// Until the stream has done the work: `a` and `b` are null or writable for `n` by `n` elements; `w` is null or valid
            /// for writes of `n`; `info` is null or valid for writes.
            unsafe extern "C" fn sygvd(
                handle: usize, kind: u32, job: u32, uplo: u32, n: i32, a: *mut T, lda: i32, b: *mut T, ldb: i32, w: *mut R,
                _work: *mut T, _size: i32, info: *mut i32,
            ) -> u32 {
                // SAFETY: this function requires what its callee does.
                unsafe {
                    of_pair("hipsolverDnXsygvd", handle, (kind, job, uplo), n, (a, lda), (b, ldb), w, info, move |of| {
                        let (kind, job, order) = (of.kind, of.vectors, (of.uplo, size(n)));
                        let found = pencil(kind, order, of.a, of.b, of.values.get(), job, spectrum::eigen);
                        found.map(|converged| i32::from(!converged))
                    })
                }
            }

            /// # Safety
            /// What [`sygvd`] requires.
            unsafe fn of_pair(
                name: &'static str, handle: usize, (kind, job, uplo): (u32, u32, u32), n: i32, (a, lda): (*mut T, i32),
                (b, ldb): (*mut T, i32), w: *mut R, info: *mut i32, find: impl Fn(&Pair<T>) -> Result<i32, usize> + Send + 'static,
            ) -> u32 {
                let valid = is_matrix(n, n, a, lda) && is_matrix(n, n, b, ldb) && !w.is_null() && !info.is_null();
                let (a, b, values, info) = (matrix(a, lda), matrix(b, ldb), Shared(w), Shared(info));
                let asked = Pencil::of(kind).and_then(|kind| Ok((kind, vectors(job)?, Fill::of(uplo)?)));
                checked(name, asked, |(kind, vectors, uplo)| {
                    let pair = Pair { kind, vectors, uplo, a, b, values };
                    // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
                    submit(name, handle, valid, move || unsafe {
                        info.get().write(find(&pair).unwrap_or_else(|minor| n + minor as i32));
                    })
                })
            }

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn sygvj_size(
                handle: usize, _kind: u32, _job: u32, _uplo: u32, _n: i32, _a: *const T, _lda: i32, _b: *const T, _ldb: i32,
                _w: *const R, size: *mut i32, _settings: usize,
            ) -> u32 {
                work_size("hipsolverDnXsygvj_bufferSize", handle, size)
            }

            /// # Safety
            /// What [`sygvd`] requires.
            unsafe extern "C" fn sygvj(
                handle: usize, kind: u32, job: u32, uplo: u32, n: i32, a: *mut T, lda: i32, b: *mut T, ldb: i32, w: *mut R,
                _work: *mut T, _size: i32, info: *mut i32, settings: usize,
            ) -> u32 {
                let name = "hipsolverDnXsygvj";
                checked(name, Asked::of(settings), |asked| {
                    // SAFETY: this function requires what its callee does.
                    unsafe {
                        of_pair(name, handle, (kind, job, uplo), n, (a, lda), (b, ldb), w, info, move |of| {
                            let by_rotations = |a| spectrum::eigen_by_rotations(a, asked.limits);
                            let found = pencil(of.kind, (of.uplo, size(n)), of.a, of.b, of.values.get(), of.vectors, by_rotations);
                            found.map(|course| asked.tell(course, size(n) + 1))
                        })
                    }
                })
            }

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn syevj_size(
                handle: usize, _job: u32, _uplo: u32, _n: i32, _a: *const T, _lda: i32, _w: *const R, size: *mut i32, _settings: usize,
            ) -> u32 {
                work_size("hipsolverDnXsyevj_bufferSize", handle, size)
            }

            /// # Safety
            /// What [`by_rotations`] requires of a batch of one.
            unsafe extern "C" fn syevj(
                handle: usize, job: u32, uplo: u32, n: i32, a: *mut T, lda: i32, w: *mut R, _work: *mut T, _size: i32, info: *mut i32,
                settings: usize,
            ) -> u32 {
                // SAFETY: this function requires what its callee does.
                unsafe { by_rotations("hipsolverDnXsyevj", handle, (job, uplo), n, (a, lda), w, info, settings, None) }
            }

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn syevj_batched_size(
                handle: usize, _job: u32, _uplo: u32, _n: i32, _a: *const T, _lda: i32, _w: *const R, size: *mut i32, _settings: usize,
                _batch: i32,
            ) -> u32 {
                work_size("hipsolverDnXsyevjBatched_bufferSize", handle, size)
            }

            /// # Safety
            /// What [`by_rotations`] requires.
            unsafe extern "C" fn syevj_batched(
                handle: usize, job: u32, uplo: u32, n: i32, a: *mut T, lda: i32, w: *mut R, _work: *mut T, _size: i32, info: *mut i32,
                settings: usize, batch: i32,
            ) -> u32 {
                // SAFETY: this function requires what its callee does.
                unsafe { by_rotations("hipsolverDnXsyevjBatched", handle, (job, uplo), n, (a, lda), w, info, settings, Some(batch)) }
            }

            /// # Safety
            /// Until the stream has done the work: `a` is null or writable for `batch` times `n` columns of `n` elements; `w` is
            /// null or valid for writes of `batch` times `n`, `info` of `batch`.
            unsafe fn by_rotations(
                name: &'static str, handle: usize, (job, uplo): (u32, u32), n: i32, (a, lda): (*mut T, i32), w: *mut R,
                info: *mut i32, settings: usize, batch: Option<i32>,
            ) -> u32 {
                let members = batch.unwrap_or(1);
                let valid = is_matrix(n, n, a, lda) && !w.is_null() && !info.is_null() && members >= 0;
                let (a, w, info) = (matrix(a, lda), Shared(w), Shared(info));
                let asked = Asked::of(settings).and_then(|asked| Ok((asked, vectors(job)?, Fill::of(uplo)?)));
                checked(name, asked, |(asked, job, uplo)| {
                    // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
                    submit(name, handle, valid, move || unsafe {
                        let n = size(n);
                        for member in 0..size(members) {
                            let a: Matrix<T> = a.from(0, member * n);
                            let (values, vectors, course) = spectrum::eigen_by_rotations(whole(uplo, n, a), asked.limits);
                            values.iter().enumerate().for_each(|(i, &value)| w.get().add(member * n + i).write(value));
                            if job {
                                store(&vectors, n, a);
                            }
                            info.get().add(member).write(asked.tell(course, n + 1));
                        }
                        if batch.is_some() {
                            asked.tell_batch();
                        }
                    })
                })
            }

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn gesvdj_size(
                handle: usize, _job: u32, _few: i32, _m: i32, _n: i32, _a: *const T, _lda: i32, _s: *const R, _u: *const T, _ldu: i32,
                _v: *const T, _ldv: i32, size: *mut i32, _settings: usize,
            ) -> u32 {
                work_size("hipsolverDnXgesvdj_bufferSize", handle, size)
            }

            /// # Safety
            /// Until the stream has done the work: `a` is null or readable for `m` by `n` elements; `s` is null or valid for writes
            /// of `min(m, n)`; `u` and `v` are null or writable for `m` and `n` rows of all columns, or of `min(m, n)` where `few`
            /// is not zero; `info` is null or valid for writes.
            unsafe extern "C" fn gesvdj(
                handle: usize, job: u32, few: i32, m: i32, n: i32, a: *mut T, lda: i32, s: *mut R, u: *mut T, ldu: i32, v: *mut T,
                ldv: i32, _work: *mut T, _size: i32, info: *mut i32, settings: usize,
            ) -> u32 {
                let asked = Asked::of(settings).and_then(|asked| Ok((asked, vectors(job)?)));
                checked("hipsolverDnXgesvdj", asked, |(asked, job)| {
                    let kept = columns(job, few != 0, (m, n), m.min(n));
                    let valid = is_matrix(m, n, a, lda) && (!job || is_matrix(m, 1, u, ldu) && is_matrix(n, 1, v, ldv));
                    let valid = valid && !s.is_null() && !info.is_null();
                    let (a, u, v, s, info) = (matrix(a, lda), matrix(u, ldu), matrix(v, ldv), Shared(s), Shared(info));
                    // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
                    submit("hipsolverDnXgesvdj", handle, valid, move || unsafe {
                        let find = (asked.limits, spectrum::singular_by_rotations as Finder<T, Course>);
                        let course = svd((size(m), size(n)), kept, a, s.get(), (u, v), find);
                        info.get().write(asked.tell(course, size(m.min(n)) + 1));
                    })
                })
            }

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn gesvdj_batched_size(
                handle: usize, _job: u32, _m: i32, _n: i32, _a: *const T, _lda: i32, _s: *const R, _u: *const T, _ldu: i32,
                _v: *const T, _ldv: i32, size: *mut i32, _settings: usize, _batch: i32,
            ) -> u32 {
                work_size("hipsolverDnXgesvdjBatched_bufferSize", handle, size)
            }

            /// # Safety
            /// Until the stream has done the work: what [`gesvdj`] requires with all columns, for `batch` matrices one behind the
            /// other, each of as many columns as it has.
            unsafe extern "C" fn gesvdj_batched(
                handle: usize, job: u32, m: i32, n: i32, a: *mut T, lda: i32, s: *mut R, u: *mut T, ldu: i32, v: *mut T, ldv: i32,
                _work: *mut T, _size: i32, info: *mut i32, settings: usize, batch: i32,
            ) -> u32 {
                let asked = Asked::of(settings).and_then(|asked| Ok((asked, vectors(job)?)));
                checked("hipsolverDnXgesvdjBatched", asked, |(asked, job)| {
                    let kept = columns(job, false, (m, n), 0);
                    let valid = is_matrix(m, n, a, lda) && (!job || is_matrix(m, m, u, ldu) && is_matrix(n, n, v, ldv));
                    let valid = valid && !s.is_null() && !info.is_null() && batch >= 0;
                    let (a, u, v, s, info) = (matrix(a, lda), matrix(u, ldu), matrix(v, ldv), Shared(s), Shared(info));
                    // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
                    submit("hipsolverDnXgesvdjBatched", handle, valid, move || unsafe {
                        let (m, n) = (size(m), size(n));
                        let find = (asked.limits, spectrum::singular_by_rotations as Finder<T, Course>);
                        for member in 0..size(batch) {
                            let (left, right) = (u.from(0, member * m), v.from(0, member * n));
                            let course = svd((m, n), kept, a.from(0, member * n), s.get().add(member * m.min(n)), (left, right), find);
                            info.get().add(member).write(asked.tell(course, m.min(n) + 1));
                        }
                        asked.tell_batch();
                    })
                })
            }

            $( $crate::export! { 7; $name = $own } )*
        }
    };
}

pencils! {
    single: f32;
    hipsolverDnSsygvd_bufferSize = sygvd_size,
    hipsolverSsygvd_bufferSize = sygvd_size,
    hipsolverDnSsygvd = sygvd,
    hipsolverSsygvd = sygvd,
    hipsolverDnSsyevj_bufferSize = syevj_size,
    hipsolverSsyevj_bufferSize = syevj_size,
    hipsolverDnSsyevj = syevj,
    hipsolverSsyevj = syevj,
    hipsolverDnSsygvj_bufferSize = sygvj_size,
    hipsolverSsygvj_bufferSize = sygvj_size,
    hipsolverDnSsygvj = sygvj,
    hipsolverSsygvj = sygvj,
    hipsolverDnSsyevjBatched_bufferSize = syevj_batched_size,
    hipsolverSsyevjBatched_bufferSize = syevj_batched_size,
    hipsolverDnSsyevjBatched = syevj_batched,
    hipsolverSsyevjBatched = syevj_batched,
    hipsolverDnSgesvdj_bufferSize = gesvdj_size,
    hipsolverSgesvdj_bufferSize = gesvdj_size,
    hipsolverDnSgesvdj = gesvdj,
    hipsolverSgesvdj = gesvdj,
    hipsolverDnSgesvdjBatched_bufferSize = gesvdj_batched_size,
    hipsolverSgesvdjBatched_bufferSize = gesvdj_batched_size,
    hipsolverDnSgesvdjBatched = gesvdj_batched,
    hipsolverSgesvdjBatched = gesvdj_batched,
}

pencils! {
    double: f64;
    hipsolverDnDsygvd_bufferSize = sygvd_size,
    hipsolverDsygvd_bufferSize = sygvd_size,
    hipsolverDnDsygvd = sygvd,
    hipsolverDsygvd = sygvd,
    hipsolverDnDsyevj_bufferSize = syevj_size,
    hipsolverDsyevj_bufferSize = syevj_size,
    hipsolverDnDsyevj = syevj,
    hipsolverDsyevj = syevj,
    hipsolverDnDsygvj_bufferSize = sygvj_size,
    hipsolverDsygvj_bufferSize = sygvj_size,
    hipsolverDnDsygvj = sygvj,
    hipsolverDsygvj = sygvj,
    hipsolverDnDsyevjBatched_bufferSize = syevj_batched_size,
    hipsolverDsyevjBatched_bufferSize = syevj_batched_size,
    hipsolverDnDsyevjBatched = syevj_batched,
    hipsolverDsyevjBatched = syevj_batched,
    hipsolverDnDgesvdj_bufferSize = gesvdj_size,
    hipsolverDgesvdj_bufferSize = gesvdj_size,
    hipsolverDnDgesvdj = gesvdj,
    hipsolverDgesvdj = gesvdj,
    hipsolverDnDgesvdjBatched_bufferSize = gesvdj_batched_size,
    hipsolverDgesvdjBatched_bufferSize = gesvdj_batched_size,
    hipsolverDnDgesvdjBatched = gesvdj_batched,
    hipsolverDgesvdjBatched = gesvdj_batched,
}

pencils! {
    complex: c32;
    hipsolverDnChegvd_bufferSize = sygvd_size,
    hipsolverChegvd_bufferSize = sygvd_size,
    hipsolverDnChegvd = sygvd,
    hipsolverChegvd = sygvd,
    hipsolverDnCheevj_bufferSize = syevj_size,
    hipsolverCheevj_bufferSize = syevj_size,
    hipsolverDnCheevj = syevj,
    hipsolverCheevj = syevj,
    hipsolverDnChegvj_bufferSize = sygvj_size,
    hipsolverChegvj_bufferSize = sygvj_size,
    hipsolverDnChegvj = sygvj,
    hipsolverChegvj = sygvj,
    hipsolverDnCheevjBatched_bufferSize = syevj_batched_size,
    hipsolverCheevjBatched_bufferSize = syevj_batched_size,
    hipsolverDnCheevjBatched = syevj_batched,
    hipsolverCheevjBatched = syevj_batched,
    hipsolverDnCgesvdj_bufferSize = gesvdj_size,
    hipsolverCgesvdj_bufferSize = gesvdj_size,
    hipsolverDnCgesvdj = gesvdj,
    hipsolverCgesvdj = gesvdj,
    hipsolverDnCgesvdjBatched_bufferSize = gesvdj_batched_size,
    hipsolverCgesvdjBatched_bufferSize = gesvdj_batched_size,
    hipsolverDnCgesvdjBatched = gesvdj_batched,
    hipsolverCgesvdjBatched = gesvdj_batched,
}

pencils! {
    double_complex: c64;
    hipsolverDnZhegvd_bufferSize = sygvd_size,
    hipsolverZhegvd_bufferSize = sygvd_size,
    hipsolverDnZhegvd = sygvd,
    hipsolverZhegvd = sygvd,
    hipsolverDnZheevj_bufferSize = syevj_size,
    hipsolverZheevj_bufferSize = syevj_size,
    hipsolverDnZheevj = syevj,
    hipsolverZheevj = syevj,
    hipsolverDnZhegvj_bufferSize = sygvj_size,
    hipsolverZhegvj_bufferSize = sygvj_size,
    hipsolverDnZhegvj = sygvj,
    hipsolverZhegvj = sygvj,
    hipsolverDnZheevjBatched_bufferSize = syevj_batched_size,
    hipsolverZheevjBatched_bufferSize = syevj_batched_size,
    hipsolverDnZheevjBatched = syevj_batched,
    hipsolverZheevjBatched = syevj_batched,
    hipsolverDnZgesvdj_bufferSize = gesvdj_size,
    hipsolverZgesvdj_bufferSize = gesvdj_size,
    hipsolverDnZgesvdj = gesvdj,
    hipsolverZgesvdj = gesvdj,
    hipsolverDnZgesvdjBatched_bufferSize = gesvdj_batched_size,
    hipsolverZgesvdjBatched_bufferSize = gesvdj_batched_size,
    hipsolverDnZgesvdjBatched = gesvdj_batched,
    hipsolverZgesvdjBatched = gesvdj_batched,
}
