//! A difference of cycle counts is waited for or taken on GPUs whose counter has 20 bits.
//!
//! ## What
//!
//! In device code for gfx11: a loop that ends when `clock64()` or `clock()` is so far from an earlier value, itself or through
//! variables of the loop; and, as a note, a difference of two such values.
//!
//! ## Why on AMD
//!
//! `clock64` of HIP returns what the GPU's cycle counter holds. On gfx11 (RDNA 3 and 3.5) that are 20 bits: the count starts
//! again at 0 every 2^20 cycles, some 0.4 ms. A difference of 2^20 cycles or more is never seen, so that a loop which waits for
//! it never ends; one that waits for less never ends where the count started too near to the top, since the difference is
//! negative from then on. Times of longer stretches lose multiples of 2^20. Other AMD GPUs have 64 bits.
//!
//! ## Example
//!
//! ```cuda before
//! long long start = clock64();
//! while (clock64() - start < cycles) {}
//! ```
//!
//! ```cuda after
//! long long start = wall_clock64();
//! while (wall_clock64() - start < ticks) {}
//! ```
//!
//! ## Fix
//!
//! Wait by `wall_clock64()`, a counter of 64 bits and constant rate. The rate in kHz is `hipDeviceAttributeWallClockRate`
//! (100 MHz on gfx11), so that the number waited for has to change too: by hand. A difference of less than 2^20 cycles is right
//! as `(clock64() - start) & 0xfffff`.
//!
//! What `build` and `cc` of this tool compile has a `clock64` of 64 bits on gfx11, by the clock of constant rate: there, allow
//! this lint.
//!
//! ## Source
//!
//! LLVM's lowering of `llvm.readcyclecounter` for AMDGPU: `s_getreg_b32 hwreg(HW_REG_SHADER_CYCLES, 0, 20)` on gfx11,
//! `s_memtime` before it, HW_REG_SHADER_CYCLES_LO and _HI from gfx12 on; `clock64` and `wall_clock64` in
//! `amd_device_functions.h` of HIP 6.4.

use crate::file::masks::statement_end;
use crate::{Applies, Call, Check, Confidence, File, Findings, Lint};
use hipify_diagnostics::Level;
use hipify_syntax::TokenKind;
use hipify_syntax::control::{Control, ControlKind};
use hipify_syntax::tokens::{operand_start, operator, operators};
use std::ops::Range;

pub(crate) const LINT: Lint = Lint {
    code: "HIP2045",
    name: "wrapping-clock",
    level: Level::Warning,
    confidence: Confidence::Medium,
    default: true,
    fix: None,
    applies: Applies::Where(|gfx| gfx.clock_bits < 32),
    checks: &[Check::Calls(CLOCKS, check)],
};

const CLOCKS: &[&str] = &["clock", "clock64", "__clock", "__clock64"];

const HELP: &str = "count by `wall_clock64()`, whose rate is `hipDeviceAttributeWallClockRate`: 100 MHz on gfx11";

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    if !file.is_device(call.name)
        || !call.arguments.is_empty()
        || file.functions().named(file.code.text(call.name)).next().is_some()
    {
        return;
    }
    match waited_for(file, call.name) {
        Some(decides) => {
            let message =
                format!("this loop waits by `{}`, whose count starts again every 2^20 cycles on gfx11", file.text(call.name));
            let finding = out.report(file.span(call.name), message);
            finding.help(HELP);
            if !(decides.0..=decides.1).contains(&call.name) {
                finding.related(file.code.span(decides.0, decides.1), "decides when the loop ends");
            }
        }
        None => report_difference(file, call, out),
    }
}

/// Loops around a call that are looked at.
const MOST_LOOPS: usize = 4;

/// The condition by which a loop around `at` waits for the clock that is read there.
fn waited_for(file: &File<'_>, at: usize) -> Option<(usize, usize)> {
    let loops = file.controls().around(at).filter(|control| control.kind == ControlKind::Loop);
    loops.take(MOST_LOOPS).find_map(|control| wait(file, at, control))
}

/// Names that carry a count from the clock to a condition.
const MOST_NAMES: usize = 8;

/// The condition by which the loop waits for the clock that is read at `at` within it.
fn wait(file: &File<'_>, at: usize, control: &Control) -> Option<(usize, usize)> {
    let deciding = deciding(file, control);
    if let Some(direct) = deciding.iter().find(|(first, last)| (*first..=*last).contains(&at)) {
        return Some(*direct);
    }
    let carriers = carriers(file, at, &control.body);
    let names = |(first, last): &(usize, usize)| (*first..=*last).any(|i| is_one_of(file, i, &carriers));
    deciding.into_iter().find(names)
}

