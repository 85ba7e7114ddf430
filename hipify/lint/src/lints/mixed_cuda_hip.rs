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

use crate::{Applies, Check, Confidence, File, Findings, Header, Lint, dialect};
use hipify_diagnostics::Level;

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
    let Some(Header { name, .. }) = code.header(hash) else { return };
    if !["cuda_runtime.h", "cuda_runtime_api.h", "cuda.h"].iter().any(|header| name.starts_with(header)) {
        return;
    }
    let is_hip = |hash: usize| code.header(hash).is_some_and(|header| header.name.starts_with("hip/"));
    let here = file.targets_at(at);
    let branch = dialect::branch(code, hash);
    let together =
        |hash: usize| is_hip(hash) && !file.targets_at(hash + 2).and(here).is_empty() && dialect::branch(code, hash) == branch;
    if let Some(hip) = code.directives().find(|&hash| together(hash)) {
        let finding = out.report(file.span(at), "CUDA's and HIP's runtime headers are included together");
        finding.related(file.span(hip + 2), "HIP's").help("part them by `#if defined(__HIPCC__)`");
    }
}
