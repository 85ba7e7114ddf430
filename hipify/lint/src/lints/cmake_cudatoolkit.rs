//! A package or library of the CUDA toolkit in CMake has no counterpart.
//!
//! ## What
//!
//! A library or imported target `CUDA::...` that no package of ROCm provides, or a package that was replaced by one with
//! other variables.
//!
//! ## Why on AMD
//!
//! Configuration or linking fails: there is no such target.
//!
//! ## Example
//!
//! ```cmake before
//! target_link_libraries(app CUDA::nvml)
//! ```
//!
//! ```cmake after
//! target_link_libraries(app amd_smi)
//! ```
//!
//! ## Fix
//!
//! The help of each finding names the replacement.
//!
//! ## Source
//!
//! CMake's manual: FindCUDAToolkit; the packages that ROCm installs.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP7003",
    name: "cmake-cudatoolkit",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
