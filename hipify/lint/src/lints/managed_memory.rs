//! Managed memory is used.
//!
//! ## What
//!
//! A call of `cudaMallocManaged` or its HIP and driver forms, or a `__managed__` variable. The first of a file is reported,
//! the others are related places.
//!
//! ## Why on AMD
//!
//! Pages move between host and GPU only where the GPU can retry a faulting access (XNACK): gfx90a and gfx942 can, when the
//! kernel driver and `HSA_XNACK=1` enable it; GPUs of the RDNA family cannot. Elsewhere the memory stays in host memory, and
//! each access of a kernel goes over the bus.
//!
//! ## Example
//!
//! ```cuda before
//! cudaMallocManaged(&p, bytes);
//! ```
//!
//! ```cuda after
//! cudaMalloc(&p, bytes);
//! cudaMemcpy(p, source, bytes, cudaMemcpyHostToDevice);
//! ```
//!
//! ## Fix
//!
//! Copy explicitly where speed matters. Else build for `gfx90a:xnack+`, run with `HSA_XNACK=1`, and place pages by
//! `hipMemPrefetchAsync`.
//!
//! ## Source
//!
//! LLVM's AMDGPU usage guide, target feature xnack; HIP's manual, unified memory; `rules/gfx.toml`.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP3012",
    name: "managed-memory",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Calls(NAMES, call), Check::Words(&["__managed__"], variable)],
};

const NAMES: &[&str] = &["cudaMallocManaged", "cuMemAllocManaged", "hipMallocManaged"];

fn call(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    report(file, call.name, out);
}

fn variable(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    if !file.code.tokens[at].in_directive {
        report(file, at, out);
    }
}

fn report(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    if let Some(finding) = out.report_first(file.span(at), "managed memory moves to the GPU only where XNACK is on") {
        finding.help("set `HSA_XNACK=1` and build for `gfx90a:xnack+` or `gfx942:xnack+`, or copy explicitly");
    }
}
