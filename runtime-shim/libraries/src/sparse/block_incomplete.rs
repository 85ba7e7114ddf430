//! Incomplete factorisations of matrices of blocks, in place (`bsrilu02`, `bsric02`): those of their elements, where every element of a
//! block is one (AMD's hipSPARSE documentation, "Preconditioner functions"). A pivot that is zero is reported by its row of blocks.

#![allow(clippy::too_many_arguments)]

use super::block_entries::blocks;
use super::blocks::Blocks;
use super::incomplete::{Pattern, cholesky, lu};
use super::{HipSparse, pivots, settings};
use crate::entry::{answer, export_typed};
use crate::handles::give;
use crate::number::{c32, c64};
use crate::runtime;
use crate::typed::Wide;
use std::ffi::c_int;
use std::sync::PoisonError;

/// The pattern of a matrix's elements, and the place of each in the array of values.
///
/// # Safety
/// The indices are readable.
unsafe fn pattern<T: Wide>(a: &Blocks<T>) -> (Pattern, Vec<usize>) {
    let mut elements = Vec::new();
    // SAFETY: as required.
    unsafe { a.each_place(|at, i, j| elements.push((i, j, at))) };
    elements.sort_unstable();
    let mut starts = vec![0; a.rows * a.size.0 + 1];
    elements.iter().for_each(|&(i, ..)| starts[i + 1] += 1);
    (1..starts.len()).for_each(|i| starts[i] += starts[i - 1]);
    let columns = elements.iter().map(|&(_, j, _)| j).collect();
    (Pattern::made(starts, columns), elements.into_iter().map(|(.., at)| at).collect())
}

/// What is done with a matrix: gives the row of the first pivot that is zero.
type Work<T> = unsafe fn(&Pattern, *mut T, Option<(f64, T)>) -> Option<usize>;

/// Works on the elements of a matrix; gives the row of blocks of the first pivot that is zero.
///
/// # Safety
/// The matrix is writable.
unsafe fn run<T: Wide>(a: &Blocks<T>, work: Work<T>, boost: Option<(f64, T)>) -> Option<usize> {
    // SAFETY: as required; there are as many values as the pattern has elements.
    unsafe {
        let (pattern, places) = pattern(a);
        let mut values: Vec<T> = places.iter().map(|&at| a.values.add(at).read()).collect();
        let zero = work(&pattern, values.as_mut_ptr(), boost);
        places.iter().zip(values).for_each(|(&at, value)| a.values.add(at).write(value));
        zero.map(|row| row / a.size.0)
    }
}

/// # Safety
/// None: values are not followed.
unsafe fn without_diagonal<T>(a: &Pattern, _values: *mut T, _boost: Option<(f64, T)>) -> Option<usize> {
    a.without_diagonal()
}

/// # Safety
/// What [`cholesky`] requires.
unsafe fn square_root<T: Wide>(a: &Pattern, values: *mut T, _boost: Option<(f64, T)>) -> Option<usize> {
    // SAFETY: this function requires what its callee does.
    unsafe { cholesky(a, values) }
}

/// # Safety
/// Until the stream has done the work, the indices are readable, and the values writable.
unsafe fn submit<T: Wide>(
    name: &'static str,
    handle: usize,
    direction: u32,
    (rows, size, properties): (c_int, c_int, usize),
    arrays: (*const T, *const c_int, *const c_int),
    info: usize,
    work: Work<T>,
) -> u32 {
    answer::<HipSparse>(name, || {
        let a = blocks((rows, rows, (size, size)), direction, properties, arrays)?;
        let pivot = pivots::place(info)?;
        runtime::enqueue(settings(handle)?.stream, name, move || {
            let mut pivot = pivot.lock().unwrap_or_else(PoisonError::into_inner);
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe {
                let boost = pivot.boost_in::<T>();
                pivot.first = run(&a, work, boost).map_or(-1, |row| row as c_int + a.base);
            }
        })
    })
}

/// Entry points of one signature.
macro_rules! steps {
    ($($own:ident $name:literal $work:expr;)*) => { $(
        /// # Safety
        /// What [`submit`] requires.
        unsafe extern "C" fn $own<T: Wide>(
            handle: usize, direction: u32, rows: c_int, _count: c_int, properties: usize, values: *mut T, starts: *const c_int,
            others: *const c_int, size: c_int, info: usize, _policy: u32, _buffer: *mut u8,
        ) -> u32 {
            let arrays = (values.cast_const(), starts, others);
            // SAFETY: this function requires what its callee does.
            unsafe { submit($name, handle, direction, (rows, size, properties), arrays, info, $work) }
        }
    )* };
}

