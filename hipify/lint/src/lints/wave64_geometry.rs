//! A lane's or wave's number is worked out with 64 written as a number.
//!
//! ## What
//!
//! `threadIdx.x & 63`, `% 64`, `/ 64` or `>> 6` in device code of a file that is written for HIP and whose lanes shuffle or vote, kept
//! in a variable that is named after lanes, warps or waves. Code in a branch of the preprocessor is passed over: its condition knows.
//!
//! ## Why on AMD
//!
//! RDNA GPUs run waves of 32 lanes by default. Two waves then share each number: lanes 32 to 63 do not take part in the shuffles and
//! votes of the first 32, and what is shared by wave is written twice.
//!
//! ## Example
//!
//! ```cuda before
//! int lane = threadIdx.x & 63;
//! ```
//!
//! ```cuda after
//! int lane = threadIdx.x % warpSize;
//! ```
//!
//! ## Fix
//!
//! Work with `warpSize`, or build for RDNA with `-mwavefrontsize64`.
//!
//! ## Source
//!
//! Wave sizes by target in LLVM's AMDGPU usage guide.

use crate::dialect::branch;
use crate::file::lanes::{is_thread, variable_of};
use crate::{Applies, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};
use hipify_syntax::TokenKind;
use hipify_syntax::tokens::{operand_start, operator};

pub(crate) const LINT: Lint = Lint {
    code: "HIP1024",
    name: "wave64-geometry",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Where(|gfx| gfx.wave_sizes.first() == Some(&32)),
    checks: &[Check::File(check)],
};

/// The warp size that is written out.
const WAVE: i128 = 64;

fn check(file: &File<'_>, out: &mut Findings<'_>) {
    let code = &file.code;
    // In CUDA, where a warp has 32 lanes, 64 is a number of the program's own.
    if !file.dialect().is_hip() || !file.lanes().exchange() {
        return;
    }
    let targets = LINT.applies.among(&file.targets, file.options);
    for at in 0..code.tokens.len() {
        let is_operator = code.kind(at) == TokenKind::Punctuation && b"%/&>".contains(&code.tokens[at].first);
        if is_operator && !file.targets_at(at).and(targets).is_empty() {
            check_operator(file, at, out);
        }
    }
}

/// How names of a lane's or wave's number end, in any case.
const NAMES: &[&str] =
    &["lane", "laneid", "laneidx", "warp", "warpid", "warpidx", "wave", "waveid", "waveidx", "wavefront", "wid"];

fn is_name(name: &str) -> bool {
    let plain = name.to_ascii_lowercase().replace('_', "");
    NAMES.iter().any(|end| plain.ends_with(end))
}

/// The operator, and what stands for the wave: `& 63`, `>> 6`.
fn check_operator(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    let code = &file.code;
    let text = operator(code, at);
    let (wanted, by_warp_size) = match text {
        b"%" => (WAVE, "% warpSize"),
        b"&" => (WAVE - 1, "% warpSize"),
        b"/" => (WAVE, "/ warpSize"),
        b">>" => (WAVE.ilog2().into(), "/ warpSize"),
        _ => return,
    };
    let Some(by) = code.next(at + text.len() - 1).filter(|&by| code.kind(by) == TokenKind::Number) else { return };
    let Some(before) = code.previous(at).filter(|_| file.value(by, by).is_some_and(|value| value.number == wanted)) else {
        return;
    };
    let first = operand_start(code, before);
    let is_named = || variable_of(file, first, by).is_some_and(|name| is_name(file.text(name)));
    if file.is_device(first) && is_thread(file, first, before, 4) && is_named() && branch(code, at).is_none() {
        let finding = out.report(code.span(first, by), "lanes are counted by 64, and a wave has 32 on RDNA GPUs");
        finding.help("work with `warpSize`, or build for RDNA with `-mwavefrontsize64`");
        finding.unsafe_fix("work with `warpSize`", vec![Edit::replace(code.span(at, by), by_warp_size)]);
    }
}
