//! A vector type whose alignment differs is a member of a structure.
//!
//! ## What
//!
//! `double4`, `long4`, `ulong4`, `longlong4` or `ulonglong4` as a member of a structure or class.
//!
//! ## Why on AMD
//!
//! CUDA aligns these types to 16 bytes, HIP to their size of 32: the structure is laid out otherwise. Files, messages and
//! host code compiled against CUDA's headers, or with a layout written by hand, no longer agree.
//!
//! ## Example
//!
//! ```cuda before
//! struct Particle {
//!   float mass;
//!   double4 position;
//! };
//! ```
//!
//! ```cuda after
//! struct Particle {
//!   double4 position;
//!   float mass;
//! };
//! ```
//!
//! ## Fix
//!
//! Put such members first and pad by hand, or use two `double2`.
//!
//! ## Source
//!
//! `vector_types.h` of CUDA 12.9; compiled with clang 19 and HIP 6.4: `alignof(double4)` is 32.

use crate::{Applies, Check, Confidence, File, Findings, Lint, statement};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP6008",
    name: "size-dependent-types",
    level: Level::Note,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Words(&["double4", "long4", "ulong4", "longlong4", "ulonglong4"], check)],
};

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let code = &file.code;
    let Some(name) = code.next(at).filter(|&i| code.kind(i) == TokenKind::Identifier) else { return };
    let is_member = code.next(name).is_some_and(|i| code.is(i, b';') || code.is(i, b'[') || code.is(i, b','));
    if code.tokens[at].in_directive || !is_member || file.function_at(at).is_some() || !in_structure(file, at) {
        return;
    }
    out.report(file.span(at), format!("`{}` is aligned to 32 bytes in HIP, to 16 in CUDA", file.text(at)))
        .help("put it first in the structure, or use two of half the width, where the layout matters");
}

/// Tokens before a member in which its structure must begin.
const FARTHEST: usize = 2_000;

/// Whether the innermost brace around the token opens a structure or class.
fn in_structure(file: &File<'_>, at: usize) -> bool {
    let code = &file.code;
    let mut i = at;
    for _ in 0..FARTHEST {
        let Some(before) = code.previous(i) else { return false };
        if code.is(before, b'}') {
            i = code.open(before).unwrap_or(before);
            continue;
        }
        if code.is(before, b'{') {
            let (first, _) = statement::around(code, code.previous(before).unwrap_or(before));
            return (first..before).any(|j| matches!(code.text(j), b"struct" | b"class" | b"union"));
        }
        i = before;
    }
    false
}
