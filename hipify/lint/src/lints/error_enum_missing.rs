//! An error code of CUDA has no counterpart in `hipError_t`.
//!
//! ## What
//!
//! An enumerator `cudaError...` or `CUDA_ERROR_...` that HIP's enumeration lacks.
//!
//! ## Why on AMD
//!
//! The name does not compile. 61 of the 133 error codes of CUDA 12.9 have no counterpart in HIP 6.4: those of MPS, of
//! dynamic parallelism, of PTX, and those that AMD's runtime reports as another code.
//!
//! ## Example
//!
//! ```cuda before
//! if (status == cudaErrorMisalignedAddress) retry();
//! ```
//!
//! ```cuda after
//! if (status == hipErrorLaunchFailure) retry();
//! ```
//!
//! ## Fix
//!
//! Leave the case out, or handle the code that HIP reports in its place.
//!
//! ## Source
//!
//! `driver_types.h` of CUDA 12.9 and `hip_runtime_api.h` of HIP 6.4, compared.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3006",
    name: "error-enum-missing",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
