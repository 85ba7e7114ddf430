//! A name of Thrust's CUDA system has no counterpart.
//!
//! ## What
//!
//! A name of `thrust::system::cuda` that rocThrust's HIP system lacks. Those it has, such as `thrust::cuda::par`, the port
//! replaces.
//!
//! ## Why on AMD
//!
//! The header is not there, or does not declare the name.
//!
//! ## Example
//!
//! ```cuda before
//! thrust::system::cuda::experimental::pinned_allocator<int> pinned;
//! ```
//!
//! ```cuda after
//! thrust::universal_host_pinned_memory_resource pinned;
//! ```
//!
//! ## Fix
//!
//! Use the memory resources that Thrust has for every system.
//!
//! ## Source
//!
//! `rules/api/namespaces.toml`; rocThrust's headers of ROCm 6.4.

use crate::diagnostic::Level;
use crate::lint::{Applies, Check, Confidence, Lint};

pub(crate) const LINT: Lint = Lint {
    code: "HIP4010",
    name: "thrust",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
