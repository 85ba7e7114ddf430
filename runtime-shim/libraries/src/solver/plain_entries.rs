//! hipSOLVER's own interface, where its calls differ from those under cuSOLVER's names (`hipsolverDn...`): each of its functions takes
//! memory to work in.

#![allow(clippy::too_many_arguments)]

use super::work_size;
use super::{dense_entries, system_entries};
use crate::number::{c32, c64};

/// The functions of one element type, and what they are exported as.
macro_rules! plain {
    ($module:ident: $type:ty; $($name:ident = $own:ident,)*) => {
        mod $module {
            use super::*;
            use super::dense_entries::$module as dense;
            use super::system_entries::$module as systems;

            type T = $type;

            /// # Safety
            /// What hipsolverDn's function of that name requires.
            unsafe extern "C" fn getrf(
                handle: usize, m: i32, n: i32, a: *mut T, lda: i32, work: *mut T, _size: i32, pivots: *mut i32, info: *mut i32,
            ) -> u32 {
                // SAFETY: this function requires what its callee does.
                unsafe { dense::getrf(handle, m, n, a, lda, work, pivots, info) }
            }

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn getrf_size(handle: usize, m: i32, n: i32, a: *mut T, lda: i32, size: *mut i32) -> u32 {
                // SAFETY: this function requires what its callee does.
                unsafe { dense::getrf_size(handle, m, n, a, lda, size) }
            }

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn getrs_size(
                handle: usize, _trans: u32, _n: i32, _columns: i32, _a: *mut T, _lda: i32, _pivots: *mut i32, _b: *mut T, _ldb: i32,
                size: *mut i32,
            ) -> u32 {
                work_size("hipsolverXgetrs_bufferSize", handle, size)
            }

            /// # Safety
            /// What hipsolverDn's function of that name requires.
            unsafe extern "C" fn getrs(
                handle: usize, trans: u32, n: i32, columns: i32, a: *mut T, lda: i32, pivots: *mut i32, b: *mut T, ldb: i32,
                _work: *mut T, _size: i32, info: *mut i32,
            ) -> u32 {
                // SAFETY: this function requires what its callee does.
                unsafe { dense::getrs(handle, trans, n, columns, a, lda, pivots, b, ldb, info) }
            }

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn potrs_size(
                handle: usize, _uplo: u32, _n: i32, _columns: i32, _a: *mut T, _lda: i32, _b: *mut T, _ldb: i32, size: *mut i32,
            ) -> u32 {
                work_size("hipsolverXpotrs_bufferSize", handle, size)
            }

            /// # Safety
            /// What hipsolverDn's function of that name requires.
            unsafe extern "C" fn potrs(
                handle: usize, uplo: u32, n: i32, columns: i32, a: *mut T, lda: i32, b: *mut T, ldb: i32, _work: *mut T, _size: i32,
                info: *mut i32,
            ) -> u32 {
                // SAFETY: this function requires what its callee does.
                unsafe { dense::potrs(handle, uplo, n, columns, a, lda, b, ldb, info) }
            }

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn gesvd_size(handle: usize, _job_u: i8, _job_v: i8, _m: i32, _n: i32, size: *mut i32) -> u32 {
                work_size("hipsolverXgesvd_bufferSize", handle, size)
            }

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn potrf_batched_size(
                handle: usize, _uplo: u32, _n: i32, _a: *const *mut T, _lda: i32, size: *mut i32, _batch: i32,
            ) -> u32 {
                work_size("hipsolverXpotrfBatched_bufferSize", handle, size)
            }

            /// # Safety
            /// What hipsolverDn's function of that name requires.
            unsafe extern "C" fn potrf_batched(
                handle: usize, uplo: u32, n: i32, a: *const *mut T, lda: i32, _work: *mut T, _size: i32, info: *mut i32, batch: i32,
            ) -> u32 {
                // SAFETY: this function requires what its callee does.
                unsafe { systems::potrf_batched(handle, uplo, n, a, lda, info, batch) }
            }

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn potrs_batched_size(
                handle: usize, _uplo: u32, _n: i32, _columns: i32, _a: *const *mut T, _lda: i32, _b: *const *mut T, _ldb: i32,
                size: *mut i32, _batch: i32,
            ) -> u32 {
                work_size("hipsolverXpotrsBatched_bufferSize", handle, size)
            }

            /// # Safety
            /// What hipsolverDn's function of that name requires.
            unsafe extern "C" fn potrs_batched(
                handle: usize, uplo: u32, n: i32, columns: i32, a: *const *mut T, lda: i32, b: *const *mut T, ldb: i32, _work: *mut T,
                _size: i32, info: *mut i32, batch: i32,
            ) -> u32 {
                // SAFETY: this function requires what its callee does.
                unsafe { systems::potrs_batched(handle, uplo, n, columns, a, lda, b, ldb, info, batch) }
            }

            $( $crate::export! { 7; $name = $own } )*
        }
    };
}

plain! {
    single: f32;
    hipsolverSgetrf_bufferSize = getrf_size,
    hipsolverSgetrf = getrf,
    hipsolverSgetrs_bufferSize = getrs_size,
    hipsolverSgetrs = getrs,
    hipsolverSpotrs_bufferSize = potrs_size,
    hipsolverSpotrs = potrs,
    hipsolverSgesvd_bufferSize = gesvd_size,
    hipsolverSpotrfBatched_bufferSize = potrf_batched_size,
    hipsolverSpotrfBatched = potrf_batched,
    hipsolverSpotrsBatched_bufferSize = potrs_batched_size,
    hipsolverSpotrsBatched = potrs_batched,
}

plain! {
    double: f64;
    hipsolverDgetrf_bufferSize = getrf_size,
    hipsolverDgetrf = getrf,
    hipsolverDgetrs_bufferSize = getrs_size,
    hipsolverDgetrs = getrs,
    hipsolverDpotrs_bufferSize = potrs_size,
    hipsolverDpotrs = potrs,
    hipsolverDgesvd_bufferSize = gesvd_size,
    hipsolverDpotrfBatched_bufferSize = potrf_batched_size,
    hipsolverDpotrfBatched = potrf_batched,
    hipsolverDpotrsBatched_bufferSize = potrs_batched_size,
    hipsolverDpotrsBatched = potrs_batched,
}

plain! {
    complex: c32;
    hipsolverCgetrf_bufferSize = getrf_size,
    hipsolverCgetrf = getrf,
    hipsolverCgetrs_bufferSize = getrs_size,
    hipsolverCgetrs = getrs,
    hipsolverCpotrs_bufferSize = potrs_size,
    hipsolverCpotrs = potrs,
    hipsolverCgesvd_bufferSize = gesvd_size,
    hipsolverCpotrfBatched_bufferSize = potrf_batched_size,
    hipsolverCpotrfBatched = potrf_batched,
    hipsolverCpotrsBatched_bufferSize = potrs_batched_size,
    hipsolverCpotrsBatched = potrs_batched,
}

plain! {
    double_complex: c64;
    hipsolverZgetrf_bufferSize = getrf_size,
    hipsolverZgetrf = getrf,
    hipsolverZgetrs_bufferSize = getrs_size,
    hipsolverZgetrs = getrs,
    hipsolverZpotrs_bufferSize = potrs_size,
    hipsolverZpotrs = potrs,
    hipsolverZgesvd_bufferSize = gesvd_size,
    hipsolverZpotrfBatched_bufferSize = potrf_batched_size,
    hipsolverZpotrfBatched = potrf_batched,
    hipsolverZpotrsBatched_bufferSize = potrs_batched_size,
    hipsolverZpotrsBatched = potrs_batched,
}
