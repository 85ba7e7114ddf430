//! `__syncwarp` is called, which HIP has from 7.0 on.
//!
//! ## What
//!
//! A call of `__syncwarp`, where the ROCm that the code is for is older than 7.0 or not named.
//!
//! ## Why on AMD
//!
//! Before HIP 7.0 no header declares it, and the code does not compile. Leaving the call out is no way: lanes of a wavefront run
//! in step, but the compiler may still move accesses to shared memory across the place where it stood.
//!
//! ## Example
//!
//! ```cuda before
//! shared[lane] = v;
//! __syncwarp();
//! v = shared[lane ^ 1];
//! ```
//!
//! ```cuda after
//! shared[lane] = v;
//! __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
//! __builtin_amdgcn_wave_barrier();
//! __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
//! v = shared[lane ^ 1];
//! ```
//!
//! ## Fix
//!
//! Build with ROCm 7.0, with `hipify-rs build`, whose header has the function for older HIP, or write the fences and the barrier.
//!
//! ## Source
//!
//! The function is declared in HIP's `amd_warp_sync_functions.h` from 7.0 on and not in 6.4; the builtins in LLVM's AMDGPU usage
//! guide, memory model.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_rules::Version;

pub(crate) const LINT: Lint = Lint {
    code: "HIP1013",
    name: "syncwarp",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::All(&[Applies::Device, Applies::RocmBefore(Version::new(7, 0, 0))]),
    checks: &[Check::Calls(&["__syncwarp"], check)],
};

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    out.report(file.span(call.name), "HIP has `__syncwarp` from 7.0 on").help(
        "build with `hipify-rs build`, which supplies it, or write a release fence, `__builtin_amdgcn_wave_barrier()` and an \
         acquire fence of the scope \"wavefront\"",
    );
}
