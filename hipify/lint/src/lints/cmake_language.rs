//! CMake text about the CUDA language that ports only in part.
//!
//! ## What
//!
//! Settings, properties and generator expressions of the CUDA language that the HIP language has no counterpart of, and
//! sources that the port cannot follow.
//!
//! ## Why on AMD
//!
//! CMake drives clang by the HIP language, which has fewer properties: some have no meaning for clang, some must be written
//! another way.
//!
//! ## Example
//!
//! ```cmake before
//! set_target_properties(app PROPERTIES CUDA_PTX_COMPILATION ON)
//! ```
//!
//! ```cmake after
//! target_compile_options(app PRIVATE --cuda-device-only)
//! ```
//!
//! ## Fix
//!
//! The help of each finding says what to write.
//!
//! ## Source
//!
//! CMake's manual: properties of the HIP language.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP7002",
    name: "cmake-language",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
