//! A shuffle does not say its width, in code that works out lanes by 32.
//!
//! ## What
//!
//! A shuffle without its last argument, in a function that splits a thread's number by 32 written as a number. Exchanges by
//! `__shfl_xor` with less than 32, which stay in each half of a wave, are no finding; nor are trees, see HIP1009.
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

use crate::diagnostic::Level;
use crate::edit::Applicability;
use crate::lint::lanes::{Shuffle, Size};
use crate::lint::loops::tree_at;
use crate::lint::{Applies, Check, Confidence, File, Findings, Function, Lint};

pub(crate) const LINT: Lint = Lint {
    code: "HIP1010",
    name: "shuffle-no-width",
    level: Level::Warning,
    confidence: Confidence::Medium,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Wave64,
    checks: &[Check::Functions(check)],
};

fn check(file: &File<'_>, function: &Function, out: &mut Findings<'_>) {
    let lanes = file.lanes();
    let mut splits = lanes.splits_in(function.body.start, function.body.end);
    let Some(split) = splits.find(|split| split.size == Size::Literal && !split.of_block) else {
        return;
    };
    let trees: Vec<_> =
        function.body.clone().filter(|&at| file.code.is_word(at, b"for")).filter_map(|at| tree_at(file, at)).collect();
    let asks = lanes.asked.iter().any(|at| function.body.contains(at));
    for shuffle in lanes.shuffles_in(function.body.clone()).filter(|shuffle| !shuffle.has_width) {
        let in_tree = trees.iter().any(|tree| tree.body.contains(&shuffle.call.name));
        if in_tree || stays_in_half(file, shuffle) || is_unrolled(file, shuffle) || in_loop_of_waves(file, shuffle, function) {
            continue;
        }
        let name = file.text(shuffle.call.name);
        let finding =
            out.report(file.span(shuffle.call.name), format!("`{name}` reaches over the 32 lanes that the code counts with"));
        finding.related(file.code.span(split.first, split.last), "lanes are counted by 32 here");
        finding.help("add the width 32, which means the same in CUDA");
        // Where the code asks for the wave's size too, which of the two is meant is not to be told.
        if let Some(edit) = shuffle.with_width(file).filter(|_| !asks) {
            finding.unsafe_fix("add the width 32", vec![edit]);
        }
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
        let end = if code.is(body, b'{') { code.close(body)? } else { crate::lint::masks::statement_end(file, body)? };
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
