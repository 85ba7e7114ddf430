//! A dot product of packed integers (`__dp4a`, `__dp2a_lo`, `__dp2a_hi`) is called, which HIP lacks.
//!
//! ## What
//!
//! Calls of `__dp4a`, `__dp2a_lo` and `__dp2a_hi`.
//!
//! ## Why on AMD
//!
//! HIP declares none of them. The instruction that `__builtin_amdgcn_sdot4` compiles to is in some targets only.
//!
//! ## Example
//!
//! ```cuda before
//! sum = __dp4a(a, b, sum);
//! ```
//!
//! ```cuda after
//! sum = amd_mixed_dot(reinterpret_cast<char4 &>(a), reinterpret_cast<char4 &>(b), sum, false);
//! ```
//!
//! ## Fix
//!
//! Build with `hipify-rs build`, which supplies the functions on AMD GPUs. For other builds:
//!
//! `amd_mixed_dot` of `hip/hip_runtime.h` takes the words as `char4` and compiles for every target. `__builtin_amdgcn_sdot4` is the bare
//! instruction, where the target has it.
//!
//! ## Source
//!
//! HIP 5.2 and 6.4 compiled with clang 19 for gfx90a, gfx942 and gfx1100.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2042",
    name: "dp4a",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
