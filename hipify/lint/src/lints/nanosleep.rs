//! `__nanosleep` is called, which HIP has not.
//!
//! ## What
//!
//! A call of `__nanosleep`.
//!
//! ## Why on AMD
//!
//! HIP declares no such function, and the code does not compile with AMD's headers alone. `hipify-rs build` supplies it.
//!
//! ## Example
//!
//! ```cuda before
//! __nanosleep(100);
//! ```
//!
//! ```cuda after
//! #ifdef __HIP_PLATFORM_AMD__
//! __builtin_amdgcn_s_sleep(3);
//! #else
//! __nanosleep(100);
//! #endif
//! ```
//!
//! ## Fix
//!
//! `__builtin_amdgcn_s_sleep(n)` with a constant n lets the wave rest for about 64 n cycles. Where the sleep only eases polling, leaving
//! it out is right too. Guard the call of CUDA with `#ifndef __HIP_PLATFORM_AMD__`.
//!
//! ## Source
//!
//! HIP 5.2 and 6.4 compiled with clang 19; LLVM's `IntrinsicsAMDGPU.td` for `s_sleep`.

use crate::{Applies, Call, Check, Confidence, File, Finding, Lint, statement};
use hipify_diagnostics::{Applicability, Edit, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP2017",
    name: "nanosleep",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Always,
    checks: &[Check::PortFix(fix)],
};

/// What `s_sleep 1` waits for: 64 cycles at some 2 GHz.
const NANOSECONDS: i128 = 32;

/// The largest argument of `s_sleep`: seven bits.
const LONGEST: i128 = 127;

/// Gives AMD GPUs a sleep of about the same time, where the call is a statement on lines of its own.
fn fix(file: &File<'_>, at: usize, finding: &mut Finding) {
    let Some(call) = Call::at(&file.code, at) else { return };
    let Some(lines) = statement::own_lines(file, at, call.close) else { return };
    // A time that is no constant: the sleep is a hint, and CUDA's may be as short.
    let time = call.arguments.first().and_then(|&time| file.argument_value(time)).map_or(NANOSECONDS, |value| value.number);
    let count = (time / NANOSECONDS).clamp(1, LONGEST);
    let indent = String::from_utf8_lossy(&file.code.source[lines.start..file.span(at).start]).into_owned();
    let before = format!("#ifdef __HIP_PLATFORM_AMD__\n{indent}__builtin_amdgcn_s_sleep({count});\n#else\n");
    let edits = vec![Edit::insert(lines.start, before), Edit::insert(lines.end, "#endif\n")];
    finding.unsafe_fix("sleep by `s_sleep` on AMD GPUs", edits);
}
