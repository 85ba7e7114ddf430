//! Factorisations and solves with sizes of 64 bits, whose elements are of a type that a value names (`hipsolverDnX...`).

#![allow(clippy::too_many_arguments)]

use super::dense_work::{Shared, cholesky_solve};
use super::{HANDLES, HipSolver, checked, submit};
use crate::blas::{Fill, Operation};
use crate::dense;
use crate::entry::{Failure, Outcome, answer, not_supported};
use crate::handles::{Handles, give};
use crate::memory::Matrix;
use crate::typed::{Type, in_type};

/// Algorithms that a program may choose, of which there is one each.
static PARAMETERS: Handles<()> = Handles::new();

/// A matrix of elements of a type, in the program's memory.
#[derive(Clone, Copy)]
struct Operand {
    p: usize,
    ld: usize,
}

impl Operand {
    fn new(rows: i64, columns: i64, p: *const u8, ld: i64) -> Outcome<Operand> {
        let absent = rows > 0 && columns > 0 && p.is_null();
        if rows < 0 || columns < 0 || ld < rows.max(1) || absent {
            return Err(Failure::InvalidValue);
        }
        Ok(Operand { p: p as usize, ld: ld as usize })
    }

    fn of<T: Copy>(self) -> Matrix<T> {
        Matrix::new(self.p as *mut T, self.ld)
    }
}

/// The type of the elements of all operands of a call, which is computed in.
fn element(kinds: &[u32]) -> Outcome<Type> {
    let kind = Type::of(kinds[0])?;
    let known = matches!(kind, Type::Single | Type::Double | Type::ComplexSingle | Type::ComplexDouble);
    if known && kinds.iter().all(|&other| Type::of(other) == Ok(kind)) {
        return Ok(kind);
    }
    Err(not_supported("a factorisation of hipSOLVER in this type, or in several"))
}

/// A count that is not negative.
fn size(n: i64) -> usize {
    usize::try_from(n).unwrap_or(0)
}

/// # Safety
/// `to` is null or valid for writes.
unsafe extern "C" fn create(to: *mut usize) -> u32 {
    // SAFETY: null or valid, as hipSOLVER says.
    answer::<HipSolver>("hipsolverDnCreateParams", || unsafe { give(to, PARAMETERS.create(())) })
}

extern "C" fn destroy(parameters: usize) -> u32 {
    answer::<HipSolver>("hipsolverDnDestroyParams", || PARAMETERS.destroy(parameters).map_err(|_| Failure::InvalidValue))
}

/// There is one algorithm: both choices are taken.
extern "C" fn set_options(parameters: usize, _function: u32, algorithm: u32) -> u32 {
    answer::<HipSolver>("hipsolverDnSetAdvOptions", || {
        PARAMETERS.with(parameters, |_| ()).map_err(|_| Failure::InvalidValue)?;
        if (231..=232).contains(&algorithm) { Ok(()) } else { Err(Failure::InvalidEnum) }
    })
}

/// Memory to work in is our own: programs are asked for one byte on the device, and none on the host.
///
/// # Safety
/// Both sizes are null or valid for writes.
unsafe fn sizes(name: &str, handle: usize, kinds: &[u32], on_device: *mut usize, on_host: *mut usize) -> u32 {
    answer::<HipSolver>(name, || {
        HANDLES.with(handle, |_| ())?;
        element(kinds)?;
        // SAFETY: null or valid, as hipSOLVER says.
        unsafe {
            give(on_device, 1)?;
            give(on_host, 0)
        }
    })
}

/// # Safety
/// Both sizes are null or valid for writes.
unsafe extern "C" fn getrf_size(
    handle: usize,
    _parameters: usize,
    _m: i64,
    _n: i64,
    kind: u32,
    _a: *const u8,
    _lda: i64,
    compute: u32,
    on_device: *mut usize,
    on_host: *mut usize,
) -> u32 {
    // SAFETY: this function requires what its callee does.
    unsafe { sizes("hipsolverDnXgetrf_bufferSize", handle, &[kind, compute], on_device, on_host) }
}

