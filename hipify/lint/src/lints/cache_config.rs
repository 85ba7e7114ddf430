//! A call sets how L1 cache and shared memory are split.
//!
//! ## What
//!
//! A call of `cudaFuncSetCacheConfig`, `cudaDeviceSetCacheConfig`, `cudaDeviceSetSharedMemConfig`,
//! `cudaFuncSetSharedMemConfig`, or their HIP and driver forms.
//!
//! ## Why on AMD
//!
//! AMD GPUs have no such split and no banks to configure: HIP ignores the hints. `hipDeviceSetCacheConfig` returns
//! `hipErrorNotSupported`, so that a checked call can end a program.
//!
//! ## Example
//!
//! ```cuda before
//! cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferL1);
//! kernel<<<grid, block>>>(p);
//! ```
//!
//! ```cuda after
//! kernel<<<grid, block>>>(p);
//! ```
//!
//! ## Fix
//!
//! Remove the call, or keep it for CUDA alone. The fix removes calls that are statements by themselves.
//!
//! ## Source
//!
//! `hip_runtime_api.h` of HIP 6.4: the notes at these functions.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint, statement};
use hipify_diagnostics::{Applicability, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP3016",
    name: "cache-config",
    level: Level::Note,
    confidence: Confidence::High,
    default: false,
    fix: Some(Applicability::Review),
    applies: Applies::Always,
    checks: &[Check::Calls(NAMES, check)],
};

const NAMES: &[&str] = &[
    "cudaFuncSetCacheConfig",
    "cudaDeviceSetCacheConfig",
    "cudaThreadSetCacheConfig",
    "cudaDeviceSetSharedMemConfig",
    "cudaFuncSetSharedMemConfig",
    "cuFuncSetCacheConfig",
    "cuCtxSetCacheConfig",
    "cuFuncSetSharedMemConfig",
    "cuCtxSetSharedMemConfig",
    "hipFuncSetCacheConfig",
    "hipDeviceSetCacheConfig",
    "hipDeviceSetSharedMemConfig",
    "hipFuncSetSharedMemConfig",
    "hipCtxSetCacheConfig",
    "hipCtxSetSharedMemConfig",
];

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let finding = out.report(file.span(call.name), format!("`{}` does nothing on AMD GPUs", file.text(call.name)));
    finding.help("remove it, or keep it for CUDA alone and do not check what it returns");
    if let Some(edit) = statement::delete_call(file, call.name, call.close) {
        finding.unsafe_fix("remove the call", vec![edit]);
    }
}
