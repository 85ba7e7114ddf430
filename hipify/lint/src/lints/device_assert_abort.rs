//! Device code stops by `__trap` or `__brkpt`, or the host looks for a failed device assertion.
//!
//! ## What
//!
//! `__trap` and `__brkpt`, which HIP lacks and `hipify-rs build` supplies, as notes; tests for `cudaErrorAssert` in host code, as warnings;
//! `assert` in device code, as a note once a file.
//!
//! ## Why on AMD
//!
//! A failed `assert`, `abort` or trap in a kernel ends the whole process on AMD GPUs. CUDA instead returns an error from then on, which
//! the host can look at.
//!
//! ## Example
//!
//! ```cuda before
//! if (index >= size) __trap();
//! ```
//!
//! ```cuda after
//! if (index >= size) __builtin_trap();
//! ```
//!
//! ## Fix
//!
//! Write `__builtin_trap()` or `abort()` for `__trap`, `__builtin_debugtrap()` for `__brkpt`. To handle a failure on the host, let the
//! kernel write an error code to memory.
//!
//! ## Source
//!
//! HIP 5.2 and 6.4 compiled with clang 19; HIP's issue 3317.

use crate::{Applies, Call, Check, Confidence, File, Finding, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP2015",
    name: "device-assert-abort",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Always,
    checks: &[
        Check::PortFix(fix),
        Check::Words(&["cudaErrorAssert", "hipErrorAssert"], check),
        Check::Calls(&["assert"], check_assert),
    ],
};

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    if file.function_at(at).is_none() {
        return;
    }
    out.report(file.span(at), "a failed assertion in a kernel ends the process on AMD GPUs, and no call returns this")
        .level(Level::Warning)
        .help("let the kernel write an error code to memory");
}

fn check_assert(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    if !file.is_device(call.name) {
        return;
    }
    let message = "an assertion that fails in a kernel ends the process on AMD GPUs";
    if let Some(finding) = out.report_first(file.span(call.name), message) {
        finding.level(Level::Note).help("let the kernel write an error code to memory where the host is to go on");
    }
}

fn fix(file: &File<'_>, at: usize, finding: &mut Finding) {
    let builtin = if file.text(at) == "__trap" { "__builtin_trap" } else { "__builtin_debugtrap" };
    finding.unsafe_fix(format!("write `{builtin}`"), vec![Edit::replace(file.span(at), builtin)]);
}
