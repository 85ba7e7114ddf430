//! What programs ask descriptors of matrices and vectors for, and what they change in them.

#![allow(clippy::too_many_arguments)]

use super::HipSparse;
use super::descriptors::{Format, SPARSE, full, sparse};
use crate::entry::{Failure, answer};
use crate::handles::give;

/// `HIPSPARSE_SPMAT_FILL_MODE` and `HIPSPARSE_SPMAT_DIAG_TYPE`, each a number of 32 bits that is 0 or 1.
///
/// # Safety
/// `data` is null or valid for reading `size` bytes.
unsafe extern "C" fn set_attribute(descriptor: usize, attribute: u32, data: *const u32, size: usize) -> u32 {
    answer::<HipSparse>("hipsparseSpMatSetAttribute", || {
        if data.is_null() || size != size_of::<u32>() {
            return Err(Failure::InvalidValue);
        }
        // SAFETY: valid for this many bytes, as hipSPARSE says.
        let value = match unsafe { data.read_unaligned() } {
            0 => false,
            1 => true,
            _ => return Err(Failure::InvalidValue),
        };
        SPARSE.with(descriptor, |found| {
            match attribute {
                0 => found.upper = value,
                1 => found.unit = value,
                _ => return Err(Failure::InvalidValue),
            }
            Ok(())
        })?
    })
}

/// # Safety
/// `data` is null or valid for writing `size` bytes.
unsafe extern "C" fn get_attribute(descriptor: usize, attribute: u32, data: *mut u32, size: usize) -> u32 {
    answer::<HipSparse>("hipsparseSpMatGetAttribute", || {
        let found = sparse(descriptor)?;
        let value = match attribute {
            0 => found.upper,
            1 => found.unit,
            _ => return Err(Failure::InvalidValue),
        };
        if size != size_of::<u32>() {
            return Err(Failure::InvalidValue);
        }
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(data, u32::from(value)) }
    })
}

/// The entry points that put other arrays into a descriptor of one format.
macro_rules! pointers {
    ($($own:ident $name:literal $format:ident;)*) => { $(
        /// # Safety
        /// None: the arrays are only noted; operations on the descriptor require them.
        unsafe extern "C" fn $own(descriptor: usize, first: *mut u8, second: *mut u8, values: *mut u8) -> u32 {
            answer::<HipSparse>($name, || {
                SPARSE.with(descriptor, |found| {
                    if found.format != Format::$format || first.is_null() {
                        return Err(Failure::InvalidValue);
                    }
                    (found.first.p, found.second.p, found.values) = (first as usize, second as usize, values as usize);
                    Ok(())
                })?
            })
        }
    )* };
}

pointers! {
    set_csr "hipsparseCsrSetPointers" Rows;
    set_csc "hipsparseCscSetPointers" Columns;
    set_coo "hipsparseCooSetPointers" Coordinates;
}

/// Stores what a descriptor says of its extents and arrays.
///
/// # Safety
/// All pointers are null or valid for writes.
unsafe fn tell(
    descriptor: usize,
    format: Format,
    sizes: [*mut i64; 3],
    arrays: [*mut usize; 3],
    (first, second): (*mut u32, Option<*mut u32>),
    (base, kind): (*mut u32, *mut u32),
) -> crate::entry::Outcome {
    let found = sparse(descriptor)?;
    if found.format != format {
        return Err(Failure::InvalidValue);
    }
    let ((one, one_kind), (other, other_kind)) = (found.first.described(), found.second.described());
    // SAFETY: null or valid, as hipSPARSE says of all of these.
    unsafe {
        for (to, value) in sizes.into_iter().zip([found.rows, found.columns, found.count]) {
            give(to, value as i64)?;
        }
        for (to, value) in arrays.into_iter().zip([one, other, found.values]) {
            give(to, value)?;
        }
        give(first, one_kind)?;
        if let Some(second) = second {
            give(second, other_kind)?;
        }
        give(base, found.first.base as u32)?;
        give(kind, found.kind.value())
    }
}

/// The entry points that tell of matrices with two types of indices.
macro_rules! told {
    ($($own:ident $name:literal $format:ident;)*) => { $(
        /// # Safety
        /// All pointers are null or valid for writes.
        unsafe extern "C" fn $own(
            descriptor: usize, rows: *mut i64, columns: *mut i64, count: *mut i64, starts: *mut usize, others: *mut usize,
            values: *mut usize, starts_kind: *mut u32, others_kind: *mut u32, base: *mut u32, kind: *mut u32,
        ) -> u32 {
            let (sizes, arrays) = ([rows, columns, count], [starts, others, values]);
            // SAFETY: this function requires what its callee does.
            answer::<HipSparse>($name, || unsafe {
                tell(descriptor, Format::$format, sizes, arrays, (starts_kind, Some(others_kind)), (base, kind))
            })
        }
    )* };
}

