//! A library of CUDA without a counterpart is used.
//!
//! ## What
//!
//! A header or name of NPP, nvJPEG, OptiX, the video codecs, cuTENSOR, nvCOMP, cuFile, NVSHMEM, cuSPARSELt, cuDSS, AmgX and
//! others.
//!
//! ## Why on AMD
//!
//! No library of ROCm takes the same calls.
//!
//! ## Example
//!
//! ```cuda before
//! #include <npp.h>
//! ```
//!
//! ```cuda after
//! #include <rpp.h>
//! ```
//!
//! ## Fix
//!
//! The help of each finding names what does the same work, if anything does.
//!
//! ## Source
//!
//! `rules/headers.toml` and the notes of `rules/api/`.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP4015",
    name: "unsupported-library",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
