//! Thread block clusters, distributed shared memory or tensor maps are used.
//!
//! ## What
//!
//! `__cluster_dims__`, `cooperative_groups::this_cluster`, the `__cluster*` functions, cluster attributes of launches and functions,
//! `CUtensorMap` and `cuTensorMap*`.
//!
//! ## Why on AMD
//!
//! No AMD GPU that HIP drives groups blocks into clusters, shares LDS between workgroups or has a tensor memory accelerator that these
//! names could stand for.
//!
//! ## Example
//!
//! ```cuda before
//! auto cluster = cooperative_groups::this_cluster();
//! float *other = cluster.map_shared_rank(tile, 1);
//! ```
//!
//! ```cuda after
//! float *other = tiles_in_global_memory + (blockIdx.x ^ 1) * tile_size;
//! ```
//!
//! ## Fix
//!
//! Exchange data between blocks through global memory, with a cooperative launch where blocks wait for each other; copy tiles with the
//! threads of the block.
//!
//! ## Source
//!
//! HIP's headers up to 7.1 have none of the names.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2014",
    name: "clusters-tma",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
