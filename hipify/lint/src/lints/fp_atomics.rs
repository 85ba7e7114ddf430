//! Floating-point atomics become loops on some targets.
//!
//! ## What
//!
//! `atomicAdd` of `float` or `double` and `atomicMin`, `atomicMax` of them in device code, once a file, for gfx90a and the RDNA targets.
//!
//! ## Why on AMD
//!
//! Memory may be fine-grained, where the instruction of the GPU does nothing, so that the compiler makes a loop of compare and swap. With
//! `-munsafe-fp-atomics` it takes the instruction, which is right in memory from `hipMalloc` alone.
//!
//! ## Example
//!
//! ```cuda before
//! atomicAdd(&sum[bin], weight);
//! ```
//!
//! ```cuda after
//! unsafeAtomicAdd(&sum[bin], weight);
//! ```
//!
//! ## Fix
//!
//! Build with `-munsafe-fp-atomics`, or call `unsafeAtomicAdd`, where no such memory is on the host or shared with other GPUs.
//!
//! ## Source
//!
//! clang 19: `atomicAdd(float*)` is `global_atomic_cmpswap` on gfx90a and gfx1100, `global_atomic_add_f32` with the option and on gfx942.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2021",
    name: "fp-atomics",
    level: Level::Note,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Where(|gfx| !gfx.atomics_by_option.is_empty()),
    checks: &[Check::Calls(&["atomicAdd", "atomicMin", "atomicMax"], check)],
};

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let Some(target) = call.arguments.first() else { return };
    if !file.is_device(call.name) || !is_floating(file, target.first, target.last) {
        return;
    }
    match out.of_file() {
        Some(finding) => {
            finding.also(file.span(call.name), "and here");
        }
        None => {
            let message = format!("`{}` of floating-point numbers is a loop on some targets", file.text(call.name));
            out.report_once(file.span(call.name), message)
                .help("build with `-munsafe-fp-atomics` where no such memory is on the host or shared with other GPUs");
        }
    }
}

/// Tokens in which the declaration is looked for.
const LONGEST: usize = 4_000;

/// Whether the first name of the address is declared `float` or `double` in the function.
fn is_floating(file: &File<'_>, first: usize, last: usize) -> bool {
    let code = &file.code;
    let Some(name) = (first..=last).find(|&at| code.kind(at) == TokenKind::Identifier) else { return false };
    let Some(function) = file.function_at(name) else { return false };
    let range = function.parameters.0..function.body.end.min(function.parameters.0 + LONGEST);
    let declares = |at: usize| {
        let mut before = code.previous(at);
        while before.is_some_and(|i| code.is(i, b'*') || code.is(i, b'&') || matches!(code.text(i), b"__restrict__" | b"const")) {
            before = before.and_then(|i| code.previous(i));
        }
        before.is_some_and(|i| matches!(code.text(i), b"float" | b"double"))
    };
    range.filter(|&at| code.kind(at) == TokenKind::Identifier && code.text(at) == code.text(name)).any(declares)
}
