//! A test of CUDA's version.
//!
//! ## What
//!
//! A condition that compares `CUDART_VERSION`, `CUDA_VERSION` or a library's version with a number.
//!
//! ## Why on AMD
//!
//! HIP defines none of them, and an undefined macro is 0 in a condition: the branch for the oldest CUDA is taken. The port
//! writes conditions that hold as for CUDA 12.9, or the version of `--cuda`, and says so.
//!
//! ## Example
//!
//! ```cuda before
//! #if CUDART_VERSION >= 11000
//! ```
//!
//! ```cuda after
//! #if CUDART_VERSION >= 11000 || defined(__HIPCC__)
//! ```
//!
//! ## Fix
//!
//! Look at both branches and decide which one HIP should take.
//!
//! ## Source
//!
//! HIP's headers define `HIP_VERSION` alone.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP5004",
    name: "cuda-version",
    level: Level::Note,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
