//! Refactorisation of sparse matrices under hipSOLVER's names (`hipsolverRf...`), of one matrix and of batches (AMD's hipSOLVER
//! documentation, "Refactorization functions").

#![allow(clippy::too_many_arguments)]

use super::HipSolver;
use super::dense_work::Shared;
use super::refactor::{Factors, Rows};
use super::refactor_handles::{HANDLES, run};
use crate::entry::{Failure, Outcome, answer};
use std::ffi::c_int;

/// `HIPSOLVER_STATUS_ZERO_PIVOT`.
const ZERO_PIVOT: u32 = 12;

/// Arrays of a matrix by rows of the program's.
#[derive(Clone, Copy)]
struct Arrays {
    n: usize,
    count: usize,
    starts: Shared<c_int>,
    columns: Shared<c_int>,
}

impl Arrays {
    fn new(n: c_int, count: c_int, starts: *const c_int, columns: *const c_int) -> Outcome<Arrays> {
        let size = |n: c_int| usize::try_from(n).map_err(|_| Failure::InvalidValue);
        if starts.is_null() || count > 0 && columns.is_null() {
            return Err(Failure::InvalidValue);
        }
        let (starts, columns) = (Shared(starts.cast_mut()), Shared(columns.cast_mut()));
        Ok(Arrays { n: size(n)?, count: size(count)?, starts, columns })
    }

    /// The matrix with values, or with zeros where those are null.
    ///
    /// # Safety
    /// The arrays are readable for as many numbers as there are rows, and one, and elements.
    unsafe fn read(&self, values: *const f64) -> Outcome<Rows> {
        // SAFETY: as required.
        unsafe {
            let number = |p: *mut c_int| usize::try_from(p.read()).map_err(|_| Failure::InvalidValue);
            let starts: Vec<usize> = (0..=self.n).map(|i| number(self.starts.get().add(i))).collect::<Outcome<_>>()?;
            let rising = starts.windows(2).all(|pair| pair[0] <= pair[1]);
            if starts[0] != 0 || starts[self.n] != self.count || !rising {
                return Err(Failure::InvalidValue);
            }
            let value = |at: usize| if values.is_null() { 0.0 } else { values.add(at).read() };
            let element = |at: usize| Ok((number(self.columns.get().add(at))?, value(at)));
            Ok(Rows { starts, elements: (0..self.count).map(element).collect::<Outcome<_>>()? })
        }
    }
}

/// # Safety
/// `p` is readable for `n` numbers.
unsafe fn permutation(p: Shared<c_int>, n: usize) -> Outcome<Vec<usize>> {
    // SAFETY: as required.
    let number = |i: usize| usize::try_from(unsafe { p.get().add(i).read() }).ok().filter(|&at| at < n);
    (0..n).map(|i| number(i).ok_or(Failure::InvalidValue)).collect()
}

/// # Safety
/// All arrays are readable for what the counts say, `values` for an address of values a matrix.
unsafe fn set_up(
    name: &'static str,
    handle: usize,
    a: Outcome<Arrays>,
    values: Vec<Shared<f64>>,
    lower: Outcome<Arrays>,
    upper: Outcome<Arrays>,
    (p, q): (*const c_int, *const c_int),
) -> u32 {
    answer::<HipSolver>(name, || {
        let (a, lower, upper) = (a?, lower?, upper?);
        if p.is_null() || q.is_null() || values.is_empty() || a.count > 0 && values.iter().any(|values| values.0.is_null()) {
            return Err(Failure::InvalidValue);
        }
        let (p, q) = (Shared(p.cast_mut()), Shared(q.cast_mut()));
        run(name, handle, move |held| {
            // SAFETY: the program's arrays are there, as required.
            unsafe {
                let (none, n) = (std::ptr::null(), a.n);
                let mut factors = Factors::new(&lower.read(none)?, &upper.read(none)?, values.len())?;
                let (rows, columns) = (permutation(p, n)?, permutation(q, n)?);
                for (member, values) in values.iter().enumerate() {
                    factors.reset(member, &a.read(values.get())?, &rows, &columns)?;
                }
                (held.factors, held.analyzed) = (Some(factors), false);
            }
            Ok(())
        })
    })
}