/// # Safety
/// Until the stream has done the work: `a` is null or writable for `m` by `n` elements of `kind`; `pivots` is null or valid for writes of
/// `min(m, n)` numbers; `info` is null or valid for writes.
unsafe extern "C" fn getrf(
    handle: usize,
    _parameters: usize,
    m: i64,
    n: i64,
    kind: u32,
    a: *mut u8,
    lda: i64,
    pivots: *mut i64,
    compute: u32,
    _on_device: *mut u8,
    _device_size: usize,
    _on_host: *mut u8,
    _host_size: usize,
    info: *mut i32,
) -> u32 {
    let name = "hipsolverDnXgetrf";
    let asked = element(&[kind, compute]).and_then(|kind| Ok((kind, Operand::new(m, n, a, lda)?)));
    checked(name, asked, |(kind, a)| {
        let (pivots, info) = (Shared(pivots), Shared(info));
        submit(name, handle, !info.get().is_null(), move || {
            let to = pivots.get();
            // SAFETY: the program's memory is there until the work is done, as hipSOLVER says; rows are counted from one.
            let mut note = |row: usize, other: usize| unsafe { to.add(row).write(other as i64 + 1) };
            let pivot: Option<&mut dyn FnMut(usize, usize)> = if to.is_null() { None } else { Some(&mut note) };
            // SAFETY: the same.
            unsafe { info.get().write(in_type!(kind, T => dense::lu::<T>(size(m), size(n), a.of(), pivot))) };
        })
    })
}

/// # Safety
/// Until the stream has done the work: `a` is null or readable for `n` by `n` elements of `kind`; `pivots` is null or valid for reads of
/// `n` numbers from 1 to `n`; `b` is null or writable for `n` by `columns`; `info` is null or valid for writes.
unsafe extern "C" fn getrs(
    handle: usize,
    _parameters: usize,
    trans: u32,
    n: i64,
    columns: i64,
    kind: u32,
    a: *const u8,
    lda: i64,
    pivots: *const i64,
    kind_b: u32,
    b: *mut u8,
    ldb: i64,
    info: *mut i32,
) -> u32 {
    let name = "hipsolverDnXgetrs";
    let operands = || Ok((Operand::new(n, n, a, lda)?, Operand::new(n, columns, b, ldb)?));
    let asked = element(&[kind, kind_b]).and_then(|kind| Ok((kind, operands()?, Operation::of(trans)?)));
    checked(name, asked, |(kind, (a, b), trans)| {
        let (pivots, info) = (Shared(pivots.cast_mut()), Shared(info));
        submit(name, handle, !info.get().is_null(), move || {
            let (n, from) = (size(n), pivots.get());
            // SAFETY: the program's memory is there until the work is done, as hipSOLVER says; rows are counted from one.
            unsafe {
                let rows: Vec<i32> = (0..if from.is_null() { 0 } else { n }).map(|i| from.add(i).read() as i32).collect();
                let rows = if from.is_null() { std::ptr::null() } else { rows.as_ptr() };
                in_type!(kind, T => dense::lu_solve::<T>(trans, (n, size(columns)), a.of(), rows, b.of()));
                info.get().write(0);
            }
        })
    })
}

/// # Safety
/// Both sizes are null or valid for writes.
unsafe extern "C" fn potrf_size(
    handle: usize,
    _parameters: usize,
    _uplo: u32,
    _n: i64,
    kind: u32,
    _a: *const u8,
    _lda: i64,
    compute: u32,
    on_device: *mut usize,
    on_host: *mut usize,
) -> u32 {
    // SAFETY: this function requires what its callee does.
    unsafe { sizes("hipsolverDnXpotrf_bufferSize", handle, &[kind, compute], on_device, on_host) }
}

/// # Safety
/// Until the stream has done the work: the triangle of `a` that `uplo` names is null or writable for `n` by `n` elements of `kind`;
/// `info` is null or valid for writes.
unsafe extern "C" fn potrf(
    handle: usize,
    _parameters: usize,
    uplo: u32,
    n: i64,
    kind: u32,
    a: *mut u8,
    lda: i64,
    compute: u32,
    _on_device: *mut u8,
    _device_size: usize,
    _on_host: *mut u8,
    _host_size: usize,
    info: *mut i32,
) -> u32 {
    let name = "hipsolverDnXpotrf";
    let asked = element(&[kind, compute]).and_then(|kind| Ok((kind, Operand::new(n, n, a, lda)?, Fill::of(uplo)?)));
    checked(name, asked, |(kind, a, uplo)| {
        let info = Shared(info);
        // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
        submit(name, handle, !info.get().is_null(), move || unsafe {
            info.get().write(in_type!(kind, T => dense::cholesky::<T>(uplo, size(n), a.of())));
        })
    })
}

