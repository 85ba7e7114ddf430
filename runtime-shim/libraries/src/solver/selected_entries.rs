//! Some of the eigenvalues of a matrix or of a pair (`syevdx`, `sygvdx`), for each element type: all are found, and those that are asked
//! for kept.

#![allow(clippy::too_many_arguments)]

use super::dense_work::{Shared, is_matrix, matrix, size, store, whole};
use super::pencil_entries::vectors;
use super::pencil_work::{Pencil, pencil};
use super::{checked, submit_and_wait, work_size};
use crate::blas::Fill;
use crate::entry::{Failure, Outcome};
use crate::memory::Dense;
use crate::number::{Number, c32, c64};
use crate::spectrum;

/// Which eigenvalues are asked for.
#[derive(Clone, Copy)]
enum Range<R> {
    All,
    /// Above the first and up to the second.
    Between(R, R),
    /// Counted from zero in rising order.
    Numbers(usize, usize),
}

impl<R: PartialOrd + Copy> Range<R> {
    /// `hipsolverEigRange_t`, and the arguments that go with each.
    fn of(value: u32, (lower, upper): (R, R), (first, last): (i32, i32), n: i32) -> Outcome<Range<R>> {
        match value {
            221 => Ok(Range::All),
            222 if lower < upper => Ok(Range::Between(lower, upper)),
            223 if n == 0 => Ok(Range::All),
            223 if first >= 1 && first <= last && last <= n => Ok(Range::Numbers(size(first) - 1, size(last))),
            222 | 223 => Err(Failure::InvalidValue),
            _ => Err(Failure::InvalidEnum),
        }
    }

    /// The places of these among values that rise.
    fn places(self, values: &[R]) -> std::ops::Range<usize> {
        match self {
            Range::All => 0..values.len(),
            Range::Numbers(first, end) => first..end,
            Range::Between(lower, upper) => {
                let below = |bound: R| values.iter().take_while(|&&value| value <= bound).count();
                below(lower)..below(upper)
            }
        }
    }
}

/// Columns of a matrix.
fn columns<T: Number>(of: &Dense<T>, places: &std::ops::Range<usize>) -> Dense<T> {
    Dense { rows: of.rows, all: of.all[places.start * of.rows..places.end * of.rows].to_vec() }
}

