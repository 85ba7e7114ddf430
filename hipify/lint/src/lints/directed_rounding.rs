//! Arithmetic rounds in a named direction (`__fadd_rz`), which HIP hides by default.
//!
//! ## What
//!
//! Calls of `__fadd_rz`, `__dmul_ru`, `__fmaf_rd` and the other operations on `float` and `double` that do not round to nearest.
//! Conversions (`__float2int_rz`) are in HIP and not reported.
//!
//! ## Why on AMD
//!
//! HIP's headers declare them only where `OCML_BASIC_ROUNDED_OPERATIONS` is defined, and the device library of older releases lacks some
//! of what they call. Each changes the rounding mode of the wave and sets it back. `hipify-rs build` supplies them all: the result rounded
//! to nearest, moved by one step where what is lost has the other sign.
//!
//! ## Example
//!
//! ```cuda before
//! float lower = __fadd_rd(a, b);
//! ```
//!
//! ```cuda after
//! #define OCML_BASIC_ROUNDED_OPERATIONS
//! #include <hip/hip_runtime.h>
//! float lower = __fadd_rd(a, b);
//! ```
//!
//! ## Fix
//!
//! Define `OCML_BASIC_ROUNDED_OPERATIONS` before the first HIP header, on the command line for instance, with HIP 6 or newer. Where a
//! last bit does not matter use the `_rn` form.
//!
//! ## Source
//!
//! `amd_math_functions.h` and `math_fwd.h` of HIP 6.4, compiled for gfx90a with clang 19: with the macro the code sets the mode
//! register around the operation.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2031",
    name: "directed-rounding",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
