//! Memory is mapped by hand.
//!
//! ## What
//!
//! A call of the driver's virtual memory management, or its HIP form. The first of a file is reported.
//!
//! ## Why on AMD
//!
//! HIP has the calls from 5.3 on, and not every GPU, system and version supports them: an attribute tells. llama.cpp keeps
//! them off by default on AMD GPUs.
//!
//! ## Example
//!
//! ```cuda before
//! cuMemAddressReserve(&address, bytes, 0, 0, 0);
//! ```
//!
//! ```cuda after
//! int supported;
//! hipDeviceGetAttribute(&supported, hipDeviceAttributeVirtualMemoryManagementSupported, device);
//! ```
//!
//! ## Fix
//!
//! Ask the attribute, and allocate plainly where it is 0.
//!
//! ## Source
//!
//! `hip_runtime_api.h`: the attribute, and the note "currently this API is marked as beta"; llama.cpp's option
//! `GGML_CUDA_NO_VMM`.

use crate::{Applies, Check, Confidence, Lint, Says};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3022",
    name: "vmm",
    level: Level::Warning,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::FirstCall(NAMES, SAYS)],
};

const NAMES: &[&str] = &[
    "cuMemAddressReserve",
    "cuMemCreate",
    "cuMemMap",
    "cuMemSetAccess",
    "hipMemAddressReserve",
    "hipMemCreate",
    "hipMemMap",
    "hipMemSetAccess",
];

const SAYS: Says = Says {
    message: "memory is mapped by hand with `{}`",
    help: "ask `hipDeviceAttributeVirtualMemoryManagementSupported` first, and keep a path that allocates",
};
