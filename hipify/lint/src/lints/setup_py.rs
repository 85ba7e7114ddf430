//! Parts of a setup.py about nvcc that port only in part.
//!
//! ## What
//!
//! `CUDAExtension`, options of nvcc and names of CUDA's tools in a setup.py.
//!
//! ## Why on AMD
//!
//! PyTorch built for ROCm takes `CUDAExtension` and calls clang, which refuses nvcc's options.
//!
//! ## Example
//!
//! ```python before
//! CUDAExtension('op', ['op.cu'], extra_compile_args={'nvcc': ['-maxrregcount=32']})
//! ```
//!
//! ```python after
//! CUDAExtension('op', ['op.cu'], extra_compile_args={'nvcc': []})
//! ```
//!
//! ## Fix
//!
//! The help of each finding says what to write.
//!
//! ## Source
//!
//! PyTorch's `torch/utils/cpp_extension.py`.

use crate::{Applies, Check, Confidence, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP7005",
    name: "setup-py",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port],
};
