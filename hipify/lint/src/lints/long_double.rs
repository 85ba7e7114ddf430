//! A type of more than 64 bits is used in device code.
//!
//! ## What
//!
//! `long double` or `__float128` in a function that runs on the GPU.
//!
//! ## Why on AMD
//!
//! On the GPU `long double` has 8 bytes, on the x86-64 host 16: a parameter or a member of a shared structure is read at
//! another place than it was written. `__float128` becomes calls of functions that no device library has.
//!
//! ## Example
//!
//! ```cuda before
//! __global__ void scale(long double x, double *p);
//! ```
//!
//! ```cuda after
//! __global__ void scale(double x, double *p);
//! ```
//!
//! ## Fix
//!
//! Use `double` in device code.
//!
//! ## Source
//!
//! Compiled with clang 19 for gfx90a: a kernel's `long double` parameter has 8 bytes in the metadata, 16 in the host's call;
//! `__float128` calls outside functions.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP6007",
    name: "long-double",
    level: Level::Error,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Words(&["long", "__float128"], check)],
};

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let code = &file.code;
    let last = if code.is_word(at, b"long") { code.next(at).filter(|&i| code.is_word(i, b"double")) } else { Some(at) };
    let Some(last) = last.filter(|&last| runs_on_device(file, last)) else { return };
    let name = if last == at { "__float128" } else { "long double" };
    let finding = out.report(code.span(at, last), format!("`{name}` is not the same type on the GPU"));
    finding.help("use `double` in device code");
}

/// In the body or among the parameters of a function of the GPU.
fn runs_on_device(file: &File<'_>, at: usize) -> bool {
    let functions = &file.functions().all;
    let next = functions.partition_point(|function| function.body.start <= at);
    let holds = functions
        .get(next)
        .is_some_and(|function| function.runs_on_device() && (function.parameters.0..=function.parameters.1).contains(&at));
    holds || file.is_device(at)
}
