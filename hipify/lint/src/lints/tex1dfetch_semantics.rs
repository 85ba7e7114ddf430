//! `tex1Dfetch` obeys filters and address modes in an old HIP.
//!
//! ## What
//!
//! Calls of `tex1Dfetch` in device code, where the ROCm that is built for is older than 5.2.
//!
//! ## Why on AMD
//!
//! Address modes and filters do not apply to `tex1Dfetch` in CUDA, and reads out of range give zero. In early versions of HIP they did apply.
//! From HIP 5.2 on, the oldest that was looked at, the function loads from a buffer and is given no sampler, so that there is nothing to
//! report.
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
//! HIP's issue 1754. `texture_indirect_functions.h` of HIP 5.2 and 6.4 calls `__ockl_image_load_1Db`, which is one
//! `struct.buffer.load.format` in the device library.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_rules::Version;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2011",
    name: "tex1dfetch-semantics",
    level: Level::Note,
    confidence: Confidence::Low,
    default: false,
    fix: None,
    applies: Applies::RocmBefore(Version::new(5, 2, 0)),
    checks: &[Check::Calls(&["tex1Dfetch"], check)],
};

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    if file.is_device(call.name) {
        out.report(
            file.span(call.name),
            "`tex1Dfetch` out of range, and with filters, gave other values than CUDA's in an old HIP",
        )
        .help("keep the index in range, or read the array itself");
    }
}
