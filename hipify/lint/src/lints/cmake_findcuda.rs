//! A command of CMake's old FindCUDA module that ports only in part.
//!
//! ## What
//!
//! `cuda_compile_ptx`, `cuda_link_separable_compilation_objects` and others that CMake's HIP language has no form of.
//! Commands that port whole, such as `cuda_add_library`, are not reported.
//!
//! ## Why on AMD
//!
//! The module looks for nvcc, and CMake has no FindHIP module that does the same.
//!
//! ## Example
//!
//! ```cmake before
//! cuda_compile_ptx(files kernels.cu)
//! ```
//!
//! ```cmake after
//! add_custom_command(OUTPUT kernels.hsaco
//!   COMMAND ${CMAKE_HIP_COMPILER} -x hip --genco --offload-arch=gfx90a kernels.cu -o kernels.hsaco)
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
