//! A load or store with a cache hint (`__ldcg`, `__stcs`) that HIP lacks.
//!
//! ## What
//!
//! `__ldcg`, `__ldca` and `__ldcs` of anything but halves, `__ldlu`, `__ldcv`, `__stwb`, `__stcg`, `__stcs` and `__stwt`.
//!
//! ## Why on AMD
//!
//! HIP has `__ldcg`, `__ldca` and `__ldcs` for `half` and `half2` alone and the others not at all: the code does not compile. `__ldg` is
//! there for all types.
//!
//! ## Example
//!
//! ```cuda before
//! float v = __ldcg(&values[i]);
//! ```
//!
//! ```cuda after
//! float v = values[i];
//! ```
//!
//! ## Fix
//!
//! Build with `hipify-rs build`, which supplies the functions on AMD GPUs. For other builds:
//!
//! Load and store plainly. `__builtin_nontemporal_load` and `_store` keep what is used once out of the caches; they take pointers to
//! numbers, not to `float4`.
//!
//! ## Source
//!
//! HIP 5.2 and 6.4 compiled with clang 19 ("no matching function for call to '__ldcg'").

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2039",
    name: "cache-hint-loads",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Always,
    checks: &[Check::Port, Check::Calls(&["__ldcg", "__ldca", "__ldcs"], check)],
};

/// What HIP has these functions for.
const HALVES: &[&str] = &["half", "__half", "half2", "__half2"];

/// Tokens in which the declaration is looked for.
const LONGEST: usize = 4_000;

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let [address] = call.arguments[..] else { return };
    if is_half(file, address.first, address.last) {
        return;
    }
    let name = file.text(call.name);
    let span = file.code.span(call.name, call.close);
    let edit = Edit::replace(span.clone(), format!("(*({}))", file.argument_text(address)));
    out.report(file.span(call.name), format!("HIP has `{name}` for halves only"))
        .help("load plainly, or build with `hipify-rs build`, which supplies it")
        .unsafe_fix("load plainly", vec![edit]);
}

/// Whether the address speaks of a half: in a cast, or by the declaration of its first name.
fn is_half(file: &File<'_>, first: usize, last: usize) -> bool {
    let code = &file.code;
    let names: Vec<usize> = (first..=last).filter(|&at| code.kind(at) == TokenKind::Identifier).collect();
    if names.iter().any(|&at| HALVES.contains(&file.text(at))) {
        return true;
    }
    let Some(&name) = names.first() else { return false };
    let Some(function) = file.function_at(name) else { return false };
    let range = function.parameters.0.max(name.saturating_sub(LONGEST))..name;
    let is_it = |&at: &usize| code.kind(at) == TokenKind::Identifier && code.text(at) == code.text(name);
    range.filter(is_it).any(|at| {
        let mut before = code.previous(at);
        while before.is_some_and(|i| code.is(i, b'*') || matches!(code.text(i), b"const" | b"__restrict__")) {
            before = before.and_then(|i| code.previous(i));
        }
        before.is_some_and(|i| HALVES.contains(&file.text(i)))
    })
}
