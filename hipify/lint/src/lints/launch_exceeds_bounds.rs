//! A launch has more threads a block than the kernel or any GPU allows.
//!
//! ## What
//!
//! A launch whose block has, by its constants, more than 1024 threads or more than the kernel's `__launch_bounds__`.
//!
//! ## Why on AMD
//!
//! The launch fails, and where no error is looked at, the kernel just does not run. CUDA refuses such a launch too; on AMD GPUs the bounds also become a part of the code, which is compiled for no more threads.
//!
//! ## Example
//!
//! ```cuda before
//! __global__ void __launch_bounds__(128) step(float *data);
//! step<<<blocks, 256>>>(data);
//! ```
//!
//! ```cuda after
//! __global__ void __launch_bounds__(256) step(float *data);
//! step<<<blocks, 256>>>(data);
//! ```
//!
//! ## Fix
//!
//! Raise the bounds or make the blocks smaller.
//!
//! ## Source
//!
//! LLVM's `amdgpu-flat-work-group-size`; HIP's programming guide, launch bounds.

use crate::collect::bounds_of;
use crate::{Applies, Check, Confidence, ExecutionSpace, File, Findings, Launch, Lint, dims, product};
use hipify_diagnostics::Level;
use std::ops::Range;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2004",
    name: "launch-exceeds-bounds",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Launches(check)],
};

/// Most threads of a block, by HIP and CUDA alike: `maxThreadsPerBlock`.
const MOST: u64 = 1024;

fn check(file: &File<'_>, launch: &Launch, out: &mut Findings<'_>) {
    let Some(threads) = dims(file, launch.block).and_then(product) else { return };
    let span = file.argument_span(launch.block);
    if threads > MOST {
        out.report(span, format!("a block of {threads} threads is larger than the {MOST} that a GPU runs"))
            .help("make the block smaller and the grid larger");
        return;
    }
    let name = file.text(launch.kernel);
    let Some((bounds, place)) = bounds(file, name).filter(|(bounds, _)| threads > *bounds) else { return };
    let finding = out.report(span, format!("a block of {threads} threads is larger than the bounds of `{name}`, {bounds}"));
    finding.help("raise the bounds or make the block smaller");
    if let Some(place) = place {
        finding.related(place, "the bounds stand here");
    }
}

/// The bounds of the kernel that the file or its local headers have, and where the file has them.
fn bounds(file: &File<'_>, name: &str) -> Option<(u64, Option<Range<usize>>)> {
    if file.functions().named(name.as_bytes()).next().is_some() {
        return bounds_of(file, file.kernel(name)?).map(|(threads, place)| (threads, Some(place)));
    }
    let kernel = file.outside.function(name.as_bytes()).filter(|callee| callee.place == ExecutionSpace::Kernel)?;
    kernel.bounds.map(|threads| (threads, None))
}
