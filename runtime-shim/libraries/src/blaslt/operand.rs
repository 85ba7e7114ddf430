//! Matrices as layouts describe them: a type, an order, a leading dimension, a batch.

use super::attributes::Attributes;
use super::descriptors::layout;
use crate::blas::Operation;
use crate::entry::{Failure, Outcome, not_supported};
use crate::memory::{Dense, Matrix};
use crate::number::c64;
use crate::typed::{Type, Wide};

/// A matrix without its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) kind: Type,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) is_row_major: bool,
    pub(super) ld: isize,
    pub(super) batch: usize,
    /// Elements between neighbours in the batch.
    pub(super) stride: isize,
}

impl Shape {
    /// # Errors
    /// `Failure::InvalidValue` where the leading dimension is less than a column, or a row, has elements, or the batch is empty;
    /// `Failure::NotSupported` for orders in tiles.
    pub(super) fn of(layout: &Attributes) -> Outcome<Shape> {
        let size = |attribute| usize::try_from(layout.get(attribute)).map_err(|_| Failure::InvalidValue);
        let is_row_major = match layout.word(layout::ORDER) {
            0 => false,
            1 => true,
            other => return Err(not_supported(&format!("the order {other} of `hipblasLtOrder_t`"))),
        };
        let shape = Shape {
            kind: Type::with_small(layout.word(layout::TYPE))?,
            rows: size(layout::ROWS)?,
            columns: size(layout::COLUMNS)?,
            is_row_major,
            ld: layout.get(layout::LD).cast_signed() as isize,
            batch: usize::try_from(layout.word(layout::BATCH_COUNT).cast_signed()).map_err(|_| Failure::InvalidValue)?,
            stride: layout.get(layout::BATCH_STRIDE).cast_signed() as isize,
        };
        let along = if is_row_major { shape.columns } else { shape.rows };
        let right = shape.ld >= along.max(1) as isize && shape.batch > 0;
        if right { Ok(shape) } else { Err(Failure::InvalidValue) }
    }

    /// Rows and columns after an operation.
    pub(super) fn after(&self, operation: Operation) -> (usize, usize) {
        let turns = operation.turns();
        if turns { (self.columns, self.rows) } else { (self.rows, self.columns) }
    }

    /// # Errors
    /// `Failure::InvalidValue` where there is no memory, or none that elements of the type can lie in.
    pub(super) fn at(self, p: *const u8) -> Outcome<Operand> {
        let empty = self.rows == 0 || self.columns == 0;
        let part = if self.kind.is_complex() { self.kind.bytes() / 2 } else { self.kind.bytes() };
        if p.is_null() && !empty || !(p as usize).is_multiple_of(part) {
            return Err(Failure::InvalidValue);
        }
        Ok(Operand { p: p.cast_mut(), shape: self })
    }
}

/// A matrix in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub(super) p: *mut u8,
    pub(super) shape: Shape,
}

// SAFETY: an address and numbers; to follow the address is unsafe, whatever the thread.
unsafe impl Send for Operand {}
// SAFETY: an address and numbers; to follow the address is unsafe, whatever the thread.
unsafe impl Sync for Operand {}

impl Operand {
    /// A member of the batch whose elements are of the type `T`.
    pub(super) fn matrix<T: Copy>(&self, member: usize) -> Matrix<T> {
        let p = self.p.cast::<T>().wrapping_offset(member as isize * self.shape.stride);
        let by_columns = Matrix { p, rs: 1, cs: self.shape.ld };
        if self.shape.is_row_major { by_columns.transposed() } else { by_columns }
    }

    fn place(&self, member: usize, i: usize, j: usize) -> *mut u8 {
        let (along, across) = if self.shape.is_row_major { (j, i) } else { (i, j) };
        let element = member as isize * self.shape.stride + along as isize + across as isize * self.shape.ld;
        self.p.wrapping_offset(element * self.shape.kind.bytes() as isize)
    }

    /// # Safety
    /// The element is readable.
    pub(super) unsafe fn get(&self, member: usize, i: usize, j: usize) -> c64 {
        // SAFETY: the element is readable, as required, and aligned as `Shape::at` checks.
        unsafe { self.shape.kind.read(self.place(member, i, j)) }
    }

    /// Rounded to the type, integers to the nearest, the even one of two.
    ///
    /// # Safety
    /// The element is writable.
    pub(super) unsafe fn set(&self, member: usize, i: usize, j: usize, value: c64) {
        let whole = matches!(self.shape.kind, Type::Int8 | Type::Int32);
        let value = if whole { value.re.round_ties_even().into() } else { value };
        // SAFETY: the element is writable, as required, and aligned as `Shape::at` checks.
        unsafe { self.shape.kind.write(self.place(member, i, j), value) }
    }

    /// A copy in another type: columns, or rows of a matrix that is stored by rows.
    ///
    /// # Safety
    /// The member of the batch is readable.
    pub(super) unsafe fn copy<W: Wide>(&self, member: usize) -> Dense<W> {
        let Shape { rows, columns, is_row_major, ld, kind, .. } = self.shape;
        let extent = if is_row_major { (columns, rows) } else { (rows, columns) };
        // SAFETY: this function requires what its callee does.
        unsafe { kind.wide(self.place(member, 0, 0), extent, ld) }
    }

    /// What [`Operand::copy`] has copied, as the matrix that it is.
    pub(super) fn of_copy<W: Wide>(&self, copy: &mut Dense<W>) -> Matrix<W> {
        let by_columns = copy.matrix();
        if self.shape.is_row_major { by_columns.transposed() } else { by_columns }
    }

    /// The matrix after the operation, in another type.
    ///
    /// # Safety
    /// The member of the batch is readable.
    pub(super) unsafe fn wide<W: Wide>(&self, member: usize, operation: Operation) -> Dense<W> {
        // SAFETY: this function requires what its callee does; the copy is our own.
        unsafe {
            let mut copy = self.copy::<W>(member);
            let turned = operation.view(self.of_copy(&mut copy));
            let (rows, columns) = self.shape.after(operation);
            Dense::made(rows, columns, |i, j| turned.get(i, j).conj_if(operation.conjugates()))
        }
    }
}
