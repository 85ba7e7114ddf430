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

use crate::diagnostic::Level;
use crate::lint::{Applies, Call, Check, Confidence, File, Findings, Launch, Lint, dims, product};

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
    if let Some((bounds, place)) = bounds_of(file, name).filter(|(bounds, _)| threads > *bounds) {
        out.report(span, format!("a block of {threads} threads is larger than the bounds of `{name}`, {bounds}"))
            .help("raise the bounds or make the block smaller")
            .related(place, "the bounds stand here");
    }
}

/// The first argument of the kernel's `__launch_bounds__`, where it is a constant.
fn bounds_of(file: &File<'_>, kernel: &str) -> Option<(u64, std::ops::Range<usize>)> {
    let kernel = file.kernel(kernel)?;
    let at = (kernel.first..kernel.body.start).find(|&at| file.code.is_word(at, b"__launch_bounds__"))?;
    let call = Call::at(&file.code, at)?;
    let value = file.argument_value(*call.arguments.first()?)?;
    Some((u64::try_from(value.number).ok()?, file.code.span(at, call.close)))
}
