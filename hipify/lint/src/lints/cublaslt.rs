//! A name of cuBLASLt has no counterpart in hipBLASLt.
//!
//! ## What
//!
//! A name of the library that the port's table has no counterpart for. Most are enumerators of tiles, stages and cluster
//! shapes.
//!
//! ## Why on AMD
//!
//! The counterpart's headers do not declare it, so that the code does not compile. hipBLASLt has kernels of its own, picked
//! by its heuristics; tile and stage numbers of NVIDIA's kernels mean nothing there.
//!
//! ## Example
//!
//! ```cuda before
//! cublasLtMatmulTile_t tile = CUBLASLT_MATMUL_TILE_64x64;
//! ```
//!
//! ```cuda after
//! int found;
//! hipblasLtMatmulAlgoGetHeuristic(handle, operation, a, b, c, d, preference, 1, &result, &found);
//! ```
//!
//! ## Fix
//!
//! Let `hipblasLtMatmulAlgoGetHeuristic` choose the algorithm.
//!
//! ## Source
//!
//! `rules/api/blaslt.toml`, proved against hipBLASLt's headers.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP4002",
    name: "cublaslt",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
