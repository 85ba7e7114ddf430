//! `__nanosleep` is called, which HIP has not.
//!
//! ## What
//!
//! A call of `__nanosleep`.
//!
//! ## Why on AMD
//!
//! HIP declares no such function, and the code does not compile.
//!
//! ## Example
//!
//! ```cuda before
//! __nanosleep(100);
//! ```
//!
//! ```cuda after
//! __builtin_amdgcn_s_sleep(4);
//! ```
//!
//! ## Fix
//!
//! `__builtin_amdgcn_s_sleep(n)` with a constant n lets the wave rest for about 64 n cycles. Where the sleep only eases polling, leaving
//! it out is right too. Keep the call of CUDA behind `#ifndef __HIP_PLATFORM_AMD__`.
//!
//! ## Source
//!
//! HIP 5.2 and 6.4 compiled with clang 19; LLVM's `IntrinsicsAMDGPU.td` for `s_sleep`.

use crate::diagnostic::Level;
use crate::lint::{Applies, Check, Confidence, Lint};

pub(crate) const LINT: Lint = Lint {
    code: "HIP2017",
    name: "nanosleep",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
