//! `__grid_constant__` is used in HIP code.
//!
//! ## What
//!
//! `__grid_constant__` in a file that includes HIP's headers. In CUDA sources nothing is reported, since `hipify-rs port` deletes it.
//!
//! ## Why on AMD
//!
//! HIP does not know the word, and the code does not compile. Arguments of kernels are constant memory of the launch anyway.
//!
//! ## Example
//!
//! ```cuda before
//! __global__ void step(const __grid_constant__ Parameters p) {
//! ```
//!
//! ```cuda after
//! __global__ void step(const Parameters p) {
//! ```
//!
//! ## Fix
//!
//! Delete the word.
//!
//! ## Source
//!
//! HIP 5.2 and 6.4 compiled with clang 19 ("unknown type name '__grid_constant__'").

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP2040",
    name: "grid-constant",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Safe),
    applies: Applies::Always,
    checks: &[Check::Words(&["__grid_constant__"], check)],
};

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    if file.code.tokens[at].in_directive || !file.includes("hip/hip_runtime.h") {
        return;
    }
    let mut span = file.span(at);
    let finding = out.report(span.clone(), "HIP does not know `__grid_constant__`");
    span.end += usize::from(file.code.source.get(span.end) == Some(&b' '));
    finding.help("delete it: arguments of kernels are constant anyway").safe_fix("delete the word", vec![Edit::delete(span)]);
}
