//! A tree of shuffles is made for 32 lanes: it starts at 16, or ends before 32.
//!
//! ## What
//!
//! A loop that halves from 16, or doubles from 1 up to 32, with a shuffle in it that does not say its width; or the five shuffles
//! by 16, 8, 4, 2 and 1 one after another. A loop that counts with a name for 32 is a use of that name, see HIP1007.
//!
//! ## Why on AMD
//!
//! Where waves have 64 lanes, such a tree reduces or scans half a wave, and lanes near 32 exchange values with the other half.
//!
//! ## Example
//!
//! ```cuda before
//! for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(~0ull, v, o);
//! ```
//!
//! ```cuda after
//! for (int o = warpSize / 2; o > 0; o >>= 1) v += __shfl_down_sync(~0ull, v, o);
//! ```
//!
//! ## Fix
//!
//! Start at `warpSize / 2` (end at `warpSize`) where lane and warp numbers come from `warpSize`. Where they are worked out with 32,
//! keep 32 lanes together by a width of 32, which means the same in CUDA.
//!
//! ## Source
//!
//! The default width of `__shfl*` is `warpSize` in `amd_warp_functions.h` of HIP 6.4; wave sizes in LLVM's AMDGPU usage guide.

use crate::file::lanes::Shuffle;
use crate::loops::{Tree, Way, tree_at};
use crate::{Applies, Check, Confidence, File, Findings, Function, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP1009",
    name: "shuffle-tree-from-16",
    level: Level::Warning,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Wave64,
    checks: &[Check::Words(&["for"], check_loop), Check::Functions(check_unrolled)],
};

const MESSAGE: &str = "a tree of shuffles is made for 32 lanes, and a wave may have 64";
const HELP: &str = "count from `warpSize`, or give the shuffles the width 32 where 32 lanes are meant";

fn check_loop(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    if file.lanes().shuffles.is_empty() {
        return;
    }
    let Some(tree) = tree_at(file, at).filter(|tree| tree.lanes == 32 && counts_with_numbers(file, tree)) else { return };
    let shuffles: Vec<&Shuffle> = open_shuffles(file, tree.body.clone()).collect();
    if shuffles.is_empty() {
        return;
    }
    let finding = out.report(file.code.span(tree.edge.0, tree.edge.1), MESSAGE);
    finding.help(HELP);
    for shuffle in &shuffles {
        finding.related(file.span(shuffle.call.name), "this shuffle");
    }
    let edits = if file.lanes().fix_by_warp_size(file) { by_warp_size(file, &tree) } else { with_widths(file, &shuffles) };
    finding.unsafe_fix("make the tree right for waves of 64 lanes", edits);
}

/// No name is in what the loop counts from or to.
fn counts_with_numbers(file: &File<'_>, tree: &Tree) -> bool {
    (tree.edge.0..=tree.edge.1).all(|at| file.code.kind(at) != TokenKind::Identifier)
}

/// Shuffles without width.
fn open_shuffles<'f>(file: &'f File<'_>, range: std::ops::Range<usize>) -> impl Iterator<Item = &'f Shuffle> {
    file.lanes().shuffles_in(range).filter(|shuffle| !shuffle.has_width)
}

fn by_warp_size(file: &File<'_>, tree: &Tree) -> Vec<Edit> {
    let text = match tree.way {
        Way::Down => "warpSize / 2",
        Way::Up if file.value(tree.edge.0, tree.edge.1).is_some_and(|value| value.number == 16) => "warpSize / 2",
        Way::Up => "warpSize",
    };
    vec![Edit::replace(file.code.span(tree.edge.0, tree.edge.1), text)]
}

fn with_widths(file: &File<'_>, shuffles: &[&Shuffle]) -> Vec<Edit> {
    shuffles.iter().filter_map(|shuffle| shuffle.with_width(file)).collect()
}

/// Shuffles by 16, 8, 4, 2 and 1 in a row.
fn check_unrolled(file: &File<'_>, function: &Function, out: &mut Findings<'_>) {
    let open: Vec<&Shuffle> = open_shuffles(file, function.body.clone()).collect();
    let by = |shuffle: &Shuffle| shuffle.lane().filter(|lane| lane.first == lane.last).and_then(|lane| file.argument_value(lane));
    let numbers: Vec<i128> = open.iter().map(|shuffle| by(shuffle).map_or(0, |value| value.number)).collect();
    for start in 0..numbers.len().saturating_sub(4) {
        if numbers[start..start + 5] != [16, 8, 4, 2, 1] && numbers[start..start + 5] != [1, 2, 4, 8, 16] {
            continue;
        }
        let is_whole = |at: Option<usize>| at.and_then(|at| numbers.get(at)) == Some(&32);
        if is_whole(start.checked_sub(1)) || is_whole(Some(start + 5)) {
            continue;
        }
        let five = &open[start..start + 5];
        let finding = out.report(file.span(five[0].call.name), MESSAGE);
        finding.help(HELP);
        for shuffle in &five[1..] {
            finding.related(file.span(shuffle.call.name), "this shuffle");
        }
        if !file.lanes().fix_by_warp_size(file) {
            finding.unsafe_fix("give the shuffles the width 32", with_widths(file, five));
        } else if let Some(edit) = sixth(file, five) {
            finding.unsafe_fix("add the step of 32", vec![edit]);
        }
    }
}

/// The step of 32 lanes, after or before the others: a copy of that of 16, for waves of 64 lanes.
fn sixth(file: &File<'_>, five: &[&Shuffle]) -> Option<Edit> {
    let by_16 = five.iter().find(|shuffle| shuffle.lane().is_some_and(|lane| file.argument_text(lane) == "16"))?;
    let name = by_16.call.name;
    let code = &file.code;
    let mut first = code.previous(name)?;
    for _ in 0..64 {
        let before = code.previous(first)?;
        if b";{}".iter().any(|b| code.is(before, *b)) {
            break;
        }
        first = before;
    }
    let last = code.next(crate::file::masks::statement_end(file, name)?)?;
    // An assignment: a copy of a declaration would be another variable.
    let assigns =
        code.kind(first) == TokenKind::Identifier && code.next(first).is_some_and(|i| code.kind(i) == TokenKind::Punctuation);
    let lane = by_16.lane().filter(|_| assigns)?;
    let span = code.span(first, last);
    let source = std::str::from_utf8(code.source).ok()?;
    let step = format!("{}32{}", &source[span.start..file.span(lane.first).start], &source[file.span(lane.last).end..span.end]);
    let before = name == five[0].call.name;
    let line = memchr::memrchr(b'\n', &code.source[..span.start]).map_or(0, |at| at + 1);
    let indent = source.get(line..span.start).filter(|indent| indent.trim().is_empty()).unwrap_or("");
    let text =
        if before { format!("if (warpSize > 32) {step}\n{indent}") } else { format!("\n{indent}if (warpSize > 32) {step}") };
    Some(Edit::insert(if before { span.start } else { span.end }, text))
}
