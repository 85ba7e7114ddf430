//! Sparse matrices times dense vectors and matrices, summed in the type that the program names.

#![allow(clippy::too_many_arguments)]

use super::descriptors::{Format, Full, Sparse, full, sparse};
use super::{HipSparse, settings};
use crate::entry::{Failure, Outcome, answer, not_supported};
use crate::handles::give;
use crate::number::{c32, c64};
use crate::runtime;
use crate::typed::{Type, Wide};

/// `hipsparseOperation_t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    None,
    Transpose,
    Conjugate,
}

impl Operation {
    fn of(value: u32) -> Outcome<Operation> {
        match value {
            0 => Ok(Operation::None),
            1 => Ok(Operation::Transpose),
            2 => Ok(Operation::Conjugate),
            _ => Err(Failure::InvalidEnum),
        }
    }
}

/// A scalar's bytes, or where they are on the device.
#[derive(Clone, Copy)]
enum Scalar {
    Bytes([u8; 16]),
    Device(usize),
}

impl Scalar {
    /// # Safety
    /// `p` is null or, unless it is `on_device`, valid for reading an element of `kind`.
    unsafe fn new(p: *const u8, kind: Type, on_device: bool) -> Outcome<Scalar> {
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

    /// # Safety
    /// A scalar on the device is still valid for reading an element of `kind`.
    unsafe fn get<W: Wide>(&self, kind: Type) -> W {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        W::from_pair(unsafe {
            match self {
                Scalar::Bytes(bytes) => kind.read(bytes.as_ptr()),
                Scalar::Device(p) => kind.read(*p as *const u8),
            }
        })
    }
}

/// `C = alpha op(A) op(B) + beta C`.
#[derive(Clone, Copy)]
struct Product {
    ops: (Operation, Operation),
    a: Sparse,
    b: Full,
    c: Full,
    alpha: Scalar,
    beta: Scalar,
    compute: Type,
}

impl Full {
    /// The address of an element.
    fn at(&self, i: usize, j: usize) -> *mut u8 {
        ((self.values as *mut u8).wrapping_add((i * self.strides.0 + j * self.strides.1) * self.kind.bytes())).cast()
    }
}

impl Product {
    /// # Safety
    /// The arrays of the sparse matrix and `b` are readable, and `c` is writable, as their descriptors say; scalars on the device
    /// are valid for reads.
    unsafe fn run(&self) {
        // SAFETY: the operands are there, as hipSPARSE says.
        unsafe {
            match self.compute {
                Type::Single => self.run_in::<f32>(),
                Type::ComplexSingle => self.run_in::<c32>(),
                Type::ComplexDouble => self.run_in::<c64>(),
                _ => self.run_in::<f64>(),
            }
        }
    }

    /// # Safety
    /// What [`Product::run`] requires.
    unsafe fn run_in<W: Wide>(&self) {
        // SAFETY: indices stay within what this function requires to be readable and writable.
        let (alpha, beta): (W, W) = unsafe { (self.alpha.get(self.compute), self.beta.get(self.compute)) };
        let mut sums = vec![W::zero(); self.c.rows * self.c.columns];
        // SAFETY: this function requires what its callee does.
        unsafe {
            self.each(|i, j, value: W| {
                let (row, inner) = if self.ops.0 == Operation::None { (i, j) } else { (j, i) };
                for column in 0..self.c.columns {
                    let place = if self.ops.1 == Operation::None { self.b.at(inner, column) } else { self.b.at(column, inner) };
                    let other = W::from_pair(self.b.kind.read(place)).conj_if(self.ops.1 == Operation::Conjugate);
                    sums[row + column * self.c.rows] += value * other;
                }
            });
            for (at, &sum) in sums.iter().enumerate() {
                let place = self.c.at(at % self.c.rows, at / self.c.rows);
                let old = if beta.is_zero() { W::zero() } else { beta * W::from_pair(self.c.kind.read(place)) };
                self.c.kind.write(place, (alpha * sum + old).to_pair());
            }
        }
    }

    /// Visits all elements of the sparse matrix: row, column, value.
    ///
    /// # Safety
    /// The arrays of the sparse matrix are readable as its descriptor says, and its indices are of its rows and columns.
    unsafe fn each<W: Wide>(&self, mut visit: impl FnMut(usize, usize, W)) {
        let a = &self.a;
        // SAFETY: indices stay within what this function requires to be readable and writable.
        let value = |at: usize| unsafe {
            W::from_pair(a.kind.read((a.values as *const u8).wrapping_add(at * a.kind.bytes())))
                .conj_if(self.ops.0 == Operation::Conjugate)
        };
        let lines = match a.format {
            Format::Rows => a.rows,
            Format::Columns => a.columns,
            Format::Coordinates => {
                // SAFETY: indices stay within what this function requires to be readable and writable.
                return (0..a.count).for_each(|at| unsafe { visit(a.first.get(at), a.second.get(at), value(at)) });
            }
        };
        for line in 0..lines {
            // SAFETY: indices stay within what this function requires to be readable and writable.
            for at in unsafe { a.first.get(line)..a.first.get(line + 1) } {
                // SAFETY: indices stay within what this function requires to be readable and writable.
                let other = unsafe { a.second.get(at) };
                let (row, column) = if a.format == Format::Rows { (line, other) } else { (other, line) };
                visit(row, column, value(at));
            }
        }
    }

