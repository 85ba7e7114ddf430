//! A name of CUDA's bfloat16 that HIP lacks.
//!
//! ## What
//!
//! Conversions and functions of `cuda_bf16.h` without counterpart in `hip/hip_bf16.h`. Types and functions that are there under other
//! names are renamed by `hipify-rs port` and not reported.
//!
//! ## Why on AMD
//!
//! `hip/hip_bf16.h`, new in HIP 5.7, converts from and to `float` and `double`; other integers than `int`, which HIP 7.2 has, and named
//! roundings are missing. The older `hip_bfloat16` of `hip/hip_bfloat16.h` is another type.
//!
//! ## Example
//!
//! ```cuda before
//! __nv_bfloat16 b = __uint2bfloat16_rn(i);
//! ```
//!
//! ```cuda after
//! __nv_bfloat16 b = __float2bfloat16(static_cast<float>(i));
//! ```
//!
//! ## Fix
//!
//! Convert through `float`, which holds all integers up to 2^24 exactly.
//!
//! ## Source
//!
//! `amd_hip_bf16.h` of HIP 6.4 and 7.2, compiled with clang 19.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2036",
    name: "bf16-names",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
