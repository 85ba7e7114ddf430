//! A trait of nvcc's extended lambdas is used.
//!
//! ## What
//!
//! `__nv_is_extended_device_lambda_closure_type`, `nv_is_extended_host_device_lambda_closure_type` and their like.
//!
//! ## Why on AMD
//!
//! clang takes lambdas with `__device__` as any other, without an option, and has no such traits: the code does not compile.
//!
//! ## Example
//!
//! ```cuda before
//! static_assert(!__nv_is_extended_device_lambda_closure_type(F), "");
//! ```
//!
//! ```cuda after
//! #ifdef __NVCC__
//! static_assert(!__nv_is_extended_device_lambda_closure_type(F), "");
//! #endif
//! ```
//!
//! ## Fix
//!
//! Keep the test for nvcc alone.
//!
//! ## Source
//!
//! nvcc's manual, extended lambdas; `clang++ -x hip` refuses the names as undeclared.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP5007",
    name: "extended-lambda",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Words(NAMES, check)],
};

const NAMES: &[&str] = &[
    "__nv_is_extended_device_lambda_closure_type",
    "__nv_is_extended_host_device_lambda_closure_type",
    "__nv_is_extended_device_lambda_with_preserved_return_type",
    "nv_is_extended_device_lambda_closure_type",
    "nv_is_extended_host_device_lambda_closure_type",
];

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    out.report(file.span(at), format!("clang has no trait `{}`", file.text(at))).help("guard the test with `#ifdef __NVCC__`");
}
