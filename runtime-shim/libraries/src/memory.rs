//! Vectors and matrices in the program's memory: column-major, with increments and leading dimensions, as the libraries pass them.
//!
//! `# Safety` sections of this crate use two words. An operand is *readable* for `n` elements, or for `m` by `n`, when those with
//! smaller indices are valid for reads and nothing writes to them while the function runs; *writable* when they are also valid for
//! writes and nothing else reads or writes them meanwhile, but an operand that is the very same memory where that is said.

use num_traits::Zero;
use rayon::prelude::*;

/// Elements that one thread works on at least, where something is done to each: that takes a nanosecond or some.
const ONE_THREAD: usize = 1 << 13;

/// A matrix in memory: where element (0, 0) lies, and the elements between neighbours down a column and along a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matrix<T> {
    pub(crate) p: *mut T,
    pub(crate) rs: isize,
    pub(crate) cs: isize,
}

// SAFETY: a matrix is an address and strides; to follow them is unsafe, whatever the thread.
unsafe impl<T> Send for Matrix<T> {}
// SAFETY: a matrix is an address and strides; to follow them is unsafe, whatever the thread.
unsafe impl<T> Sync for Matrix<T> {}

impl<T: Copy> Matrix<T> {
    /// One as the libraries pass it, column after column.
    pub(crate) fn new(p: *mut T, ld: usize) -> Matrix<T> {
        Matrix { p, rs: 1, cs: ld as isize }
    }

    /// Rows for columns.
    pub(crate) fn transposed(self) -> Matrix<T> {
        Matrix { p: self.p, rs: self.cs, cs: self.rs }
    }

    /// The matrix that begins at an element.
    pub(crate) fn from(self, i: usize, j: usize) -> Matrix<T> {
        Matrix { p: self.p.wrapping_offset(i as isize * self.rs + j as isize * self.cs), ..self }
    }

    /// # Safety
    /// Element (`i`, `j`) is readable.
    pub(crate) unsafe fn get(self, i: usize, j: usize) -> T {
        // SAFETY: the element is readable or writable, as required.
        unsafe { self.from(i, j).p.read() }
    }

    /// # Safety
    /// Element (`i`, `j`) is writable.
    pub(crate) unsafe fn set(self, i: usize, j: usize, value: T) {
        // SAFETY: the element is readable or writable, as required.
        unsafe { self.from(i, j).p.write(value) }
    }

    /// # Safety
    /// Element (`i`, `j`) is writable.
    pub(crate) unsafe fn update(self, i: usize, j: usize, change: impl FnOnce(T) -> T) {
        // SAFETY: the element is readable or writable, as required.
        unsafe { self.set(i, j, change(self.get(i, j))) }
    }
}

/// A vector in memory: where element 0 lies, and the elements between neighbours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vector<T> {
    pub(crate) p: *mut T,
    pub(crate) inc: isize,
}

// SAFETY: a vector is an address and a stride; to follow them is unsafe, whatever the thread.
unsafe impl<T> Send for Vector<T> {}
// SAFETY: a vector is an address and a stride; to follow them is unsafe, whatever the thread.
unsafe impl<T> Sync for Vector<T> {}

impl<T: Copy> Vector<T> {
    /// One as BLAS passes it: where the increment is negative, the pointer leads to the last element.
    pub(crate) fn new(p: *mut T, inc: isize, length: usize) -> Vector<T> {
        let back = if inc < 0 { (length as isize - 1).max(0) * -inc } else { 0 };
        Vector { p: p.wrapping_offset(back), inc }
    }

    /// # Safety
    /// Element `i` is readable.
    pub(crate) unsafe fn get(self, i: usize) -> T {
        // SAFETY: the element is readable or writable, as required.
        unsafe { self.p.wrapping_offset(i as isize * self.inc).read() }
    }

    /// # Safety
    /// Element `i` is writable.
    pub(crate) unsafe fn set(self, i: usize, value: T) {
        // SAFETY: the element is readable or writable, as required.
        unsafe { self.p.wrapping_offset(i as isize * self.inc).write(value) }
    }

    /// # Safety
    /// Element `i` is writable.
    pub(crate) unsafe fn update(self, i: usize, change: impl FnOnce(T) -> T) {
        // SAFETY: the element is readable or writable, as required.
        unsafe { self.set(i, change(self.get(i))) }
    }

    /// A matrix of one column of so many elements.
    pub(crate) fn column(self, length: usize) -> Matrix<T> {
        Matrix { p: self.p, rs: self.inc, cs: self.inc * length.max(1) as isize }
    }

    /// The elements, where they are neighbours.
    ///
    /// # Safety
    /// The vector is readable for `length` elements for as long as the slice is used.
    pub(crate) unsafe fn slice<'a>(self, length: usize) -> Option<&'a [T]> {
        // SAFETY: the element is readable or writable, as required.
        (self.inc == 1 && !self.p.is_null()).then(|| unsafe { std::slice::from_raw_parts(self.p, length) })
    }
}

/// A dense matrix of our own, column after column.
#[derive(Clone, Debug)]
pub(crate) struct Dense<T> {
    pub(crate) rows: usize,
    pub(crate) all: Vec<T>,
}

impl<T: Zero + Copy + Send> Dense<T> {
    /// All elements zero.
    pub(crate) fn zeros(rows: usize, columns: usize) -> Dense<T> {
        Dense { rows, all: vec![T::zero(); rows * columns] }
    }

    /// Elements by their places.
    pub(crate) fn made(rows: usize, columns: usize, element: impl Fn(usize, usize) -> T) -> Dense<T> {
        let mut made = Dense { rows, all: Vec::with_capacity(rows * columns) };
        for j in 0..columns {
            made.all.extend((0..rows).map(|i| element(i, j)));
        }
        made
    }

    /// Work on each column, by several threads where there are many elements.
    pub(crate) fn par_columns(&mut self, work: impl Fn(usize, &mut [T]) + Sync) {
        let rows = self.rows.max(1);
        let columns = self.all.par_chunks_mut(rows).with_min_len(ONE_THREAD.div_ceil(rows));
        columns.enumerate().for_each(|(j, column)| work(j, column));
    }

    /// As memory that can be read and written for as long as this lives.
    pub(crate) fn matrix(&mut self) -> Matrix<T> {
        Matrix::new(self.all.as_mut_ptr(), self.rows)
    }
}
