//! The elements of sparse matrices: visited in the program's memory, and held row after row in our own.

use super::descriptors::{Format, Sparse};
use super::operands::Operation;
use crate::number::c64;
use crate::typed::Wide;

impl Sparse {
    /// Visits all elements: place in the array of values, row, column.
    ///
    /// # Safety
    /// The arrays of the matrix are readable as its descriptor says, and its indices are of its rows and columns.
    pub(super) unsafe fn each(&self, mut visit: impl FnMut(usize, usize, usize)) {
        let lines = match self.format {
            Format::Rows => self.rows,
            Format::Columns => self.columns,
            Format::Coordinates => {
                // SAFETY: indices stay within what this function requires to be readable and writable.
                return (0..self.count).for_each(|at| unsafe { visit(at, self.first.get(at), self.second.get(at)) });
            }
            Format::Pairs => {
                // SAFETY: indices stay within what this function requires to be readable and writable.
                return (0..self.count).for_each(|at| unsafe { visit(at, self.first.get(2 * at), self.first.get(2 * at + 1)) });
            }
            Format::Blocked { edge, columns } => {
                let slots = columns / edge;
                for block in 0..self.rows / edge * slots {
                    // SAFETY: indices stay within what this function requires to be readable and writable.
                    let Ok(column) = usize::try_from(unsafe { self.first.signed(block) }) else { continue };
                    for inner in 0..edge * edge {
                        let (i, j) = (block / slots * edge + inner / edge, inner % edge);
                        visit(i * columns + block % slots * edge + j, i, column * edge + j);
                    }
                }
                return;
            }
        };
        for line in 0..lines {
            // SAFETY: indices stay within what this function requires to be readable and writable.
            for at in unsafe { self.first.get(line)..self.first.get(line + 1) } {
                // SAFETY: indices stay within what this function requires to be readable and writable.
                let other = unsafe { self.second.get(at) };
                let (row, column) = if self.format == Format::Rows { (line, other) } else { (other, line) };
                visit(at, row, column);
            }
        }
    }

    fn place(&self, at: usize) -> *mut u8 {
        (self.values as *mut u8).wrapping_add(at * self.kind.bytes())
    }

    /// # Safety
    /// The array of values is readable at that place.
    pub(super) unsafe fn value<W: Wide>(&self, at: usize) -> W {
        // SAFETY: the element is readable, as required.
        W::from_pair(unsafe { self.kind.read(self.place(at)) })
    }

    /// # Safety
    /// The array of values is writable at that place.
    pub(super) unsafe fn set_value<W: Wide>(&self, at: usize, value: W) {
        // SAFETY: the element is writable, as required.
        unsafe { self.kind.write(self.place(at), value.to_pair()) };
    }

    /// Writes a matrix in this one's format: its indices, its values, or both.
    ///
    /// # Safety
    /// The arrays that are asked for are writable for as many lines and elements as `from` has, and none is of blocks.
    pub(super) unsafe fn store(&self, from: &Rows<c64>, indices: bool, values: bool) {
        let turned = (self.format == Format::Columns).then(|| from.transposed(self.columns));
        let from = turned.as_ref().unwrap_or(from);
        // SAFETY: indices stay within what this function requires to be readable and writable.
        unsafe {
            let starts = !matches!(self.format, Format::Coordinates | Format::Pairs);
            if indices && starts {
                from.starts.iter().enumerate().for_each(|(line, &start)| self.first.set(line, start));
            }
            for line in 0..from.starts.len() - 1 {
                for at in from.starts[line]..from.starts[line + 1] {
                    let (other, value) = from.elements[at];
                    match self.format {
                        _ if !indices => {}
                        Format::Pairs => {
                            self.first.set(2 * at, line);
                            self.first.set(2 * at + 1, other);
                        }
                        Format::Coordinates => {
                            self.first.set(at, line);
                            self.second.set(at, other);
                        }
                        _ => self.second.set(at, other),
                    }
                    if values {
                        self.set_value(at, value);
                    }
                }
            }
        }
    }
}

/// A sparse matrix of our own: where each row begins, and each element's column and value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rows<W> {
    pub(super) starts: Vec<usize>,
    pub(super) elements: Vec<(usize, W)>,
}

impl<W: Wide> Rows<W> {
    /// Row by row.
    pub(super) fn gathered(rows: impl IntoIterator<Item = Vec<(usize, W)>>) -> Rows<W> {
        let mut made = Rows { starts: vec![0], elements: Vec::new() };
        for row in rows {
            made.elements.extend(row);
            made.starts.push(made.elements.len());
        }
        made
    }

    /// Elements in any order: row, column, value. Within a row they keep their order.
    pub(super) fn sorted(rows: usize, triples: &[(usize, usize, W)]) -> Rows<W> {
        let mut starts = vec![0; rows + 1];
        triples.iter().for_each(|&(row, ..)| starts[row + 1] += 1);
        (0..rows).for_each(|row| starts[row + 1] += starts[row]);
        let mut next = starts.clone();
        let mut elements = vec![(0, W::zero()); triples.len()];
        for &(row, column, value) in triples {
            elements[next[row]] = (column, value);
            next[row] += 1;
        }
        Rows { starts, elements }
    }

    /// Of `op(a)`.
    ///
    /// # Safety
    /// The arrays of the matrix are readable as its descriptor says, and its indices are of its rows and columns.
    pub(super) unsafe fn of(a: &Sparse, op: Operation) -> Rows<W> {
        let mut triples = Vec::with_capacity(a.count);
        // SAFETY: this function requires what its callees do.
        unsafe {
            a.each(|at, i, j| {
                let value = a.value::<W>(at).conj_if(op == Operation::Conjugate);
                triples.push(if op == Operation::None { (i, j, value) } else { (j, i, value) });
            });
        }
        Rows::sorted(op.extent(a.rows, a.columns).0, &triples)
    }

    /// Ones where a matrix has elements, whose values are not read.
    ///
    /// # Safety
    /// The indices of the matrix are readable as its descriptor says, and of its rows and columns.
    pub(super) unsafe fn places(a: &Sparse) -> Rows<W> {
        let mut triples = Vec::with_capacity(a.count);
        // SAFETY: this function requires what its callee does.
        unsafe { a.each(|_, i, j| triples.push((i, j, W::one()))) };
        Rows::sorted(a.rows, &triples)
    }

    pub(super) fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn row(&self, i: usize) -> &[(usize, W)] {
        &self.elements[self.starts[i]..self.starts[i + 1]]
    }

    /// Columns for rows.
    pub(super) fn transposed(&self, columns: usize) -> Rows<W> {
        let row = |i: usize| self.row(i).iter().map(move |&(j, value)| (j, i, value));
        Rows::sorted(columns, &(0..self.rows()).flat_map(row).collect::<Vec<_>>())
    }

    /// The values as pairs.
    pub(super) fn pairs(&self) -> Rows<c64> {
        let elements = self.elements.iter().map(|&(column, value)| (column, value.to_pair())).collect();
        Rows { starts: self.starts.clone(), elements }
    }
}
