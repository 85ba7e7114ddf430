//! Memory or a handle is given back twice.
//!
//! ## What
//!
//! Two calls of `cudaFree`, `cudaStreamDestroy`, `cublasDestroy` and the like for one object, of which the second follows the first
//! on each path, where nothing is assigned to the object between them.
//!
//! ## Why on AMD
//!
//! CUDA answers the second call with an error code that programs seldom look at. Handles of HIP and of ROCm's libraries are pointers to
//! objects of the host: where a release does not look them up first, the second call frees them again, and the heap is corrupt.
//!
//! ## Example
//!
//! ```cuda before
//! cudaEventDestroy(start);
//! cudaEventDestroy(start);
//! ```
//!
//! ```cuda after
//! cudaEventDestroy(start);
//! cudaEventDestroy(stop);
//! ```
//!
//! ## Fix
//!
//! Take one of the calls away, or name the object that was meant.
//!
//! ## Source
//!
//! CUDA's API reference: destroyed handles are invalid. `hipblasDestroy`, `hipfftDestroy` and `hiprandDestroyGenerator` of ROCm 6.4
//! delete what they are given.

use crate::api::{follows, function_end, object};
use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::tokens::operator;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3033",
    name: "double-destroy",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Calls(DESTROYS, check)],
};

const DESTROYS: &[&str] = &[
    "cudaFree",
    "cudaFreeHost",
    "cudaFreeArray",
    "cudaStreamDestroy",
    "cudaEventDestroy",
    "cudaGraphDestroy",
    "cudaGraphExecDestroy",
    "cudaDestroyTextureObject",
    "cudaDestroySurfaceObject",
    "cuMemFree",
    "cuStreamDestroy",
    "cuEventDestroy",
    "cuModuleUnload",
    "hipFree",
    "hipHostFree",
    "hipFreeArray",
    "hipStreamDestroy",
    "hipEventDestroy",
    "hipGraphDestroy",
    "hipGraphExecDestroy",
    "hipDestroyTextureObject",
    "hipDestroySurfaceObject",
    "hipModuleUnload",
    "cublasDestroy",
    "cublasLtDestroy",
    "cufftDestroy",
    "cusparseDestroy",
    "curandDestroyGenerator",
    "cusolverDnDestroy",
    "cudnnDestroy",
    "hipblasDestroy",
    "hipfftDestroy",
    "hipsparseDestroy",
    "hiprandDestroyGenerator",
    "hipsolverDestroy",
];

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let code = &file.code;
    let [argument] = call.arguments[..] else { return };
    let (Some(first), Some(end)) = (object(file, argument), function_end(file, call.name)) else { return };
    let same = |at: &usize| code.is_word(*at, code.text(first));
    // Whatever else is done with the object may make it another one.
    let Some(next) = (call.close..end).find(same) else { return };
    let Some(again) = again(file, call, next) else { return };
    if follows(file, call.name, again.name) && !is_macro(file, call) && !expects_an_error(file, &again) {
        let message = format!("`{}` was given to `{}` before", file.argument_text(argument), file.text(call.name));
        let finding = out.report(code.span(again.name, again.close), message);
        finding.related(code.span(call.name, call.close), "it is given back here").help("take one of the calls away");
    }
}

/// The same call whose argument holds the token at `next`.
fn again(file: &File<'_>, call: &Call, next: usize) -> Option<Call> {
    let code = &file.code;
    let open = (call.close..next).rev().take(16).find(|&i| code.is(i, b'('))?;
    let name = code.previous(open).filter(|&name| code.text(name) == code.text(call.name))?;
    let other = Call::at(code, name)?;
    let texts = |call: &Call| call.arguments.iter().map(|argument| file.argument_text(*argument)).collect::<Vec<_>>();
    (texts(&other) == texts(call)).then_some(other)
}

/// A test of the error itself: the result is compared with something else than success.
fn expects_an_error(file: &File<'_>, call: &Call) -> bool {
    let code = &file.code;
    let Some(at) = code.next(call.close).filter(|&at| matches!(operator(code, at), b"==" | b"!=")) else { return false };
    let other = code.next(at + 1).map_or("", |other| file.text(other));
    !other.to_ascii_lowercase().contains("success")
}

/// A macro's body may be written more than once, and run once.
fn is_macro(file: &File<'_>, call: &Call) -> bool {
    file.code.tokens[call.name].in_directive
}
