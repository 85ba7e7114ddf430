//! A name of cuSOLVER has no counterpart in hipSOLVER.
//!
//! ## What
//!
//! A name of the library that the port's table has no counterpart for.
//!
//! ## Why on AMD
//!
//! The counterpart's headers do not declare it, so that the code does not compile.
//!
//! ## Example
//!
//! ```cuda before
//! cusolverDnIRSParams_t parameters;
//! cusolverDnIRSParamsCreate(&parameters);
//! ```
//!
//! ```cuda after
//! hipsolverDnDgetrf(handle, n, n, a, lda, work, pivots, info);
//! hipsolverDnDgetrs(handle, HIPSOLVER_OP_N, n, 1, a, lda, pivots, b, ldb, info);
//! ```
//!
//! ## Fix
//!
//! Use the direct solvers and eigensolvers that hipSOLVER has, or rocSOLVER's own calls.
//!
//! ## Source
//!
//! `rules/api/solver.toml`, proved against hipSOLVER's headers.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP4008",
    name: "cusolver",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
