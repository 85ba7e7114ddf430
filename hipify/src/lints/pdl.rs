//! A kernel waits for the one before it by programmatic dependent launch.
//!
//! ## What
//!
//! `cudaGridDependencySynchronize`, `cudaTriggerProgrammaticLaunchCompletion` and the launch attributes of that name.
//!
//! ## Why on AMD
//!
//! HIP has none of it: a kernel starts when the one before it in the stream has ended.
//!
//! ## Example
//!
//! ```cuda before
//! cudaGridDependencySynchronize();
//! ```
//!
//! ```cuda after
//! #ifndef __HIP_PLATFORM_AMD__
//! cudaGridDependencySynchronize();
//! #endif
//! ```
//!
//! ## Fix
//!
//! Leave the calls and attributes out for AMD GPUs: the order of the stream already gives what the wait asks for.
//!
//! ## Source
//!
//! HIP's headers up to 7.1 have none of the names.

use crate::diagnostic::Level;
use crate::lint::{Applies, Check, Confidence, Lint};

pub(crate) const LINT: Lint = Lint {
    code: "HIP2041",
    name: "pdl",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
