//! A function that all lanes of a mask must reach stands behind a condition that only some of them pass.
//!
//! ## What
//!
//! A `_sync` function with a mask of all lanes in the body of an `if` on a lane's or a thread's number.
//!
//! ## Why on AMD
//!
//! HIP takes all lanes of the mask for callers; those that do not come have undefined values, and with assertions the kernel
//! stops. CUDA hangs or gives undefined values too, and often seems to work.
//!
//! ## Example
//!
//! ```cuda before
//! if (lane < 16) v += __shfl_down_sync(~0ull, v, 8);
//! ```
//!
//! ```cuda after
//! float w = __shfl_down_sync(~0ull, v, 8);
//! if (lane < 16) v += w;
//! ```
//!
//! ## Fix
//!
//! Call the function before the condition, or name the lanes that come: `__ballot_sync(~0ull, condition)` before it,
//! `__activemask()` inside.
//!
//! ## Source
//!
//! `__hip_check_mask` in `amd_warp_sync_functions.h` of HIP 6.4.

use crate::diagnostic::Level;
use crate::lint::lanes::is_lane;
use crate::lint::tokens::operator;
use crate::lint::{Applies, Call, Check, Confidence, File, Findings, Lint, warp};
use crate::token::Kind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP1016",
    name: "divergent-sync-op",
    level: Level::Warning,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Device,
    checks: &[Check::Calls(warp::MASKED, check)],
};

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let full = match call.arguments.first() {
        Some(&mask) => file.argument_value(mask).is_some_and(|value| value.is_all_ones()),
        None => file.text(call.name) == "__syncwarp",
    };
    if !full || !file.is_device(call.name) {
        return;
    }
    let mut place = call.name;
    for _ in 0..8 {
        let Some(open) = file.condition_around(place) else { return };
        if let Some(lane) = lane_in(file, open) {
            let name = file.text(call.name);
            let finding = out.report(file.span(call.name), format!("`{name}` is for all lanes, and only some come here"));
            finding.related(file.span(lane), "decided by a lane's number");
            finding.help("call it before the condition, or name the lanes that come");
            return;
        }
        place = open;
    }
}

/// The lane's number that the condition opened at `open` compares.
fn lane_in(file: &File<'_>, open: usize) -> Option<usize> {
    let code = &file.code;
    let close = code.close(open)?;
    (open + 1..close).take(64).find(|&at| {
        let compares = code.next(at).is_some_and(|i| {
            code.kind(i) == Kind::Punctuation && matches!(operator(code, i), b"<" | b"<=" | b">" | b">=" | b"==" | b"!=" | b"%")
        });
        code.kind(at) == Kind::Identifier && compares && is_lane(file, at, at, 4)
    })
}
