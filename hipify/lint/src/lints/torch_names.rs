//! Names of PyTorch's CUDA interface are used.
//!
//! ## What
//!
//! `c10::cuda`, `at::cuda` or `torch::cuda` in C++. The first of a file is reported.
//!
//! ## Why on AMD
//!
//! PyTorch built for ROCm keeps these names for most of its interface and brings its own translator, which an extension's
//! build runs. Which names it expects depends on its version.
//!
//! ## Example
//!
//! ```cuda before
//! c10::cuda::CUDAGuard guard(device);
//! ```
//!
//! ```cuda after
//! c10::cuda::CUDAGuard guard(device); // as it is
//! ```
//!
//! ## Fix
//!
//! Build extensions by PyTorch's `cpp_extension`, which translates what its version needs.
//!
//! ## Source
//!
//! PyTorch's `torch/utils/hipify` and notes on HIP semantics.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP4017",
    name: "torch-names",
    level: Level::Note,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Words(&["cuda"], check)],
};

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let code = &file.code;
    let scope = code.previous(at).filter(|&i| code.kind(i) == TokenKind::Scope).and_then(|i| code.previous(i));
    let Some(scope) = scope.filter(|&i| matches!(code.text(i), b"c10" | b"at" | b"torch")) else { return };
    if let Some(finding) = out.report_first(code.span(scope, at), "names of PyTorch's are ported by its own translator") {
        finding.help("build the extension by `torch.utils.cpp_extension` of a PyTorch for ROCm");
    }
}
