//! `hipblasLtMatmul` and the question how it would be done.

#![allow(clippy::too_many_arguments)]

use super::descriptors::{matmul, preference_of};
use super::library;
use super::problem::{Problem, Scalars};
use super::work::{Scalar, Work};
use crate::blas::HipBlas;
use crate::entry::{Failure, Outcome, answer};
use crate::handles::give;
use crate::runtime::{self, Stream};
use crate::typed::Type;
use num_traits::Zero;
use std::ffi::{c_int, c_void};

/// # Errors
/// `Failure::InvalidValue` where a pointer is null or not aligned for its type.
///
/// # Safety
/// A scalar of the host is null or readable.
unsafe fn prepared(problem: Problem, (alpha, beta): (*const u8, *const u8), [a, b, c, d]: [*const u8; 4]) -> Outcome<Work> {
    let (scalar, scalars) = (problem.scalar, problem.scalars);
    let taken = |p: *const u8, on_device: bool| match p.is_null() {
        true => Err(Failure::InvalidValue),
        false if on_device => Ok(Scalar::Pointer(p)),
        // SAFETY: a scalar of the host that is not null, as required.
        false => Ok(Scalar::Value(unsafe { scalar.read(p) })),
    };
    let alpha = taken(alpha, scalars != Scalars::Host)?;
    let beta = taken(beta, scalars == Scalars::Device)?;
    let reads_c = !matches!(beta, Scalar::Value(beta) if beta.is_zero());
    // One memory for two results cannot have two layouts.
    if reads_c && c == d && problem.c != problem.d {
        return Err(Failure::InvalidValue);
    }
    let descriptor = &problem.descriptor;
    let (m, n, _) = problem.extent;
    let bias = descriptor.pointer(matmul::BIAS);
    let lacks_bias = problem.epilogue.uses_bias() && problem.epilogue.bias_length(m, n) > 0 && bias.is_null();
    if lacks_bias || !(bias as usize).is_multiple_of(problem.bias_kind.bytes()) {
        return Err(Failure::InvalidValue);
    }
    // Factors of C, D and the auxiliary matrix are for numbers of 8 bits: cuBLASLt's and hipBLASLt's documentation of the attributes.
    // That of a C which is not read does nothing: NVIDIA's example of such products sets it.
    let is_short = |kind| matches!(kind, Type::Small(_) | Type::Int8);
    let of_c = reads_c.then_some((matmul::SCALE + 2, problem.c.kind));
    let mut scaled = [(matmul::SCALE + 3, problem.d.kind), (matmul::AUX_SCALE, problem.aux.kind)].into_iter().chain(of_c);
    if scaled.any(|(attribute, kind)| !descriptor.pointer(attribute).is_null() && !is_short(kind)) {
        return Err(Failure::InvalidValue);
    }
    let aux = problem.epilogue.uses_aux().then(|| problem.aux.at(descriptor.pointer(matmul::AUX))).transpose()?;
    let (a, b, d) = (problem.a.at(a)?, problem.b.at(b)?, problem.d.at(d)?);
    let c = reads_c.then(|| problem.c.at(c)).transpose()?;
    Ok(Work { problem, alpha, beta, a, b, c, d, aux })
}

/// # Safety
/// Scalars are null or readable, matrices, and what the descriptor names, null or there until the stream has done the work.
unsafe extern "C" fn matmul(
    handle: usize,
    descriptor: usize,
    alpha: *const u8,
    a: *const u8,
    layout_a: usize,
    b: *const u8,
    layout_b: usize,
    beta: *const u8,
    c: *const u8,
    layout_c: usize,
    d: *mut u8,
    layout_d: usize,
    _algorithm: *const c_void,
    _workspace: *mut c_void,
    _workspace_bytes: usize,
    stream: Stream,
) -> u32 {
    let name = "hipblasLtMatmul";
    answer::<HipBlas>(name, || {
        library::check(handle)?;
        let problem = Problem::new(descriptor, [layout_a, layout_b, layout_c, layout_d])?;
        // SAFETY: this function requires what its callee does.
        let work = unsafe { prepared(problem, (alpha, beta), [a, b, c, d]) }?;
        // SAFETY: what the program passes is there until the work is done, as hipBLASLt says.
        runtime::enqueue(stream, name, move || unsafe { work.run() })
    })
}

/// `hipblasLtMatmulHeuristicResult_t`.
#[repr(C)]
struct Found {
    algorithm: [u8; 16],
    most_workspace: usize,
    workspace: usize,
    status: u32,
    waves: f32,
    reserved: [c_int; 4],
}

/// There is one way to compute a product here, and it takes no workspace.
///
/// # Safety
/// `results` is null or valid for writes of as many as are asked for, `count` null or valid for a write.
unsafe extern "C" fn heuristic(
    handle: usize,
    descriptor: usize,
    layout_a: usize,
    layout_b: usize,
    layout_c: usize,
    layout_d: usize,
    preference: usize,
    wanted: c_int,
    results: *mut c_void,
    count: *mut c_int,
) -> u32 {
    answer::<HipBlas>("hipblasLtMatmulAlgoGetHeuristic", || {
        library::check(handle)?;
        // SAFETY: null or valid, as required.
        unsafe { give(count, 0) }?;
        preference_of(preference)?;
        if wanted <= 0 || results.is_null() {
            return Err(Failure::InvalidValue);
        }
        Problem::new(descriptor, [layout_a, layout_b, layout_c, layout_d])?;
        let found = Found { algorithm: [0; 16], most_workspace: 0, workspace: 0, status: 0, waves: 1.0, reserved: [0; 4] };
        // SAFETY: not null, and valid as required.
        unsafe {
            give(results.cast::<Found>(), found)?;
            give(count, 1)
        }
    })
}

crate::export! {
    7;
    hipblasLtMatmul = matmul,
    hipblasLtMatmulAlgoGetHeuristic = heuristic,
}
