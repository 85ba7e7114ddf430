//! A shuffle or vote without mask is called, which CUDA does not have any more.
//!
//! ## What
//!
//! `__shfl`, `__shfl_up`, `__shfl_down`, `__shfl_xor`, `__any`, `__all` or `__ballot`; once a file.
//!
//! ## Why on AMD
//!
//! HIP has them on every GPU. CUDA removed them for compute capability 7.0 and above, so that a source for both needs the
//! forms with a mask.
//!
//! ## Example
//!
//! ```cuda before
//! v += __shfl_down(v, 1);
//! ```
//!
//! ```cuda after
//! v += __shfl_down_sync(~0ull, v, 1);
//! ```
//!
//! ## Fix
//!
//! Where the source is for both, use the `_sync` forms with a mask of 64 bits.
//!
//! ## Source
//!
//! CUDA's programming guide, warp shuffle functions; `amd_warp_functions.h` of HIP 6.4.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP1018",
    name: "legacy-shuffle",
    level: Level::Note,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Calls(&["__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", "__any", "__all", "__ballot"], check)],
};

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let message = format!("CUDA has no `{}` any more, HIP has", file.text(call.name));
    if let Some(finding) = out.report_first(file.span(call.name), message) {
        finding.help("use the `_sync` form with a mask of 64 bits where the source is for both");
    }
}
