//! hipSOLVER's functions on sparse matrices by rows, under the names that cuSOLVER's have there (`hipsolverSp...`).

#![allow(clippy::too_many_arguments)]

use super::dense_work::Shared;
use super::sparse_systems::{Rows, cholesky, qr};
use super::{checked, create, destroy, set_stream, submit_and_wait};
use crate::number::{Number, c32, c64};
use crate::sparse::index_base;
use std::ffi::c_int;

/// The orders of `reorder`: none, by reverse Cuthill and McKee, by minimum degree and by nested dissection. They are for less memory
/// alone, and all but none are minimum degree here.
const ORDERS: std::ops::RangeInclusive<c_int> = 0..=3;

type Solve<T> = fn(&Rows<T>, &[usize], <T as Number>::Real, &mut [T]) -> Result<(), usize>;

/// # Safety
/// `starts`, `columns` and `values` are null or readable for a matrix of `n` rows by rows, `b` for `n` elements, `x` is writable for
/// as many, and `singularity` is null or valid for writes.
unsafe fn solve<T: Number>(
    name: &'static str,
    handle: usize,
    (n, count, properties): (c_int, c_int, usize),
    (values, starts, columns): (*const T, *const c_int, *const c_int),
    b: *const T,
    (tolerance, reorder): (T::Real, c_int),
    x: *mut T,
    singularity: *mut c_int,
    by: Solve<T>,
) -> u32 {
    checked(name, index_base(properties), |base| {
        let absent = count > 0 && (values.is_null() || columns.is_null()) || n > 0 && (b.is_null() || x.is_null());
        let valid = n >= 0 && count >= 0 && ORDERS.contains(&reorder) && !starts.is_null() && !singularity.is_null() && !absent;
        let (values, starts, columns) = (Shared(values.cast_mut()), Shared(starts.cast_mut()), Shared(columns.cast_mut()));
        let (b, x, singularity) = (Shared(b.cast_mut()), Shared(x), Shared(singularity));
        submit_and_wait(name, handle, valid, move || {
            let n = n as usize;
            // SAFETY: the program's arrays are there until this is done, as hipSOLVER says; rows and columns count from the base.
            unsafe {
                let start = |row: usize| (starts.get().add(row).read() - base) as usize;
                let element = |at: usize| ((columns.get().add(at).read() - base) as usize, values.get().add(at).read());
                let a = Rows { rows: (0..n).map(|row| (start(row)..start(row + 1)).map(element).collect()).collect() };
                let places = if reorder == 0 { (0..n).collect() } else { a.order() };
                let mut found: Vec<T> = (0..n).map(|i| b.get().add(i).read()).collect();
                let first = by(&a, &places, tolerance, &mut found).err();
                if first.is_none() {
                    found.iter().enumerate().for_each(|(i, &value)| x.get().add(i).write(value));
                }
                singularity.get().write(first.map_or(-1, |row| row as c_int));
            }
        })
    })
}

/// By Cholesky's method as the function for the device does: it counts the row of a pivot that is zero from one, whatever the base of the
/// indices; those for the host and by QR count from zero (cuSOLVER of CUDA 13.0 on an NVIDIA H100).
fn cholesky_of_device<T: Number>(a: &Rows<T>, places: &[usize], tolerance: T::Real, b: &mut [T]) -> Result<(), usize> {
    cholesky(a, places, tolerance, b).map_err(|row| row + 1)
}

/// Entry points by the element type, that of the tolerance, and the factorisation.
macro_rules! sparse_systems {
    ($($own:ident: $type:ty, $tolerance:ty, $by:ident;)*) => { $(
        /// # Safety
        /// As of [`solve`].
        unsafe extern "C" fn $own(
            handle: usize, n: c_int, count: c_int, properties: usize, values: *const $type, starts: *const c_int,
            columns: *const c_int, b: *const $type, tolerance: $tolerance, reorder: c_int, x: *mut $type, singularity: *mut c_int,
        ) -> u32 {
            let (extent, arrays) = ((n, count, properties), (values, starts, columns));
            let name = concat!("hipsolverSpXcsrlsv (", stringify!($own), ")");
            // SAFETY: this function requires what its callee does.
            unsafe { solve(name, handle, extent, arrays, b, (tolerance as <$type as Number>::Real, reorder), x, singularity, $by) }
        }
    )* };
}

sparse_systems! {
    cholesky_single: f32, f32, cholesky_of_device;
    cholesky_double: f64, f64, cholesky_of_device;
    host_cholesky_single: f32, f32, cholesky;
    host_cholesky_double: f64, f64, cholesky;
    qr_single: f32, f64, qr;
    qr_double: f64, f64, qr;
    qr_complex: c32, f64, qr;
    qr_double_complex: c64, f64, qr;
}

crate::export! {
    7;
    hipsolverSpCreate = create,
    hipsolverSpDestroy = destroy,
    hipsolverSpSetStream = set_stream,
    hipsolverSpScsrlsvchol = cholesky_single,
    hipsolverSpDcsrlsvchol = cholesky_double,
    hipsolverSpScsrlsvcholHost = host_cholesky_single,
    hipsolverSpDcsrlsvcholHost = host_cholesky_double,
    hipsolverSpScsrlsvqr = qr_single,
    hipsolverSpDcsrlsvqr = qr_double,
    hipsolverSpCcsrlsvqr = qr_complex,
    hipsolverSpZcsrlsvqr = qr_double_complex,
}
