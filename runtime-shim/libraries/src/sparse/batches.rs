//! Batches of matrices under one descriptor, that lie evenly apart: what sets them and tells of them. SpMM multiplies them (AMD's hipSPARSE
//! documentation, "Sparse generic functions"; NVIDIA's of `cusparseSpMM` has that an operand may be one matrix for the whole batch).

use super::HipSparse;
use super::descriptors::{Batch, FULL, Format, SPARSE, full, size, sparse};
use crate::entry::{Failure, Outcome, answer};
use crate::handles::give;
use std::ffi::c_int;

fn batch(count: c_int, first: i64, others: i64) -> Outcome<Batch> {
    let count = size(count.into())?;
    if count == 0 {
        return Err(Failure::InvalidValue);
    }
    Ok(Batch { count, first: size(first)?, others: size(others)? })
}

fn set(descriptor: usize, of: impl FnOnce(Format) -> Outcome<Batch>) -> Outcome {
    let made = of(sparse(descriptor)?.format)?;
    SPARSE.with(descriptor, |found| found.batch = made)
}

extern "C" fn set_coordinates(descriptor: usize, count: c_int, stride: i64) -> u32 {
    answer::<HipSparse>("hipsparseCooSetStridedBatch", || {
        set(descriptor, |format| match format {
            Format::Coordinates => batch(count, stride, stride),
            _ => Err(Failure::InvalidValue),
        })
    })
}

extern "C" fn set_rows(descriptor: usize, count: c_int, of_starts: i64, of_others: i64) -> u32 {
    answer::<HipSparse>("hipsparseCsrSetStridedBatch", || {
        set(descriptor, |format| match format {
            Format::Rows => batch(count, of_starts, of_others),
            _ => Err(Failure::InvalidValue),
        })
    })
}

/// Matrices one behind another, without room between them.
extern "C" fn set_packed(descriptor: usize, count: c_int) -> u32 {
    answer::<HipSparse>("hipsparseSpMatSetStridedBatch", || {
        let found = sparse(descriptor)?;
        set(descriptor, |format| match format {
            Format::Rows => batch(count, found.rows as i64 + 1, found.count as i64),
            Format::Columns => batch(count, found.columns as i64 + 1, found.count as i64),
            Format::Coordinates => batch(count, found.count as i64, found.count as i64),
            Format::Pairs => batch(count, 2 * found.count as i64, found.count as i64),
            Format::Blocked { .. } => Err(Failure::InvalidValue),
        })
    })
}

/// # Safety
/// `count` is null or valid for writes.
unsafe extern "C" fn get_count(descriptor: usize, count: *mut c_int) -> u32 {
    answer::<HipSparse>("hipsparseSpMatGetStridedBatch", || {
        let found = sparse(descriptor)?.batch.count;
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(count, found as c_int) }
    })
}

extern "C" fn set_full(descriptor: usize, count: c_int, stride: i64) -> u32 {
    answer::<HipSparse>("hipsparseDnMatSetStridedBatch", || {
        let made = batch(count, 0, stride)?;
        FULL.with(descriptor, |found| found.batch = made)
    })
}

/// # Safety
/// The pointers are null or valid for writes.
unsafe extern "C" fn get_full(descriptor: usize, count: *mut c_int, stride: *mut i64) -> u32 {
    answer::<HipSparse>("hipsparseDnMatGetStridedBatch", || {
        let found = full(descriptor)?.batch;
        // SAFETY: null or valid, as hipSPARSE says, twice.
        unsafe {
            give(count, found.count as c_int)?;
            give(stride, found.others as i64)
        }
    })
}

crate::export! {
    10;
    hipsparseCooSetStridedBatch = set_coordinates,
    hipsparseCsrSetStridedBatch = set_rows,
    hipsparseSpMatSetStridedBatch = set_packed,
    hipsparseSpMatGetStridedBatch = get_count,
    hipsparseDnMatSetStridedBatch = set_full,
    hipsparseDnMatGetStridedBatch = get_full,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::c32;
    use crate::sparse::descriptors::{Full, Sparse};
    use crate::sparse::operands::{Operation, Scalar};
    use crate::sparse::products::Product;
    use crate::typed::Wide;

    /// Three matrices of two rows with other columns and room between them, times one dense matrix, and each times its own.
    #[test]
    fn each_matrix_of_a_batch_is_multiplied() {
        let (starts, columns) = ([0, 1, 2, 9, 0, 1, 2, 9, 0, 1, 2, 9], [0, 1, 9, 1, 0, 9, 2, 2, 9]);
        let values: Vec<c32> = (0..9).map(|at| c32::new(at as f32 + 1.0, 1.0)).collect();
        let dense: Vec<c32> = (0..18).map(|at| c32::new(at as f32, -1.0)).collect();
        let arrays = (values.as_ptr(), starts.as_ptr(), columns.as_ptr());
        let a = Sparse { batch: batch(3, 4, 3).unwrap(), ..Sparse::of_arrays((2, 3, 2), arrays, 0).unwrap() };
        let (alpha, beta) = (c32::new(2.0, 0.0), c32::new(0.0, 0.0));
        for apart in [0, 6] {
            let mut found = vec![c32::new(0.0, 0.0); 15];
            let b = Full::of_array((3, 2), dense.as_ptr(), 3, false).unwrap();
            let b = if apart == 0 { b } else { Full { batch: batch(3, 0, 6).unwrap(), ..b } };
            let c = Full::of_array((2, 2), found.as_mut_ptr().cast_const(), 2, false).unwrap();
            let c = Full { batch: batch(3, 0, 5).unwrap(), ..c };
            // SAFETY: the scalars and arrays are our own.
            unsafe {
                let scalars = ((&raw const alpha).cast(), (&raw const beta).cast());
                let (alpha, beta) = Scalar::pair(scalars.0, scalars.1, c32::KIND, false).unwrap();
                let product = Product { ops: (Operation::None, Operation::None), a, b, c, alpha, beta, compute: c32::KIND };
                assert!(product.fits() && !Product { b: Full { batch: batch(2, 0, 6).unwrap(), ..b }, ..product }.fits());
                product.run();
            }
            for (member, row, column) in (0..12).map(|at| (at / 4, at / 2 % 2, at % 2)) {
                let at = member * 3 + row;
                let right = dense[member * apart + columns[at] as usize + column * 3];
                assert_eq!(found[member * 5 + row + column * 2], alpha * values[at] * right);
            }
        }
        assert!(batch(0, 1, 1).is_err() && batch(1, -1, 1).is_err());
    }
}
