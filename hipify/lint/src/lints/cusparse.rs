//! A name of cuSPARSE has no counterpart in hipSPARSE.
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
//! cusparseDcsrsv_solve(handle, operation, m, &alpha, descriptor, values, rows, columns, info, x, y);
//! ```
//!
//! ```cuda after
//! hipsparseSpSV_solve(handle, operation, &alpha, a, x, y, HIP_R_64F, algorithm, descriptor);
//! ```
//!
//! ## Fix
//!
//! Use the generic interface (`hipsparseSpMV`, `hipsparseSpSV`, `hipsparseSpGEMM`), which both libraries have.
//!
//! ## Source
//!
//! `rules/api/sparse.toml`, proved against hipSPARSE's headers.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP4007",
    name: "cusparse",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
