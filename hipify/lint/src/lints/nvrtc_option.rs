//! An option string of NVRTC that hipRTC does not take.
//!
//! ## What
//!
//! A string literal that reaches `nvrtcCompileProgram` and names an architecture of NVIDIA's or another option that only
//! NVRTC knows.
//!
//! ## Why on AMD
//!
//! hipRTC hands its options to clang, which refuses those of nvcc: compilation fails when the program runs.
//!
//! ## Example
//!
//! ```cuda before
//! const char *options[] = {"--gpu-architecture=compute_70"};
//! ```
//!
//! ```cuda after
//! const char *options[] = {"--offload-arch=gfx90a"};
//! ```
//!
//! ## Fix
//!
//! Write clang's option. The architecture can be left out: hipRTC takes that of the current device.
//!
//! ## Source
//!
//! The table of options in `rules/src/options/nvcc.rs`; clang's own list.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3024",
    name: "nvrtc-option",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
