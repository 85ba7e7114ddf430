//! A group is made of 32 threads, or of the threads that are together by chance.
//!
//! ## What
//!
//! `tiled_partition<32>` or `coalesced_threads()`.
//!
//! ## Why on AMD
//!
//! Both work. On a wave of 64 lanes a tile of 32 is half of it, `meta_group_size` counts halves, and a coalesced group may
//! have up to 64 threads.
//!
//! ## Example
//!
//! ```cuda before
//! auto warp = cg::tiled_partition<32>(block);
//! ```
//!
//! ```cuda after
//! auto warp = cg::tiled_partition<32>(block);  // half a wave of 64 lanes, on purpose
//! ```
//!
//! ## Fix
//!
//! Nothing, where tiles of 32 are meant; where whole waves are, make the size a template parameter.
//!
//! ## Source
//!
//! `amd_hip_cooperative_groups.h` of HIP 6.4.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP1020",
    name: "tile32",
    level: Level::Note,
    confidence: Confidence::High,
    default: false,
    fix: None,
    applies: Applies::Wave64,
    checks: &[Check::Words(&["tiled_partition", "coalesced_threads"], check)],
};

fn check(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let Some(call) = Call::at(&file.code, at) else { return };
    let message = if file.text(at) == "coalesced_threads" {
        "a coalesced group has up to 64 threads where waves have 64 lanes"
    } else if call.template.first().is_some_and(|size| file.argument_value(*size).is_some_and(|value| value.number == 32)) {
        "a tile of 32 threads is half of a wave of 64 lanes"
    } else {
        return;
    };
    out.report(file.span(at), message).help("nothing need be done where this is meant");
}
