//! GPU code is chosen by `__CUDACC__`.
//!
//! ## What
//!
//! A condition on `__CUDACC_VER_MAJOR__` and the like in a CUDA source, for which the port has to choose, or any condition
//! on `__CUDACC__` in a file that is written for HIP and asks for HIP nowhere.
//!
//! ## Why on AMD
//!
//! clang does not define `__CUDACC__` for HIP: declarations in the guarded branch vanish, and macros such as `__host__ __device__`
//! are defined to nothing.
//!
//! ## Example
//!
//! ```cuda before
//! #ifdef __CUDACC__
//! #define HD __host__ __device__
//! #else
//! #define HD
//! #endif
//! ```
//!
//! ```cuda after
//! #if defined(__CUDACC__) || defined(__HIPCC__)
//! #define HD __host__ __device__
//! #else
//! #define HD
//! #endif
//! ```
//!
//! ## Fix
//!
//! Test `__HIPCC__` too, which clang defines for HIP.
//!
//! ## Source
//!
//! `clang++ -x hip -dM -E`: `__HIPCC__` is defined, `__CUDACC__` is not.

use crate::{Applies, Check, Confidence, File, Findings, Lint, guards};
use hipify_diagnostics::{Applicability, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP5002",
    name: "cudacc-guard",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Always,
    checks: &[Check::Port, Check::Directives(check)],
};

const MACRO: guards::Macro = guards::Macro { cuda: "__CUDACC__", hip: "__HIPCC__" };

fn check(file: &File<'_>, hash: usize, out: &mut Findings<'_>) {
    if !file.dialect().knows_both {
        guards::check(file, hash, &MACRO, "the branch it guards is left out", out);
    }
}
