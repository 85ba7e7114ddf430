//! Matrices of small dense blocks (BSR, and GEBSR where blocks are not square): their elements, from rows and back to them.

use super::elements::Rows;
use crate::entry::{Failure, Outcome};
use crate::typed::Wide;
use std::ffi::c_int;

/// A matrix of blocks in the program's memory. Its rows and columns are counted in blocks.
#[derive(Clone, Copy)]
pub(super) struct Blocks<T> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Rows and columns of a block.
    pub(super) size: (usize, usize),
    /// Whether the elements of a block are stored column after column.
    pub(super) by_columns: bool,
    pub(super) base: c_int,
    pub(super) values: *mut T,
    pub(super) starts: *mut c_int,
    pub(super) others: *mut c_int,
}

// SAFETY: addresses; to follow them is unsafe, whatever the thread.
unsafe impl<T> Send for Blocks<T> {}

impl<T: Wide> Blocks<T> {
    /// `hipsparseDirection_t`: whether blocks are stored column after column.
    ///
    /// # Errors
    /// `Failure::InvalidEnum` for all others.
    pub(super) fn direction(value: u32) -> Outcome<bool> {
        match value {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Failure::InvalidEnum),
        }
    }

    /// Where an element of a block is in the array of values.
    fn place(&self, block: usize, i: usize, j: usize) -> usize {
        let (height, width) = self.size;
        block * height * width + if self.by_columns { j * height + i } else { i * width + j }
    }

    /// # Safety
    /// `starts` is readable for more than `row` numbers, none of which is below the base.
    unsafe fn start(&self, row: usize) -> usize {
        // SAFETY: as required.
        unsafe { (self.starts.add(row).read() - self.base) as usize }
    }

    /// Visits all elements: row, column, value.
    ///
    /// # Safety
    /// The arrays are readable, and their indices are of the matrix.
    pub(super) unsafe fn each(&self, mut visit: impl FnMut(usize, usize, T)) {
        // SAFETY: as required.
        unsafe { self.each_place(|at, i, j| visit(i, j, self.values.add(at).read())) };
    }

    /// Visits all elements: place in the array of values, row, column.
    ///
    /// # Safety
    /// The indices are readable, and of the matrix.
    pub(super) unsafe fn each_place(&self, mut visit: impl FnMut(usize, usize, usize)) {
        let (height, width) = self.size;
        for row in 0..self.rows {
            // SAFETY: as required.
            unsafe {
                let blocks = self.start(row)..self.start(row + 1);
                self.each_place_of(blocks, |at, column, i, j| visit(at, row * height + i, column * width + j));
            }
        }
    }

    /// Visits the elements of some blocks: place in the array of values, column of the block, row and column in the block.
    ///
    /// # Safety
    /// The columns of the blocks are readable.
    pub(super) unsafe fn each_place_of(&self, blocks: std::ops::Range<usize>, mut visit: impl FnMut(usize, usize, usize, usize)) {
        for block in blocks {
            // SAFETY: as required.
            let column = unsafe { (self.others.add(block).read() - self.base) as usize };
            for i in 0..self.size.0 {
                (0..self.size.1).for_each(|j| visit(self.place(block, i, j), column, i, j));
            }
        }
    }

    /// All elements of the blocks, row after row.
    ///
    /// # Safety
    /// What [`Blocks::each`] requires.
    pub(super) unsafe fn rows_of(&self) -> Rows<T> {
        let mut triples = Vec::new();
        // SAFETY: this function requires what its callee does.
        unsafe { self.each(|i, j, value| triples.push((i, j, value))) };
        Rows::sorted(self.rows * self.size.0, &triples)
    }

    /// Writes where the blocks of each row of blocks begin; gives how many there are.
    ///
    /// # Safety
    /// `starts` is writable for one number more than there are rows of blocks.
    pub(super) unsafe fn store_starts(&self, from: &Rows<T>) -> usize {
        let mut count = 0;
        for row in 0..=self.rows {
            // SAFETY: as required.
            unsafe { self.starts.add(row).write(count as c_int + self.base) };
            count += if row < self.rows { self.columns_of(from, row).len() } else { 0 };
        }
        count
    }

    /// Writes columns and values of the blocks, zeros where the matrix has no elements.
    ///
    /// # Safety
    /// `starts` is as [`Blocks::store_starts`] leaves it; the other arrays are writable for as many blocks as it says.
    pub(super) unsafe fn store(&self, from: &Rows<T>) {
        let (height, width) = self.size;
        for row in 0..self.rows {
            let columns = self.columns_of(from, row);
            // SAFETY: as required.
            unsafe {
                let first = self.start(row);
                for (at, &column) in columns.iter().enumerate() {
                    self.others.add(first + at).write(column as c_int + self.base);
                    (0..height * width).for_each(|k| self.values.add((first + at) * height * width + k).write(T::zero()));
                }
                for i in row * height..((row + 1) * height).min(from.rows()) {
                    for &(j, value) in from.row(i) {
                        let block = first + columns.binary_search(&(j / width)).unwrap_or(0);
                        self.values.add(self.place(block, i % height, j % width)).write(value);
                    }
                }
            }
        }
    }

    /// The columns of blocks in which a row of blocks has elements.
    fn columns_of(&self, from: &Rows<T>, row: usize) -> Vec<usize> {
        let (height, width) = self.size;
        let rows = row * height..((row + 1) * height).min(from.rows());
        let mut columns: Vec<usize> = rows.flat_map(|i| from.row(i).iter().map(|&(j, _)| j / width)).collect();
        columns.sort_unstable();
        columns.dedup();
        columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_blocks_and_rows_again() {
        let (m, n, height, width) = (7, 10, 3, 4);
        let row = |i: usize| {
            (0..n).filter(|j| (i * 5 + j * 3).is_multiple_of(4)).map(|j| (j, 1.0 + (i * n + j) as f64)).collect::<Vec<_>>()
        };
        let from: Rows<f64> = Rows::gathered((0..m).map(row));
        for by_columns in [false, true] {
            let (mut starts, mut others, mut values) = (vec![0; 4], vec![0; 9], vec![-1.0; 9 * 12]);
            let (rows, columns, size) = (3, 3, (height, width));
            let (starts_at, others_at) = (starts.as_mut_ptr(), others.as_mut_ptr());
            let values = values.as_mut_ptr();
            let blocks = Blocks { rows, columns, size, by_columns, base: 1, values, starts: starts_at, others: others_at };
            // SAFETY: the arrays are our own, and large enough for all blocks.
            let (count, back) = unsafe {
                let count = blocks.store_starts(&from);
                blocks.store(&from);
                (count, blocks.rows_of())
            };
            assert!(count <= 9 && starts[3] == count as c_int + 1, "{starts:?}");
            for i in 0..rows * height {
                let kept: Vec<(usize, f64)> = back.row(i).iter().copied().filter(|&(_, value)| value != 0.0).collect();
                assert_eq!(kept, if i < m { row(i) } else { Vec::new() }, "row {i}");
            }
        }
    }
}
