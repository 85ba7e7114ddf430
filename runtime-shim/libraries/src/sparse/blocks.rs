//! Matrices of small dense blocks (BSR): their elements, from rows and back to them.

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
    pub(super) size: usize,
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
        let (line, inner) = if self.by_columns { (j, i) } else { (i, j) };
        (block * self.size + line) * self.size + inner
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
        for row in 0..self.rows {
            // SAFETY: as required.
            unsafe {
                for block in self.start(row)..self.start(row + 1) {
                    let column = (self.others.add(block).read() - self.base) as usize;
                    for i in 0..self.size {
                        for j in 0..self.size {
                            let value = self.values.add(self.place(block, i, j)).read();
                            visit(row * self.size + i, column * self.size + j, value);
                        }
                    }
                }
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
        Rows::sorted(self.rows * self.size, &triples)
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
        for row in 0..self.rows {
            let columns = self.columns_of(from, row);
            // SAFETY: as required.
            unsafe {
                let first = self.start(row);
                for (at, &column) in columns.iter().enumerate() {
                    self.others.add(first + at).write(column as c_int + self.base);
                    (0..self.size * self.size)
                        .for_each(|k| self.values.add((first + at) * self.size * self.size + k).write(T::zero()));
                }
                for i in row * self.size..((row + 1) * self.size).min(from.rows()) {
                    for &(j, value) in from.row(i) {
                        let block = first + columns.binary_search(&(j / self.size)).unwrap_or(0);
                        self.values.add(self.place(block, i % self.size, j % self.size)).write(value);
                    }
                }
            }
        }
    }

    /// The columns of blocks in which a row of blocks has elements.
    fn columns_of(&self, from: &Rows<T>, row: usize) -> Vec<usize> {
        let rows = row * self.size..((row + 1) * self.size).min(from.rows());
        let mut columns: Vec<usize> = rows.flat_map(|i| from.row(i).iter().map(|&(j, _)| j / self.size)).collect();
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
        let (m, n, size) = (7, 10, 3);
        let row = |i: usize| {
            (0..n).filter(|j| (i * 5 + j * 3).is_multiple_of(4)).map(|j| (j, 1.0 + (i * n + j) as f64)).collect::<Vec<_>>()
        };
        let from: Rows<f64> = Rows::gathered((0..m).map(row));
        for by_columns in [false, true] {
            let (mut starts, mut others, mut values) = (vec![0; 4], vec![0; 12], vec![-1.0; 12 * 9]);
            let (rows, columns) = (3, 4);
            let (starts_at, others_at) = (starts.as_mut_ptr(), others.as_mut_ptr());
            let values = values.as_mut_ptr();
            let blocks = Blocks { rows, columns, size, by_columns, base: 1, values, starts: starts_at, others: others_at };
            // SAFETY: the arrays are our own, and large enough for all blocks.
            let (count, back) = unsafe {
                let count = blocks.store_starts(&from);
                blocks.store(&from);
                (count, blocks.rows_of())
            };
            assert!(count <= 12 && starts[3] == count as c_int + 1, "{starts:?}");
            for i in 0..rows * size {
                let kept: Vec<(usize, f64)> = back.row(i).iter().copied().filter(|&(_, value)| value != 0.0).collect();
                assert_eq!(kept, if i < m { row(i) } else { Vec::new() }, "row {i}");
            }
        }
    }
}
