//! A function on the halves or bytes of a word (`__vadd2`, `__vsadu4`) is called, which HIP has not.
//!
//! ## What
//!
//! Calls of CUDA's SIMD intrinsics: `__vabs*`, `__vadd*`, `__vavg*`, `__vcmp*`, `__vhadd*`, `__vmax*`, `__vmin*`, `__vneg*`, `__vsad*`,
//! `__vset*`, `__vsub*` and the `__vi*` functions of three operands.
//!
//! ## Why on AMD
//!
//! HIP declares none of the some hundred functions, and the code does not compile.
//!
//! ## Example
//!
//! ```cuda before
//! unsigned sum = __vadd4(a, b);
//! ```
//!
//! ```cuda after
//! unsigned sum = ((a & 0x7f7f7f7fu) + (b & 0x7f7f7f7fu)) ^ ((a ^ b) & 0x80808080u);
//! ```
//!
//! ## Fix
//!
//! Build with `hipify-rs build`, which supplies the functions on AMD GPUs. For other builds:
//!
//! Write the operation on the parts of the word, or with the packed 16-bit builtins; `__builtin_amdgcn_sad_u8` sums differences of
//! bytes. Newer NVIDIA GPUs emulate most of these functions as well.
//!
//! ## Source
//!
//! HIP 5.2 and 6.4 compiled with clang 19; CUDA's `device_functions.h` for the names.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2030",
    name: "simd-video",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