/// # Safety
/// All arrays are readable for what the counts say.
unsafe extern "C" fn set_up_one(
    n: c_int,
    count: c_int,
    starts: *const c_int,
    columns: *const c_int,
    values: *mut f64,
    count_l: c_int,
    starts_l: *const c_int,
    columns_l: *const c_int,
    _values_l: *const f64,
    count_u: c_int,
    starts_u: *const c_int,
    columns_u: *const c_int,
    _values_u: *const f64,
    p: *const c_int,
    q: *const c_int,
    handle: usize,
) -> u32 {
    let (a, lower) = (Arrays::new(n, count, starts, columns), Arrays::new(n, count_l, starts_l, columns_l));
    let upper = Arrays::new(n, count_u, starts_u, columns_u);
    // SAFETY: this function requires what its callee does.
    unsafe { set_up("hipsolverRfSetupHost", handle, a, vec![Shared(values)], lower, upper, (p, q)) }
}

/// The addresses of a batch's values.
///
/// # Safety
/// `values` is null or readable for as many addresses.
unsafe fn addresses(batch: c_int, values: *const *mut f64) -> Vec<Shared<f64>> {
    let count = if values.is_null() { 0 } else { usize::try_from(batch).unwrap_or(0) };
    // SAFETY: as required.
    (0..count).map(|member| Shared(unsafe { values.add(member).read() })).collect()
}

/// # Safety
/// All arrays are readable for what the counts say.
unsafe extern "C" fn set_up_batch(
    batch: c_int,
    n: c_int,
    count: c_int,
    starts: *const c_int,
    columns: *const c_int,
    values: *const *mut f64,
    count_l: c_int,
    starts_l: *const c_int,
    columns_l: *const c_int,
    _values_l: *const f64,
    count_u: c_int,
    starts_u: *const c_int,
    columns_u: *const c_int,
    _values_u: *const f64,
    p: *const c_int,
    q: *const c_int,
    handle: usize,
) -> u32 {
    let (a, lower) = (Arrays::new(n, count, starts, columns), Arrays::new(n, count_l, starts_l, columns_l));
    let upper = Arrays::new(n, count_u, starts_u, columns_u);
    // SAFETY: this function requires what its callees do.
    unsafe { set_up("hipsolverRfBatchSetupHost", handle, a, addresses(batch, values), lower, upper, (p, q)) }
}

/// # Safety
/// The arrays are readable for what the counts say, `values` for an address of values a matrix.
unsafe fn reset(
    name: &'static str,
    handle: usize,
    a: Outcome<Arrays>,
    values: Vec<Shared<f64>>,
    (p, q): (*const c_int, *const c_int),
) -> u32 {
    answer::<HipSolver>(name, || {
        let a = a?;
        if p.is_null() || q.is_null() || a.count > 0 && values.iter().any(|values| values.0.is_null()) {
            return Err(Failure::InvalidValue);
        }
        let (p, q) = (Shared(p.cast_mut()), Shared(q.cast_mut()));
        run(name, handle, move |held| {
            let factors = held.factors()?;
            if factors.rows() != a.n || factors.values.len() != values.len() {
                return Err(Failure::InvalidValue);
            }
            // SAFETY: the program's arrays are there, as required.
            unsafe {
                let (rows, columns) = (permutation(p, a.n)?, permutation(q, a.n)?);
                values
                    .iter()
                    .enumerate()
                    .try_for_each(|(member, values)| factors.reset(member, &a.read(values.get())?, &rows, &columns))
            }
        })
    })
}

/// # Safety
/// What [`reset`] requires.
unsafe extern "C" fn reset_one(
    n: c_int,
    count: c_int,
    starts: *const c_int,
    columns: *const c_int,
    values: *mut f64,
    p: *const c_int,
    q: *const c_int,
    handle: usize,
) -> u32 {
    let a = Arrays::new(n, count, starts, columns);
    // SAFETY: this function requires what its callee does.
    unsafe { reset("hipsolverRfResetValues", handle, a, vec![Shared(values)], (p, q)) }
}

/// # Safety
/// What [`reset`] requires.
unsafe extern "C" fn reset_batch(
    batch: c_int,
    n: c_int,
    count: c_int,
    starts: *const c_int,
    columns: *const c_int,
    values: *const *mut f64,
    p: *const c_int,
    q: *const c_int,
    handle: usize,
) -> u32 {
    let a = Arrays::new(n, count, starts, columns);
    // SAFETY: this function requires what its callees do.
    unsafe { reset("hipsolverRfBatchResetValues", handle, a, addresses(batch, values), (p, q)) }
}

extern "C" fn analyze(handle: usize) -> u32 {
    let name = "hipsolverRfAnalyze";
    answer::<HipSolver>(name, || {
        run(name, handle, |held| {
            held.analyzed = held.factors.is_some();
            held.factors().map(|_| ())
        })
    })
}

