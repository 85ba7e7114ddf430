//! A fast and less exact function of the device is called.
//!
//! ## What
//!
//! `__expf`, `__sinf`, `__powf`, `__fdividef` and their like. The first of a file is reported, the others are related
//! places.
//!
//! ## Why on AMD
//!
//! Both sides have the functions; their errors are their own. AMD's `__sinf` is the hardware's sine after a multiplication,
//! `__expf` the hardware's power of two: results differ in the last bits, and for large arguments by more.
//!
//! ## Example
//!
//! ```cuda before
//! float y = __expf(x);
//! ```
//!
//! ```cuda after
//! float y = expf(x);
//! ```
//!
//! ## Fix
//!
//! Compare results with a tolerance, or call the exact function.
//!
//! ## Source
//!
//! clang's `__clang_hip_math.h`: what these functions become; CUDA's programming guide: their errors.

use crate::{Applies, Check, Confidence, Lint, Says};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP6001",
    name: "fast-intrinsic",
    level: Level::Note,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::FirstCall(NAMES, SAYS)],
};

const NAMES: &[&str] =
    &["__expf", "__exp10f", "__logf", "__log2f", "__log10f", "__sinf", "__cosf", "__sincosf", "__tanf", "__powf", "__fdividef"];

const SAYS: Says =
    Says { message: "`{}` has other errors on AMD GPUs", help: "compare results with a tolerance, or call the exact function" };
