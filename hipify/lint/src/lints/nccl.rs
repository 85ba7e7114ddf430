//! A name of NCCL has no counterpart in RCCL.
//!
//! ## What
//!
//! A name of the library that the port's table has no counterpart for.
//!
//! ## Why on AMD
//!
//! The counterpart's headers do not declare it, so that the code does not compile. RCCL has NCCL's names for what it has; it
//! follows NCCL's releases with a delay, and has no device interface.
//!
//! ## Example
//!
//! ```cuda before
//! ncclCommGrow(comm, ranks, &id, rank, &bigger, &config);
//! ```
//!
//! ```cuda after
//! ncclCommInitRank(&bigger, ranks, id, rank);
//! ```
//!
//! ## Fix
//!
//! Use the calls that both have; ask `ncclGetVersion` when the program runs.
//!
//! ## Source
//!
//! `rules/api/nccl.toml`, proved against RCCL's headers.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP4004",
    name: "nccl",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