/// The conditions that end a loop: its own, and those of branches that leave it.
fn deciding(file: &File<'_>, control: &Control) -> Vec<(usize, usize)> {
    let exits = file.controls().exits.iter().copied().filter(|exit| control.body.contains(exit));
    let branch = |exit: usize| {
        let mut around = file.controls().around(exit).take_while(|inner| inner.keyword > control.keyword);
        let leaves = !file.code.is_word(exit, b"continue");
        around.find(|inner| matches!(inner.kind, ControlKind::Branch | ControlKind::Else)).filter(|_| leaves)?.condition
    };
    control.condition.into_iter().chain(exits.filter_map(branch)).collect()
}

/// The variables that get the count read at `at`, or something computed from one, within a loop.
fn carriers<'f>(file: &'f File<'_>, at: usize, body: &Range<usize>) -> Vec<&'f [u8]> {
    let mut names: Vec<&[u8]> = target(file, at).into_iter().collect();
    let mut assignments = body.clone().filter(|&i| is_plain_assignment(file, i));
    while let Some(equals) = assignments.next().filter(|_| !names.is_empty() && names.len() < MOST_NAMES) {
        let value = file.code.next(equals).and_then(|first| Some((first, statement_end(file, first)?)));
        let carries = value.is_some_and(|(first, last)| (first..=last).any(|i| is_one_of(file, i, &names)));
        let name = file.code.previous(equals).filter(|_| carries).map(|name| file.code.text(name));
        names.extend(name.filter(|name| !names.contains(name)));
    }
    names
}

fn is_one_of(file: &File<'_>, at: usize, names: &[&[u8]]) -> bool {
    file.code.kind(at) == TokenKind::Identifier && names.contains(&file.code.text(at))
}

fn is_plain_assignment(file: &File<'_>, at: usize) -> bool {
    let code = &file.code;
    code.is(at, b'=') && operator(code, at) == b"=" && code.previous(at).is_some_and(|i| code.kind(i) == TokenKind::Identifier)
}

/// The variable whose value, declared or assigned, has the call at `at` in it.
fn target<'f>(file: &'f File<'_>, at: usize) -> Option<&'f [u8]> {
    let code = &file.code;
    let mut i = at;
    for _ in 0..64 {
        i = code.previous(i).filter(|&i| !b";{}".iter().any(|b| code.is(i, *b)))?;
        if is_plain_assignment(file, i) {
            return code.previous(i).map(|name| code.text(name));
        }
    }
    None
}

/// Reports the difference of two counts that the call is a part of; one finding a function.
fn report_difference(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    let Some(function) = file.function_at(call.name) else { return };
    let own = is_subtracted(file, call.name, call.close);
    let name = target(file, call.name);
    let uses = || function.body.clone().filter(|&i| name.is_some_and(|name| is_one_of(file, i, &[name])));
    if !own && !uses().any(|i| is_subtracted(file, i, i)) {
        return;
    }
    // What a wait starts from is that finding's.
    let is_clock = |at: &usize| CLOCKS.contains(&file.text(*at)) && file.code.next_is(*at, b'(');
    if function.body.clone().filter(is_clock).any(|at| waited_for(file, at).is_some()) {
        return;
    }
    let cause = file.span(function.body.start);
    if let Some(finding) = out.of_cause(&cause) {
        finding.also(file.span(call.name), "here too");
        return;
    }
    let message = format!("times by `{}` lose multiples of 2^20 cycles on gfx11", file.text(call.name));
    let finding = out.report_cause_at(cause, file.span(call.name), message);
    finding.level(Level::Note).confidence(Confidence::Low).help(HELP);
}

/// Whether the operand from `first` to `last` is one of a `-`.
fn is_subtracted(file: &File<'_>, first: usize, last: usize) -> bool {
    let code = &file.code;
    let minuend = code.next(last).is_some_and(|i| code.is(i, b'-') && operator(code, i) == b"-");
    let minus = code.previous(first).filter(|&i| code.is(i, b'-') && operator(code, i) == b"-");
    let left = minus.and_then(|minus| code.previous(minus));
    minuend || left.is_some_and(|left| !operators(code, operand_start(code, left), left).iter().any(|o| o.text == b"="))
}
