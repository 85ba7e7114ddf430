//! CUDA in a build system that is recognised and not ported.
//!
//! ## What
//!
//! Meson, autoconf, qmake and Visual Studio projects that name CUDA.
//!
//! ## Why on AMD
//!
//! They look for nvcc and the CUDA toolkit. hipify-rs reports the places and leaves them.
//!
//! ## Example
//!
//! ```meson before
//! project('app', 'cpp', 'cuda')
//! ```
//!
//! ```meson after
//! project('app', 'cpp')
//! custom_target('kernels', command: ['clang++', '-x', 'hip', '-c', '@INPUT@', '-o', '@OUTPUT@'])
//! ```
//!
//! ## Fix
//!
//! The help of each finding says how the build system can call clang.
//!
//! ## Source
//!
//! Meson's manual: languages.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP7007",
    name: "other-build-system",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
