//! A command of CMake's old FindCUDA module that ports only in part.
//!
//! ## What
//!
//! `cuda_get_sources_and_options`, `cuda_parse_nvcc_options` and others by which FindCUDA does its own work, and which CMake's HIP
//! language has no form of. Commands that port whole, such as `cuda_add_library` and `cuda_compile_ptx`, are not reported.
//!
//! ## Why on AMD
//!
//! The module looks for nvcc, and CMake has no FindHIP module that does the same.
//!
//! ## Example
//!
//! ```cmake before
//! cuda_get_sources_and_options(sources cmake_options options kernels.cu)
//! ```
//!
//! ```cmake after
//! set(sources kernels.cu)
//! set_source_files_properties(${sources} PROPERTIES LANGUAGE HIP)
//! ```
//!
//! ## Fix
//!
//! Add the sources to a target of the HIP language, or write a custom command.
//!
//! ## Source
//!
//! CMake's manual: FindCUDA, and `enable_language(HIP)`.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP7001",
    name: "cmake-findcuda",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
