//! Device code of one file needs that of another.
//!
//! ## What
//!
//! A variable declared `extern __device__` or `extern __constant__`, in a file that does not define it.
//!
//! ## Why on AMD
//!
//! clang compiles each file's device code by itself unless told otherwise: the code object then lacks the symbol, and
//! linking it fails. `-fgpu-rdc` and `--hip-link` join them, as nvcc's `-rdc=true` does; the port of a build translates that
//! option.
//!
//! ## Example
//!
//! ```cuda before
//! extern __device__ int counter;
//! ```
//!
//! ```cuda after
//! // clang++ -x hip -fgpu-rdc -c a.cu; clang++ --hip-link -fgpu-rdc a.o b.o
//! extern __device__ int counter;
//! ```
//!
//! ## Fix
//!
//! Build with `-fgpu-rdc` and link with `--hip-link -fgpu-rdc`, or define the variable where it is used.
//!
//! ## Source
//!
//! clang's HIP support: `-fgpu-rdc`.

use crate::{Applies, Check, Confidence, File, Findings, Lint, statement};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP5015",
    name: "rdc",
    level: Level::Note,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Words(&["__device__", "__constant__"], check)],
};

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let code = &file.code;
    let (first, last) = statement::around(code, at);
    let is_extern = code.is_word(first, b"extern") && !(first..=last).any(|i| code.kind(i) == TokenKind::String);
    // A function has parentheses, a variable has none; shared memory is declared so without being shared between files.
    let is_variable = code.is(last, b';') && !(first..last).any(|i| code.is(i, b'(') || code.is_word(i, b"__shared__"));
    if code.tokens[at].in_directive || !is_extern || !is_variable {
        return;
    }
    if let Some(finding) = out.report_first(code.span(first, last), "this variable is defined in another file's device code") {
        finding.help("compile with `-fgpu-rdc` and link with `--hip-link -fgpu-rdc`");
    }
}
