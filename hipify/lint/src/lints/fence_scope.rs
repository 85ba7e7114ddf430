//! A kernel and the host, or two GPUs, communicate through memory that is not coherent while the kernel runs.
//!
//! ## What
//!
//! `__threadfence_system` and atomic operations of system scope in device code of a file that allocates by `cudaMalloc` and nowhere asks
//! for fine-grained memory.
//!
//! ## Why on AMD
//!
//! Memory from `hipMalloc` is coarse-grained: what a kernel writes is seen by the host and by other GPUs when the kernel has ended, fences
//! or not. Atomic operations of system scope on it act on this GPU alone.
//!
//! ## Example
//!
//! ```cuda before
//! cudaMalloc(&flag, sizeof(int));
//! ```
//!
//! ```cuda after
//! hipExtMallocWithFlags(reinterpret_cast<void **>(&flag), sizeof(int), hipDeviceMallocFinegrained);
//! ```
//!
//! ## Fix
//!
//! Allocate what is shared while the kernel runs by `hipExtMallocWithFlags` with `hipDeviceMallocFinegrained`, or by `hipHostMalloc` with
//! `hipHostMallocCoherent`.
//!
//! ## Source
//!
//! HIP's programming guide, coherence; LLVM's AMDGPU usage guide, memory model.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2019",
    name: "fence-scope",
    level: Level::Warning,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Calls(SYSTEM, check)],
};

#[rustfmt::skip]
const SYSTEM: &[&str] = &[
    "__threadfence_system", "atomicAdd_system", "atomicSub_system", "atomicExch_system", "atomicMin_system", "atomicMax_system",
    "atomicAnd_system", "atomicOr_system", "atomicXor_system", "atomicCAS_system",
];

/// What allocates coarse-grained memory.
const COARSE: &[&str] = &["cudaMalloc", "hipMalloc", "cuMemAlloc", "cudaMallocPitch", "hipMallocPitch", "cudaMallocAsync"];

/// What asks for memory that is coherent while kernels run.
const FINE: &[&str] =
    &["hipDeviceMallocFinegrained", "hipHostMallocCoherent", "hipExtMallocWithFlags", "cudaMallocManaged", "hipMallocManaged"];

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    if !file.is_device(call.name) {
        return;
    }
    let has = |names: &[&str]| names.iter().find_map(|name| file.first_use(name));
    let (Some(coarse), None) = (has(COARSE), has(FINE)) else { return };
    let message = format!("`{}` acts on memory that others see when the kernel has ended", file.text(call.name));
    out.report(file.span(call.name), message)
        .help("allocate what is shared while the kernel runs as fine-grained memory")
        .related(file.span(coarse), "coarse-grained memory is allocated here");
}
