//! A block wants more shared memory than a workgroup has on an AMD GPU.
//!
//! ## What
//!
//! The `__shared__` variables of a kernel together, or the constant dynamic size of a launch, exceed the LDS of a workgroup: 65,536 bytes,
//! 163,840 on gfx950.
//!
//! ## Why on AMD
//!
//! More static shared memory does not compile ("local memory exceeds limit"), and a launch with more dynamic shared memory fails. NVIDIA
//! GPUs since Volta give up to 227 KiB on request.
//!
//! ## Example
//!
//! ```cuda before
//! __shared__ float tile[160][128];
//! ```
//!
//! ```cuda after
//! __shared__ float tile[80][128];
//! ```
//!
//! ## Fix
//!
//! Make the tile smaller, keep a part of it in registers, or use a narrower type.
//!
//! ## Source
//!
//! LLVM's `AMDGPU` features for local memory, by target in `rules/gfx.toml`; clang 19 for gfx90a and gfx1100 on the error.

use crate::{Applies, Check, Confidence, File, Findings, Function, Launch, Lint, Shared, shared_at};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2005",
    name: "lds-over-64k",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Kernels(check), Check::Launches(check_launch)],
};

fn check(file: &File<'_>, kernel: &Function, out: &mut Findings<'_>) {
    let Some(most) = least_lds(file) else { return };
    let words = kernel.body.clone().filter(|&at| file.code.is_word(at, b"__shared__"));
    let known: Vec<(Shared, u64)> =
        words.filter_map(|at| shared_at(file, at)).filter_map(|shared| shared.bytes.map(|bytes| (shared, bytes))).collect();
    let mut sum = 0u64;
    for (number, (shared, bytes)) in known.iter().enumerate() {
        let before = sum;
        sum = sum.saturating_add(*bytes);
        if before <= most && sum > most {
            let total: u64 = known.iter().fold(0, |total, (_, bytes)| total.saturating_add(*bytes));
            let span = file.code.span(shared.first, shared.name);
            let finding = out.report(span, format!("{total} bytes of shared memory exceed the {most} of a workgroup"));
            finding.help("make the tile smaller, or keep a part of it in registers");
            for (other, bytes) in known.iter().take(number) {
                finding.related(file.code.span(other.first, other.name), format!("{bytes} bytes here"));
            }
        }
    }
}

fn check_launch(file: &File<'_>, launch: &Launch, out: &mut Findings<'_>) {
    let value = launch.shared.and_then(|shared| file.argument_value(shared)).and_then(|value| u64::try_from(value.number).ok());
    let (Some(bytes), Some(most), Some(shared)) = (value, least_lds(file), launch.shared) else { return };
    if bytes > most {
        let message = format!("{bytes} bytes of dynamic shared memory exceed the {most} of a workgroup");
        out.report(file.argument_span(shared), message).help("make the tile smaller, or keep a part of it in registers");
    }
}

/// Bytes that a workgroup has on the target that has fewest.
fn least_lds(file: &File<'_>) -> Option<u64> {
    let targets = file.targets.list(file.targets.everywhere());
    targets.map(|gfx| u64::from(gfx.limits.lds_per_workgroup())).min()
}
