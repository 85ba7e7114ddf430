//! A kernel is given by its name to a function that takes `const void *`.
//!
//! ## What
//!
//! `hipFuncSetAttribute`, `hipFuncGetAttributes`, `hipFuncSetCacheConfig`, `hipFuncSetSharedMemConfig`, `hipLaunchKernel`,
//! `hipExtLaunchKernel` or `hipGetFuncBySymbol` gets a kernel of the file without a cast. The port adds the cast where it
//! makes such a call of CUDA's.
//!
//! ## Why on AMD
//!
//! CUDA has templates for these calls that take any kernel; HIP 6.4 has not, and a function pointer is no `const void *`:
//! the call does not compile.
//!
//! ## Example
//!
//! ```cuda before
//! hipFuncSetAttribute(kernel, hipFuncAttributeMaxDynamicSharedMemorySize, 65536);
//! ```
//!
//! ```cuda after
//! hipFuncSetAttribute(reinterpret_cast<const void *>(kernel), hipFuncAttributeMaxDynamicSharedMemorySize, 65536);
//! ```
//!
//! ## Fix
//!
//! Cast the kernel.
//!
//! ## Source
//!
//! Compiled with clang 19 and HIP 6.4: `no matching function for call`; `hipLaunchCooperativeKernel` and the occupancy calls
//! have templates.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Level};
use hipify_syntax::{Argument, TokenKind};

pub(crate) const LINT: Lint = Lint {
    code: "HIP3020",
    name: "kernel-pointer-cast",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Safe),
    applies: Applies::Always,
    checks: &[Check::Calls(FIRST, first), Check::Calls(&["hipFuncGetAttributes", "hipGetFuncBySymbol"], second)],
};

/// Functions whose first argument is the kernel.
const FIRST: &[&str] =
    &["hipFuncSetAttribute", "hipFuncSetCacheConfig", "hipFuncSetSharedMemConfig", "hipLaunchKernel", "hipExtLaunchKernel"];

fn first(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    check(file, call, 0, out);
}

fn second(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    check(file, call, 1, out);
}

fn check(file: &File<'_>, call: &Call, number: usize, out: &mut Findings<'_>) {
    let Some(&kernel) = call.arguments.get(number).filter(|argument| names_kernel(file, argument)) else { return };
    let text = file.argument_text(kernel);
    let message = format!("`{}` takes a `const void *`, and the kernel `{text}` is none", file.text(call.name));
    let finding = out.report(file.argument_span(kernel), message);
    finding.help(format!("write `reinterpret_cast<const void *>({text})`"));
    let cast = format!("reinterpret_cast<const void *>({text})");
    finding.safe_fix("cast the kernel", vec![file.replace(kernel, cast)]);
}

/// `kernel`, `&kernel` or `kernel<int>` of a kernel that the file defines.
fn names_kernel(file: &File<'_>, argument: &Argument) -> bool {
    let first = if file.code.is(argument.first, b'&') { argument.first + 1 } else { argument.first };
    let is_alone = first == argument.last || file.code.next_is(first, b'<') && file.code.is(argument.last, b'>');
    is_alone && file.code.kind(first) == TokenKind::Identifier && file.kernel(file.text(first)).is_some()
}
