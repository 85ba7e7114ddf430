//! Refactorisation of sparse matrices under hipSOLVER's names (`hipsolverRf...`), of one matrix and of batches (AMD's hipSOLVER
//! documentation, "Refactorization functions").

#![allow(clippy::too_many_arguments)]

use super::HipSolver;
use super::dense_work::Shared;
use super::refactor::Factors;
use super::refactor_arrays::{Arrays, addresses, permutation};
use super::refactor_handles::{HANDLES, run};
use crate::entry::{Failure, Outcome, answer};
use std::ffi::c_int;

/// `HIPSOLVER_STATUS_ZERO_PIVOT`.
const ZERO_PIVOT: u32 = 12;

/// # Safety
/// All arrays are readable for what the counts say, `values` for an address of values a matrix.
unsafe fn set_up(
    (name, batch): (&'static str, bool),
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
                if batch && !held.by_rows() {
                    return Err(Failure::InvalidValue);
                }
                let (lower, upper) = (held.turned(lower.read(none)?), held.turned(upper.read(none)?));
                let mut factors = Factors::new(&lower, &upper, held.unit(), values.len())?;
                let (rows, columns) = (permutation(p, n)?, permutation(q, n)?);
                for (member, values) in values.iter().enumerate() {
                    factors.reset(member, &held.turned(a.read(values.get())?), &rows, &columns)?;
                }
                (held.factors, held.batch, held.analyzed) = (Some(factors), batch, false);
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
    unsafe { set_up(("hipsolverRfSetupHost", false), handle, a, vec![Shared(values)], lower, upper, (p, q)) }
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
    unsafe { set_up(("hipsolverRfBatchSetupHost", true), handle, a, addresses(batch, values), lower, upper, (p, q)) }
}

/// # Safety
/// The arrays are readable for what the counts say, `values` for an address of values a matrix.
unsafe fn reset(
    (name, batch): (&'static str, bool),
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
            let factors = held.factors_of(batch)?;
            if factors.rows() != a.n || factors.values.len() != values.len() {
                return Err(Failure::InvalidValue);
            }
            // SAFETY: the program's arrays are there, as required.
            unsafe {
                let (rows, columns) = (permutation(p, a.n)?, permutation(q, a.n)?);
                for (member, values) in values.iter().enumerate() {
                    let matrix = held.turned(a.read(values.get())?);
                    held.factors()?.reset(member, &matrix, &rows, &columns)?;
                }
            }
            Ok(())
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
    unsafe { reset(("hipsolverRfResetValues", false), handle, a, vec![Shared(values)], (p, q)) }
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
    unsafe { reset(("hipsolverRfBatchResetValues", true), handle, a, addresses(batch, values), (p, q)) }
}

fn analyze_either(name: &'static str, batch: bool, handle: usize) -> u32 {
    answer::<HipSolver>(name, || {
        run(name, handle, move |held| {
            held.algorithms_fit()?;
            held.analyzed = held.factors.is_some() && held.batch == batch;
            held.factors().map(|_| ())
        })
    })
}

extern "C" fn analyze(handle: usize) -> u32 {
    analyze_either("hipsolverRfAnalyze", false, handle)
}

extern "C" fn analyze_batch(handle: usize) -> u32 {
    analyze_either("hipsolverRfBatchAnalyze", true, handle)
}

fn refactor_either(name: &'static str, batch: bool, handle: usize) -> u32 {
    answer::<HipSolver>(name, || {
        run(name, handle, move |held| {
            held.algorithms_fit()?;
            let (zero, boost) = held.numeric;
            held.factors_of(batch)?.factorise(zero, boost);
            Ok(())
        })
    })
}

/// Whether a pivot of any matrix counts as zero.
fn any_zero(handle: usize) -> bool {
    let zero =
        HANDLES.with(handle, |held| held.factors.as_ref().is_some_and(|factors| factors.zeros.iter().any(Option::is_some)));
    zero == Ok(true)
}

extern "C" fn refactor_batch(handle: usize) -> u32 {
    refactor_either("hipsolverRfBatchRefactor", true, handle)
}

/// Answers that a pivot is zero where one is, which the function for batches leaves to `hipsolverRfBatchZeroPivot`.
extern "C" fn refactor(handle: usize) -> u32 {
    let status = refactor_either("hipsolverRfRefactor", false, handle);
    if status == 0 && any_zero(handle) { ZERO_PIVOT } else { status }
}

/// The first row of each matrix whose pivot is zero, or -1; answers that a pivot is zero where one is.
///
/// # Safety
/// `positions` is null or valid for writes of a number a matrix.
unsafe extern "C" fn zero_pivots(handle: usize, positions: *mut c_int) -> u32 {
    let (name, positions) = ("hipsolverRfBatchZeroPivot", Shared(positions));
    let status = answer::<HipSolver>(name, || {
        if positions.0.is_null() {
            return Err(Failure::InvalidValue);
        }
        run(name, handle, move |held| {
            for (member, zero) in held.factors_of(true)?.zeros.iter().enumerate() {
                // SAFETY: valid for writes, as required.
                unsafe { positions.get().add(member).write(zero.map_or(-1, |row| row as c_int)) };
            }
            Ok(())
        })
    });
    if status == 0 && any_zero(handle) { ZERO_PIVOT } else { status }
}

/// # Safety
/// The permutations are readable, and right-hand sides writable for as many rows as the factors have.
unsafe fn solve(
    (name, batch): (&'static str, bool),
    handle: usize,
    (p, q): (*const c_int, *const c_int),
    columns: c_int,
    (work, ld_work): (*mut f64, c_int),
    x: Vec<Shared<f64>>,
    ld: c_int,
) -> u32 {
    answer::<HipSolver>(name, || {
        let absent = p.is_null() || q.is_null() || work.is_null() || x.iter().any(|x| x.0.is_null());
        if absent || columns < 0 || ld < 1 || ld_work < 1 {
            return Err(Failure::InvalidValue);
        }
        let (p, q) = (Shared(p.cast_mut()), Shared(q.cast_mut()));
        run(name, handle, move |held| {
            held.algorithms_fit()?;
            let factors = held.factors_of(batch)?;
            let n = factors.rows();
            if (ld.min(ld_work) as usize) < n || factors.values.len() != x.len() {
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
    work: *mut f64,
    ld_work: c_int,
    x: *mut f64,
    ld: c_int,
) -> u32 {
    // SAFETY: this function requires what its callee does.
    unsafe { solve(("hipsolverRfSolve", false), handle, (p, q), columns, (work, ld_work), vec![Shared(x)], ld) }
}

/// # Safety
/// What [`solve`] requires, of an address of right-hand sides a matrix.
unsafe extern "C" fn solve_batch(
    handle: usize,
    p: *const c_int,
    q: *const c_int,
    columns: c_int,
    work: *mut f64,
    ld_work: c_int,
    x: *const *mut f64,
    ld: c_int,
) -> u32 {
    let count = HANDLES.with(handle, |held| held.factors.as_ref().map_or(0, |factors| factors.values.len()));
    // SAFETY: this function requires what its callees do.
    unsafe {
        solve(
            ("hipsolverRfBatchSolve", true),
            handle,
            (p, q),
            columns,
            (work, ld_work),
            addresses(count.unwrap_or(0) as c_int, x),
            ld,
        )
    }
}

crate::export! {
    7;
    hipsolverRfSetupHost = set_up_one,
    hipsolverRfSetupDevice = set_up_one,
    hipsolverRfBatchSetupHost = set_up_batch,
    hipsolverRfAnalyze = analyze,
    hipsolverRfBatchAnalyze = analyze_batch,
    hipsolverRfResetValues = reset_one,
    hipsolverRfBatchResetValues = reset_batch,
    hipsolverRfRefactor = refactor,
    hipsolverRfBatchRefactor = refactor_batch,
    hipsolverRfBatchZeroPivot = zero_pivots,
    hipsolverRfSolve = solve_one,
    hipsolverRfBatchSolve = solve_batch,
}
