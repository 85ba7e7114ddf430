//! An atomic operation with a scope in its name that HIP has not.
//!
//! ## What
//!
//! `atomicAdd_block`, `atomicCAS_block` and the other `_block` forms, `atomicInc_system` and `atomicDec_system`. The other `_system`
//! forms are in HIP and not reported.
//!
//! ## Why on AMD
//!
//! HIP declares none of the `_block` forms, and the code does not compile. The plain form is right as well, with the wider scope of the
//! device.
//!
//! ## Example
//!
//! ```cuda before
//! atomicAdd_block(&count, 1);
//! ```
//!
//! ```cuda after
//! __hip_atomic_fetch_add(&count, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
//! ```
//!
//! ## Fix
//!
//! Build with `hipify-rs build`, which supplies them on AMD GPUs. For other builds: `__hip_atomic_fetch_add` and similar names with
//! `__HIP_MEMORY_SCOPE_WORKGROUP`, or the plain form.
//!
//! ## Source
//!
//! HIP 5.2 and 6.4 compiled with clang 19; `amd_hip_atomic.h` for the forms that are there.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2022",
    name: "scoped-atomics",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