/// # Safety
/// Until the stream has done the work: the triangle of `a` that `uplo` names is null or readable for `n` by `n` elements of `kind`; `b`
/// is null or writable for `n` by `columns`; `info` is null or valid for writes.
unsafe extern "C" fn potrs(
    handle: usize,
    _parameters: usize,
    uplo: u32,
    n: i64,
    columns: i64,
    kind: u32,
    a: *const u8,
    lda: i64,
    kind_b: u32,
    b: *mut u8,
    ldb: i64,
    info: *mut i32,
) -> u32 {
    let name = "hipsolverDnXpotrs";
    let operands = || Ok((Operand::new(n, n, a, lda)?, Operand::new(n, columns, b, ldb)?));
    let asked = element(&[kind, kind_b]).and_then(|kind| Ok((kind, operands()?, Fill::of(uplo)?)));
    checked(name, asked, |(kind, (a, b), uplo)| {
        let info = Shared(info);
        // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
        submit(name, handle, !info.get().is_null(), move || unsafe {
            in_type!(kind, T => cholesky_solve::<T>(uplo, (size(n), size(columns)), a.of(), b.of()));
            info.get().write(0);
        })
    })
}

/// # Safety
/// Both sizes are null or valid for writes.
unsafe extern "C" fn geqrf_size(
    handle: usize,
    _parameters: usize,
    _m: i64,
    _n: i64,
    kind: u32,
    _a: *const u8,
    _lda: i64,
    kind_of_tau: u32,
    _tau: *const u8,
    compute: u32,
    on_device: *mut usize,
    on_host: *mut usize,
) -> u32 {
    // SAFETY: this function requires what its callee does.
    unsafe { sizes("hipsolverDnXgeqrf_bufferSize", handle, &[kind, kind_of_tau, compute], on_device, on_host) }
}

/// # Safety
/// Until the stream has done the work: `a` is null or writable for `m` by `n` elements of `kind`; `tau` is null or valid for writes of
/// `min(m, n)`; `info` is null or valid for writes.
unsafe extern "C" fn geqrf(
    handle: usize,
    _parameters: usize,
    m: i64,
    n: i64,
    kind: u32,
    a: *mut u8,
    lda: i64,
    kind_of_tau: u32,
    tau: *mut u8,
    compute: u32,
    _on_device: *mut u8,
    _device_size: usize,
    _on_host: *mut u8,
    _host_size: usize,
    info: *mut i32,
) -> u32 {
    let name = "hipsolverDnXgeqrf";
    let asked = element(&[kind, kind_of_tau, compute]).and_then(|kind| Ok((kind, Operand::new(m, n, a, lda)?)));
    checked(name, asked, |(kind, a)| {
        let (tau, info) = (Shared(tau), Shared(info));
        // SAFETY: the program's memory is there until the work is done, as hipSOLVER says.
        submit(name, handle, !info.get().is_null() && !tau.get().is_null(), move || unsafe {
            in_type!(kind, T => dense::qr::<T>(size(m), size(n), a.of(), tau.get().cast()));
            info.get().write(0);
        })
    })
}

crate::export! {
    7;
    hipsolverDnCreateParams = create,
    hipsolverDnDestroyParams = destroy,
    hipsolverDnSetAdvOptions = set_options,
    hipsolverDnXgetrf_bufferSize = getrf_size,
    hipsolverDnXgetrf = getrf,
    hipsolverDnXgetrs = getrs,
    hipsolverDnXpotrf_bufferSize = potrf_size,
    hipsolverDnXpotrf = potrf,
    hipsolverDnXpotrs = potrs,
    hipsolverDnXgeqrf_bufferSize = geqrf_size,
    hipsolverDnXgeqrf = geqrf,
}
