//! A part of CUDA's graphs that HIP does not have.
//!
//! ## What
//!
//! A name of conditional nodes, device-side launch, memory nodes or other parts of graphs without a counterpart; or a flag
//! that HIP declares and does not implement.
//!
//! ## Why on AMD
//!
//! The name does not compile. `hipGraphInstantiateFlagDeviceLaunch` does, but HIP declares no launch of a graph for device
//! code.
//!
//! ## Example
//!
//! ```cuda before
//! cudaGraphConditionalHandle handle;
//! cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
//! ```
//!
//! ```cuda after
//! // end the capture before the decision, and launch one graph or the other from the host
//! ```
//!
//! ## Fix
//!
//! End the graph where the host has to decide, and launch several graphs.
//!
//! ## Source
//!
//! HIP's headers 6.4: no `__device__ hipGraphLaunch`; `rules/api/runtime.toml`.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3009",
    name: "graph-gap",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port, Check::Words(DEVICE_LAUNCH, check)],
};

const DEVICE_LAUNCH: &[&str] =
    &["cudaGraphInstantiateFlagDeviceLaunch", "CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH", "hipGraphInstantiateFlagDeviceLaunch"];

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    out.report(file.span(at), "HIP has no launch of graphs from device code").help("launch the graph from the host");
}
