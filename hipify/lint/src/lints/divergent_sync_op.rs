//! A function of the warp has a mask of all lanes at a place that only some of them reach.
//!
//! ## What
//!
//! The mask of a `_sync` function names all lanes, and the call stands where lanes of one wavefront diverge: in a branch or loop
//! whose condition depends on the index of a thread, lane or warp, or on what is loaded by such an index; after a `return`,
//! `break` or `continue` in one; in a device function that is called at such a place, of the file or of a local header.
//!
//! Conditions on `blockIdx`, on parameters of kernels, on `threadIdx.x / warpSize` and on whole wavefronts (`threadIdx.x < 128`)
//! are the same for all lanes. Of `threadIdx.y` nothing is known, since a row of threads may be a whole wavefront.
//!
//! ## Why on AMD
//!
//! HIP demands that the masks of the lanes which reach a call name these lanes and no others, and its headers check that: with
//! other lanes in the mask, the kernel stops at a trap, or gives undefined results where `NDEBUG` is defined. Where a CUDA warp
//! of 32 lanes comes as a whole, half of a wavefront of 64 does: `if (wid == 0) sum = warpReduceSum(sum);`, the last step of most
//! reductions of a block, has 32 of 64 lanes at the call. CUDA waits for the lanes of the mask that have not come yet, and does
//! not count those that have ended.
//!
//! ## Example
//!
//! ```cuda before
//! if (threadIdx.x < 32) sum += __shfl_down_sync(~0ull, sum, 16);
//! ```
//!
//! ```cuda after
//! if (threadIdx.x < 32) sum += __shfl_down_sync(__activemask(), sum, 16);
//! ```
//!
//! ## Fix
//!
//! `__activemask()` names the lanes that are at the call together. Lanes of an AMD wavefront make no independent progress, so
//! that these are exactly the lanes which HIP's check asks for, at both wave sizes; the port writes the same. Where a file is
//! compiled as CUDA too, have a look: there, `__activemask()` may name fewer lanes than come. What lanes outside of the mask
//! would have given is undefined as before: where their values are needed, call the function before the condition.
//!
//! The values are right without a change where `build` or `cc` of this tool compiles: its header takes the lanes that are there.
//!
//! ## Source
//!
//! `__hip_check_mask` in `amd_warp_sync_functions.h` and `__activemask` in `amd_warp_functions.h` of HIP 6.4; `__shfl_sync` in
//! the CUDA C++ Programming Guide.

use crate::file::warp;
use crate::{Applies, Call, Check, Confidence, File, Finding, Findings, Function, Lint};
use hipify_diagnostics::{Applicability, Level};
use hipify_port::ACTIVE_LANES;
use hipify_syntax::divergence::{Reason, Way};

pub(crate) const LINT: Lint = Lint {
    code: "HIP1016",
    name: "divergent-sync-op",
    level: Level::Warning,
    confidence: Confidence::Medium,
    default: true,
    fix: Some(Applicability::Safe),
    applies: Applies::Device,
    checks: &[Check::Calls(warp::MASKED, check), Check::Functions(check_calls_of_headers)],
};

const HELP: &str = "name the lanes that are there, by `__activemask()`, or call it before the condition";

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let Some(mask) = warp::full_mask(file, call) else { return };
    let Some(reason) = file.divergence_at(call.name) else { return };
    let edit = file.replace(mask, ACTIVE_LANES);
    let cause = file.code.span(reason.condition.0, reason.condition.1);
    if let Some(finding) = out.of_cause(&cause).filter(|finding| stands_with(file, call.name, finding)) {
        finding.also(file.span(call.name), "here too");
        finding.fix.iter_mut().for_each(|fix| fix.edits.push(edit.clone()));
        return;
    }
    let message = format!("`{}` is for all lanes, and only some come here", file.text(call.name));
    let finding = out.report_cause_at(cause, file.span(call.name), message);
    explain(file, &reason, finding);
    finding.help(HELP);
    if file.dialect().knows_both {
        finding.unsafe_fix("name the lanes that are there", vec![edit]);
    } else {
        finding.safe_fix("name the lanes that are there", vec![edit]);
    }
}

/// Whether the call stands in the function of which the finding is.
fn stands_with(file: &File<'_>, at: usize, finding: &Finding) -> bool {
    let function = |at: usize| file.function_at(at).map(|function| function.body.start);
    file.token_at(finding.diagnostic.span.start).and_then(function) == function(at)
}

/// The places that explain why only some lanes come.
fn explain(file: &File<'_>, reason: &Reason, finding: &mut Finding) {
    let says = match reason.way {
        Way::Branch => "decides which lanes come",
        Way::Loop => "lanes leave the loop at different times",
        Way::Exit(_) => "decides which lanes leave before",
    };
    finding.related(file.code.span(reason.condition.0, reason.condition.1), says);
    if let Way::Exit(exit) = reason.way {
        finding.related(file.span(exit), "these lanes leave here");
    }
    for &call in &reason.calls {
        finding.also(file.span(call), "called here by some lanes only");
    }
}

/// Calls by some lanes of functions of local headers that have a mask of all lanes.
fn check_calls_of_headers(file: &File<'_>, function: &Function, out: &mut Findings<'_>) {
    if !function.runs_on_device() || !file.outside.has_full_masks() {
        return;
    }
    let is_innermost = |at: usize| file.function_at(at).is_some_and(|found| found.body == function.body);
    for at in function.body.clone().filter(|&at| warp::calls_full_mask_outside(file, at) && is_innermost(at)) {
        let Some(reason) = file.divergence_at(at) else { continue };
        let message = format!("`{}` has a mask of all lanes, and only some call it here", file.text(at));
        let finding = out.report(file.span(at), message);
        explain(file, &reason, finding);
        finding.help("let the function's own mask be `__activemask()`, or call it before the condition");
    }
}
