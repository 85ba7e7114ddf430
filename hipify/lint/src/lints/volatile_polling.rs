//! Device code waits for a `volatile` variable to change.
//!
//! ## What
//!
//! A loop with an empty body in device code whose condition reads a parameter or variable that is `volatile`, or casts to `volatile`.
//!
//! ## Why on AMD
//!
//! `volatile` makes the compiler load anew and says nothing of caches: a load may be served from one that no other GPU, CU or host writes
//! through. The lanes of a wave run in step, so that waiting for a lane of the same wave never ends.
//!
//! ## Example
//!
//! ```cuda before
//! while (*flag == 0) {
//! }
//! ```
//!
//! ```cuda after
//! while (__hip_atomic_load(flag, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) == 0) {
//! }
//! ```
//!
//! ## Fix
//!
//! Load with `__hip_atomic_load` and the scope that the writer is in.
//!
//! ## Source
//!
//! LLVM's AMDGPU usage guide, memory model; clang's scoped atomic builtins.

use crate::{Applies, Check, Confidence, File, Findings, Function, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;
use std::collections::HashSet;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2020",
    name: "volatile-polling",
    level: Level::Warning,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Functions(check)],
};

fn check(file: &File<'_>, function: &Function, out: &mut Findings<'_>) {
    if !function.runs_on_device() {
        return;
    }
    let code = &file.code;
    let names = volatile_names(file, function);
    for at in function.body.clone().filter(|&at| code.is_word(at, b"while")) {
        let Some(open) = code.next(at).filter(|&open| code.is(open, b'(')) else { continue };
        let Some(close) = code.close(open) else { continue };
        let is_volatile =
            |i: usize| code.kind(i) == TokenKind::Identifier && (file.text(i) == "volatile" || names.contains(file.text(i)));
        if has_no_body(file, at, close) && (open..close).any(is_volatile) {
            out.report(code.span(at, close), "a `volatile` load may be served from a cache, and the wait never ends")
                .help("load with `__hip_atomic_load` and the scope that the writer is in");
        }
    }
}

/// Names that the function's parameters and body declare `volatile`.
fn volatile_names<'a>(file: &File<'a>, function: &Function) -> HashSet<&'a str> {
    let code = &file.code;
    let words = (function.parameters.0..function.body.end).filter(|&at| code.is_word(at, b"volatile"));
    words.filter_map(|at| declared_behind(file, at)).collect()
}

/// The name at the end of the declaration after `volatile`.
fn declared_behind<'a>(file: &File<'a>, at: usize) -> Option<&'a str> {
    let code = &file.code;
    let mut name = None;
    let mut i = code.next(at)?;
    for _ in 0..12 {
        if code.kind(i) == TokenKind::Identifier {
            name = Some(i);
        } else if !code.is(i, b'*') && !code.is(i, b'&') {
            break;
        }
        i = code.next(i)?;
    }
    name.map(|name| file.text(name))
}

/// `;` or `{}` after the condition, which is not that of a `do` with a body.
fn has_no_body(file: &File<'_>, at: usize, close: usize) -> bool {
    let code = &file.code;
    let Some(next) = code.next(close) else { return false };
    let is_empty = code.is(next, b';') || code.is(next, b'{') && code.next_is(next, b'}');
    let before = code.previous(at).filter(|&before| code.is(before, b'}')).and_then(|before| code.open(before));
    let of_do = before.filter(|&open| code.previous(open).is_some_and(|word| code.is_word(word, b"do")));
    is_empty && of_do.is_none_or(|open| code.next_is(open, b'}'))
}
