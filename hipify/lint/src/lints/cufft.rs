//! A name of cuFFT has no counterpart in hipFFT, or a transform is spread over GPUs.
//!
//! ## What
//!
//! A name of the library that the port's table has no counterpart for. Also `cufftXtSetGPUs`.
//!
//! ## Why on AMD
//!
//! The counterpart's headers do not declare it, so that the code does not compile. hipFFT has plans over several GPUs and
//! calls them experimental.
//!
//! ## Example
//!
//! ```cuda before
//! cufftXtSetGPUs(plan, 2, gpus);
//! ```
//!
//! ```cuda after
//! // one plan for each GPU, on its part of the batch
//! ```
//!
//! ## Fix
//!
//! Split the batch over GPUs by hand, or test the experimental plan on the target.
//!
//! ## Source
//!
//! `rules/api/fft.toml`; `hipfftXt.h` of ROCm 6.4: the warning at `hipfftXtSetGPUs`.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP4005",
    name: "cufft",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Port, Check::Calls(&["cufftXtSetGPUs", "hipfftXtSetGPUs"], check)],
};

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let finding = out.report(file.span(call.name), "hipFFT's plans over several GPUs are experimental").level(Level::Note);
    finding.help("split the batch over GPUs by hand, or test it on the target");
}
