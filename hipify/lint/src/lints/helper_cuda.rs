//! A header of NVIDIA's samples is included that the tree does not have.
//!
//! ## What
//!
//! `helper_cuda.h`, `helper_functions.h` and their like, from the samples' `Common` folder.
//!
//! ## Why on AMD
//!
//! They are no part of the toolkit, include CUDA's headers, and are not shipped with ROCm. `hipify-rs build` and `hipify-rs cc` have
//! headers of the same names and functions; other builds do not.
//!
//! ## Example
//!
//! ```cuda before
//! #include <helper_cuda.h>
//! ```
//!
//! ```cuda after
//! #include "common/helper_cuda.h"
//! ```
//!
//! ## Fix
//!
//! Copy the header into the tree and port it with the rest, or replace `checkCudaErrors` by a check of your own.
//!
//! ## Source
//!
//! `rules/headers.toml`.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP4016",
    name: "helper-cuda",
    level: Level::Note,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
