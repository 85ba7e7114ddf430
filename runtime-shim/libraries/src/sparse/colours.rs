//! Colours of a matrix's graph (`csrcolor`): rows that share an element have different ones (AMD's hipSPARSE documentation, "Sparse
//! reordering functions"). Rows are coloured in their order, each with the first colour that no neighbour has, which needs at most one
//! colour more than a row has neighbours (Welsh and Powell, 1967).

#![allow(clippy::too_many_arguments)]

use super::arguments::{array, place};
use super::descriptors::Sparse;
use super::matrix_properties::base;
use super::{HipSparse, settings};
use crate::entry::{Failure, answer, export_typed};
use crate::handles::{Handles, give};
use crate::number::{c32, c64};
use crate::typed::Wide;
use num_traits::ToPrimitive;
use std::ffi::c_int;

/// `hipsparseColorInfo_t`, in which nothing is kept.
static INFOS: Handles<()> = Handles::new();

/// The colour of each row of a square matrix.
///
/// # Safety
/// The matrix is readable.
unsafe fn coloured(a: &Sparse) -> Vec<usize> {
    let mut neighbours = vec![Vec::new(); a.rows];
    // SAFETY: as required.
    unsafe {
        a.each(|_, i, j| {
            if i != j {
                neighbours[i].push(j);
                neighbours[j].push(i);
            }
        });
    }
    let mut colours = vec![usize::MAX; a.rows];
    // The row for which a colour was last seen.
    let mut seen: Vec<usize> = Vec::new();
    for i in 0..a.rows {
        for &j in &neighbours[i] {
            if let Some(last) = seen.get_mut(colours[j]) {
                *last = i;
            }
        }
        let first = seen.iter().position(|&last| last != i).unwrap_or(seen.len());
        if first == seen.len() {
            seen.push(usize::MAX);
        }
        colours[i] = first;
    }
    colours
}

/// Leaves the first colours that so many rows have as are asked for, of whatever other rows a colour each (rocSPARSE's `csrcolor`:
/// colours are found until no more than `m - m * fraction` rows are without one).
fn limited(mut colours: Vec<usize>, fraction: f64) -> Vec<usize> {
    let rows = colours.len() as f64;
    let most_left = (rows - rows * fraction.abs()) as usize;
    let (mut left, mut kept) = (colours.len(), 0);
    while left > most_left {
        left -= colours.iter().filter(|&&colour| colour == kept).count();
        kept += 1;
    }
    for (next, colour) in (kept..).zip(colours.iter_mut().filter(|colour| **colour >= kept)) {
        *colour = next;
    }
    colours
}

/// The rows by their colours, and among those of one colour in their order.
fn by_colour(colours: &[usize]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..colours.len()).collect();
    order.sort_by_key(|&row| colours[row]);
    order
}

/// `reordering` is the place of each row where they are sorted by their colours.
///
/// # Safety
/// `fraction` is null or valid for reads; until the stream has done the work, the indices are readable, `count` is writable for one
/// number, `colours` for `rows`, and `reordering` is null or writable for as many.
unsafe extern "C" fn colour<T: Wide>(
    handle: usize,
    rows: c_int,
    elements: c_int,
    properties: usize,
    values: *const T,
    starts: *const c_int,
    others: *const c_int,
    fraction: *const T::Real,
    count: *mut c_int,
    colours: *mut c_int,
    reordering: *mut c_int,
    info: usize,
) -> u32 {
    let name = "hipsparseXcsrcolor";
    answer::<HipSparse>(name, || {
        let settings = settings(handle)?;
        INFOS.with(info, |()| ()).map_err(|_| Failure::InvalidValue)?;
        // SAFETY: null or valid, as hipSPARSE says.
        let fraction = unsafe { fraction.as_ref() }.and_then(ToPrimitive::to_f64).ok_or(Failure::InvalidValue)?;
        if !(-1.0..=1.0).contains(&fraction) {
            return Err(Failure::InvalidValue);
        }
        let a = Sparse::of_arrays((rows, rows, elements), (values, starts, others), base(properties)?)?;
        let (count, colours) = (place(count.cast_const())?, array(colours.cast_const(), rows)?);
        let reordering = (!reordering.is_null()).then(|| array(reordering.cast_const(), rows)).transpose()?;
        settings.submit_result(name, move || {
            // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
            unsafe {
                let found = limited(coloured(&a), fraction);
                count.set(0, found.iter().max().map_or(0, |&largest| largest as c_int + 1));
                found.iter().enumerate().for_each(|(row, &colour)| colours.set(row, colour as c_int));
                if let Some(reordering) = reordering {
                    by_colour(&found).iter().enumerate().for_each(|(at, &row)| reordering.set(row, at as c_int));
                }
            }
        })
    })
}

/// # Safety
/// `to` is null or valid for writes.
unsafe extern "C" fn create_info(to: *mut usize) -> u32 {
    // SAFETY: null or valid, as hipSPARSE says.
    answer::<HipSparse>("hipsparseCreateColorInfo", || unsafe { give(to, INFOS.create(())) })
}

extern "C" fn destroy_info(info: usize) -> u32 {
    answer::<HipSparse>("hipsparseDestroyColorInfo", || INFOS.destroy(info).map_err(|_| Failure::InvalidValue))
}

export_typed! {
    10;
    colour: hipsparseScsrcolor = f32, hipsparseDcsrcolor = f64, hipsparseCcsrcolor = c32, hipsparseZcsrcolor = c64;
}

crate::export! {
    10;
    hipsparseCreateColorInfo = create_info,
    hipsparseDestroyColorInfo = destroy_info,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring with chords, whose elements are in one triangle alone.
    #[test]
    fn neighbours_have_different_colours() {
        for n in [0, 1, 2, 9, 20] {
            let (mut starts, mut others) = (vec![1], Vec::new());
            for i in 0..n {
                others.extend([i + 1, i + 4].into_iter().filter(|&j| j < n).map(|j| j as c_int + 1));
                starts.push(others.len() as c_int + 1);
            }
            let arrays = (others.as_ptr().cast::<f32>(), starts.as_ptr(), others.as_ptr());
            let a = Sparse::of_arrays((n as c_int, n as c_int, others.len() as c_int), arrays, 1).unwrap();
            // SAFETY: the arrays are our own.
            let found = unsafe { coloured(&a) };
            let apart = |i: usize, j: usize| j >= n || found[i] != found[j];
            assert!((0..n).all(|i| apart(i, i + 1) && apart(i, i + 4)), "{found:?}");
            assert!(found.iter().all(|&colour| colour <= 4));
            for fraction in [1.0, 0.5, -0.3, 0.0] {
                let some = limited(found.clone(), fraction);
                assert!((0..n).all(|i| (0..n).all(|j| i == j || some[i] != some[j] || found[i] == found[j])), "{some:?}");
                let count = |colour: usize| some.iter().filter(|&&other| other == colour).count();
                let kept = (0..n).filter(|&i| some[i] == found[i]).count();
                assert!(kept as f64 >= n as f64 * f64::abs(fraction) && some.iter().all(|&colour| count(colour) > 0));
                assert!(fraction != 0.0 || (0..n).all(|i| count(some[i]) == 1));
                let most = some.iter().max().map_or(0, |most| most + 1);
                assert!((0..most).all(|colour| count(colour) > 0), "{some:?}");
            }
            let order = by_colour(&found);
            assert!(order.windows(2).all(|pair| (found[pair[0]], pair[0]) < (found[pair[1]], pair[1])));
        }
    }
}
