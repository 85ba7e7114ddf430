//! Floating-point numbers are added by atomics.
//!
//! ## What
//!
//! `atomicAdd` on a `float` or `double`. The first of a file is reported, the others are related places.
//!
//! ## Why on AMD
//!
//! The order of the additions changes from run to run, on any GPU; waves of 64 lanes and other schedules change it further,
//! so that results that were alike on one GPU in practice are not on another.
//!
//! ## Example
//!
//! ```cuda before
//! atomicAdd(&sum, x);
//! ```
//!
//! ```cuda after
//! // reduce within the block in a fixed order, then one addition for each block
//! ```
//!
//! ## Fix
//!
//! Compare sums with a tolerance, or reduce in a fixed order.
//!
//! ## Source
//!
//! Addition of floating-point numbers is not associative: IEEE 754.

use crate::{Applies, Call, Check, Confidence, File, Findings, Lint, declared};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP6006",
    name: "atomic-order",
    level: Level::Note,
    confidence: Confidence::Medium,
    default: false,
    fix: None,
    applies: Applies::Always,
    checks: &[Check::Calls(&["atomicAdd", "atomicAdd_system", "atomicAdd_block"], check)],
};

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let code = &file.code;
    let Some(pointer) = call.arguments.first() else { return };
    let Some(name) = (pointer.first..=pointer.last).find(|&i| code.kind(i) == TokenKind::Identifier) else { return };
    if declared::has_type(file, name, &["float", "double"]) != Some(true) {
        return;
    }
    if let Some(finding) = out.report_first(file.span(call.name), "sums by atomics change from run to run and from GPU to GPU") {
        finding.help("compare with a tolerance, or reduce in a fixed order");
    }
}
