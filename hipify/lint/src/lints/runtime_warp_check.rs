//! The host asks whether a GPU has warps of 32 lanes, and goes another way where it has not.
//!
//! ## What
//!
//! A device's `warpSize` that is compared with 32 by `==` or `!=`, in a file that does not compare it with 64 too.
//!
//! ## Why on AMD
//!
//! GCN and CDNA GPUs have 64: the program refuses them, although nothing may be wrong with the code.
//!
//! ## Example
//!
//! ```cuda before
//! if (prop.warpSize != 32) exit(1);
//! ```
//!
//! ```cuda after
//! if (prop.warpSize != 32 && prop.warpSize != 64) exit(1);
//! ```
//!
//! ## Fix
//!
//! Take the test away once the kernels are right for 64 lanes.
//!
//! ## Source
//!
//! `hipDeviceProp_t::warpSize` in HIP's API reference; wave sizes by target in LLVM's AMDGPU usage guide.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;
use hipify_syntax::tokens::operator;

pub(crate) const LINT: Lint = Lint {
    code: "HIP1019",
    name: "runtime-warp-check",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Wave64,
    checks: &[Check::Words(&["warpSize"], check)],
};

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    if compared(file, at) != Some(32) || others(file, at).any(|other| compared(file, other) == Some(64)) {
        return;
    }
    let message = "the program asks for warps of 32 lanes, and some AMD GPUs have 64";
    out.report(file.span(at), message).help("take the test away once the kernels are right for 64 lanes");
}

fn others<'f>(file: &'f File<'_>, at: usize) -> impl Iterator<Item = usize> + 'f {
    (0..file.code.tokens.len()).filter(move |&other| other != at && file.code.is_word(other, b"warpSize"))
}

/// The number that the member at `at` is compared with.
fn compared(file: &File<'_>, at: usize) -> Option<i128> {
    let code = &file.code;
    let before = code.previous(at)?;
    if !code.is(before, b'.') && code.kind(before) != TokenKind::Arrow {
        return None;
    }
    let after = code.next(at)?;
    if code.kind(after) == TokenKind::Punctuation && matches!(operator(code, after), b"==" | b"!=") {
        let number = code.next(after + 1)?;
        return file.value(number, number).map(|value| value.number);
    }
    let first = hipify_syntax::tokens::operand_start(code, at);
    let second = code.previous(first).filter(|&i| code.is(i, b'='))?;
    let equals = code.previous(second).filter(|&i| code.is(i, b'=') || code.is(i, b'!'))?;
    let number = code.previous(equals)?;
    file.value(number, number).map(|value| value.number)
}
