//! A name has a HIP counterpart only in a newer ROCm than the one named.
//!
//! ## What
//!
//! A CUDA name whose HIP counterpart was added after the version given by `--rocm`, or was removed by then.
//!
//! ## Why on AMD
//!
//! The headers of that ROCm do not declare it, so that the ported code does not compile.
//!
//! ## Example
//!
//! ```cuda before
//! cudaStreamBeginCaptureToGraph(stream, graph, 0, 0, 0, mode); // --rocm 5.7
//! ```
//!
//! ```cuda after
//! cudaStreamBeginCapture(stream, mode);
//! ```
//!
//! ## Fix
//!
//! Name a newer ROCm if one is there, or guard the use.
//!
//! ## Source
//!
//! The versions in `rules/api/`, by the headers of each release.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3002",
    name: "needs-newer-rocm",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
