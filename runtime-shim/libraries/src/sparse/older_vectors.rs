//! Sparse vectors under the names that take arrays (`axpyi`, `doti`, `dotci`, `gthr`, `gthrz`, `roti`, `sctr`): hipSPARSE's level 1
//! functions (AMD's hipSPARSE documentation, "Sparse level 1 functions").

use super::arguments::{array, base_of, index, place};
use super::operands::Scalar;
use super::{HipSparse, settings};
use crate::entry::{Outcome, answer, export_typed};
use crate::memory::Vector;
use crate::number::{c32, c64};
use crate::runtime;
use crate::typed::Wide;
use std::ffi::c_int;

/// A sparse vector, and the dense one that its indices are of.
#[derive(Clone, Copy)]
struct Pair<T> {
    count: usize,
    values: Vector<T>,
    indices: Vector<c_int>,
    base: c_int,
    dense: Vector<T>,
}

impl<T: Wide> Pair<T> {
    fn new(count: c_int, values: *const T, indices: *const c_int, dense: *const T, base: u32) -> Outcome<Pair<T>> {
        let (values, indices, dense) = (array(values, count)?, array(indices, count)?, array(dense, count)?);
        Ok(Pair { count: count as usize, values, indices, base: base_of(base)?, dense })
    }

    /// Visits the elements: the place in the sparse vector, and in the dense one.
    ///
    /// # Safety
    /// The indices are readable, and what `visit` does with the places is safe.
    unsafe fn each(&self, mut visit: impl FnMut(usize, usize)) {
        // SAFETY: as required.
        (0..self.count).for_each(|at| visit(at, unsafe { index(self.indices, at, self.base) }));
    }

    /// The sum of products with the values, or with their conjugates.
    ///
    /// # Safety
    /// All arrays are readable.
    unsafe fn dot(&self, conjugate: bool) -> T {
        let mut sum = T::zero();
        // SAFETY: as required.
        unsafe { self.each(|at, i| sum += self.values.get(at).conj_if(conjugate) * self.dense.get(i)) };
        sum
    }

    /// A plane rotation of the elements of both.
    ///
    /// # Safety
    /// Indices are readable, both vectors writable.
    unsafe fn rotate(&self, c: T, s: T) {
        // SAFETY: as required.
        unsafe {
            self.each(|at, i| {
                let (x, y) = (self.values.get(at), self.dense.get(i));
                self.values.set(at, c * x + s * y);
                self.dense.set(i, c * y - s * x);
            });
        }
    }
}

/// `y = y + alpha x`.
///
/// # Safety
/// `alpha` is null or valid for reads, in device mode until the stream has done the work; until then x's arrays are readable for
/// `count` elements, and `y` is writable for all that the indices name.
unsafe extern "C" fn add<T: Wide>(
    handle: usize,
    count: c_int,
    alpha: *const T,
    values: *const T,
    indices: *const c_int,
    y: *mut T,
    base: u32,
) -> u32 {
    let name = "hipsparseXaxpyi";
    answer::<HipSparse>(name, || {
        let (settings, pair) = (settings(handle)?, Pair::new(count, values, indices, y, base)?);
        // SAFETY: null or valid, as hipSPARSE says.
        let alpha = unsafe { Scalar::new(alpha.cast(), T::KIND, settings.device_scalars)? };
        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
        runtime::enqueue(settings.stream, name, move || unsafe {
            let alpha: T = alpha.get(T::KIND);
            pair.each(|at, i| pair.dense.update(i, |old| old + alpha * pair.values.get(at)));
        })
    })
}

/// # Safety
/// Until the stream has done the work, all arrays are readable, and `result` is null or writable.
unsafe fn dot_of<T: Wide>(name: &'static str, handle: usize, pair: Outcome<Pair<T>>, result: *mut T, conjugate: bool) -> u32 {
    answer::<HipSparse>(name, || {
        let (settings, pair, result) = (settings(handle)?, pair?, place(result)?);
        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
        settings.submit_result(name, move || unsafe { result.set(0, pair.dot(conjugate)) })
    })
}

/// # Safety
/// What [`dot_of`] requires.
unsafe extern "C" fn dot<T: Wide>(
    handle: usize,
    count: c_int,
    values: *const T,
    indices: *const c_int,
    y: *const T,
    result: *mut T,
    base: u32,
) -> u32 {
    // SAFETY: this function requires what its callee does.
    unsafe { dot_of("hipsparseXdoti", handle, Pair::new(count, values, indices, y, base), result, false) }
}

/// # Safety
/// What [`dot_of`] requires.
unsafe extern "C" fn dot_conjugated<T: Wide>(
    handle: usize,
    count: c_int,
    values: *const T,
    indices: *const c_int,
    y: *const T,
    result: *mut T,
    base: u32,
) -> u32 {
    // SAFETY: this function requires what its callee does.
    unsafe { dot_of("hipsparseXdotci", handle, Pair::new(count, values, indices, y, base), result, true) }
}

/// Puts a move of elements between the vectors into the stream.
///
/// # Safety
/// Until the stream has done the work, the arrays are as `step` requires, which is given the place in each of them.
unsafe fn each_element<T: Wide>(
    name: &'static str,
    handle: usize,
    pair: Outcome<Pair<T>>,
    step: impl Fn(&Pair<T>, usize, usize) + Send + 'static,
) -> u32 {
    answer::<HipSparse>(name, || {
        let (stream, pair) = (settings(handle)?.stream, pair?);
        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
        runtime::enqueue(stream, name, move || unsafe { pair.each(|at, i| step(&pair, at, i)) })
    })
}

