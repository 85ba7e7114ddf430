//! A mask of lanes is read by PTX into 32 bits.
//!
//! ## What
//!
//! Inline assembly that reads `%lanemask_lt`, `%lanemask_le`, `%lanemask_gt`, `%lanemask_ge` or `%lanemask_eq`.
//!
//! ## Why on AMD
//!
//! The registers are PTX's. The port replaces the assembly by HIP's functions, which give 64 bits, and the variable that
//! takes them holds 32.
//!
//! ## Example
//!
//! ```cuda before
//! unsigned before;
//! asm("mov.u32 %0, %%lanemask_lt;" : "=r"(before));
//! ```
//!
//! ```cuda after
//! unsigned long long before;
//! before = __lanemask_lt();
//! ```
//!
//! ## Fix
//!
//! Give the variable the type `unsigned long long`, and the assembly's place to `__lanemask_lt()` or `__lanemask_gt()`, with
//! `| __lanemask_eq()` for `le` and `ge`.
//!
//! ## Source
//!
//! PTX ISA, special registers; `amd_device_functions.h` of HIP 6.4.

use crate::widen::widen_variable;
use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP1022",
    name: "lanemask-ptx",
    level: Level::Error,
    confidence: Confidence::High,
    default: false,
    fix: Some(Applicability::Review),
    applies: Applies::Wave64,
    checks: &[Check::Asm(check)],
};

/// Registers and what stands for them in HIP.
const REGISTERS: &[(&str, &str)] = &[
    ("%lanemask_lt", "__lanemask_lt()"),
    ("%lanemask_le", "(__lanemask_lt() | __lanemask_eq())"),
    ("%lanemask_gt", "__lanemask_gt()"),
    ("%lanemask_ge", "(__lanemask_gt() | __lanemask_eq())"),
    ("%lanemask_eq", "__lanemask_eq()"),
];

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let code = &file.code;
    let Some(open) = (at + 1..(at + 4).min(code.tokens.len())).find(|&i| code.is(i, b'(')) else { return };
    let Some(close) = code.close(open) else { return };
    let read = |i: usize| REGISTERS.iter().find(|(register, _)| file.text(i).contains(register));
    let Some((register, function)) = (open..close).find_map(read) else { return };
    let finding = out.report(file.span(at), format!("`{register}` is a mask of 32 lanes, and a wave may have 64"));
    finding.help(format!("use `{function}`, and a variable of 64 bits"));
    if let Some(edits) = edits(file, at, open, close, function) {
        finding.unsafe_fix("read the mask by HIP's function into 64 bits", edits);
    }
}

/// `asm("mov.u32 %0, %%lanemask_lt;" : "=r"(name));`, the variable's only assembly.
fn edits(file: &File<'_>, at: usize, open: usize, close: usize, function: &str) -> Option<Vec<Edit>> {
    let code = &file.code;
    let mut strings = (open..close).filter(|&i| code.kind(i) == TokenKind::String);
    let is_move = strings.next().is_some_and(|i| file.text(i).starts_with("\"mov.u32 %0"));
    let name = code.previous(close).filter(|&i| code.is(i, b')')).and_then(|i| code.previous(i))?;
    if !is_move || code.kind(name) != TokenKind::Identifier || code.previous(name).is_none_or(|i| !code.is(i, b'(')) {
        return None;
    }
    let mut edits = widen_variable(file, file.variable(name)?)?;
    edits.push(Edit::replace(code.span(at, close), format!("{} = {function}", file.text(name))));
    Some(edits)
}
