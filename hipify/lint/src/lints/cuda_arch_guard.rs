//! Device code is chosen by `__CUDA_ARCH__`.
//!
//! ## What
//!
//! A condition on the value of `__CUDA_ARCH__` in a CUDA source, for which the port has to choose, or any condition on it in
//! a file that is written for HIP already.
//!
//! ## Why on AMD
//!
//! No compiler of HIP defines `__CUDA_ARCH__`: the device branch is compiled out silently, and the host's code runs on the
//! GPU. The port adds `__HIP_DEVICE_COMPILE__`, and decides comparisons as for compute capability 7.0, but
//! where that only gives up.
//!
//! ## Example
//!
//! ```cuda before
//! #ifdef __CUDA_ARCH__
//!   return __ldg(p);
//! #else
//!   return *p;
//! #endif
//! ```
//!
//! ```cuda after
//! #if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
//!   return __ldg(p);
//! #else
//!   return *p;
//! #endif
//! ```
//!
//! ## Fix
//!
//! Test `__HIP_DEVICE_COMPILE__` too. Where a version is compared, decide for AMD GPUs.
//!
//! ## Source
//!
//! clang's macros for HIP: `clang++ -x hip --cuda-device-only -dM -E` has no `__CUDA_ARCH__`.

use crate::{Applies, Check, Confidence, File, Findings, Lint, guards};
use hipify_diagnostics::{Applicability, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP5001",
    name: "cuda-arch-guard",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Always,
    checks: &[Check::Port, Check::Directives(check)],
};

const MACRO: guards::Macro = guards::Macro { cuda: "__CUDA_ARCH__", hip: "__HIP_DEVICE_COMPILE__" };

fn check(file: &File<'_>, hash: usize, out: &mut Findings<'_>) {
    guards::check(file, hash, &MACRO, "the branch for device code is left out of it", out);
}
