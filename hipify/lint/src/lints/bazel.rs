//! Rules of Bazel for CUDA.
//!
//! ## What
//!
//! `cuda_library`, `@local_config_cuda`, `if_cuda` and their like in BUILD and .bzl files.
//!
//! ## Why on AMD
//!
//! The rules call nvcc. hipify-rs reports them and leaves them as they are.
//!
//! ## Example
//!
//! ```python before
//! cuda_library(name = "op", srcs = ["op.cu.cc"])
//! ```
//!
//! ```python after
//! rocm_library(name = "op", srcs = ["op.cu.cc"])
//! ```
//!
//! ## Fix
//!
//! TensorFlow's `rocm_library` and `if_rocm`, or rules of your own that call `clang++ -x hip`.
//!
//! ## Source
//!
//! TensorFlow's `rocm_configure.bzl`.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP7006",
    name: "bazel",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
