//! A name is gone from the CUDA version named.
//!
//! ## What
//!
//! A CUDA name that the version given by `--cuda` no longer has. The port replaces it all the same.
//!
//! ## Why on AMD
//!
//! Nothing breaks for AMD GPUs; but the same source no longer builds with that CUDA, which matters for a tree that is built
//! for both.
//!
//! ## Example
//!
//! ```cuda before
//! cudaThreadSynchronize();
//! ```
//!
//! ```cuda after
//! cudaDeviceSynchronize();
//! ```
//!
//! ## Fix
//!
//! Use the name that replaced it.
//!
//! ## Source
//!
//! The `removed` versions in `rules/api/`, by CUDA's headers.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3003",
    name: "cuda-removed",
    level: Level::Note,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
