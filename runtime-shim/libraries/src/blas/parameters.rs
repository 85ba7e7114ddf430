//! What the calls of hipBLAS pass: enumerations, sizes, scalars and results by the pointer mode, matrices and vectors alone or in
//! batches; and the call itself, which puts the work into the handle's stream.

use super::handle::{self, Settings};
use crate::entry::{Failure, Outcome};
use crate::kernels::Part;
use crate::memory::{Matrix, Vector};
use crate::runtime;
use crate::typed::Type;

/// `hipblasOperation_t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    None,
    Transpose,
    Conjugate,
}

impl Operation {
    pub(crate) fn of(value: u32) -> Outcome<Operation> {
        match value {
            111 => Ok(Operation::None),
            112 => Ok(Operation::Transpose),
            113 => Ok(Operation::Conjugate),
            _ => Err(Failure::InvalidEnum),
        }
    }

    pub(crate) fn turns(self) -> bool {
        self != Operation::None
    }

    pub(crate) fn conjugates(self) -> bool {
        self == Operation::Conjugate
    }

    /// The matrix as it is after the operation, but for conjugation.
    pub(crate) fn view<T: Copy>(self, matrix: Matrix<T>) -> Matrix<T> {
        if self.turns() { matrix.transposed() } else { matrix }
    }

    /// The number of rows in memory of a matrix that is `rows` by `columns` after the operation.
    pub(crate) fn stored(self, rows: usize, columns: usize) -> usize {
        if self.turns() { columns } else { rows }
    }
}

/// `hipblasFillMode_t`; `HIPBLAS_FILL_MODE_FULL` has no meaning here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fill {
    Upper,
    Lower,
}

impl Fill {
    pub(crate) fn of(value: u32) -> Outcome<Fill> {
        match value {
            121 => Ok(Fill::Upper),
            122 => Ok(Fill::Lower),
            123 => Err(Failure::InvalidValue),
            _ => Err(Failure::InvalidEnum),
        }
    }

    /// Whether an element belongs to this triangle.
    pub(crate) fn has(self, i: usize, j: usize) -> bool {
        if self == Fill::Upper { i <= j } else { i >= j }
    }

    pub(crate) fn part(self) -> Part {
        if self == Fill::Upper { Part::Upper } else { Part::Lower }
    }

    /// The other triangle where the matrix is transposed.
    pub(crate) fn after(self, operation: Operation) -> Fill {
        match (self, operation.turns()) {
            (Fill::Upper, true) => Fill::Lower,
            (Fill::Lower, true) => Fill::Upper,
            (same, false) => same,
        }
    }
}

/// `hipblasDiagType_t`: whether the diagonal is taken for ones and not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Diagonal {
    Read,
    Ones,
}

impl Diagonal {
    pub(crate) fn of(value: u32) -> Outcome<Diagonal> {
        match value {
            131 => Ok(Diagonal::Read),
            132 => Ok(Diagonal::Ones),
            _ => Err(Failure::InvalidEnum),
        }
    }
}

/// `hipblasSideMode_t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
}

impl Side {
    pub(crate) fn of(value: u32) -> Outcome<Side> {
        match value {
            141 => Ok(Side::Left),
            142 => Ok(Side::Right),
            143 => Err(Failure::InvalidValue),
            _ => Err(Failure::InvalidEnum),
        }
    }

    /// `rows` on the left, `columns` on the right.
    pub(crate) fn stored(self, rows: usize, columns: usize) -> usize {
        if self == Side::Left { rows } else { columns }
    }
}

/// A size of a caller.
///
/// # Errors
/// `Failure::InvalidValue` where it is negative.
pub(crate) fn size(value: i64) -> Outcome<usize> {
    usize::try_from(value).map_err(|_| Failure::InvalidValue)
}

/// A length of a caller; negative ones count as zero.
pub(crate) fn length(value: i64) -> Outcome<usize> {
    Ok(usize::try_from(value).unwrap_or(0))
}

