//! Code is chosen by `__NVCC__` in a file that is written for HIP.
//!
//! ## What
//!
//! A condition on `__NVCC__` in a file that includes HIP's headers and asks for HIP nowhere. In a CUDA source the port
//! widens the condition.
//!
//! ## Why on AMD
//!
//! clang does not define `__NVCC__`: the branch for other compilers is taken, which is the host's.
//!
//! ## Example
//!
//! ```cuda before
//! #ifdef __NVCC__
//! __device__ float helper(float x);
//! #endif
//! ```
//!
//! ```cuda after
//! #if defined(__NVCC__) || defined(__HIPCC__)
//! __device__ float helper(float x);
//! #endif
//! ```
//!
//! ## Fix
//!
//! Test `__HIPCC__` too.
//!
//! ## Source
//!
//! `clang++ -x hip -dM -E`.

use crate::{Applies, Check, Confidence, File, Findings, Lint, guards};
use hipify_diagnostics::{Applicability, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP5003",
    name: "nvcc-guard",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Always,
    checks: &[Check::Directives(check)],
};

const MACRO: guards::Macro = guards::Macro { cuda: "__NVCC__", hip: "__HIPCC__" };

fn check(file: &File<'_>, hash: usize, out: &mut Findings<'_>) {
    if !file.dialect().knows_both {
        guards::check(file, hash, &MACRO, "the branch of other compilers is taken", out);
    }
}
