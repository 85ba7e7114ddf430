//! Descriptors: where the elements of sparse and dense operands lie, and of which types they are.

use super::HipSparse;
use crate::entry::{Failure, Outcome, answer};
use crate::handles::{Handles, give};
use crate::typed::{Type, Wide};

/// How the elements of a sparse matrix are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// Where each row begins, and each element's column.
    Rows,
    /// Where each column begins, and each element's row.
    Columns,
    /// Each element's row and column.
    Coordinates,
    /// The same, in one array of pairs.
    Pairs,
    /// Square blocks (`hipsparseCreateBlockedEll`): elements along an edge, and columns of elements that are stored. Columns of blocks
    /// stand by rows of blocks, those below the base of no block, and values by rows of the matrix (NVIDIA's sample
    /// `dense2sparse_blockedell`; rocSPARSE since rocm-libraries' pull request 8930).
    Blocked { edge: usize, columns: usize },
}

/// Whole numbers of 32 or 64 bits.
#[derive(Clone, Copy)]
pub(super) struct Indices {
    pub(super) p: usize,
    wide: bool,
    pub(super) base: i64,
}

impl Indices {
    pub(super) fn new(p: *const u8, kind: u32, base: u32) -> Outcome<Indices> {
        let wide = match kind {
            2 => false,
            3 => true,
            _ => return Err(crate::entry::not_supported("a sparse matrix with indices of 16 bits")),
        };
        if base > 1 {
            return Err(Failure::InvalidEnum);
        }
        Ok(Indices { p: p as usize, wide, base: base.into() })
    }

    /// Counted from zero.
    ///
    /// # Safety
    /// The array is valid for reads of more than `at` indices, none of which is below the base.
    pub(super) unsafe fn get(&self, at: usize) -> usize {
        // SAFETY: this function requires what its callee does.
        unsafe { self.signed(at) as usize }
    }

    /// Counted from zero, where an index may be none and is negative then.
    ///
    /// # Safety
    /// The array is valid for reads of more than `at` indices.
    pub(super) unsafe fn signed(&self, at: usize) -> i64 {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        let value = unsafe {
            match self.wide {
                true => (self.p as *const i64).add(at).read(),
                false => i64::from((self.p as *const i32).add(at).read()),
            }
        };
        value - self.base
    }

    /// # Safety
    /// The array is valid for writes of more than `at` indices.
    pub(super) unsafe fn set(&self, at: usize, value: usize) {
        let value = value as i64 + self.base;
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe {
            match self.wide {
                true => (self.p as *mut i64).add(at).write(value),
                false => (self.p as *mut i32).add(at).write(value as i32),
            }
        }
    }

    /// The address, and the value of `hipsparseIndexType_t`.
    pub(super) fn described(&self) -> (usize, u32) {
        (self.p, if self.wide { 3 } else { 2 })
    }
}

#[derive(Clone, Copy)]
pub(super) struct Sparse {
    pub(super) format: Format,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) count: usize,
    /// Beginnings, or rows.
    pub(super) first: Indices,
    pub(super) second: Indices,
    pub(super) values: usize,
    pub(super) kind: Type,
    /// For solving: whether the upper triangle is meant, and whether its diagonal is taken for ones.
    pub(super) upper: bool,
    pub(super) unit: bool,
    pub(super) batch: Batch,
}

/// Matrices of one shape under one descriptor: how many, and the elements from one to the next in the array of beginnings, or of rows, and in
/// the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Batch {
    pub(super) count: usize,
    pub(super) first: usize,
    pub(super) others: usize,
}

impl Batch {
    pub(super) const ONE: Batch = Batch { count: 1, first: 0, others: 0 };
}

impl Indices {
    /// Those a number of indices on.
    fn from(&self, at: usize) -> Indices {
        Indices { p: self.p.wrapping_add(at * if self.wide { 8 } else { 4 }), ..*self }
    }
}

impl Sparse {
    /// A matrix of the batch.
    pub(super) fn member(&self, at: usize) -> Sparse {
        let others = at * self.batch.others;
        let (first, second) = (self.first.from(at * self.batch.first), self.second.from(others));
        Sparse { first, second, values: self.values.wrapping_add(others * self.kind.bytes()), ..*self }
    }
}

impl Full {
    /// A matrix of the batch.
    pub(super) fn member(&self, at: usize) -> Full {
        Full { values: self.values.wrapping_add(at * self.batch.others * self.kind.bytes()), ..*self }
    }
}

/// The arrays of a matrix by rows, as the functions take them that know no descriptors of arrays: values, beginnings, columns.
pub(super) type Arrays<T> = (*const T, *const i32, *const i32);

