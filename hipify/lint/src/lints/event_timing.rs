//! Time is measured by events.
//!
//! ## What
//!
//! A call of `cudaEventElapsedTime` or its HIP and driver forms. The first of a file is reported.
//!
//! ## Why on AMD
//!
//! Recording an event makes the GPU's writes visible to the whole system by default, which flushes caches: around a kernel
//! of a few microseconds the record itself is a part of what is measured.
//!
//! ## Example
//!
//! ```cuda before
//! cudaEventCreate(&start);
//! ```
//!
//! ```cuda after
//! hipEventCreateWithFlags(&start, hipEventDisableSystemFence);
//! ```
//!
//! ## Fix
//!
//! Time a loop of launches, or make the events with `hipEventDisableSystemFence` in an AMD build.
//!
//! ## Source
//!
//! `hip_runtime_api.h`: `hipEventReleaseToSystem`, `hipEventReleaseToDevice` and `hipEventDisableSystemFence`.

use crate::{Applies, Check, Confidence, Lint, Says};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3015",
    name: "event-timing",
    level: Level::Note,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::FirstCall(NAMES, SAYS)],
};

const NAMES: &[&str] = &["cudaEventElapsedTime", "cuEventElapsedTime", "hipEventElapsedTime"];

const SAYS: Says = Says {
    message: "time is measured by events, and recording one costs more on AMD GPUs",
    help: "make the events with `hipEventDisableSystemFence`, or time many launches together",
};
