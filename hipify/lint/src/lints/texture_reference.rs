//! A texture reference, which CUDA 12 no longer has.
//!
//! ## What
//!
//! A variable of type `texture<...>`.
//!
//! ## Why on AMD
//!
//! CUDA 12 removed texture references and HIP deprecates them. GPUs without image instructions (gfx942, gfx950) take neither these nor
//! texture objects.
//!
//! ## Example
//!
//! ```cuda before
//! texture<float, 2> image;
//! ```
//!
//! ```cuda after
//! cudaTextureObject_t image;
//! ```
//!
//! ## Fix
//!
//! Create a texture object and pass it to the kernel.
//!
//! ## Source
//!
//! CUDA 12's release notes; `hip_deprecated.h` and `texture_types.h` of HIP 6.4.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2010",
    name: "texture-reference",
    level: Level::Note,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