impl Sparse {
    /// A matrix by rows of arrays with indices of 32 bits.
    ///
    /// # Errors
    /// `Failure::InvalidValue` for extents and arrays that cannot be.
    pub(super) fn of_arrays<T: Wide>(
        (rows, columns, count): (i32, i32, i32),
        (values, starts, others): Arrays<T>,
        base: i32,
    ) -> Outcome<Sparse> {
        let (rows, columns, count) = (size(rows.into())?, size(columns.into())?, size(count.into())?);
        if starts.is_null() || count > 0 && (values.is_null() || others.is_null()) {
            return Err(Failure::InvalidValue);
        }
        let indices = |p: *const i32| Indices { p: p as usize, wide: false, base: base.into() };
        let (first, second, values) = (indices(starts), indices(others), values as usize);
        Ok(Sparse {
            format: Format::Rows,
            rows,
            columns,
            count,
            first,
            second,
            values,
            kind: T::KIND,
            upper: false,
            unit: false,
            batch: Batch::ONE,
        })
    }
}

impl Full {
    /// A matrix of an array, column after column or, where `by_rows`, row after row.
    ///
    /// # Errors
    /// `Failure::InvalidValue` for extents and arrays that cannot be.
    pub(super) fn of_array<T: Wide>((rows, columns): (i32, i32), values: *const T, ld: i32, by_rows: bool) -> Outcome<Full> {
        let (rows, columns, ld) = (size(rows.into())?, size(columns.into())?, size(ld.into())?);
        let (line, lines) = if by_rows { (columns, rows) } else { (rows, columns) };
        if ld < line.max(1) || line > 0 && lines > 0 && values.is_null() {
            return Err(Failure::InvalidValue);
        }
        let strides = if by_rows { (ld, 1) } else { (1, ld) };
        Ok(Full { rows, columns, strides, by_rows, values: values as usize, kind: T::KIND, batch: Batch::ONE })
    }
}

/// A vector, or a matrix: then the elements between neighbours down a column and along a row.
#[derive(Clone, Copy)]
pub(super) struct Full {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) strides: (usize, usize),
    /// Whether a matrix was described row by row.
    pub(super) by_rows: bool,
    pub(super) values: usize,
    pub(super) kind: Type,
    pub(super) batch: Batch,
}

pub(super) static SPARSE: Handles<Sparse> = Handles::new();
pub(super) static FULL: Handles<Full> = Handles::new();

/// # Errors
/// `Failure::NoHandle` for no descriptor of a sparse matrix.
pub(super) fn sparse(descriptor: usize) -> Outcome<Sparse> {
    SPARSE.with(descriptor, |found| *found)
}

/// # Errors
/// `Failure::NoHandle` for no descriptor of a dense operand.
pub(super) fn full(descriptor: usize) -> Outcome<Full> {
    FULL.with(descriptor, |found| *found)
}

pub(super) fn size(n: i64) -> Outcome<usize> {
    usize::try_from(n).map_err(|_| Failure::InvalidValue)
}

#[allow(clippy::too_many_arguments)]
pub(super) fn create_sparse(
    name: &str,
    to: *mut usize,
    format: Format,
    (rows, columns, count): (i64, i64, i64),
    first: (*const u8, u32),
    second: (*const u8, u32),
    (values, kind): (*const u8, u32),
    base: u32,
) -> u32 {
    answer::<HipSparse>(name, || {
        let (first, second) = (Indices::new(first.0, first.1, base)?, Indices::new(second.0, second.1, base)?);
        let (rows, columns, count) = (size(rows)?, size(columns)?, size(count)?);
        let (values, kind) = (values as usize, Type::of(kind)?);
        let made =
            Sparse { format, rows, columns, count, first, second, values, kind, upper: false, unit: false, batch: Batch::ONE };
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(to, SPARSE.create(made)) }
    })
}

/// The entry points that take two arrays of indices with their types.
macro_rules! compressed {
    ($($own:ident $name:literal $format:ident;)*) => { $(
        /// # Safety
        /// `to` is null or valid for writing a descriptor. The arrays are only noted: operations on the descriptor require them.
        unsafe extern "C" fn $own(
            to: *mut usize, rows: i64, columns: i64, count: i64, starts: *const u8, others: *const u8, values: *const u8,
            starts_kind: u32, others_kind: u32, base: u32, kind: u32,
        ) -> u32 {
            let sizes = (rows, columns, count);
            create_sparse($name, to, Format::$format, sizes, (starts, starts_kind), (others, others_kind), (values, kind), base)
        }
    )* };
}

compressed! {
    create_csr "hipsparseCreateCsr" Rows;
    create_csc "hipsparseCreateCsc" Columns;
}