/// # Safety
/// Until the stream has done the work, `y` and the indices are readable, and the values writable.
unsafe extern "C" fn gather<T: Wide>(
    handle: usize,
    count: c_int,
    y: *const T,
    values: *mut T,
    indices: *const c_int,
    base: u32,
) -> u32 {
    let pair = Pair::new(count, values.cast_const(), indices, y, base);
    // SAFETY: this function requires what its callee and the step do.
    unsafe { each_element("hipsparseXgthr", handle, pair, |pair, at, i| pair.values.set(at, pair.dense.get(i))) }
}

/// Gathers, and leaves zeros.
///
/// # Safety
/// What [`gather`] requires; `y` is writable.
unsafe extern "C" fn gather_away<T: Wide>(
    handle: usize,
    count: c_int,
    y: *mut T,
    values: *mut T,
    indices: *const c_int,
    base: u32,
) -> u32 {
    let pair = Pair::new(count, values.cast_const(), indices, y.cast_const(), base);
    // SAFETY: this function requires what its callee and the step do.
    unsafe {
        each_element("hipsparseXgthrz", handle, pair, |pair, at, i| {
            pair.values.set(at, pair.dense.get(i));
            pair.dense.set(i, T::zero());
        })
    }
}

/// # Safety
/// Until the stream has done the work, x's arrays are readable, and `y` is writable.
unsafe extern "C" fn scatter<T: Wide>(
    handle: usize,
    count: c_int,
    values: *const T,
    indices: *const c_int,
    y: *mut T,
    base: u32,
) -> u32 {
    let pair = Pair::new(count, values, indices, y.cast_const(), base);
    // SAFETY: this function requires what its callee and the step do.
    unsafe { each_element("hipsparseXsctr", handle, pair, |pair, at, i| pair.dense.set(i, pair.values.get(at))) }
}

/// `x = c x + s y`, `y = c y - s x` at the places of x.
///
/// # Safety
/// `c` and `s` are as `alpha` of [`add`]; until the stream has done the work, the indices are readable and both vectors writable.
unsafe extern "C" fn rotate<T: Wide>(
    handle: usize,
    count: c_int,
    values: *mut T,
    indices: *const c_int,
    y: *mut T,
    c: *const T,
    s: *const T,
    base: u32,
) -> u32 {
    let name = "hipsparseXroti";
    answer::<HipSparse>(name, || {
        let (settings, pair) = (settings(handle)?, Pair::new(count, values.cast_const(), indices, y.cast_const(), base)?);
        // SAFETY: null or valid, as hipSPARSE says.
        let scalars = unsafe { Scalar::pair(c.cast(), s.cast(), T::KIND, settings.device_scalars)? };
        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
        runtime::enqueue(settings.stream, name, move || unsafe {
            pair.rotate(scalars.0.get(T::KIND), scalars.1.get(T::KIND));
        })
    })
}

export_typed! {
    10;
    add: hipsparseSaxpyi = f32, hipsparseDaxpyi = f64, hipsparseCaxpyi = c32, hipsparseZaxpyi = c64;
    dot: hipsparseSdoti = f32, hipsparseDdoti = f64, hipsparseCdoti = c32, hipsparseZdoti = c64;
    dot_conjugated: hipsparseCdotci = c32, hipsparseZdotci = c64;
    gather: hipsparseSgthr = f32, hipsparseDgthr = f64, hipsparseCgthr = c32, hipsparseZgthr = c64;
    gather_away: hipsparseSgthrz = f32, hipsparseDgthrz = f64, hipsparseCgthrz = c32, hipsparseZgthrz = c64;
    scatter: hipsparseSsctr = f32, hipsparseDsctr = f64, hipsparseCsctr = c32, hipsparseZsctr = c64;
    rotate: hipsparseSroti = f32, hipsparseDroti = f64;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_taken_at_indices_of_both_bases() {
        let (mut x, mut y) = (vec![c64::new(1.0, 2.0), c64::new(-3.0, 1.0)], vec![c64::new(0.5, -1.0); 5]);
        y[4] = c64::new(2.0, 2.0);
        for base in 0..2 {
            let indices = [4 + base, 1 + base];
            let pair = Pair::new(2, x.as_mut_ptr(), indices.as_ptr(), y.as_mut_ptr(), base as u32).unwrap();
            // SAFETY: the arrays are our own, and the indices of them.
            unsafe {
                assert_eq!(pair.dot(false), x[0] * y[4] + x[1] * y[1]);
                assert_eq!(pair.dot(true), x[0].conj() * y[4] + x[1].conj() * y[1]);
                let before = (x[0], y[4]);
                pair.rotate(c64::new(0.6, 0.0), c64::new(0.8, 0.0));
                assert_eq!((x[0], y[4]), (before.0 * 0.6 + before.1 * 0.8, before.1 * 0.6 - before.0 * 0.8));
            }
        }
        assert!(Pair::<f64>::new(1, std::ptr::null(), std::ptr::null(), std::ptr::null(), 0).is_err());
        assert!(Pair::<f64>::new(0, std::ptr::null(), std::ptr::null(), std::ptr::null(), 0).is_ok());
        assert!(Pair::<f64>::new(0, std::ptr::null(), std::ptr::null(), std::ptr::null(), 2).is_err());
    }
}
