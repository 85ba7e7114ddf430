//! A shuffle does not say its width, in code that works out lanes by 32.
//!
//! ## What
//!
//! A shuffle without its last argument, in a function that splits a thread's number by 32 written as a number; or in a macro of
//! a file that does. Exchanges by `__shfl_xor` with less than 32, which stay in each half of a wave, are no finding; nor are
//! trees, see HIP1009.
//!
//! Values that come by another way are followed: `threadIdx.x & data.mask`, where all that the files of the tree assign to a
//! member `mask` is 31; variables in constant memory with that initial value, or to which that is copied; parameters of functions
//! and templates for which all launches and calls of the file have that argument.
//!
//! ## Why on AMD
//!
//! The width is that of the wave then: with 64 lanes, lane 0 of the second 32 reads from lane 0 of the first, and neighbours
//! across 32 exchange values.
//!
//! ## Example
//!
//! ```cuda before
//! int lane = threadIdx.x & 31;
//! float first = __shfl_sync(~0ull, v, 0);
//! ```
//!
//! ```cuda after
//! int lane = threadIdx.x & 31;
//! float first = __shfl_sync(~0ull, v, 0, 32);
//! ```
//!
//! ## Fix
//!
//! Add the width 32: it means the same in CUDA, and keeps 32 lanes together on AMD GPUs.
//!
//! ## Source
//!
//! The default width of `__shfl*` is `warpSize` in `amd_warp_functions.h` of HIP 6.4; wave sizes in LLVM's AMDGPU usage guide.

use crate::file::lanes::{Shuffle, Split};
use crate::loops::tree_at;
use crate::{Applies, Check, Confidence, Define, File, Findings, Function, Lint};
use hipify_diagnostics::{Applicability, Level};
use std::ops::Range;

pub(crate) const LINT: Lint = Lint {
    code: "HIP1010",
    name: "shuffle-no-width",
    level: Level::Warning,
    confidence: Confidence::Medium,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Wave64,
    checks: &[Check::Functions(check), Check::Defines(check_macro)],
};

fn check(file: &File<'_>, function: &Function, out: &mut Findings<'_>) {
    let lanes = file.lanes();
    let mut splits = lanes.splits_in(function.body.start, function.body.end);
    let Some(split) = splits.find(|split| split.is_by_32() && !split.of_block) else {
        return;
    };
    for shuffle in open_shuffles(file, function.body.clone()) {
        if !is_unrolled(file, shuffle) && !in_loop_of_waves(file, shuffle, function) {
            report(file, shuffle, split, function.body.clone(), out);
        }
    }
}

/// The shuffles of a macro, in a file whose lanes are counted by 32.
fn check_macro(file: &File<'_>, define: &Define, out: &mut Findings<'_>) {
    let lanes = file.lanes();
    let own = || define.body.start..define.body.end;
    if define.body.is_empty() || lanes.shuffles_in(own()).next().is_none() {
        return;
    }
    let counts = |split: &&Split| split.is_by_32() && !split.of_block;
    let by_own = lanes.splits_in(own().start, own().end).find(counts);
    let Some(split) = by_own.or_else(|| lanes.splits.iter().find(counts)) else { return };
    for shuffle in open_shuffles(file, own()) {
        report(file, shuffle, split, own(), out);
    }
}

/// Shuffles without width that can reach over 32 lanes, those in trees aside.
fn open_shuffles<'f>(file: &'f File<'_>, body: Range<usize>) -> impl Iterator<Item = &'f Shuffle> {
    let trees: Vec<_> = body.clone().filter(|&at| file.code.is_word(at, b"for")).filter_map(|at| tree_at(file, at)).collect();
    let in_tree = move |shuffle: &Shuffle| trees.iter().any(|tree| tree.body.contains(&shuffle.call.name));
    let open = file.lanes().shuffles_in(body).filter(|shuffle| !shuffle.has_width);
    open.filter(move |shuffle| !in_tree(shuffle) && !stays_in_half(file, shuffle))
}

fn report(file: &File<'_>, shuffle: &Shuffle, split: &Split, body: Range<usize>, out: &mut Findings<'_>) {
    let name = file.text(shuffle.call.name);
    let finding =
        out.report(file.span(shuffle.call.name), format!("`{name}` reaches over the 32 lanes that the code counts with"));
    finding.related(file.code.span(split.first, split.last), "lanes are counted by 32 here");
    finding.help("add the width 32, which means the same in CUDA");
    // Where the code asks for the wave's size too, which of the two is meant is not to be told.
    let asks = file.lanes().asked.iter().any(|at| body.contains(at));
    if let Some(edit) = shuffle.with_width(file).filter(|_| !asks) {
        finding.unsafe_fix("add the width 32", vec![edit]);
    }
}

/// Places of `warpSize` in one function that are looked at.
const MOST_LOOPS: usize = 64;

/// Whether a loop around the shuffle counts with `warpSize`.
fn in_loop_of_waves(file: &File<'_>, shuffle: &Shuffle, function: &Function) -> bool {
    let code = &file.code;
    let header = |&asked: &usize| {
        let word = (function.body.start..asked).rev().take(32).find(|&i| code.is_word(i, b"for"))?;
        let open = code.next(word)?;
        let close = code.close(open).filter(|&close| close > asked)?;
        let body = code.next(close)?;
        let end = if code.is(body, b'{') { code.close(body)? } else { crate::file::masks::statement_end(file, body)? };
        (body..=end).contains(&shuffle.call.name).then_some(())
    };
    file.lanes().asked.iter().filter(|at| function.body.contains(at)).take(MOST_LOOPS).find_map(header).is_some()
}

/// `__shfl_xor(v, 16)` pairs lanes of the same 32.
fn stays_in_half(file: &File<'_>, shuffle: &Shuffle) -> bool {
    let by = shuffle.lane().and_then(|lane| file.argument_value(lane));
    shuffle.base(file) == "__shfl_xor" && by.is_some_and(|value| (0..32).contains(&value.number))
}

/// One of the shuffles by 16, 8, 4, 2, 1, which HIP1009 reports together.
fn is_unrolled(file: &File<'_>, shuffle: &Shuffle) -> bool {
    let by = |s: &Shuffle| s.lane().and_then(|lane| file.argument_value(lane)).map(|value| value.number);
    let is_power = |number: i128| matches!(number, 1 | 2 | 4 | 8 | 16);
    let Some(function) = file.function_at(shuffle.call.name) else { return false };
    let number = by(shuffle).filter(|number| is_power(*number));
    let others = file.lanes().shuffles_in(function.body.clone()).filter(|s| !s.has_width).filter_map(by).filter(|n| is_power(*n));
    number.is_some() && shuffle.base(file) != "__shfl" && others.take(5).count() == 5
}
