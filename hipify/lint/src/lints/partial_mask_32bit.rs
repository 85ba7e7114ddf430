//! A function that takes a mask of lanes is given one of 32 bits that does not name all of them.
//!
//! ## What
//!
//! The first argument of a `_sync` function is a constant of 32 bits that is not all ones, or a variable of a 32-bit type.
//! All ones are HIP1001.
//!
//! ## Why on AMD
//!
//! HIP's headers refuse masks that have not 64 bits. What the mask means on a wave of 64 lanes has to be decided: lanes 32 to
//! 63 are named by no 32-bit mask.
//!
//! ## Example
//!
//! ```cuda before
//! v = __shfl_sync(0x0000ffff, v, 0, 16);
//! ```
//!
//! ```cuda after
//! v = __shfl_sync(0x0000ffff0000ffffull, v, 0, 16);
//! ```
//!
//! ## Fix
//!
//! Give the mask the type `unsigned long long`, and decide which of the upper 32 lanes it names.
//!
//! ## Source
//!
//! The assertions on the mask's size in `amd_warp_sync_functions.h` of HIP 6.4.

use crate::file::masks::mask_in;
use crate::file::warp;
use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;

pub(crate) const LINT: Lint = Lint {
    code: "HIP1002",
    name: "partial-mask-32bit",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: None,
    applies: Applies::Device,
    checks: &[Check::Calls(warp::MASKED, check)],
};

const HELP: &str = "masks have the type `unsigned long long` in HIP: decide which of lanes 32 to 63 this one names";

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let Some(&mask) = call.arguments.first() else { return };
    if let Some(value) = file.argument_value(mask) {
        if value.bits == 32 && !value.is_all_ones() {
            let message = format!("`{}` is a mask of 32 bits, and HIP refuses it", file.argument_text(mask));
            out.report(file.argument_span(mask), message).help(HELP);
        }
        return;
    }
    let variable = if mask.first == mask.last { file.variable(mask.first) } else { None };
    let narrow = variable.filter(|v| !v.indirect && file.integer(v).is_some_and(|(bits, _)| bits == 32));
    // What a vote gave is HIP1003's, and all lanes HIP1001's.
    let Some(variable) =
        narrow.filter(|_| mask_in(file, mask.first, mask.last).is_none() && warp::full_variable(file, mask).is_none())
    else {
        return;
    };
    let declared = file.span(variable.name);
    let used = file.argument_span(mask);
    if let Some(finding) = out.of_cause(&declared) {
        finding.related(used, "used as a mask here");
        return;
    }
    let message = format!("`{}` is a mask of 32 bits, and HIP refuses it", file.argument_text(mask));
    out.report_cause_at(declared.clone(), used, message).help(HELP).related(declared, "declared here");
}
