//! Internals of CUB or Thrust are used.
//!
//! ## What
//!
//! A name of `cub::detail`, `cub::internal`, `thrust::detail` or `thrust::system::detail`.
//!
//! ## Why on AMD
//!
//! hipCUB has no such namespaces, and rocThrust's internals are its own: what is in them differs from CCCL's, and from
//! release to release.
//!
//! ## Example
//!
//! ```cuda before
//! using type = thrust::detail::remove_reference<T>::type;
//! ```
//!
//! ```cuda after
//! using type = std::remove_reference<T>::type;
//! ```
//!
//! ## Fix
//!
//! Use the standard library or the documented interface.
//!
//! ## Source
//!
//! hipCUB's and rocThrust's headers of ROCm 6.4.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP4018",
    name: "cccl-internals",
    level: Level::Warning,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Words(&["detail", "internal"], check)],
};

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let code = &file.code;
    let before = |i: usize| code.previous(i).filter(|&s| code.kind(s) == TokenKind::Scope).and_then(|s| code.previous(s));
    let Some(mut root) = before(at) else { return };
    if code.is_word(root, b"system") {
        root = before(root).unwrap_or(root);
    }
    if matches!(code.text(root), b"cub" | b"thrust" | b"hipcub") {
        let finding = out.report(code.span(root, at), format!("`{}` has other internals in ROCm", file.text(root)));
        finding.help("use the documented interface or the standard library");
    }
}