steps! {
    lu_analysis "hipsparseXbsrilu02_analysis" without_diagonal::<T>;
    factorise_lu "hipsparseXbsrilu02" lu::<T>;
    cholesky_analysis "hipsparseXbsric02_analysis" without_diagonal::<T>;
    factorise_cholesky "hipsparseXbsric02" square_root::<T>;
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn size(
    handle: usize,
    _direction: u32,
    _rows: c_int,
    _count: c_int,
    _properties: usize,
    _values: *const u8,
    _starts: *const c_int,
    _others: *const c_int,
    _size: c_int,
    _info: usize,
    bytes: *mut c_int,
) -> u32 {
    answer::<HipSparse>("hipsparseXbsrilu02_bufferSize", || {
        settings(handle)?;
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(bytes, 4) }
    })
}

export_typed! {
    10;
    lu_analysis: hipsparseSbsrilu02_analysis = f32, hipsparseDbsrilu02_analysis = f64, hipsparseCbsrilu02_analysis = c32,
        hipsparseZbsrilu02_analysis = c64;
    factorise_lu: hipsparseSbsrilu02 = f32, hipsparseDbsrilu02 = f64, hipsparseCbsrilu02 = c32, hipsparseZbsrilu02 = c64;
    cholesky_analysis: hipsparseSbsric02_analysis = f32, hipsparseDbsric02_analysis = f64, hipsparseCbsric02_analysis = c32,
        hipsparseZbsric02_analysis = c64;
    factorise_cholesky: hipsparseSbsric02 = f32, hipsparseDbsric02 = f64, hipsparseCbsric02 = c32, hipsparseZbsric02 = c64;
}

crate::export! {
    10;
    hipsparseSbsrilu02_bufferSize = size,
    hipsparseDbsrilu02_bufferSize = size,
    hipsparseCbsrilu02_bufferSize = size,
    hipsparseZbsrilu02_bufferSize = size,
    hipsparseSbsric02_bufferSize = size,
    hipsparseDbsric02_bufferSize = size,
    hipsparseCbsric02_bufferSize = size,
    hipsparseZbsric02_bufferSize = size,
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: usize = 4;
    const SIZE: usize = 2;
    const N: usize = ROWS * SIZE;

    /// Hermitian, with a large diagonal.
    fn element(i: usize, j: usize) -> c64 {
        let (low, high) = (i.min(j), i.max(j));
        let part = ((low * 3 + high * 5) % 7) as f64 - 3.0;
        if i == j { c64::new(15.0 + i as f64, 0.0) } else { c64::new(part / 2.0, if i > j { part } else { -part }) }
    }

    fn has_block(i: usize, j: usize) -> bool {
        i.abs_diff(j) != 2
    }

    /// Factors of a matrix without two of its diagonals of blocks, multiplied where it has some.
    #[test]
    fn factors_multiply_to_the_matrix_where_it_has_blocks() {
        for by_columns in [false, true] {
            let (mut starts, mut others, mut values) = (vec![1], Vec::new(), Vec::new());
            for row in 0..ROWS {
                for column in (0..ROWS).filter(|&column| has_block(row, column)) {
                    others.push(column as c_int + 1);
                    for k in 0..SIZE * SIZE {
                        let (i, j) = if by_columns { (k % SIZE, k / SIZE) } else { (k / SIZE, k % SIZE) };
                        values.push(element(row * SIZE + i, column * SIZE + j));
                    }
                }
                starts.push(others.len() as c_int + 1);
            }
            let factors = |work: Work<c64>, wanted: Option<usize>, first: c64| {
                let mut values = values.clone();
                values[0] = first;
                let a = Blocks {
                    rows: ROWS,
                    columns: ROWS,
                    size: (SIZE, SIZE),
                    by_columns,
                    base: 1,
                    values: values.as_mut_ptr(),
                    starts: starts.as_ptr().cast_mut(),
                    others: others.as_ptr().cast_mut(),
                };
                let mut dense = vec![c64::new(0.0, 0.0); N * N];
                // SAFETY: the arrays are our own.
                unsafe {
                    assert_eq!(run(&a, work, None), wanted);
                    a.each(|i, j, value| dense[i + j * N] = value);
                }
                dense
            };
            let checked = |product: &dyn Fn(usize, usize) -> c64, lower: bool| {
                for (i, j) in (0..N * N).map(|at| (at % N, at / N)) {
                    if has_block(i / SIZE, j / SIZE) && (!lower || j <= i) {
                        assert!((product(i, j) - element(i, j)).norm() < 1e-12, "({i}, {j})");
                    }
                }
            };
            let found = factors(lu::<c64>, None, element(0, 0));
            let left = |i: usize, k: usize| if i == k { c64::new(1.0, 0.0) } else { found[i + k * N] };
            checked(&|i, j| (0..=i.min(j)).map(|k| left(i, k) * found[k + j * N]).sum(), false);
            let found = factors(square_root::<c64>, None, element(0, 0));
            checked(&|i, j| (0..=j).map(|k| found[i + k * N] * found[j + k * N].conj()).sum(), true);
            factors(lu::<c64>, Some(0), c64::new(0.0, 0.0));
        }
    }
}
