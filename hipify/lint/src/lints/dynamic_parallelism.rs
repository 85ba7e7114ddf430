//! A kernel is launched by device code.
//!
//! ## What
//!
//! A launch by `<<<...>>>` in a `__global__` or `__device__` function.
//!
//! ## Why on AMD
//!
//! HIP has no dynamic parallelism: clang refuses the reference to a kernel from a kernel, and no runtime on the GPU would start it.
//!
//! ## Example
//!
//! ```cuda before
//! __global__ void refine(Node *nodes) {
//!     if (nodes[threadIdx.x].coarse) child<<<1, 64>>>(nodes + threadIdx.x);
//! }
//! ```
//!
//! ```cuda after
//! __global__ void refine(Node *nodes, Node **queue, int *length) {
//!     if (nodes[threadIdx.x].coarse) queue[atomicAdd(length, 1)] = nodes + threadIdx.x;
//! }
//! ```
//!
//! ## Fix
//!
//! Collect the work in a queue in global memory and let the host, or a persistent kernel, take it from there.
//!
//! ## Source
//!
//! clang 19 ("reference to __global__ function in __global__ function"); HIP's issue 3511.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2008",
    name: "dynamic-parallelism",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
