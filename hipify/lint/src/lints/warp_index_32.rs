//! A warp's number, or the number of warps, is worked out with 32 written as a number.
//!
//! ## What
//!
//! `threadIdx.x / 32`, `threadIdx.x >> 5`, `blockDim.x / 32` and the like in device code of a file whose lanes shuffle, vote
//! or wait together, or kept in a variable that is named after warps. Files in which each shuffle has a width of 32 are
//! passed over.
//!
//! ## Why on AMD
//!
//! In waves of 64 lanes, two numbers stand for one wave: slots of shared memory are used twice, and there are half as many
//! waves as counted.
//!
//! ## Example
//!
//! ```cuda before
//! int warp = threadIdx.x >> 5;
//! ```
//!
//! ```cuda after
//! int warp = threadIdx.x / warpSize;
//! ```
//!
//! ## Fix
//!
//! Divide by `warpSize`, where the code is about whole waves: it votes, or has `warpSize` elsewhere. Where 32 lanes are meant
//! to stay together, give each shuffle the width 32.
//!
//! ## Source
//!
//! Wave sizes by target in LLVM's AMDGPU usage guide.

use crate::file::lanes::{Part, Size};
use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP1006",
    name: "warp-index-32",
    level: Level::Warning,
    confidence: Confidence::Medium,
    default: false,
    fix: Some(Applicability::Review),
    applies: Applies::Wave64,
    checks: &[Check::File(check)],
};

fn check(file: &File<'_>, out: &mut Findings<'_>) {
    for split in file.lanes().splits.iter().filter(|split| split.part == Part::Warp && split.is_by_32()) {
        if !file.lanes().counts(file, split, LINT.applies) {
            continue;
        }
        let finding =
            out.report(file.code.span(split.first, split.last), "warps are counted by 32, and a wave may have 64 lanes");
        finding.help("divide by `warpSize`, or give the shuffles the width 32 where 32 lanes are meant");
        if file.lanes().is_whole(file) && split.size == Size::Literal {
            let span = file.code.span(split.operator.0, split.by.1);
            finding.unsafe_fix("divide by `warpSize`", vec![Edit::replace(span, "/ warpSize")]);
        }
    }
}