extern "C" fn refactor_batch(handle: usize) -> u32 {
    let name = "hipsolverRfBatchRefactor";
    answer::<HipSolver>(name, || {
        run(name, handle, |held| {
            let (zero, boost) = held.numeric;
            held.factors()?.factorise(zero, boost);
            Ok(())
        })
    })
}

/// Answers that a pivot is zero where one is.
extern "C" fn refactor(handle: usize) -> u32 {
    let status = refactor_batch(handle);
    let zero = HANDLES.with(handle, |held| held.factors.as_ref().is_some_and(|factors| factors.zeros[0].is_some()));
    if status == 0 && zero == Ok(true) { ZERO_PIVOT } else { status }
}

/// The first row of each matrix whose pivot is zero, or -1.
///
/// # Safety
/// `positions` is null or valid for writes of a number a matrix.
unsafe extern "C" fn zero_pivots(handle: usize, positions: *mut c_int) -> u32 {
    let (name, positions) = ("hipsolverRfBatchZeroPivot", Shared(positions));
    answer::<HipSolver>(name, || {
        if positions.0.is_null() {
            return Err(Failure::InvalidValue);
        }
        run(name, handle, move |held| {
            for (member, zero) in held.factors()?.zeros.iter().enumerate() {
                // SAFETY: valid for writes, as required.
                unsafe { positions.get().add(member).write(zero.map_or(-1, |row| row as c_int)) };
            }
            Ok(())
        })
    })
}

/// # Safety
/// The permutations are readable, and right-hand sides writable for as many rows as the factors have.
unsafe fn solve(
    name: &'static str,
    handle: usize,
    (p, q): (*const c_int, *const c_int),
    columns: c_int,
    x: Vec<Shared<f64>>,
    ld: c_int,
) -> u32 {
    answer::<HipSolver>(name, || {
        if p.is_null() || q.is_null() || columns < 0 || ld < 1 || x.iter().any(|x| x.0.is_null()) {
            return Err(Failure::InvalidValue);
        }
        let (p, q) = (Shared(p.cast_mut()), Shared(q.cast_mut()));
        run(name, handle, move |held| {
            let factors = held.factors()?;
            let n = factors.rows();
            if (ld as usize) < n || factors.values.len() != x.len() {
                return Err(Failure::InvalidValue);
            }
            // SAFETY: the program's arrays are there, as required.
            unsafe {
                let (p, q) = (permutation(p, n)?, permutation(q, n)?);
                for (member, x) in x.iter().enumerate() {
                    for column in 0..columns as usize {
                        let side = std::slice::from_raw_parts_mut(x.get().add(column * ld as usize), n);
                        factors.solve(member, &p, &q, side);
                    }
                }
            }
            Ok(())
        })
    })
}

/// # Safety
/// What [`solve`] requires.
unsafe extern "C" fn solve_one(
    handle: usize,
    p: *const c_int,
    q: *const c_int,
    columns: c_int,
    _work: *mut f64,
    _ld_work: c_int,
    x: *mut f64,
    ld: c_int,
) -> u32 {
    // SAFETY: this function requires what its callee does.
    unsafe { solve("hipsolverRfSolve", handle, (p, q), columns, vec![Shared(x)], ld) }
}

/// # Safety
/// What [`solve`] requires, of an address of right-hand sides a matrix.
unsafe extern "C" fn solve_batch(
    handle: usize,
    p: *const c_int,
    q: *const c_int,
    columns: c_int,
    _work: *mut f64,
    _ld_work: c_int,
    x: *const *mut f64,
    ld: c_int,
) -> u32 {
    let count = HANDLES.with(handle, |held| held.factors.as_ref().map_or(0, |factors| factors.values.len()));
    // SAFETY: this function requires what its callees do.
    unsafe { solve("hipsolverRfBatchSolve", handle, (p, q), columns, addresses(count.unwrap_or(0) as c_int, x), ld) }
}

crate::export! {
    7;
    hipsolverRfSetupHost = set_up_one,
    hipsolverRfSetupDevice = set_up_one,
    hipsolverRfBatchSetupHost = set_up_batch,
    hipsolverRfAnalyze = analyze,
    hipsolverRfBatchAnalyze = analyze,
    hipsolverRfResetValues = reset_one,
    hipsolverRfBatchResetValues = reset_batch,
    hipsolverRfRefactor = refactor,
    hipsolverRfBatchRefactor = refactor_batch,
    hipsolverRfBatchZeroPivot = zero_pivots,
    hipsolverRfSolve = solve_one,
    hipsolverRfBatchSolve = solve_batch,
}
