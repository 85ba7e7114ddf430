//! Kernels are launched in a file that never looks for errors of launches.
//!
//! ## What
//!
//! A launch by `<<<...>>>` or `hipLaunchKernelGGL`, in a file that calls neither `cudaGetLastError` nor
//! `cudaPeekAtLastError`, nor a macro or function whose name says that it checks. The first launch is reported.
//!
//! ## Why on AMD
//!
//! A launch that asks for more than the GPU has is refused, and nothing tells but the last error. AMD's limits are others:
//! 64 KiB of shared memory for a block, 1024 threads with enough registers; what ran on an NVIDIA GPU may be refused here
//! and leave its output as it was.
//!
//! ## Example
//!
//! ```cuda before
//! kernel<<<grid, block, 98304>>>(p);
//! ```
//!
//! ```cuda after
//! kernel<<<grid, block, 98304>>>(p);
//! if (cudaGetLastError() != cudaSuccess) abort();
//! ```
//!
//! ## Fix
//!
//! Check `cudaGetLastError` after launches.
//!
//! ## Source
//!
//! HIP's manual: errors of launches; LLVM's AMDGPU usage guide: limits of local memory.

use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3032",
    name: "unchecked-launch",
    level: Level::Note,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::File(check)],
};

fn check(file: &File<'_>, out: &mut Findings<'_>) {
    let live = |first: usize| !file.targets_at(first).is_empty();
    let Some(launch) = file.launches().iter().find(|launch| live(launch.first)) else { return };
    let code = &file.code;
    let checks = |at: usize| code.kind(at) == TokenKind::Identifier && code.next_is(at, b'(') && is_check(file.text(at));
    if (0..code.tokens.len()).any(checks) {
        return;
    }
    let finding = out.report(file.span(launch.kernel), "launches of this file are never checked for errors");
    finding.help("check `cudaGetLastError()` after launches: what exceeds a limit is refused silently");
}

fn is_check(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    lower.ends_with("getlasterror")
        || lower.contains("peekatlasterror")
        || lower.contains("check")
        || lower.contains("lastcudaerror")
}
