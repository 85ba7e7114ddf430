//! A pragma that only nvcc knows is in a file that is written for HIP.
//!
//! ## What
//!
//! `#pragma nv_diag_suppress`, `hd_warning_disable`, `nv_exec_check_disable` and their like, in a file that includes HIP's
//! headers, in no branch for nvcc. In a CUDA source the port guards them with a test.
//!
//! ## Why on AMD
//!
//! clang warns of an unknown pragma, which is an error with `-Werror`; and what it silenced in nvcc is not silenced in
//! clang.
//!
//! ## Example
//!
//! ```cuda before
//! #pragma nv_diag_suppress 177
//! ```
//!
//! ```cuda after
//! #if defined(__NVCC__) && !defined(__HIPCC__)
//! #pragma nv_diag_suppress 177
//! #endif
//! ```
//!
//! ## Fix
//!
//! Guard it with a test for nvcc, and silence clang by `#pragma clang diagnostic`.
//!
//! ## Source
//!
//! clang's `-Wunknown-pragmas`.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP5006",
    name: "nv-pragma",
    level: Level::Note,
    confidence: Confidence::High,
    default: false,
    fix: Some(Applicability::Safe),
    applies: Applies::Always,
    checks: &[Check::Directives(check)],
};

fn check(file: &File<'_>, hash: usize, out: &mut Findings<'_>) {
    let code = &file.code;
    if hash + 2 >= code.tokens.len() || !code.is_word(hash + 1, b"pragma") || !is_nvcc_only(file.text(hash + 2)) {
        return;
    }
    if !file.dialect().is_hip() {
        return;
    }
    let Some((_, end)) = code.directive(hash) else { return };
    let finding = out.report(code.span(hash, end), format!("clang does not know the pragma `{}`", file.text(hash + 2)));
    finding.help("guard it with `#if defined(__NVCC__) && !defined(__HIPCC__)`");
    let (start, end) = (file.span(hash).start, file.span(end).start);
    let newline = if code.source.get(end) == Some(&b'\r') { "\r\n" } else { "\n" };
    let before = Edit::insert(start, format!("#if defined(__NVCC__) && !defined(__HIPCC__){newline}"));
    finding.safe_fix("guard it with a test for nvcc", vec![before, Edit::insert(end, format!("{newline}#endif"))]);
}

fn is_nvcc_only(name: &str) -> bool {
    name.starts_with("nv_") || matches!(name, "hd_warning_disable" | "diag_suppress" | "diag_default")
}
