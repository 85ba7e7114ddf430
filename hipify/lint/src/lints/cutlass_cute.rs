//! CUTLASS or CuTe is used.
//!
//! ## What
//!
//! An include of a header of CUTLASS or CuTe.
//!
//! ## Why on AMD
//!
//! Their templates are written with PTX of NVIDIA's tensor cores and do not compile for AMD GPUs.
//!
//! ## Example
//!
//! ```cuda before
//! #include <cutlass/gemm/device/gemm.h>
//! ```
//!
//! ```cuda after
//! #include <rocwmma/rocwmma.hpp>
//! ```
//!
//! ## Fix
//!
//! Composable Kernel has kernels of the same kind, rocWMMA fragments of matrices, hipBLASLt whole products.
//!
//! ## Source
//!
//! CUTLASS's sources: inline PTX in `cute/arch/`; `rules/headers.toml`.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP4011",
    name: "cutlass-cute",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
