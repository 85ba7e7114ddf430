//! Lane 31 is taken for the last lane of a wave.
//!
//! ## What
//!
//! A shuffle without width that reads lane 31, or a comparison of a lane's number with 31.
//!
//! ## Why on AMD
//!
//! Where waves have 64 lanes, the last lane is 63: the total of a scan is read too early, and the upper half is
//! never read.
//!
//! ## Example
//!
//! ```cuda before
//! float total = __shfl_sync(~0ull, sum, 31);
//! ```
//!
//! ```cuda after
//! float total = __shfl_sync(~0ull, sum, warpSize - 1);
//! ```
//!
//! ## Fix
//!
//! Read lane `warpSize - 1`; where lanes are counted by 32, add the width 32.
//!
//! ## Source
//!
//! The default width of `__shfl*` is `warpSize` in `amd_warp_functions.h` of HIP 6.4; wave sizes in LLVM's AMDGPU usage
//! guide.

use crate::file::lane_index::is_lane;
use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};
use hipify_syntax::TokenKind;
use hipify_syntax::tokens::{operand_start, operator};

pub(crate) const LINT: Lint = Lint {
    code: "HIP1011",
    name: "broadcast-last-lane",
    level: Level::Warning,
    confidence: Confidence::Medium,
    default: false,
    fix: Some(Applicability::Review),
    applies: Applies::Wave64,
    checks: &[Check::File(check)],
};

const LAST: &str = "warpSize - 1";

fn check(file: &File<'_>, out: &mut Findings<'_>) {
    check_shuffles(file, out);
    if !file.lanes().exchange() || file.lanes().is_logical(file) {
        return;
    }
    for at in (0..file.code.tokens.len()).filter(|&at| file.code.kind(at) == TokenKind::Number && file.text(at) == "31") {
        if is_compared_lane(file, at) && !file.targets_at(at).and(LINT.applies.among(&file.targets, file.options)).is_empty() {
            let finding = out.report(file.span(at), "lane 31 is not the last one of a wave of 64");
            finding.help("compare with `warpSize - 1`");
            if file.lanes().fix_by_warp_size(file) {
                finding.unsafe_fix("compare with `warpSize - 1`", vec![Edit::replace(file.span(at), LAST)]);
            }
        }
    }
}

fn check_shuffles(file: &File<'_>, out: &mut Findings<'_>) {
    for shuffle in file.lanes().shuffles.iter().filter(|shuffle| !shuffle.has_width && shuffle.base(file) == "__shfl") {
        let Some(lane) = shuffle.lane().filter(|&lane| file.argument_value(lane).is_some_and(|value| value.number == 31)) else {
            continue;
        };
        // A name for the warp's size is HIP1007's.
        if (lane.first..=lane.last).any(|i| file.code.kind(i) == TokenKind::Identifier) {
            continue;
        }
        let finding = out.report(file.argument_span(lane), "lane 31 is not the last one of a wave of 64");
        finding.help("read lane `warpSize - 1`, or add the width 32 where 32 lanes are meant");
        let edit = if file.lanes().has_literal() && !file.lanes().fix_by_warp_size(file) {
            shuffle.with_width(file)
        } else {
            Some(file.replace(lane, LAST))
        };
        finding.unsafe_fix("read the last lane", edit.into_iter().collect());
    }
}

/// `lane == 31`, `lane < 31`, `lane != 31`.
fn is_compared_lane(file: &File<'_>, at: usize) -> bool {
    let code = &file.code;
    let Some(mut first) = code.previous(at).filter(|&i| code.kind(i) == TokenKind::Punctuation) else { return false };
    if code
        .previous(first)
        .is_some_and(|i| code.kind(i) == TokenKind::Punctuation && code.tokens[i].end == code.tokens[first].start)
    {
        first = code.previous(first).unwrap_or(first);
    }
    let Some(left) = code.previous(first).filter(|_| matches!(operator(code, first), b"==" | b"!=" | b"<")) else { return false };
    code.kind(left) == TokenKind::Identifier && is_lane(file, operand_start(code, left), left, 4)
}
