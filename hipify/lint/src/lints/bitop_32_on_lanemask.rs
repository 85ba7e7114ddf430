//! A mask of lanes is counted, searched or shifted as a number of 32 bits.
//!
//! ## What
//!
//! `__popc`, `__ffs`, `__clz` or `__brev` of a value that comes from `__ballot_sync`, `__activemask`, `__match_any_sync` and the like;
//! or `1 << lane` of 32 bits that is combined with such a value.
//!
//! ## Why on AMD
//!
//! The mask has 64 bits; the functions take 32 and drop lanes 32 to 63. A shift of a 32-bit number by 32 or more is undefined.
//!
//! ## Example
//!
//! ```cuda before
//! int before_me = __popc(__activemask() & ((1u << lane) - 1));
//! ```
//!
//! ```cuda after
//! int before_me = __popcll(__activemask() & ((1ull << lane) - 1));
//! ```
//!
//! ## Fix
//!
//! Use `__popcll`, `__ffsll`, `__clzll`, `__brevll` and `1ull << lane`, which are right for waves of 32 lanes too. `31 - __clz(m)`
//! becomes `63 - __clzll(m)`.
//!
//! ## Source
//!
//! Signatures in `amd_device_functions.h` and `amd_warp_functions.h` of HIP 6.4; [expr.shift] of the C++ standard.

use crate::file::lane_index::is_lane;
use crate::file::masks::mask_in;
use crate::widen::{narrow_shift, widen_bit_function, widen_result, widen_shifts};
use crate::{Applies, Call, Check, Confidence, File, Findings, Function, Lint};
use hipify_diagnostics::{Applicability, Edit, Level};
use hipify_syntax::Argument;
use hipify_syntax::tokens::operand_end;

pub(crate) const LINT: Lint = Lint {
    code: "HIP1004",
    name: "bitop-32-on-lanemask",
    level: Level::Error,
    confidence: Confidence::High,
    default: false,
    fix: Some(Applicability::Review),
    applies: Applies::Wave64,
    checks: &[Check::Calls(&["__popc", "__ffs", "__clz", "__brev"], check), Check::Functions(check_shifts)],
};

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let [argument] = call.arguments[..] else { return };
    if mask_in(file, argument.first, argument.last).is_none() {
        return;
    }
    let name = file.text(call.name);
    let finding = out.report(file.span(call.name), format!("`{name}` takes 32 bits of a mask of 64 lanes"));
    finding.help(format!("use `{name}ll`"));
    if let Some(Some(mut edits)) = widen_bit_function(file, call.name) {
        edits.extend(widen_shifts(file, argument.first, argument.last));
        finding.unsafe_fix(format!("use `{name}ll`"), edits);
    }
    check_called(file, &argument, out);
}

/// `1 << lane`, `(1u << lane) - 1`, `0xffffffff >> (31 - lane)` in a function whose lanes vote.
fn check_shifts(file: &File<'_>, function: &Function, out: &mut Findings<'_>) {
    if votes(file, function) {
        report_shifts(file, function, out);
    }
}

fn votes(file: &File<'_>, function: &Function) -> bool {
    let operations = &file.lanes().operations;
    let first = operations.partition_point(|at| *at < function.body.start);
    operations.get(first).is_some_and(|at| function.body.contains(at))
}

/// Tokens of a function that is looked into where it is called.
const LONGEST_HELPER: usize = 64;

/// The same in a function that does not vote, whose result is used with a mask: `__popc(votes & lanes_below())`.
fn check_called(file: &File<'_>, argument: &Argument, out: &mut Findings<'_>) {
    for at in argument.first..=argument.last {
        let called = Call::at(&file.code, at).and_then(|_| file.functions().only(file.code.text(at)));
        let helper = called.filter(|function| function.body.len() <= LONGEST_HELPER && !votes(file, function));
        if let Some(function) = helper {
            report_shifts(file, function, out);
        }
    }
}

fn report_shifts(file: &File<'_>, function: &Function, out: &mut Findings<'_>) {
    for at in function.body.clone() {
        let Some(number) = narrow_shift(file, at).filter(|_| file.code.kind(at) == hipify_syntax::TokenKind::Punctuation) else {
            continue;
        };
        let Some(by) = file.code.next(at + 1) else { continue };
        let end = operand_end(&file.code, by);
        if !is_lane_shift(file, by, end) {
            continue;
        }
        let shift = file.code.span(number, end);
        if out.of_cause(&shift).is_some() {
            continue;
        }
        let finding = out.report_cause(shift, "a number of 32 bits is shifted by a lane's number, which may be 63");
        finding.help("shift a number of 64 bits: `1ull << lane`");
        let mut edits: Vec<Edit> = widen_shifts(file, number, at);
        edits.extend(widen_result(file, function).filter(|_| !votes(file, function)));
        finding.unsafe_fix("shift a number of 64 bits", edits);
    }
}

/// `lane`, `(31 - lane)`.
fn is_lane_shift(file: &File<'_>, first: usize, last: usize) -> bool {
    let (first, last) = hipify_syntax::tokens::without_brackets(&file.code, first, last);
    is_lane(file, first, last, 4) || file.code.is(last, b')') && is_lane(file, first, last, 4) || is_lane(file, last, last, 4)
}
