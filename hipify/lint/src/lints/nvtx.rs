//! A name of NVTX has no counterpart in roctx.
//!
//! ## What
//!
//! A call of NVTX beyond ranges and marks: wide strings, domains, categories, names of resources.
//!
//! ## Why on AMD
//!
//! roctx has `roctxMark`, `roctxRangePush`, `roctxRangePop`, `roctxRangeStart` and `roctxRangeStop`, with plain strings.
//! Other names do not compile.
//!
//! ## Example
//!
//! ```cuda before
//! nvtxRangePushEx(&attributes);
//! ```
//!
//! ```cuda after
//! nvtxRangePushA("step");
//! ```
//!
//! ## Fix
//!
//! Use the plain calls, or define `NVTX_DISABLE` in the AMD build and keep NVTX's header.
//!
//! ## Source
//!
//! `roctracer/roctx.h` of ROCm 6.4; `rules/api/nvtx.toml`.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP4012",
    name: "nvtx",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
