//! A kernel waits for the one before it by programmatic dependent launch.
//!
//! ## What
//!
//! `cudaGridDependencySynchronize`, `cudaTriggerProgrammaticLaunchCompletion` and the launch attributes of that name.
//!
//! ## Why on AMD
//!
//! HIP has none of it: a kernel starts when the one before it in the stream has ended. `hipify-rs build` and `hipify_device.h` supply the
//! names, which then do nothing.
//!
//! ## Example
//!
//! ```cuda before
//! cudaGridDependencySynchronize();
//! ```
//!
//! ```cuda after
//! #ifndef __HIP_PLATFORM_AMD__
//! cudaGridDependencySynchronize();
//! #endif
//! ```
//!
//! ## Fix
//!
//! Leave the calls and attributes out for AMD GPUs: the order of the stream already gives what the wait asks for.
//!
//! ## Source
//!
//! HIP's headers up to 7.1 have none of the names.

use crate::{Applies, Call, Check, Confidence, File, Finding, Lint, statement};
use hipify_diagnostics::{Applicability, Edit, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP2041",
    name: "pdl",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Safe),
    applies: Applies::Always,
    checks: &[Check::PortFix(fix)],
};

/// Takes the call out of the build for AMD GPUs, where it is a statement on lines of its own.
fn fix(file: &File<'_>, at: usize, finding: &mut Finding) {
    let code = &file.code;
    let Some(call) = Call::at(code, at) else { return };
    // As the body of an `if` it cannot just go.
    let follows_statement = code.previous(at).is_some_and(|before| b";{}".iter().any(|b| code.is(before, *b)));
    if let Some(lines) = statement::own_lines(file, at, call.close).filter(|_| follows_statement) {
        let edits = vec![Edit::insert(lines.start, "#ifndef __HIP_PLATFORM_AMD__\n"), Edit::insert(lines.end, "#endif\n")];
        finding.safe_fix("leave the call out for AMD GPUs", edits);
    }
}
