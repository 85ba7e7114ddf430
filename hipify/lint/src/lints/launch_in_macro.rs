//! A launch that cannot be rewritten.
//!
//! ## What
//!
//! A `<<<...>>>` in a macro, or one whose parts cannot be told apart, where launches are to be written as calls.
//!
//! ## Why on AMD
//!
//! clang takes `<<<...>>>` in HIP as nvcc does; only the form `hipLaunchKernelGGL` needs the parts.
//!
//! ## Example
//!
//! ```cuda before
//! #define RUN(k, n) k<<<n, 256>>>
//! ```
//!
//! ```cuda after
//! RUN stays as it is: clang takes it
//! ```
//!
//! ## Fix
//!
//! Keep launches as they are, which is the default.
//!
//! ## Source
//!
//! clang's HIP support; `hipify-rs port --launch`.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP5012",
    name: "launch-in-macro",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
