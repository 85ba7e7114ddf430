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
//! aux_source_directory(. sources)
//! ```
//!
//! ```cmake after
//! file(GLOB sources *.cu)
//! set_source_files_properties(${sources} PROPERTIES LANGUAGE HIP)
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
