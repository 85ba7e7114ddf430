//! A call whose HIP counterpart takes other parameters, where no edit makes up for it.
//!
//! ## What
//!
//! A CUDA function is called, or its address taken, in a form that HIP's function of the same purpose does not have.
//!
//! ## Why on AMD
//!
//! The ported call does not compile, or means something else.
//!
//! ## Example
//!
//! ```cuda before
//! auto allocate = cudaMallocHost;
//! ```
//!
//! ```cuda after
//! auto allocate = [](void **p, size_t n) { return hipHostMalloc(p, n, hipHostMallocDefault); };
//! ```
//!
//! ## Fix
//!
//! The message says in what the two differ: write the HIP call by hand.
//!
//! ## Source
//!
//! The fields `call` and `differs` of `rules/api/`, compared with the signatures in both sets of headers by `make prove`.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3004",
    name: "partial-api",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
