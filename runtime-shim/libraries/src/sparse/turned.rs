//! Matrices by rows into matrices by columns (`csr2csc` and `csr2cscEx2`): elements of any type are moved as they are.

#![allow(clippy::too_many_arguments)]

use super::operands::buffer_size;
use super::{HipSparse, settings};
use crate::entry::{Failure, Outcome, answer};
use crate::number::{c32, c64};
use crate::runtime;
use crate::typed::{Type, Wide};
use std::ffi::c_int;

/// A conversion: arrays of a matrix by rows, and those of the same by columns.
#[derive(Clone, Copy)]
struct Turn {
    rows: usize,
    columns: usize,
    count: usize,
    base: c_int,
    starts: usize,
    others: usize,
    values: usize,
    to_starts: usize,
    to_others: usize,
    to_values: usize,
    /// Bytes of an element; zero where values are not moved.
    bytes: usize,
}

impl Turn {
    /// # Safety
    /// `starts` is readable for `rows + 1` numbers that rise from `base`, `others` and the values for `count`; the result's arrays are
    /// writable for `columns + 1` and `count`.
    unsafe fn run(&self) {
        let (starts, others) = (self.starts as *const c_int, self.others as *const c_int);
        let (to_starts, to_others) = (self.to_starts as *mut c_int, self.to_others as *mut c_int);
        // SAFETY: indices stay within what this function requires.
        unsafe {
            let column = |at: usize| (others.add(at).read() - self.base) as usize;
            let mut next = vec![0; self.columns + 1];
            (0..self.count).for_each(|at| next[column(at) + 1] += 1);
            (0..self.columns).for_each(|j| next[j + 1] += next[j]);
            next.iter().enumerate().for_each(|(j, &start)| to_starts.add(j).write(start as c_int + self.base));
            for row in 0..self.rows {
                for at in starts.add(row).read() - self.base..starts.add(row + 1).read() - self.base {
                    let to = &mut next[column(at as usize)];
                    to_others.add(*to).write(row as c_int + self.base);
                    let from = (self.values as *const u8).wrapping_add(at as usize * self.bytes);
                    from.copy_to_nonoverlapping((self.to_values as *mut u8).wrapping_add(*to * self.bytes), self.bytes);
                    *to += 1;
                }
            }
        }
    }
}

/// # Safety
/// Until the stream has done the work, the arrays are as [`Turn::run`] requires; values may be null where they are not moved.
pub(super) unsafe fn submit(
    name: &'static str,
    handle: usize,
    (rows, columns, count): (c_int, c_int, c_int),
    (values, starts, others): (*const u8, *const c_int, *const c_int),
    (to_values, to_starts, to_others): (*mut u8, *mut c_int, *mut c_int),
    (action, base): (u32, u32),
    bytes: usize,
) -> Outcome {
    let stream = settings(handle)?.stream;
    if action > 1 || base > 1 {
        return Err(Failure::InvalidEnum);
    }
    let size = |n: c_int| usize::try_from(n).map_err(|_| Failure::InvalidValue);
    let moved = action == 1;
    let indices = starts.is_null() || to_starts.is_null() || count > 0 && (others.is_null() || to_others.is_null());
    if indices || moved && count > 0 && (values.is_null() || to_values.is_null()) {
        return Err(Failure::InvalidValue);
    }
    let turn = Turn {
        rows: size(rows)?,
        columns: size(columns)?,
        count: size(count)?,
        base: base as c_int,
        starts: starts as usize,
        others: others as usize,
        values: values as usize,
        to_starts: to_starts as usize,
        to_others: to_others as usize,
        to_values: to_values as usize,
        bytes: if moved { bytes } else { 0 },
    };
    // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
    runtime::enqueue(stream, name, move || unsafe { turn.run() })
}

/// # Safety
/// What [`submit`] requires.
unsafe extern "C" fn turn_ex(
    handle: usize,
    rows: c_int,
    columns: c_int,
    count: c_int,
    values: *const u8,
    starts: *const c_int,
    others: *const c_int,
    to_values: *mut u8,
    to_starts: *mut c_int,
    to_others: *mut c_int,
    kind: u32,
    action: u32,
    base: u32,
    _algorithm: u32,
    _buffer: *mut u8,
) -> u32 {
    let name = "hipsparseCsr2cscEx2";
    answer::<HipSparse>(name, || {
        let (sizes, from, to) = ((rows, columns, count), (values, starts, others), (to_values, to_starts, to_others));
        // SAFETY: this function requires what its callee does.
        unsafe { submit(name, handle, sizes, from, to, (action, base), Type::of(kind)?.bytes()) }
    })
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn size_ex(
    handle: usize,
    _rows: c_int,
    _columns: c_int,
    _count: c_int,
    _values: *const u8,
    _starts: *const c_int,
    _others: *const c_int,
    _to_values: *mut u8,
    _to_starts: *mut c_int,
    _to_others: *mut c_int,
    _kind: u32,
    _action: u32,
    _base: u32,
    _algorithm: u32,
    bytes: *mut usize,
) -> u32 {
    buffer_size("hipsparseCsr2cscEx2_bufferSize", handle, bytes)
}

/// The function of one element type, and what it is exported as.
macro_rules! turned {
    ($module:ident: $type:ty; $($name:ident = $own:ident,)*) => {
        mod $module {
            use super::*;

            type T = $type;

            /// # Safety
            /// What [`submit`] requires.
            unsafe extern "C" fn turn(
                handle: usize, rows: c_int, columns: c_int, count: c_int, values: *const T, starts: *const c_int, others: *const c_int,
                to_values: *mut T, to_others: *mut c_int, to_starts: *mut c_int, action: u32, base: u32,
            ) -> u32 {
                let name = "hipsparseXcsr2csc";
                let (sizes, from) = ((rows, columns, count), (values.cast(), starts, others));
                let to = (to_values.cast(), to_starts, to_others);
                // SAFETY: this function requires what its callee does.
                answer::<HipSparse>(name, || unsafe { submit(name, handle, sizes, from, to, (action, base), T::KIND.bytes()) })
            }

            $( $crate::export! { 10; $name = $own } )*
        }
    };
}

turned! {
    single: f32;
    hipsparseScsr2csc = turn,
}

turned! {
    double: f64;
    hipsparseDcsr2csc = turn,
}

turned! {
    complex: c32;
    hipsparseCcsr2csc = turn,
}

turned! {
    double_complex: c64;
    hipsparseZcsr2csc = turn,
}

crate::export! {
    10;
    hipsparseCsr2cscEx2_bufferSize = size_ex,
    hipsparseCsr2cscEx2 = turn_ex,
}