/// How a parameter of a batch is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Batch {
    /// One after another, with so many elements between neighbours.
    Strided(i64),
    /// By an array of pointers.
    Pointers,
}

/// A matrix, vector or element of each member of a batch. `ld` is the leading dimension or increment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<T> {
    p: *mut T,
    ld: i64,
    batch: Batch,
}

// SAFETY: an address, a number and no more; to follow the address is unsafe, whatever the thread.
unsafe impl<T> Send for Source<T> {}

impl<T: Copy> Source<T> {
    /// Of a call without a batch.
    pub(crate) fn one(p: *const T, ld: i64) -> Source<T> {
        Source { p: p.cast_mut(), ld, batch: Batch::Strided(0) }
    }

    pub(crate) fn strided(p: *const T, ld: i64, stride: i64) -> Source<T> {
        Source { p: p.cast_mut(), ld, batch: Batch::Strided(stride) }
    }

    /// By an array of pointers, which is read when the work is done.
    pub(crate) fn pointers(p: *const *const T, ld: i64) -> Source<T> {
        Source { p: p.cast_mut().cast(), ld, batch: Batch::Pointers }
    }

    /// # Errors
    /// `Failure::InvalidValue` where the leading dimension is less than the rows, or the pointer null for a matrix with elements.
    pub(crate) fn check_matrix(&self, rows: usize, empty: bool) -> Outcome {
        let right = self.ld >= rows.max(1) as i64 && (empty || !self.p.is_null());
        if right { Ok(()) } else { Err(Failure::InvalidValue) }
    }

    /// # Errors
    /// `Failure::InvalidValue` where the pointer is null for something with elements.
    pub(crate) fn check(&self, empty: bool) -> Outcome {
        if empty || !self.p.is_null() { Ok(()) } else { Err(Failure::InvalidValue) }
    }

    /// # Errors
    /// `Failure::InvalidValue` where the increment is zero or the pointer null for a vector with elements.
    pub(crate) fn check_vector(&self, empty: bool) -> Outcome {
        if self.ld == 0 { Err(Failure::InvalidValue) } else { self.check(empty) }
    }

    /// Of one member of the batch; null for each where there is none.
    ///
    /// # Safety
    /// In a batch that is passed by pointers, the array of pointers has more than `member` elements.
    pub(crate) unsafe fn at(&self, member: usize) -> *mut T {
        match self.batch {
            Batch::Strided(_) if self.p.is_null() => self.p,
            Batch::Strided(stride) => self.p.wrapping_offset(member as isize * stride as isize),
            // SAFETY: indices stay within what this function requires to be readable and writable.
            Batch::Pointers => unsafe { self.p.cast::<*mut T>().add(member).read() },
        }
    }

    /// # Safety
    /// In a batch that is passed by pointers, the array of pointers has more than `member` elements.
    pub(crate) unsafe fn matrix(&self, member: usize) -> Matrix<T> {
        // SAFETY: this function requires what its callee does.
        Matrix::new(unsafe { self.at(member) }, self.ld as usize)
    }

    /// # Safety
    /// In a batch that is passed by pointers, the array of pointers has more than `member` elements.
    pub(crate) unsafe fn vector(&self, member: usize, length: usize) -> Vector<T> {
        // SAFETY: this function requires what its callee does.
        Vector::new(unsafe { self.at(member) }, self.ld as isize, length)
    }
}

/// Where the indices of a batch go; the width is the entry point's.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Index {
    Int(*mut i32),
    Long(*mut i64),
}

// SAFETY: an address, a number and no more; to follow the address is unsafe, whatever the thread.
unsafe impl Send for Index {}

impl Index {
    /// # Errors
    /// `Failure::InvalidValue` where the pointer is null.
    pub(crate) fn check(&self, empty: bool) -> Outcome {
        let null = match self {
            Index::Int(pointer) => pointer.is_null(),
            Index::Long(pointer) => pointer.is_null(),
        };
        if empty || !null { Ok(()) } else { Err(Failure::InvalidValue) }
    }

