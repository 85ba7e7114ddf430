//! A CUDA runtime or driver name has no HIP counterpart.
//!
//! ## What
//!
//! A function, type, enumerator or macro of the CUDA runtime, the driver or NVRTC for which HIP has no name. Names of
//! libraries have codes of their own, HIP4001 to HIP4015.
//!
//! ## Why on AMD
//!
//! No HIP header declares it, so that the code does not compile for AMD GPUs.
//!
//! ## Example
//!
//! ```cuda before
//! cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4);
//! ```
//!
//! ```cuda after
//! #ifndef __HIP_PLATFORM_AMD__
//! cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4);
//! #endif
//! ```
//!
//! ## Fix
//!
//! The help of each finding names the replacement. Where there is none, keep the use out of the AMD build.
//!
//! ## Source
//!
//! The rules of `rules/api/runtime.toml` and `driver.toml`, proved against HIP's headers by `make prove`.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3001",
    name: "unsupported-api",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
