//! The number of a multiprocessor is read and used to find something by.
//!
//! ## What
//!
//! `%smid` read by PTX, or `__smid()`, in device code of a file that subscripts or counts by it: the number itself, a variable or a
//! function that holds it.
//!
//! ## Why on AMD
//!
//! HIP makes the number of the hardware's register: the shader engine, the array and the unit, side by side in bits, and on gfx942 the
//! compute die. Units that are fused off leave gaps, so that numbers are larger than `multiProcessorCount`, and compute dies give the same
//! ones: a pool with an element for each unit is overrun, or two units share one.
//!
//! ## Example
//!
//! ```cuda before
//! __global__ void k(int *pool) {
//!     unsigned sm;
//!     asm("mov.u32 %0, %%smid;" : "=r"(sm));
//!     pool[sm] = 1;
//! }
//! ```
//!
//! ```cuda after
//! __global__ void k(int *pool) {
//!     pool[blockIdx.x] = 1;
//! }
//! ```
//!
//! ## Fix
//!
//! Give each block its own element, or hand elements out by an atomic counter.
//!
//! ## Source
//!
//! `__smid` in `amd_device_functions.h` of HIP 6.4; the registers HW_ID and XCC_ID in the CDNA3 ISA guide.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2046",
    name: "smid-pool",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Device,
    checks: &[Check::Asm(check_assembly), Check::Calls(&["__smid"], check_call)],
};

/// Steps from a variable or function to what holds its value.
const DEEPEST: usize = 3;

fn check_assembly(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let code = &file.code;
    let Some(open) = (at + 1..(at + 4).min(code.tokens.len())).find(|&i| code.is(i, b'(')) else { return };
    let Some(close) = code.close(open) else { return };
    if !(open..close).any(|i| code.kind(i) == TokenKind::String && file.text(i).contains("%smid")) {
        return;
    }
    // `: "=r"(name)`
    let name = code.previous(close).filter(|&i| code.is(i, b')')).and_then(|i| code.previous(i));
    let Some(name) = name.filter(|&name| code.kind(name) == TokenKind::Identifier) else { return };
    report(file, at, used(file, name, DEEPEST), out);
}

fn check_call(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    report(file, call.name, place(file, call.name, DEEPEST), out);
}

fn report(file: &File<'_>, at: usize, used: Option<usize>, out: &mut Findings<'_>) {
    let Some(used) = used else { return };
    let finding = out.report(file.span(at), "numbers of compute units have gaps, and are no less than their count");
    finding.related(file.span(used), "something is found by the number here");
    finding.help("give each block its own element, or hand elements out by an atomic counter");
}

/// Where the value of the variable named at `name` finds something, in its function or behind what that returns.
fn used(file: &File<'_>, name: usize, depth: usize) -> Option<usize> {
    let code = &file.code;
    let end = file.function_at(name)?.body.end;
    let mut uses = (name + 1..end).filter(|&at| code.is_word(at, code.text(name)) && !is_member(file, at));
    uses.find_map(|at| place(file, at, depth))
}

/// Where the value that stands at `at` finds something: in its subscript, or where what it is returned or assigned to is used.
fn place(file: &File<'_>, at: usize, depth: usize) -> Option<usize> {
    if file.bound_around(at).is_some_and(|open| !file.is_bound(open)) {
        return Some(at);
    }
    let code = &file.code;
    let depth = depth.checked_sub(1)?;
    let (first, _) = crate::statement::around(code, at);
    if code.is_word(first, b"return") {
        let function = file.function_at(at)?;
        let name = code.text(function.name?);
        let is_call = |&i: &usize| Some(i) != function.name && code.is_word(i, name) && code.next_is(i, b'(');
        return (0..code.tokens.len()).filter(is_call).take(16).find_map(|call| place(file, call, depth));
    }
    let equals = (first..at).find(|&i| code.is(i, b'=') && !code.next_is(i, b'=') && !code.previous_is(i, b'='))?;
    let target = code.previous(equals).filter(|&i| code.kind(i) == TokenKind::Identifier && !is_member(file, i))?;
    used(file, target, depth)
}

fn is_member(file: &File<'_>, at: usize) -> bool {
    file.code.previous(at).is_some_and(|i| file.code.is(i, b'.') || file.code.kind(i) == TokenKind::Arrow)
}
