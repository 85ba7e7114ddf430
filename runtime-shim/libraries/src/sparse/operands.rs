//! What calls of hipSPARSE pass beside matrices: operations, scalars, the type to compute in, and sizes of memory to work in.

use super::descriptors::Full;
use super::{HipSparse, settings};
use crate::entry::{Failure, Outcome, answer, not_supported};
use crate::handles::give;
pub(super) use crate::typed::in_type;
use crate::typed::{Type, Wide};

/// `hipsparseOperation_t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    None,
    Transpose,
    Conjugate,
}

impl Operation {
    pub(super) fn of(value: u32) -> Outcome<Operation> {
        match value {
            0 => Ok(Operation::None),
            1 => Ok(Operation::Transpose),
            2 => Ok(Operation::Conjugate),
            _ => Err(Failure::InvalidEnum),
        }
    }

    /// Rows and columns after the operation.
    pub(super) fn extent(self, rows: usize, columns: usize) -> (usize, usize) {
        if self == Operation::None { (rows, columns) } else { (columns, rows) }
    }
}

/// A scalar's bytes, or where they are on the device.
#[derive(Clone, Copy)]
pub(super) enum Scalar {
    Bytes([u8; 16]),
    Device(usize),
}

impl Scalar {
    /// # Safety
    /// `p` is null or, unless it is `on_device`, valid for reading an element of `kind`.
    pub(super) unsafe fn new(p: *const u8, kind: Type, on_device: bool) -> Outcome<Scalar> {
        if p.is_null() {
            return Err(Failure::InvalidValue);
        }
        if on_device {
            return Ok(Scalar::Device(p as usize));
        }
        let mut bytes = [0; 16];
        // SAFETY: indices stay within what this function requires to be readable and writable; there is room for the largest.
        unsafe { p.copy_to_nonoverlapping(bytes.as_mut_ptr(), kind.bytes()) };
        Ok(Scalar::Bytes(bytes))
    }

    /// Two scalars of one call, such as alpha and beta.
    ///
    /// # Safety
    /// What [`Scalar::new`] requires, of both.
    pub(super) unsafe fn pair(first: *const u8, second: *const u8, kind: Type, on_device: bool) -> Outcome<(Scalar, Scalar)> {
        // SAFETY: this function requires what its callee does, twice.
        unsafe { Ok((Scalar::new(first, kind, on_device)?, Scalar::new(second, kind, on_device)?)) }
    }

    /// # Safety
    /// A scalar on the device is still valid for reading an element of `kind`.
    pub(super) unsafe fn get<W: Wide>(&self, kind: Type) -> W {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        W::from_pair(unsafe {
            match self {
                Scalar::Bytes(bytes) => kind.read(bytes.as_ptr()),
                Scalar::Device(p) => kind.read(*p as *const u8),
            }
        })
    }
}

/// A type to compute in, of a value of `hipDataType`.
///
/// # Errors
/// `Failure::NotSupported` where it is none of the four that are computed in here.
pub(super) fn computed_in(kind: u32) -> Outcome<Type> {
    match Type::of(kind)? {
        Type::Half | Type::Bfloat | Type::Int8 | Type::Int32 | Type::Small(_) => {
            Err(not_supported("a sparse product in this type"))
        }
        other => Ok(other),
    }
}

/// The type that values of a type are computed in, where the program names none.
pub(super) fn wide(kind: Type) -> Type {
    match kind {
        Type::Half | Type::Bfloat | Type::Small(_) => Type::Single,
        Type::Int8 | Type::Int32 => Type::Double,
        other => other,
    }
}

impl Full {
    /// The address of an element.
    pub(super) fn at(&self, i: usize, j: usize) -> *mut u8 {
        ((self.values as *mut u8).wrapping_add((i * self.strides.0 + j * self.strides.1) * self.kind.bytes())).cast()
    }

    /// An element of `op(self)`.
    ///
    /// # Safety
    /// The operand is readable at that place.
    pub(super) unsafe fn value<W: Wide>(&self, op: Operation, i: usize, j: usize) -> W {
        let place = if op == Operation::None { self.at(i, j) } else { self.at(j, i) };
        // SAFETY: the element is readable, as required.
        W::from_pair(unsafe { self.kind.read(place) }).conj_if(op == Operation::Conjugate)
    }

    /// # Safety
    /// The operand is writable at that place.
    pub(super) unsafe fn set<W: Wide>(&self, i: usize, j: usize, value: W) {
        // SAFETY: the element is writable, as required.
        unsafe { self.kind.write(self.at(i, j), value.to_pair()) };
    }
}

/// Memory to work in is our own; some programs would not take a size of zero.
pub(super) fn buffer_size(name: &str, handle: usize, bytes: *mut usize) -> u32 {
    answer::<HipSparse>(name, || {
        settings(handle)?;
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(bytes, 4) }
    })
}
