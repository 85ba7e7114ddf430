//! A device variable is named by a string.
//!
//! ## What
//!
//! A string where a call such as `cudaMemcpyToSymbol` takes the variable.
//!
//! ## Why on AMD
//!
//! CUDA dropped the form in version 5, and HIP never had it: the string's own address would be looked up.
//!
//! ## Example
//!
//! ```cuda before
//! cudaMemcpyToSymbol("coefficients", host, size);
//! ```
//!
//! ```cuda after
//! cudaMemcpyToSymbol(coefficients, host, size);
//! ```
//!
//! ## Fix
//!
//! Name the variable itself.
//!
//! ## Source
//!
//! CUDA 5's release notes; `hip_runtime_api.h`.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2028",
    name: "symbol-by-name",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
