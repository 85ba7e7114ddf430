//! A file includes CUDA's and HIP's runtime headers for the same compiler.
//!
//! ## What
//!
//! `cuda_runtime.h` or `cuda.h` and a header of HIP's, both in code that compilers for AMD GPUs see.
//!
//! ## Why on AMD
//!
//! CUDA's header is not there in an AMD build; where it is, both declare `dim3`, `float4` and their like.
//!
//! ## Example
//!
//! ```cuda before
//! #include <cuda_runtime.h>
//! #include <hip/hip_runtime.h>
//! ```
//!
//! ```cuda after
//! #if defined(__HIPCC__)
//! #include <hip/hip_runtime.h>
//! #else
//! #include <cuda_runtime.h>
//! #endif
//! ```
//!
//! ## Fix
//!
//! Part them by a condition. A port leaves the branch of HIP as it is.
//!
//! ## Source
//!
//! HIP's and CUDA's `vector_types.h` define the same types.

use crate::diagnostic::Level;
use crate::lint::{Applies, Check, Confidence, File, Findings, Lint, dialect};
use crate::token::Kind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP5014",
    name: "mixed-cuda-hip",
    level: Level::Note,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Directives(check)],
};

fn check(file: &File<'_>, hash: usize, out: &mut Findings<'_>) {
    let at = hash + 2;
    let code = &file.code;
    if at >= code.tokens.len() || code.kind(at) != Kind::HeaderName {
        return;
    }
    let name = &file.text(at)[1..];
    if !["cuda_runtime.h", "cuda_runtime_api.h", "cuda.h"].iter().any(|header| name.starts_with(header)) {
        return;
    }
    let is_hip = |i: usize| i < code.tokens.len() && code.kind(i) == Kind::HeaderName && file.text(i)[1..].starts_with("hip/");
    let here = file.targets_at(at);
    let branch = dialect::branch(code, hash);
    let together = |i: usize| is_hip(i) && !file.targets_at(i).and(here).is_empty() && dialect::branch(code, i - 2) == branch;
    if let Some(hip) = code.directives().map(|hash| hash + 2).find(|&i| together(i)) {
        let finding = out.report(file.span(at), "CUDA's and HIP's runtime headers are included together");
        finding.related(file.span(hip), "HIP's").help("part them by `#if defined(__HIPCC__)`");
    }
}
