//! Descriptors of two further formats: coordinates in pairs (`CooAoS`) and blocks in rows of one length (`BlockedEll`).

#![allow(clippy::too_many_arguments)]

use super::HipSparse;
use super::descriptors::{Format, create_sparse, size, sparse};
use crate::entry::{Failure, Outcome, answer};
use crate::handles::give;

/// # Safety
/// `to` is null or valid for writing a descriptor. The arrays are only noted: operations on the descriptor require them.
unsafe extern "C" fn create_pairs(
    to: *mut usize,
    rows: i64,
    columns: i64,
    count: i64,
    pairs: *const u8,
    values: *const u8,
    index: u32,
    base: u32,
    kind: u32,
) -> u32 {
    let (sizes, indices) = ((rows, columns, count), (pairs, index));
    create_sparse("hipsparseCreateCooAoS", to, Format::Pairs, sizes, indices, indices, (values, kind), base)
}

/// Blocks that fill the matrix, and no more of them in a row than there is room for.
fn blocked(rows: i64, columns: i64, edge: i64, stored: i64) -> Outcome<Format> {
    let [rows, columns, edge, stored] = [rows, columns, edge, stored].map(size);
    let (rows, columns, edge, stored) = (rows?, columns?, edge?, stored?);
    let fills = edge > 0 && [rows, columns, stored].iter().all(|extent| extent.is_multiple_of(edge));
    if fills && stored <= columns { Ok(Format::Blocked { edge, columns: stored }) } else { Err(Failure::InvalidValue) }
}

/// # Safety
/// `to` is null or valid for writing a descriptor. The arrays are only noted: operations on the descriptor require them.
unsafe extern "C" fn create_blocked(
    to: *mut usize,
    rows: i64,
    columns: i64,
    edge: i64,
    stored: i64,
    block_columns: *const u8,
    values: *const u8,
    index: u32,
    base: u32,
    kind: u32,
) -> u32 {
    let name = "hipsparseCreateBlockedEll";
    let mut made = None;
    let status = answer::<HipSparse>(name, || {
        made = Some((blocked(rows, columns, edge, stored)?, rows.checked_mul(stored).ok_or(Failure::InvalidValue)?));
        Ok(())
    });
    let Some((format, count)) = made else { return status };
    let (sizes, indices) = ((rows, columns, count), (block_columns, index));
    create_sparse(name, to, format, sizes, indices, indices, (values, kind), base)
}

/// # Safety
/// All pointers are null or valid for writes.
unsafe extern "C" fn get_pairs(
    descriptor: usize,
    rows: *mut i64,
    columns: *mut i64,
    count: *mut i64,
    pairs: *mut usize,
    values: *mut usize,
    index: *mut u32,
    base: *mut u32,
    kind: *mut u32,
) -> u32 {
    answer::<HipSparse>("hipsparseCooAoSGet", || {
        let found = sparse(descriptor)?;
        if found.format != Format::Pairs {
            return Err(Failure::InvalidValue);
        }
        let (array, kind_of_index) = found.first.described();
        // SAFETY: null or valid, as hipSPARSE says, eight times.
        unsafe {
            give(rows, found.rows as i64)?;
            give(columns, found.columns as i64)?;
            give(count, found.count as i64)?;
            give(pairs, array)?;
            give(values, found.values)?;
            give(index, kind_of_index)?;
            give(base, found.first.base as u32)?;
            give(kind, found.kind.value())
        }
    })
}

/// # Safety
/// All pointers are null or valid for writes.
unsafe extern "C" fn get_blocked(
    descriptor: usize,
    rows: *mut i64,
    columns: *mut i64,
    edge: *mut i64,
    stored: *mut i64,
    block_columns: *mut usize,
    values: *mut usize,
    index: *mut u32,
    base: *mut u32,
    kind: *mut u32,
) -> u32 {
    answer::<HipSparse>("hipsparseBlockedEllGet", || {
        let found = sparse(descriptor)?;
        let Format::Blocked { edge: size, columns: width } = found.format else { return Err(Failure::InvalidValue) };
        let (array, kind_of_index) = found.first.described();
        // SAFETY: null or valid, as hipSPARSE says, nine times.
        unsafe {
            give(rows, found.rows as i64)?;
            give(columns, found.columns as i64)?;
            give(edge, size as i64)?;
            give(stored, width as i64)?;
            give(block_columns, array)?;
            give(values, found.values)?;
            give(index, kind_of_index)?;
            give(base, found.first.base as u32)?;
            give(kind, found.kind.value())
        }
    })
}

crate::export! {
    10;
    hipsparseCreateCooAoS = create_pairs,
    hipsparseCooAoSGet = get_pairs,
    hipsparseCreateBlockedEll = create_blocked,
    hipsparseCreateConstBlockedEll = create_blocked,
    hipsparseBlockedEllGet = get_blocked,
    hipsparseConstBlockedEllGet = get_blocked,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::descriptors::SPARSE;
    use crate::sparse::elements::Rows;
    use crate::sparse::operands::Operation;

    /// What a descriptor's matrix is, row after row, as the place of each value.
    fn places(make: impl Fn(*mut usize) -> u32, values: usize, columns: usize) -> Vec<usize> {
        let mut descriptor = 0;
        assert_eq!(make(&raw mut descriptor), 0);
        let found = sparse(descriptor).unwrap();
        // SAFETY: the arrays are the test's.
        let rows = unsafe { Rows::<f64>::of(&found, Operation::None) };
        let mut dense = vec![0; found.rows * columns];
        for i in 0..rows.rows() {
            rows.row(i).iter().for_each(|&(j, value)| dense[i * columns + j] += value as usize);
        }
        assert!(found.count <= values);
        SPARSE.destroy(descriptor).unwrap();
        dense
    }

    #[test]
    fn blocks_lie_by_rows_and_pairs_are_coordinates() {
        // Two rows of three blocks of two by two, of which two are stored; the second row has one alone.
        let values: Vec<f64> = (1..=16).map(f64::from).collect();
        for base in [0, 1] {
            let columns = [2, 1, 0, -1].map(|column: i32| if column < 0 { -1 } else { column + base });
            let make = |to: *mut usize| {
                let (columns, values) = (columns.as_ptr().cast(), values.as_ptr().cast());
                // SAFETY: the arrays are the test's.
                unsafe { create_blocked(to, 4, 6, 2, 4, columns, values, 2, base as u32, 1) }
            };
            #[rustfmt::skip]
            let wanted = [
                0, 0, 3, 4, 1, 2,
                0, 0, 7, 8, 5, 6,
                9, 10, 0, 0, 0, 0,
                13, 14, 0, 0, 0, 0,
            ];
            assert_eq!(places(make, 16, 6), wanted);
        }
        let pairs: [i64; 6] = [1, 0, 0, 2, 1, 2];
        // SAFETY: the arrays are the test's.
        let make = |to: *mut usize| unsafe { create_pairs(to, 2, 3, 3, pairs.as_ptr().cast(), values.as_ptr().cast(), 3, 0, 1) };
        assert_eq!(places(make, 3, 3), [0, 0, 2, 1, 0, 3]);
        for (rows, columns, edge, stored) in [(4, 6, 0, 4), (5, 6, 2, 4), (4, 7, 2, 4), (4, 6, 2, 3), (4, 6, 2, 8), (4, 6, -2, 4)]
        {
            assert!(blocked(rows, columns, edge, stored).is_err());
        }
    }
}