/// # Safety
/// `to` is null or valid for writing a descriptor. The arrays are only noted: operations on the descriptor require them.
unsafe extern "C" fn create_coo(
    to: *mut usize,
    rows: i64,
    columns: i64,
    count: i64,
    row: *const u8,
    column: *const u8,
    values: *const u8,
    index: u32,
    base: u32,
    kind: u32,
) -> u32 {
    let sizes = (rows, columns, count);
    create_sparse("hipsparseCreateCoo", to, Format::Coordinates, sizes, (row, index), (column, index), (values, kind), base)
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn destroy_sparse(descriptor: usize) -> u32 {
    answer::<HipSparse>("hipsparseDestroySpMat", || SPARSE.destroy(descriptor))
}

/// # Safety
/// `rows`, `columns` and `count` are null or valid for writes.
unsafe extern "C" fn sparse_size(descriptor: usize, rows: *mut i64, columns: *mut i64, count: *mut i64) -> u32 {
    answer::<HipSparse>("hipsparseSpMatGetSize", || {
        let found = sparse(descriptor)?;
        // SAFETY: null or valid, as hipSPARSE says, three times.
        unsafe {
            give(rows, found.rows as i64)?;
            give(columns, found.columns as i64)?;
            give(count, found.count as i64)
        }
    })
}

/// # Safety
/// `to` is null or valid for writing a descriptor. The arrays are only noted: operations on the descriptor require them.
unsafe extern "C" fn create_vector(to: *mut usize, length: i64, values: *mut u8, kind: u32) -> u32 {
    answer::<HipSparse>("hipsparseCreateDnVec", || {
        let rows = size(length)?;
        let made = Full {
            rows,
            columns: 1,
            strides: (1, rows),
            by_rows: false,
            values: values as usize,
            kind: Type::of(kind)?,
            batch: Batch::ONE,
        };
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(to, FULL.create(made)) }
    })
}

/// # Safety
/// `to` is null or valid for writing a descriptor. The arrays are only noted: operations on the descriptor require them.
unsafe extern "C" fn create_matrix(
    to: *mut usize,
    rows: i64,
    columns: i64,
    ld: i64,
    values: *mut u8,
    kind: u32,
    order: u32,
) -> u32 {
    answer::<HipSparse>("hipsparseCreateDnMat", || {
        let (rows, columns, ld) = (size(rows)?, size(columns)?, size(ld)?);
        let strides = match order {
            0 | 1 if ld >= rows => (1, ld),
            2 if ld >= columns => (ld, 1),
            _ => return Err(Failure::InvalidValue),
        };
        let made = Full {
            rows,
            columns,
            strides,
            by_rows: order == 2,
            values: values as usize,
            kind: Type::of(kind)?,
            batch: Batch::ONE,
        };
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(to, FULL.create(made)) }
    })
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn destroy_full(descriptor: usize) -> u32 {
    answer::<HipSparse>("hipsparseDestroyDnVec", || FULL.destroy(descriptor))
}

/// # Safety
/// None: the descriptor is looked up, and `values` only noted: operations on the descriptor require them.
unsafe extern "C" fn set_values(descriptor: usize, values: *mut u8) -> u32 {
    answer::<HipSparse>("hipsparseDnVecSetValues", || FULL.with(descriptor, |found| found.values = values as usize))
}

/// # Safety
/// `values` is null or valid for writes.
unsafe extern "C" fn get_values(descriptor: usize, values: *mut usize) -> u32 {
    answer::<HipSparse>("hipsparseDnVecGetValues", || {
        let found = full(descriptor)?.values;
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(values, found) }
    })
}

crate::export! {
    10;
    hipsparseCreateCsr = create_csr,
    hipsparseCreateConstCsr = create_csr,
    hipsparseCreateCsc = create_csc,
    hipsparseCreateConstCsc = create_csc,
    hipsparseCreateCoo = create_coo,
    hipsparseCreateConstCoo = create_coo,
    hipsparseDestroySpMat = destroy_sparse,
    hipsparseSpMatGetSize = sparse_size,
    hipsparseCreateDnVec = create_vector,
    hipsparseCreateConstDnVec = create_vector,
    hipsparseDestroyDnVec = destroy_full,
    hipsparseDnVecSetValues = set_values,
    hipsparseDnVecGetValues = get_values,
    hipsparseConstDnVecGetValues = get_values,
    hipsparseCreateDnMat = create_matrix,
    hipsparseCreateConstDnMat = create_matrix,
    hipsparseDestroyDnMat = destroy_full,
    hipsparseDnMatSetValues = set_values,
    hipsparseDnMatGetValues = get_values,
    hipsparseConstDnMatGetValues = get_values,
}
