//! A lane's number is worked out with 32 written as a number.
//!
//! ## What
//!
//! `threadIdx.x % 32`, `threadIdx.x & 31` and the like in device code of a file whose lanes shuffle, vote or wait together,
//! or kept in a variable that is named after lanes. Files in which each shuffle has a width of 32 are passed over.
//!
//! ## Why on AMD
//!
//! In a wave of 64 lanes, lanes 32 to 63 get the numbers 0 to 31 again.
//!
//! ## Example
//!
//! ```cuda before
//! int lane = threadIdx.x & 31;
//! ```
//!
//! ```cuda after
//! int lane = threadIdx.x & (warpSize - 1);
//! ```
//!
//! ## Fix
//!
//! Use `warpSize`, where the code is about whole waves: it votes, or has `warpSize` elsewhere. Where 32 lanes are meant to
//! stay together, give each shuffle the width 32.
//!
//! ## Source
//!
//! Wave sizes by target in LLVM's AMDGPU usage guide.

use crate::file::lanes::{Part, Size, Split};
use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};

pub(crate) const LINT: Lint = Lint {
    code: "HIP1005",
    name: "lane-index-32",
    level: Level::Warning,
    confidence: Confidence::Medium,
    default: false,
    fix: Some(Applicability::Review),
    applies: Applies::Wave64,
    checks: &[Check::File(check)],
};

fn check(file: &File<'_>, out: &mut Findings<'_>) {
    for split in file.lanes().splits.iter().filter(|split| split.part == Part::Lane && split.is_by_32()) {
        if !file.lanes().counts(file, split, LINT.applies) {
            continue;
        }
        let finding = out.report(file.code.span(split.first, split.last), "lanes are counted by 32, and a wave may have 64");
        finding.help("count by `warpSize`, or give the shuffles the width 32 where 32 lanes are meant");
        if file.lanes().is_whole(file) && split.size == Size::Literal {
            finding.unsafe_fix("count by `warpSize`", vec![by_warp_size(file, split)]);
        }
    }
}

fn by_warp_size(file: &File<'_>, split: &Split) -> Edit {
    let text = if file.text(split.operator.0) == "&" { "(warpSize - 1)" } else { "warpSize" };
    Edit::replace(file.code.span(split.by.0, split.by.1), text)
}
