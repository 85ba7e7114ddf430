//! `tex1Dfetch` reads outside of its range in another way.
//!
//! ## What
//!
//! Calls of `tex1Dfetch` in device code.
//!
//! ## Why on AMD
//!
//! Address modes and filters do not apply to `tex1Dfetch` in CUDA, and reads out of range give zero. AMD GPUs apply what the texture was
//! created with.
//!
//! ## Example
//!
//! ```cuda before
//! float v = tex1Dfetch<float>(table, i);
//! ```
//!
//! ```cuda after
//! float v = i < n ? tex1Dfetch<float>(table, i) : 0.0f;
//! ```
//!
//! ## Fix
//!
//! Keep indices in range, or read the array itself: `__ldg(&table[i])`.
//!
//! ## Source
//!
//! HIP's issue 1754.

use crate::diagnostic::Level;
use crate::lint::{Applies, Call, Check, Confidence, File, Findings, Lint};

pub(crate) const LINT: Lint = Lint {
    code: "HIP2011",
    name: "tex1dfetch-semantics",
    level: Level::Note,
    confidence: Confidence::Low,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Calls(&["tex1Dfetch"], check)],
};

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    if file.is_device(call.name) {
        out.report(file.span(call.name), "`tex1Dfetch` out of range, and with filters, gives other values than CUDA's")
            .help("keep the index in range, or read the array itself");
    }
}
