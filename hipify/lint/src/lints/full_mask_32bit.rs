//! A mask of all 32 lanes of a CUDA warp is given to a function that takes a mask of lanes.
//!
//! ## What
//!
//! The first argument of `__shfl_*_sync`, `__ballot_sync`, `__any_sync`, `__all_sync`, `__match_*_sync`, `__reduce_*_sync` or
//! `__syncwarp` is a 32-bit constant with all bits set: `0xffffffff`, `~0u`, `-1`, `UINT32_MAX`, or a name that stands for one.
//!
//! ## Why on AMD
//!
//! A mask of lanes has 64 bits in HIP on every GPU, and its headers refuse a narrower type by a `static_assert`. Widened without
//! thought, the constant names lanes 0 to 31 only, and lanes 32 to 63 of a wavefront call the function outside their own mask.
//!
//! ## Example
//!
//! ```cuda before
//! v += __shfl_down_sync(0xffffffff, v, 16);
//! ```
//!
//! ```cuda after
//! v += __shfl_down_sync(~0ull, v, 16);
//! ```
//!
//! ## Fix
//!
//! Write `~0ull`, which means all lanes at both wave sizes: where a wave has 32 lanes, HIP ignores the upper half. CUDA, whose
//! mask has 32 bits, takes the lower half. Where a macro holds the mask and only masks use it, the macro is changed. Where it is
//! known that not all lanes come, `__activemask()` names those that do: see `divergent-sync-op`.
//!
//! ## Source
//!
//! `amd_warp_sync_functions.h` of HIP 6.4: the assertions on the size of the mask, and `__hip_adjust_mask_for_wave32`.

use crate::file::warp;
use crate::widen::widen_variable;
use crate::{Applies, Call, Check, Confidence, Define, File, Findings, Lint, Variable};
use hipify_diagnostics::{Applicability, Edit, Level};
use hipify_port::{ACTIVE_LANES, ALL_LANES};
use hipify_syntax::{Argument, TokenKind};

pub(crate) const LINT: Lint = Lint {
    code: "HIP1001",
    name: "full-mask-32bit",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Safe),
    applies: Applies::Device,
    checks: &[Check::Calls(warp::MASKED, check)],
};

const HELP: &str = "masks of lanes have 64 bits in HIP: write `~0ull` for all lanes";
const FIX: &str = "write `~0ull`";

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let Some(&mask) = call.arguments.first() else { return };
    if let Some(variable) = warp::full_variable(file, mask) {
        return report_variable(file, mask, variable, out);
    }
    let is_full = file.argument_value(mask).is_some_and(|value| value.bits == 32 && value.is_all_ones());
    if !is_full {
        return;
    }
    match macro_of(file, mask) {
        Some(define) => report_macro(file, mask, define, out),
        None if is_outside(file, mask) => report_outside(file, mask, out),
        None => {
            let message = format!("`{}` names 32 lanes, and a wavefront has up to 64", file.argument_text(mask));
            let finding = out.report(file.argument_span(mask), message);
            finding.help(HELP);
            finding.safe_fix(FIX, vec![file.replace(mask, lanes_at(file, mask.first))]);
        }
    }
}

/// The mask that names the lanes which reach the token at `at`.
fn lanes_at(file: &File<'_>, at: usize) -> &'static str {
    if file.divergence_at(at).is_some() { ACTIVE_LANES } else { ALL_LANES }
}

/// One finding at the variable's declaration; each use is a related place.
fn report_variable(file: &File<'_>, mask: Argument, variable: &Variable, out: &mut Findings<'_>) {
    let place = file.span(variable.name);
    let used = file.argument_span(mask);
    if let Some(finding) = out.of_cause(&place) {
        finding.related(used, "used as a mask here");
        return;
    }
    let message = format!("`{}` names 32 lanes, and a wavefront has up to 64", file.text(variable.name));
    let finding = out.report_cause(place, message);
    finding.related(used, "used as a mask here").help(HELP);
    let edits = widen_variable(file, variable).zip(variable.initializer);
    if let Some((mut edits, (first, last))) = edits {
        edits.push(Edit::replace(file.code.span(first, last), ALL_LANES));
        finding.unsafe_fix(format!("make `{}` a mask of 64 bits", file.text(variable.name)), edits);
    }
}

/// The definition of the macro that the argument consists of.
fn macro_of<'f>(file: &'f File<'_>, mask: Argument) -> Option<&'f Define> {
    if mask.first != mask.last {
        return None;
    }
    file.macros().named(file.code.text(mask.first)).next()
}

/// One finding at the definition; each use is a related place.
fn report_macro(file: &File<'_>, mask: Argument, define: &Define, out: &mut Findings<'_>) {
    let name = file.text(define.name);
    let body = file.code.span(define.body.start, define.body.end - 1);
    let place = file.span(define.name);
    let used = file.argument_span(mask);
    if let Some(finding) = out.of_cause(&place) {
        finding.related(used, "used as a mask here");
        return;
    }
    let masks_only = uses(file, define.name).iter().all(|&at| is_mask(file, at));
    let edits = if masks_only {
        vec![Edit::replace(body, ALL_LANES)]
    } else {
        uses(file, define.name)
            .into_iter()
            .filter(|&at| is_mask(file, at))
            .map(|at| Edit::replace(file.span(at), lanes_at(file, at)))
            .collect()
    };
    let finding = out.report_cause(place, format!("`{name}` names 32 lanes, and a wavefront has up to 64"));
    finding.related(used, "used as a mask here");
    finding.help(HELP).safe_fix(FIX, edits);
}

/// Whether the mask is a name that a header gives its value.
fn is_outside(file: &File<'_>, mask: Argument) -> bool {
    mask.first == mask.last
        && file.code.kind(mask.first) == TokenKind::Identifier
        && !file.macros().declares(file.code.text(mask.first))
}

/// One finding at the first use; the others are related places.
fn report_outside(file: &File<'_>, mask: Argument, out: &mut Findings<'_>) {
    let others = uses(file, mask.first);
    let is_same = |at: usize| is_mask(file, at) && file.variable(at).is_none() && !file.targets_at(at).is_empty();
    let masks = || others.iter().copied().filter(|&at| is_same(at));
    if masks().next().is_some_and(|at| at < mask.first) {
        return;
    }
    let message = format!("`{}` names 32 lanes, and a wavefront has up to 64", file.argument_text(mask));
    let finding = out.report(file.argument_span(mask), message);
    for at in masks() {
        finding.related(file.span(at), "used as a mask here");
    }
    let edits = masks().chain([mask.first]).map(|at| Edit::replace(file.span(at), lanes_at(file, at))).collect();
    finding.help(HELP).safe_fix(FIX, edits);
}

/// Where the name of the token `named` stands elsewhere.
fn uses(file: &File<'_>, named: usize) -> Vec<usize> {
    let name = file.code.text(named);
    let is_use = |&at: &usize| at != named && file.code.kind(at) == TokenKind::Identifier && file.code.text(at) == name;
    (0..file.code.tokens.len()).filter(is_use).collect()
}

/// Whether the name at `at` is the whole mask of a call.
fn is_mask(file: &File<'_>, at: usize) -> bool {
    let open = file.code.previous(at).filter(|&open| file.code.is(open, b'('));
    let name = open.and_then(|open| file.code.previous(open));
    let ends = file.code.next(at).is_some_and(|next| file.code.is(next, b',') || file.code.is(next, b')'));
    ends && name.is_some_and(|name| warp::MASKED.contains(&file.text(name)))
}
