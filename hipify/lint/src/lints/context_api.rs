//! Contexts of the driver API are used.
//!
//! ## What
//!
//! A call that makes, destroys or switches contexts. The first of a file is reported.
//!
//! ## Why on AMD
//!
//! HIP keeps the calls for code from CUDA, deprecated: AMD's platform has the primary context of each device and nothing
//! else, so that two contexts of one device are no two address spaces.
//!
//! ## Example
//!
//! ```cuda before
//! cuCtxCreate(&context, 0, device);
//! ```
//!
//! ```cuda after
//! cudaSetDevice(device);
//! ```
//!
//! ## Fix
//!
//! Select the device by `cudaSetDevice`; drop what keeps contexts apart.
//!
//! ## Source
//!
//! `hip_runtime_api.h`: the warnings at `hipCtxCreate` and its neighbours.

use crate::{Applies, Check, Confidence, Lint, Says};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3028",
    name: "context-api",
    level: Level::Warning,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::FirstCall(NAMES, SAYS)],
};

const NAMES: &[&str] = &[
    "cuCtxCreate",
    "cuCtxDestroy",
    "cuCtxPushCurrent",
    "cuCtxPopCurrent",
    "cuCtxSetCurrent",
    "cuCtxGetCurrent",
    "hipCtxCreate",
    "hipCtxDestroy",
    "hipCtxPushCurrent",
    "hipCtxPopCurrent",
    "hipCtxSetCurrent",
    "hipCtxGetCurrent",
];

const SAYS: Says = Says {
    message: "contexts are deprecated in HIP, which has one for each device",
    help: "select devices by `hipSetDevice`, and take `hipDevicePrimaryCtxRetain` where a context is needed",
};