told! {
    get_csr "hipsparseCsrGet" Rows;
    get_csc "hipsparseCscGet" Columns;
}

/// # Safety
/// All pointers are null or valid for writes.
unsafe extern "C" fn get_coo(
    descriptor: usize,
    rows: *mut i64,
    columns: *mut i64,
    count: *mut i64,
    row: *mut usize,
    column: *mut usize,
    values: *mut usize,
    index: *mut u32,
    base: *mut u32,
    kind: *mut u32,
) -> u32 {
    let (sizes, arrays) = ([rows, columns, count], [row, column, values]);
    // SAFETY: this function requires what its callee does.
    answer::<HipSparse>("hipsparseCooGet", || unsafe {
        tell(descriptor, Format::Coordinates, sizes, arrays, (index, None), (base, kind))
    })
}

/// # Safety
/// `format` is null or valid for writes.
unsafe extern "C" fn get_format(descriptor: usize, format: *mut u32) -> u32 {
    answer::<HipSparse>("hipsparseSpMatGetFormat", || {
        let value = match sparse(descriptor)?.format {
            Format::Rows => 1,
            Format::Columns => 2,
            Format::Coordinates => 3,
            Format::Pairs => 4,
            Format::Blocked { .. } => 5,
        };
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(format, value) }
    })
}

/// # Safety
/// `base` is null or valid for writes.
unsafe extern "C" fn get_base(descriptor: usize, base: *mut u32) -> u32 {
    answer::<HipSparse>("hipsparseSpMatGetIndexBase", || {
        let found = sparse(descriptor)?.first.base as u32;
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(base, found) }
    })
}

/// # Safety
/// `values` is null or valid for writes.
unsafe extern "C" fn get_values(descriptor: usize, values: *mut usize) -> u32 {
    answer::<HipSparse>("hipsparseSpMatGetValues", || {
        let found = sparse(descriptor)?.values;
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(values, found) }
    })
}

/// # Safety
/// None: the array is only noted; operations on the descriptor require it.
unsafe extern "C" fn set_values(descriptor: usize, values: *mut u8) -> u32 {
    answer::<HipSparse>("hipsparseSpMatSetValues", || SPARSE.with(descriptor, |found| found.values = values as usize))
}

/// # Safety
/// All pointers are null or valid for writes.
unsafe extern "C" fn get_vector(descriptor: usize, size: *mut i64, values: *mut usize, kind: *mut u32) -> u32 {
    answer::<HipSparse>("hipsparseDnVecGet", || {
        let found = full(descriptor)?;
        // SAFETY: null or valid, as hipSPARSE says, three times.
        unsafe {
            give(size, found.rows as i64)?;
            give(values, found.values)?;
            give(kind, found.kind.value())
        }
    })
}

/// # Safety
/// All pointers are null or valid for writes.
unsafe extern "C" fn get_matrix(
    descriptor: usize,
    rows: *mut i64,
    columns: *mut i64,
    ld: *mut i64,
    values: *mut usize,
    kind: *mut u32,
    order: *mut u32,
) -> u32 {
    answer::<HipSparse>("hipsparseDnMatGet", || {
        let found = full(descriptor)?;
        let (step, by_rows) = if found.by_rows { (found.strides.0, 2) } else { (found.strides.1, 1) };
        // SAFETY: null or valid, as hipSPARSE says, six times.
        unsafe {
            give(rows, found.rows as i64)?;
            give(columns, found.columns as i64)?;
            give(ld, step as i64)?;
            give(values, found.values)?;
            give(kind, found.kind.value())?;
            give(order, by_rows)
        }
    })
}

crate::export! {
    10;
    hipsparseSpMatSetAttribute = set_attribute,
    hipsparseSpMatGetAttribute = get_attribute,
    hipsparseCsrSetPointers = set_csr,
    hipsparseCscSetPointers = set_csc,
    hipsparseCooSetPointers = set_coo,
    hipsparseCsrGet = get_csr,
    hipsparseConstCsrGet = get_csr,
    hipsparseCscGet = get_csc,
    hipsparseConstCscGet = get_csc,
    hipsparseCooGet = get_coo,
    hipsparseConstCooGet = get_coo,
    hipsparseSpMatGetFormat = get_format,
    hipsparseSpMatGetIndexBase = get_base,
    hipsparseSpMatGetValues = get_values,
    hipsparseConstSpMatGetValues = get_values,
    hipsparseSpMatSetValues = set_values,
    hipsparseDnVecGet = get_vector,
    hipsparseConstDnVecGet = get_vector,
    hipsparseDnMatGet = get_matrix,
    hipsparseConstDnMatGet = get_matrix,
}
