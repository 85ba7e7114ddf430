//! A string contains CUDA source.
//!
//! ## What
//!
//! A string literal that holds a kernel or CUDA names, as programs have them that compile at run time.
//!
//! ## Why on AMD
//!
//! A string is data: no tool ports it, and hipRTC compiles it as it is. Kernels that use nothing but the language compile;
//! names of CUDA's API and headers do not.
//!
//! ## Example
//!
//! ```cuda before
//! const char *source = "#include <cuda_fp16.h>\n__global__ void k(half *p) {}";
//! ```
//!
//! ```cuda after
//! const char *source = "#include <hip/hip_fp16.h>\n__global__ void k(half *p) {}";
//! ```
//!
//! ## Fix
//!
//! Move the source to a file and port that, or write the HIP names.
//!
//! ## Source
//!
//! hipRTC's manual: the source is compiled as HIP.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3025",
    name: "kernel-string",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
