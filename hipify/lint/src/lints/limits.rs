//! A limit of the device is set that HIP refuses.
//!
//! ## What
//!
//! A call of `cudaDeviceSetLimit`, `cuCtxSetLimit` or `hipDeviceSetLimit` with the limit of the printf buffer. Limits
//! without a name in HIP are HIP3001.
//!
//! ## Why on AMD
//!
//! HIP sets the stack size and the heap of device-side `malloc` alone; for any other limit the call returns
//! `hipErrorUnsupportedLimit`.
//!
//! ## Example
//!
//! ```cuda before
//! cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 24);
//! ```
//!
//! ```cuda after
//! #ifndef __HIP_PLATFORM_AMD__
//! cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 24);
//! #endif
//! ```
//!
//! ## Fix
//!
//! Leave it out for AMD GPUs.
//!
//! ## Source
//!
//! `hip_runtime_api.h` of HIP 6.4: `hipDeviceSetLimit`.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3017",
    name: "limits",
    level: Level::Note,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Words(&["cudaLimitPrintfFifoSize", "CU_LIMIT_PRINTF_FIFO_SIZE", "hipLimitPrintfFifoSize"], check)],
};

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let message = format!("HIP refuses to set `{}` and returns `hipErrorUnsupportedLimit`", file.text(at));
    out.report(file.span(at), message).help("leave it out for AMD GPUs, or do not check what the call returns");
}
