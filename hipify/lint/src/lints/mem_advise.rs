//! Managed memory is advised or prefetched.
//!
//! ## What
//!
//! A call of `cudaMemAdvise` or `cudaMemPrefetchAsync`, or their HIP and driver forms. The first of a file is reported.
//!
//! ## Why on AMD
//!
//! Without heterogeneous memory management in the kernel driver, and XNACK, managed memory does not move, and neither does
//! advice move it. CUDA 13 changed both signatures to take a `cudaMemLocation`.
//!
//! ## Example
//!
//! ```cuda before
//! cudaMemPrefetchAsync(p, bytes, device, stream);
//! ```
//!
//! ```cuda after
//! int moves;
//! hipDeviceGetAttribute(&moves, hipDeviceAttributeConcurrentManagedAccess, device);
//! if (moves) hipMemPrefetchAsync(p, bytes, device, stream);
//! ```
//!
//! ## Fix
//!
//! Ask the attribute first, and copy explicitly where speed matters.
//!
//! ## Source
//!
//! `hip_runtime_api.h`: `hipMemAdvise` and the attribute; CUDA 13's `cuda_runtime_api.h`.

use crate::{Applies, Check, Confidence, Lint, Says};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3013",
    name: "mem-advise",
    level: Level::Note,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::FirstCall(NAMES, SAYS)],
};

const NAMES: &[&str] = &[
    "cudaMemAdvise",
    "cudaMemAdvise_v2",
    "cudaMemPrefetchAsync",
    "cudaMemPrefetchAsync_v2",
    "cuMemAdvise",
    "cuMemPrefetchAsync",
    "hipMemAdvise",
    "hipMemPrefetchAsync",
];

const SAYS: Says = Says {
    message: "`{}` has an effect only where managed memory moves",
    help: "check `hipDeviceAttributeConcurrentManagedAccess`, and expect no gain where it is 0",
};
