//! A kernel whose blocks all have one size does not tell the compiler.
//!
//! ## What
//!
//! A kernel without `__launch_bounds__` that the file launches with blocks of one constant size other than 1024.
//!
//! ## Why on AMD
//!
//! Without bounds the compiler makes code for 1024 threads. Their registers come out of one file: on CDNA each thread may then use 128 of
//! its 512 vector registers, and a kernel that needs more spills.
//!
//! ## Example
//!
//! ```cuda before
//! __global__ void step(float *data) {
//! ```
//!
//! ```cuda after
//! __global__ __launch_bounds__(256) void step(float *data) {
//! ```
//!
//! ## Fix
//!
//! Add `__launch_bounds__` with the size of the blocks. Launches with larger blocks, in other files, then fail.
//!
//! ## Source
//!
//! `.max_flat_workgroup_size: 1024` in the metadata of a kernel without bounds, by clang 19; LLVM's `AMDGPUUsage`, waves and registers.

use crate::{Applies, Check, Confidence, File, Findings, Function, Lint, dims, product};
use hipify_diagnostics::{Applicability, Edit, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP2003",
    name: "no-launch-bounds",
    level: Level::Note,
    confidence: Confidence::Medium,
    default: false,
    fix: Some(Applicability::Review),
    applies: Applies::Always,
    checks: &[Check::Kernels(check)],
};

/// What the compiler assumes: `AMDGPU::IsaInfo::getMaxFlatWorkGroupSize`.
const ASSUMED: u64 = 1024;

fn check(file: &File<'_>, kernel: &Function, out: &mut Findings<'_>) {
    let code = &file.code;
    let Some(name) = kernel.name else { return };
    let head = kernel.first..kernel.body.start;
    let is_bounded =
        |at: usize| code.kind(at) == hipify_syntax::TokenKind::Identifier && file.text(at).to_lowercase().contains("bounds");
    if head.clone().any(is_bounded) || file.kernel(file.text(name)).is_none() {
        return;
    }
    let Some(threads) = only_size(file, file.text(name)).filter(|&threads| threads < ASSUMED) else { return };
    let Some(global) = head.into_iter().find(|&at| code.is_word(at, b"__global__")) else { return };
    let message = format!("every block of `{}` has {threads} threads, and the compiler assumes {ASSUMED}", file.text(name));
    let finding = out.report(file.span(name), message);
    finding.help("say `__launch_bounds__`: each thread may then use more registers");
    let end = file.span(global).end;
    finding.unsafe_fix("add the bounds", vec![Edit::insert(end, format!(" __launch_bounds__({threads})"))]);
}

/// The number of threads that all launches of the kernel agree on.
fn only_size(file: &File<'_>, kernel: &str) -> Option<u64> {
    let launches = file.launches().iter().filter(|launch| file.text(launch.kernel) == kernel);
    let mut sizes = launches.map(|launch| product(dims(file, launch.block)?));
    let first = sizes.next()??;
    sizes.all(|size| size == Some(first)).then_some(first)
}