    /// # Safety
    /// The array is valid for writes of more than `member` indices, and nothing else accesses them meanwhile.
    pub(crate) unsafe fn set(&self, member: usize, value: i64) {
        // SAFETY: indices stay within what this function requires to be readable and writable; an index of 32 bits counts a
        // vector whose length has as many.
        unsafe {
            match self {
                Index::Int(pointer) => pointer.add(member).write(value as i32),
                Index::Long(pointer) => pointer.add(member).write(value),
            }
        }
    }
}

/// A scalar: read at the call in host mode, when the work is done in device mode.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scalar<T> {
    Value(T),
    Pointer(*const T),
}

// SAFETY: an address, a number and no more; to follow the address is unsafe, whatever the thread.
unsafe impl<T: Send> Send for Scalar<T> {}

impl<T: Copy> Scalar<T> {
    /// # Safety
    /// A [`Scalar::Pointer`] is valid for reading a `T`, which nothing writes meanwhile.
    pub(crate) unsafe fn get(&self) -> T {
        match *self {
            Scalar::Value(value) => value,
            // SAFETY: indices stay within what this function requires to be readable and writable.
            Scalar::Pointer(pointer) => unsafe { pointer.read() },
        }
    }
}

/// A call on a handle.
pub(crate) struct Call {
    settings: Settings,
    name: &'static str,
}

impl Call {
    /// # Errors
    /// `Failure::NoHandle`.
    pub(crate) fn new(handle: usize, name: &'static str) -> Outcome<Call> {
        Ok(Call { settings: handle::settings(handle)?, name })
    }

    /// A scalar that the caller's pointer leads to.
    ///
    /// # Errors
    /// `Failure::InvalidValue` where the pointer is null.
    ///
    /// # Safety
    /// In host pointer mode `pointer` is null or valid for reading a `T`. In device mode it is only noted: see [`Scalar::get`].
    pub(crate) unsafe fn scalar<T: Copy>(&self, pointer: *const T) -> Outcome<Scalar<T>> {
        if pointer.is_null() {
            return Err(Failure::InvalidValue);
        }
        // SAFETY: not null, and valid for the scalar or the result, as required.
        Ok(if self.settings.device_scalars { Scalar::Pointer(pointer) } else { Scalar::Value(unsafe { pointer.read() }) })
    }

    /// A scalar whose type is named by a value: its bytes.
    ///
    /// # Errors
    /// As of [`Call::scalar`].
    ///
    /// # Safety
    /// In host pointer mode `pointer` is null or valid for reading an element of `kind`. In device mode it is only noted.
    pub(crate) unsafe fn typed_scalar(&self, pointer: *const u8, kind: Type) -> Outcome<Scalar<[u8; 16]>> {
        if pointer.is_null() {
            return Err(Failure::InvalidValue);
        }
        if self.settings.device_scalars {
            return Ok(Scalar::Pointer(pointer.cast()));
        }
        let mut bytes = [0; 16];
        // SAFETY: the program's scalar is of that type, and there is room for the largest.
        unsafe { pointer.copy_to_nonoverlapping(bytes.as_mut_ptr(), kind.bytes()) };
        Ok(Scalar::Value(bytes))
    }

    /// Puts work into the stream, for each member of the batch. Results that the host gets are waited for.
    ///
    /// # Errors
    /// As of the stream.
    pub(crate) fn submit(&self, results: bool, count: usize, work: impl Fn(usize) + Send + 'static) -> Outcome {
        let all = move || (0..count).for_each(&work);
        if results && !self.settings.device_scalars {
            return runtime::run_now(self.settings.stream, self.name, all);
        }
        runtime::enqueue(self.settings.stream, self.name, all)
    }
}
