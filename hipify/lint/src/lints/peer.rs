//! GPUs reach each other's memory.
//!
//! ## What
//!
//! A call that enables access to a peer, or copies between peers. The first of a file is reported.
//!
//! ## Why on AMD
//!
//! Which GPUs reach each other depends on XGMI links, the size of the PCIe window and the IOMMU. Atomics on a peer's memory
//! need native support of the link, which `hipDeviceGetP2PAttribute` tells.
//!
//! ## Example
//!
//! ```cuda before
//! cudaDeviceEnablePeerAccess(peer, 0);
//! ```
//!
//! ```cuda after
//! int can;
//! cudaDeviceCanAccessPeer(&can, device, peer);
//! if (can) cudaDeviceEnablePeerAccess(peer, 0);
//! ```
//!
//! ## Fix
//!
//! Ask before enabling, and keep a path over host memory.
//!
//! ## Source
//!
//! `hip_runtime_api.h`: `hipDeviceP2PAttr`.

use crate::{Applies, Check, Confidence, Lint, Says};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3014",
    name: "peer",
    level: Level::Note,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::FirstCall(NAMES, SAYS)],
};

const NAMES: &[&str] = &[
    "cudaDeviceEnablePeerAccess",
    "cudaMemcpyPeer",
    "cudaMemcpyPeerAsync",
    "cuCtxEnablePeerAccess",
    "cuMemcpyPeer",
    "cuMemcpyPeerAsync",
    "hipDeviceEnablePeerAccess",
    "hipMemcpyPeer",
    "hipMemcpyPeerAsync",
];

const SAYS: Says = Says {
    message: "GPUs reach each other's memory by `{}`",
    help: "ask `hipDeviceCanAccessPeer` first, and `hipDeviceGetP2PAttribute` for native atomics between the two",
};