    /// Whether the extents fit.
    fn fits(&self) -> bool {
        let turned = |op, (rows, columns)| if op == Operation::None { (rows, columns) } else { (columns, rows) };
        let (a, b) = (turned(self.ops.0, (self.a.rows, self.a.columns)), turned(self.ops.1, (self.b.rows, self.b.columns)));
        a.1 == b.0 && a.0 == self.c.rows && b.1 == self.c.columns
    }
}

/// # Safety
/// `alpha` and `beta` are null or valid for reading a scalar of the type `compute`, in device mode until the stream has done the
/// work; until then the memory of the descriptors is as [`Product::run`] requires.
unsafe fn multiply(
    name: &'static str,
    handle: usize,
    ops: (u32, u32),
    (alpha, beta): (*const u8, *const u8),
    (a, b, c): (usize, usize, usize),
    compute: u32,
) -> u32 {
    answer::<HipSparse>(name, || {
        let settings = settings(handle)?;
        let compute = match Type::of(compute)? {
            Type::Half | Type::Bfloat | Type::Int8 | Type::Int32 => return Err(not_supported("a sparse product in this type")),
            other => other,
        };
        // SAFETY: null or valid, as hipSPARSE says, twice.
        let scalars = unsafe {
            (Scalar::new(alpha, compute, settings.device_scalars)?, Scalar::new(beta, compute, settings.device_scalars)?)
        };
        let ops = (Operation::of(ops.0)?, Operation::of(ops.1)?);
        let product = Product { ops, a: sparse(a)?, b: full(b)?, c: full(c)?, alpha: scalars.0, beta: scalars.1, compute };
        if !product.fits() {
            return Err(Failure::InvalidValue);
        }
        // SAFETY: what the program passes is there until the work is done, as hipSPARSE says.
        runtime::enqueue(settings.stream, name, move || unsafe { product.run() })
    })
}

/// # Safety
/// What [`multiply`] requires.
unsafe extern "C" fn spmv(
    handle: usize,
    op: u32,
    alpha: *const u8,
    a: usize,
    x: usize,
    beta: *const u8,
    y: usize,
    compute: u32,
    _algorithm: u32,
    _buffer: *mut u8,
) -> u32 {
    // SAFETY: this function requires what its callee does.
    unsafe { multiply("hipsparseSpMV", handle, (op, 0), (alpha, beta), (a, x, y), compute) }
}

/// # Safety
/// What [`multiply`] requires.
unsafe extern "C" fn spmm(
    handle: usize,
    op_a: u32,
    op_b: u32,
    alpha: *const u8,
    a: usize,
    b: usize,
    beta: *const u8,
    c: usize,
    compute: u32,
    _algorithm: u32,
    _buffer: *mut u8,
) -> u32 {
    // SAFETY: this function requires what its callee does.
    unsafe { multiply("hipsparseSpMM", handle, (op_a, op_b), (alpha, beta), (a, b, c), compute) }
}

/// Products need no memory of the program; some would not take a size of zero.
fn buffer_size(name: &str, handle: usize, bytes: *mut usize) -> u32 {
    answer::<HipSparse>(name, || {
        settings(handle)?;
        // SAFETY: null or valid, as hipSPARSE says.
        unsafe { give(bytes, 4) }
    })
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn spmv_size(
    handle: usize,
    _op: u32,
    _alpha: *const u8,
    _a: usize,
    _x: usize,
    _beta: *const u8,
    _y: usize,
    _compute: u32,
    _algorithm: u32,
    bytes: *mut usize,
) -> u32 {
    buffer_size("hipsparseSpMV_bufferSize", handle, bytes)
}

/// # Safety
/// `bytes` is null or valid for writes.
unsafe extern "C" fn spmm_size(
    handle: usize,
    _op_a: u32,
    _op_b: u32,
    _alpha: *const u8,
    _a: usize,
    _b: usize,
    _beta: *const u8,
    _c: usize,
    _compute: u32,
    _algorithm: u32,
    bytes: *mut usize,
) -> u32 {
    buffer_size("hipsparseSpMM_bufferSize", handle, bytes)
}

/// # Safety
/// None: the handle is looked up before it is used.
unsafe extern "C" fn prepare(handle: usize) -> u32 {
    answer::<HipSparse>("hipsparseSpMV_preprocess", || settings(handle).map(|_| ()))
}

crate::export! {
    10;
    hipsparseSpMV = spmv,
    hipsparseSpMV_bufferSize = spmv_size,
    hipsparseSpMV_preprocess = prepare,
    hipsparseSpMM = spmm,
    hipsparseSpMM_bufferSize = spmm_size,
    hipsparseSpMM_preprocess = prepare,
}
