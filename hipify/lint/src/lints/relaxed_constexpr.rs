//! Code asks whether nvcc allows `constexpr` functions in device code, in a file that is written for HIP.
//!
//! ## What
//!
//! A condition on `__CUDACC_RELAXED_CONSTEXPR__` or `__CUDACC_EXTENDED_LAMBDA__` in a file that includes HIP's headers. In a
//! CUDA source the port widens the condition.
//!
//! ## Why on AMD
//!
//! clang allows both always and defines neither macro, so that an `#error` under the test stops the build.
//!
//! ## Example
//!
//! ```cuda before
//! #ifndef __CUDACC_RELAXED_CONSTEXPR__
//! #error build with --expt-relaxed-constexpr
//! #endif
//! ```
//!
//! ```cuda after
//! #if !defined(__CUDACC_RELAXED_CONSTEXPR__) && !defined(__HIPCC__)
//! #error build with --expt-relaxed-constexpr
//! #endif
//! ```
//!
//! ## Fix
//!
//! Test `__HIPCC__` too.
//!
//! ## Source
//!
//! clang's HIP support: `constexpr` functions are `__host__ __device__`.

use crate::{Applies, Check, Confidence, File, Findings, Lint, guards};
use hipify_diagnostics::{Applicability, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP5008",
    name: "relaxed-constexpr",
    level: Level::Warning,
    confidence: Confidence::High,
    default: false,
    fix: Some(Applicability::Review),
    applies: Applies::Always,
    checks: &[Check::Directives(check)],
};

const MACROS: &[guards::Macro] = &[
    guards::Macro { cuda: "__CUDACC_RELAXED_CONSTEXPR__", hip: "__HIPCC__" },
    guards::Macro { cuda: "__CUDACC_EXTENDED_LAMBDA__", hip: "__HIPCC__" },
];

fn check(file: &File<'_>, hash: usize, out: &mut Findings<'_>) {
    for name in MACROS {
        guards::check(file, hash, name, "the code takes the option for missing, which clang does not need", out);
    }
}
