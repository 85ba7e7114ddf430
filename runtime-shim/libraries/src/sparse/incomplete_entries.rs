//! Incomplete factorisations under hipSPARSE's names, for each element type.

#![allow(clippy::too_many_arguments)]

use super::incomplete::{Pattern, cholesky, lu};
use super::matrix_properties::base;
use super::operands::buffer_size;
use super::{HipSparse, pivots, settings};
use crate::entry::{Failure, Outcome, answer};
use crate::handles::give;
use crate::number::{c32, c64};
use crate::runtime;
use crate::typed::Wide;
use std::ffi::c_int;
use std::sync::PoisonError;

/// Puts work on a matrix into the stream, that gives the row of the first pivot that is zero.
fn submit<T: Wide>(
    name: &'static str,
    handle: usize,
    (rows, count, properties): (c_int, c_int, usize),
    (values, starts, columns): (*const T, *const c_int, *const c_int),
    info: usize,
    work: impl Fn(&Pattern, *mut T, Option<(f64, T)>) -> Option<usize> + Send + 'static,
) -> u32 {
    answer::<HipSparse>(name, || {
        let (stream, base) = (settings(handle)?.stream, base(properties)?);
        let pivot = pivots::place(info)?;
        let absent = values.is_null() || columns.is_null();
        if rows < 0 || count < 0 || starts.is_null() || count > 0 && absent {
            return Err(Failure::InvalidValue);
        }
        let (values, starts, columns) = (values as usize, starts as usize, columns as usize);
        runtime::enqueue(stream, name, move || {
            // SAFETY: the program's arrays are there until this is done, as hipSPARSE says.
            let pattern = unsafe { Pattern::of(rows as usize, starts as *const c_int, columns as *const c_int, base) };
            let mut pivot = pivot.lock().unwrap_or_else(PoisonError::into_inner);
            // SAFETY: the same.
            let boost = unsafe { pivot.boost_in::<T>() };
            pivot.first = work(&pattern, values as *mut T, boost).map_or(-1, |row| row as c_int + base);
        })
    })
}

/// Memory to work in is our own.
///
/// # Safety
/// `bytes` is null or valid for writes.
unsafe fn ask_for_little(handle: usize, bytes: *mut c_int) -> Outcome {
    settings(handle)?;
    // SAFETY: null or valid, as required.
    unsafe { give(bytes, 4) }
}

/// The functions of one element type, and what they are exported as.
macro_rules! incomplete {
    ($module:ident: $type:ty; $($name:ident = $own:ident,)*) => {
        mod $module {
            use super::*;

            type T = $type;

            /// # Safety
            /// `bytes` is null or valid for writes.
            unsafe extern "C" fn size(
                handle: usize, _rows: c_int, _count: c_int, _properties: usize, _values: *mut T, _starts: *const c_int,
                _columns: *const c_int, _info: usize, bytes: *mut c_int,
            ) -> u32 {
                // SAFETY: this function requires what its callee does.
                answer::<HipSparse>("hipsparseXcsrilu02_bufferSize", || unsafe { ask_for_little(handle, bytes) })
            }

            /// # Safety
            /// `bytes` is null or valid for writes.
            unsafe extern "C" fn size_ext(
                handle: usize, _rows: c_int, _count: c_int, _properties: usize, _values: *mut T, _starts: *const c_int,
                _columns: *const c_int, _info: usize, bytes: *mut usize,
            ) -> u32 {
                buffer_size("hipsparseXcsrilu02_bufferSizeExt", handle, bytes)
            }

            $crate::sparse::incomplete_entries::incomplete! { @one ilu_analysis "hipsparseXcsrilu02_analysis" |pattern, _values, _boost| pattern.without_diagonal() }
            $crate::sparse::incomplete_entries::incomplete! { @one ilu "hipsparseXcsrilu02" |pattern, values, boost| lu::<T>(pattern, values, boost) }
            $crate::sparse::incomplete_entries::incomplete! { @one cholesky_analysis "hipsparseXcsric02_analysis" |pattern, _values, _boost| pattern.without_diagonal() }
            $crate::sparse::incomplete_entries::incomplete! { @one factorise "hipsparseXcsric02" |pattern, values, _boost| cholesky::<T>(pattern, values) }

            $( $crate::export! { 10; $name = $own } )*
        }
    };
    (@one $own:ident $name:literal |$pattern:ident, $values:ident, $boost:ident| $work:expr) => {
        /// # Safety
        /// Until the stream has done the work: `starts` is null or readable for `rows + 1` numbers that rise, `columns` for as many
        /// as they say, which rise within a row and are of the matrix; `values` is null or writable for as many.
        unsafe extern "C" fn $own(
            handle: usize, rows: c_int, count: c_int, properties: usize, values: *mut T, starts: *const c_int,
            columns: *const c_int, info: usize, _policy: u32, _buffer: *mut u8,
        ) -> u32 {
            submit($name, handle, (rows, count, properties), (values.cast_const(), starts, columns), info, |$pattern, $values, $boost| {
                // SAFETY: the values are as many as the pattern has elements, and the program's until this is done.
                #[allow(unused_unsafe)]
                unsafe { $work }
            })
        }
    };
}
use incomplete;

incomplete! {
    single: f32;
    hipsparseScsrilu02_bufferSize = size,
    hipsparseScsrilu02_bufferSizeExt = size_ext,
    hipsparseScsrilu02_analysis = ilu_analysis,
    hipsparseScsrilu02 = ilu,
    hipsparseScsric02_bufferSize = size,
    hipsparseScsric02_bufferSizeExt = size_ext,
    hipsparseScsric02_analysis = cholesky_analysis,
    hipsparseScsric02 = factorise,
}

incomplete! {
    double: f64;
    hipsparseDcsrilu02_bufferSize = size,
    hipsparseDcsrilu02_bufferSizeExt = size_ext,
    hipsparseDcsrilu02_analysis = ilu_analysis,
    hipsparseDcsrilu02 = ilu,
    hipsparseDcsric02_bufferSize = size,
    hipsparseDcsric02_bufferSizeExt = size_ext,
    hipsparseDcsric02_analysis = cholesky_analysis,
    hipsparseDcsric02 = factorise,
}

incomplete! {
    complex: c32;
    hipsparseCcsrilu02_bufferSize = size,
    hipsparseCcsrilu02_bufferSizeExt = size_ext,
    hipsparseCcsrilu02_analysis = ilu_analysis,
    hipsparseCcsrilu02 = ilu,
    hipsparseCcsric02_bufferSize = size,
    hipsparseCcsric02_bufferSizeExt = size_ext,
    hipsparseCcsric02_analysis = cholesky_analysis,
    hipsparseCcsric02 = factorise,
}

incomplete! {
    double_complex: c64;
    hipsparseZcsrilu02_bufferSize = size,
    hipsparseZcsrilu02_bufferSizeExt = size_ext,
    hipsparseZcsrilu02_analysis = ilu_analysis,
    hipsparseZcsrilu02 = ilu,
    hipsparseZcsric02_bufferSize = size,
    hipsparseZcsric02_bufferSizeExt = size_ext,
    hipsparseZcsric02_analysis = cholesky_analysis,
    hipsparseZcsric02 = factorise,
}