/// The functions of one element type, and what they are exported as.
macro_rules! selected {
    ($module:ident: $type:ty; $($name:ident = $own:ident,)*) => {
        mod $module {
            use super::*;

            type T = $type;
            type R = <$type as Number>::Real;

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn of_one_size(
                handle: usize, _job: u32, _range: u32, _uplo: u32, _n: i32, _a: *const T, _lda: i32, _lower: R, _upper: R, _first: i32,
                _last: i32, _count: *mut i32, _w: *const R, size: *mut i32,
            ) -> u32 {
                work_size("hipsolverDnXsyevdx_bufferSize", handle, size)
            }

            /// Waits for the work, since `count` is of the host's memory.
            ///
            /// # Safety
            /// `count` is null or valid for writes; `a` is null or writable for `n` by `n` elements; `w` is null or valid for writes of
            /// `n`; `info` is null or valid for writes.
            unsafe extern "C" fn of_one(
                handle: usize, job: u32, range: u32, uplo: u32, n: i32, a: *mut T, lda: i32, lower: R, upper: R, first: i32, last: i32,
                count: *mut i32, w: *mut R, _work: *mut T, _size: i32, info: *mut i32,
            ) -> u32 {
                let name = "hipsolverDnXsyevdx";
                let valid = is_matrix(n, n, a, lda) && !w.is_null() && !info.is_null() && !count.is_null();
                let (a, w, info, count) = (matrix(a, lda), Shared(w), Shared(info), Shared(count));
                let range = Range::of(range, (lower, upper), (first, last), n);
                let asked = range.and_then(|range| Ok((range, vectors(job)?, Fill::of(uplo)?)));
                checked(name, asked, |(range, job, uplo)| {
                    // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
                    submit_and_wait(name, handle, valid, move || unsafe {
                        let (values, found, converged) = spectrum::eigen(whole::<T>(uplo, size(n), a));
                        let places = range.places(&values);
                        values[places.clone()].iter().enumerate().for_each(|(i, &value)| w.get().add(i).write(value));
                        if job {
                            store(&columns(&found, &places), places.len(), a);
                        }
                        count.get().write(places.len() as i32);
                        info.get().write(i32::from(!converged));
                    })
                })
            }

            /// # Safety
            /// `size` is null or valid for writes.
            unsafe extern "C" fn of_pair_size(
                handle: usize, _kind: u32, _job: u32, _range: u32, _uplo: u32, _n: i32, _a: *const T, _lda: i32, _b: *const T, _ldb: i32,
                _lower: R, _upper: R, _first: i32, _last: i32, _count: *mut i32, _w: *const R, size: *mut i32,
            ) -> u32 {
                work_size("hipsolverDnXsygvdx_bufferSize", handle, size)
            }

            /// Waits for the work, since `count` is of the host's memory.
            ///
            /// # Safety
            /// What [`of_one`] requires, and of `b` what it requires of `a`.
            unsafe extern "C" fn of_pair(
                handle: usize, kind: u32, job: u32, range: u32, uplo: u32, n: i32, a: *mut T, lda: i32, b: *mut T, ldb: i32, lower: R,
                upper: R, first: i32, last: i32, count: *mut i32, w: *mut R, _work: *mut T, _size: i32, info: *mut i32,
            ) -> u32 {
                let name = "hipsolverDnXsygvdx";
                let valid = is_matrix(n, n, a, lda) && is_matrix(n, n, b, ldb) && !w.is_null() && !info.is_null() && !count.is_null();
                let (a, b, w, info, count) = (matrix(a, lda), matrix(b, ldb), Shared(w), Shared(info), Shared(count));
                let range = Range::of(range, (lower, upper), (first, last), n);
                let asked = range.and_then(|range| Ok((Pencil::of(kind)?, range, vectors(job)?, Fill::of(uplo)?)));
                checked(name, asked, |(kind, range, job, uplo)| {
                    // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
                    submit_and_wait(name, handle, valid, move || unsafe {
                        let n = size(n);
                        let mut values = vec![R::default(); n];
                        let found = pencil::<T, _>(kind, (uplo, n), a, b, values.as_mut_ptr(), job, spectrum::eigen);
                        if found.is_ok() {
                            let places = range.places(&values);
                            values[places.clone()].iter().enumerate().for_each(|(i, &value)| w.get().add(i).write(value));
                            if job {
                                let kept = Dense::made(n, places.len(), |i, j| a.get(i, places.start + j));
                                store(&kept, places.len(), a);
                            }
                            count.get().write(places.len() as i32);
                        }
                        info.get().write(found.map_or_else(|minor| (n + minor) as i32, |converged| i32::from(!converged)));
                    })
                })
            }

            $( $crate::export! { 7; $name = $own } )*
        }
    };
}

selected! {
    single: f32;
    hipsolverDnSsyevdx_bufferSize = of_one_size,
    hipsolverSsyevdx_bufferSize = of_one_size,
    hipsolverDnSsyevdx = of_one,
    hipsolverSsyevdx = of_one,
    hipsolverDnSsygvdx_bufferSize = of_pair_size,
    hipsolverSsygvdx_bufferSize = of_pair_size,
    hipsolverDnSsygvdx = of_pair,
    hipsolverSsygvdx = of_pair,
}

selected! {
    double: f64;
    hipsolverDnDsyevdx_bufferSize = of_one_size,
    hipsolverDsyevdx_bufferSize = of_one_size,
    hipsolverDnDsyevdx = of_one,
    hipsolverDsyevdx = of_one,
    hipsolverDnDsygvdx_bufferSize = of_pair_size,
    hipsolverDsygvdx_bufferSize = of_pair_size,
    hipsolverDnDsygvdx = of_pair,
    hipsolverDsygvdx = of_pair,
}

selected! {
    complex: c32;
    hipsolverDnCheevdx_bufferSize = of_one_size,
    hipsolverCheevdx_bufferSize = of_one_size,
    hipsolverDnCheevdx = of_one,
    hipsolverCheevdx = of_one,
    hipsolverDnChegvdx_bufferSize = of_pair_size,
    hipsolverChegvdx_bufferSize = of_pair_size,
    hipsolverDnChegvdx = of_pair,
    hipsolverChegvdx = of_pair,
}

selected! {
    double_complex: c64;
    hipsolverDnZheevdx_bufferSize = of_one_size,
    hipsolverZheevdx_bufferSize = of_one_size,
    hipsolverDnZheevdx = of_one,
    hipsolverZheevdx = of_one,
    hipsolverDnZhegvdx_bufferSize = of_pair_size,
    hipsolverZhegvdx_bufferSize = of_pair_size,
    hipsolverDnZhegvdx = of_pair,
    hipsolverZhegvdx = of_pair,
}
