//! Parts of a makefile about nvcc that port only in part.
//!
//! ## What
//!
//! Options of nvcc that clang has no form of, and commands that the port cannot follow.
//!
//! ## Why on AMD
//!
//! clang refuses nvcc's options, or the option means nothing for AMD GPUs.
//!
//! ## Example
//!
//! ```make before
//! NVCCFLAGS = -maxrregcount=32
//! ```
//!
//! ```make after
//! NVCCFLAGS =
//! ```
//!
//! ## Fix
//!
//! The help of each finding names the replacement; `__launch_bounds__` bounds registers by kernel.
//!
//! ## Source
//!
//! nvcc's manual; clang's list of options.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP7004",
    name: "make-nvcc",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
