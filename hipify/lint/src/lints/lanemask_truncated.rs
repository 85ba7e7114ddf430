//! A mask of lanes goes into 32 bits.
//!
//! ## What
//!
//! What `__ballot_sync`, `__ballot`, `__activemask`, `__match_any_sync`, `__match_all_sync` or a coalesced group's `ballot` gives is
//! stored in, cast to, returned as or passed as an integer of 32 bits, also through `&`, `|` and shifts. Parts that are picked on
//! purpose, by `& 1`, `>> 32` or a comparison, are no finding.
//!
//! ## Why on AMD
//!
//! The mask has a bit for each lane of a wavefront, 64 on CDNA and GCN, and HIP gives it as `unsigned long long`. In 32 bits, lanes
//! 32 to 63 are lost: counts are too small, and a vote of the upper half reads as none.
//!
//! ## Example
//!
//! ```cuda before
//! unsigned active = __ballot_sync(~0ull, v > 0);
//! int count = __popc(active);
//! ```
//!
//! ```cuda after
//! unsigned long long active = __ballot_sync(~0ull, v > 0);
//! int count = __popcll(active);
//! ```
//!
//! ## Fix
//!
//! Give the mask the type `unsigned long long`, and use `__popcll`, `__ffsll`, `__clzll` and `1ull <<` on it. In CUDA, whose masks
//! have 32 bits, the wider type holds the same value.
//!
//! ## Source
//!
//! Signatures in `amd_warp_functions.h` and `amd_warp_sync_functions.h` of HIP 6.4.

use crate::consumer::{Consumer, consumer};
use crate::file::masks::{SOURCES, is_source, mask_in, returns_mask, statement_end};
use crate::widen::{MASK, widen_variable};
use crate::{Applies, Call, Check, Confidence, File, Finding, Findings, Function, Lint, Variable};
use hipify_diagnostics::{Applicability, Edit, Level};
use hipify_syntax::TokenKind;

pub(crate) const LINT: Lint = Lint {
    code: "HIP1003",
    name: "lanemask-truncated",
    level: Level::Error,
    confidence: Confidence::High,
    default: true,
    fix: Some(Applicability::Review),
    applies: Applies::Wave64,
    checks: &[
        Check::Calls(SOURCES, check),
        Check::Words(&["ballot", "match_any", "match_all"], check_method),
        Check::File(check_calls),
        Check::File(check_variables),
    ],
};

const HELP: &str = "keep masks of lanes in `unsigned long long`";

fn check(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    match consumer(file, call) {
        Consumer::Starts(name) | Consumer::Assigns(name) => check_variable(file, call, name, out),
        Consumer::Returns => check_return(file, call, out),
        Consumer::Passed(name, number) => check_parameter(file, call, name, number, out),
        Consumer::Cast(kind, whole) => check_cast(file, kind, whole, out),
        Consumer::Other => {}
    }
}

fn check_method(file: &File<'_>, at: usize, out: &mut Findings<'_>) {
    if let Some(call) = Call::at(&file.code, at).filter(|_| is_source(file, at)) {
        check(file, &call, out);
    }
}

/// Calls of functions of the file and its local headers that give a mask.
fn check_calls(file: &File<'_>, out: &mut Findings<'_>) {
    for function in file.functions().all.iter().filter(|function| gives_mask(file, function)).take(MOST_FUNCTIONS) {
        if let Some(name) = function.name {
            check_calls_of(file, file.code.text(name), out);
        }
    }
    for name in file.outside.mask_functions().into_iter().filter(|name| file.functions().named(name).next().is_none()) {
        check_calls_of(file, name, out);
    }
}

fn check_calls_of(file: &File<'_>, name: &[u8], out: &mut Findings<'_>) {
    for at in (0..file.code.tokens.len()).filter(|&at| file.code.is_word(at, name) && !file.targets_at(at).is_empty()) {
        if let Some(call) = Call::at(&file.code, at).filter(|_| is_source(file, at)) {
            check(file, &call, out);
        }
    }
}

/// Functions of one file whose calls are looked for.
const MOST_FUNCTIONS: usize = 64;

fn gives_mask(file: &File<'_>, function: &Function) -> bool {
    function.runs_on_device()
        && function.name.is_some_and(|at| returns_mask(file, file.text(at)) && !SOURCES.contains(&file.text(at)))
}

/// Masks that variables of 64 bits hold, where they are returned or start others.
fn check_variables(file: &File<'_>, out: &mut Findings<'_>) {
    if SOURCES.iter().all(|source| file.first_use(source).is_none()) {
        return;
    }
    for function in file.functions().all.iter().filter(|function| function.runs_on_device()) {
        if file.return_type(function).is_none_or(|kind| !is_narrow(file, kind)) {
            continue;
        }
        let returned = function.body.clone().filter(|&at| file.code.is_word(at, b"return")).filter_map(|at| file.code.next(at));
        for first in returned {
            let held = statement_end(file, first).and_then(|last| held_mask(file, first, last));
            if let Some(place) = held.filter(|_| file.function_at(first).is_some_and(|inner| inner.body == function.body)) {
                report_return(file, function, place, out);
            }
        }
    }
    for variable in file.variables().all() {
        if !is_narrow(file, variable.kind) || !file.is_device(variable.name) {
            continue;
        }
        let held = variable.initializer.and_then(|(first, last)| held_mask(file, first, last));
        if held.is_some() {
            report_variable(file, variable, out);
        }
    }
}

/// The variable of 64 bits whose mask the expression is; calls are looked at by themselves.
fn held_mask(file: &File<'_>, first: usize, last: usize) -> Option<usize> {
    let source = mask_in(file, first, last)?;
    let is_wide = |at: &usize| {
        let variable = file.variable(*at).filter(|_| file.code.kind(*at) == TokenKind::Identifier);
        variable.is_some_and(|v| !is_narrow(file, v.kind) && mask_in(file, *at, *at).is_some())
    };
    if (first..=last).contains(&source) { None } else { (first..=last).take(64).find(is_wide) }
}

fn report_variable(file: &File<'_>, variable: &Variable, out: &mut Findings<'_>) {
    let declared = file.span(variable.name);
    if out.of_cause(&declared).is_none() {
        let message = format!("a mask of 64 lanes is stored in 32 bits: `{}`", file.text(variable.name));
        widened(file, variable, out.report_cause(declared, message));
    }
}

fn widened(file: &File<'_>, variable: &Variable, finding: &mut Finding) {
    finding.help(HELP);
    if let Some(edits) = widen_variable(file, variable) {
        finding.unsafe_fix(format!("make `{}` an `{MASK}`", file.text(variable.name)), edits);
    }
}

fn is_narrow(file: &File<'_>, kind: (usize, usize)) -> bool {
    file.aliases().integer(&file.code, kind).is_some_and(|(bits, _)| bits == 32)
}

/// The declaration that a name or member means: for a member, the only one of its name.
fn declaration<'f>(file: &'f File<'_>, name: usize) -> Option<&'f Variable> {
    let is_member = file.code.previous(name).is_some_and(|i| file.code.is(i, b'.') || file.code.kind(i) == TokenKind::Arrow);
    if !is_member {
        return file.variable(name);
    }
    let [variable] = file.variables().named(file.code.text(name)) else { return None };
    Some(variable)
}

fn check_variable(file: &File<'_>, call: &Call, name: usize, out: &mut Findings<'_>) {
    // A declaration's own name counts as its first use.
    let Some(variable) = declaration(file, name).filter(|variable| is_narrow(file, variable.kind)) else { return };
    let declared = file.span(variable.name);
    if let Some(finding) = out.of_cause(&declared) {
        finding.related(file.span(call.name), "a mask is stored here too");
        return;
    }
    let message = format!("a mask of 64 lanes is stored in 32 bits: `{}`", file.text(variable.name));
    let place = if variable.name == name { declared.clone() } else { file.span(call.name) };
    let finding = out.report_cause_at(declared.clone(), place, message);
    finding.help(HELP);
    if variable.name != name {
        finding.related(declared, "declared here");
    }
    if let Some(edits) = widen_variable(file, variable) {
        finding.unsafe_fix(format!("make `{}` an `{MASK}`", file.text(variable.name)), edits);
    }
}

fn check_return(file: &File<'_>, call: &Call, out: &mut Findings<'_>) {
    if let Some(function) = file.function_at(call.name) {
        report_return(file, function, call.name, out);
    }
}

fn report_return(file: &File<'_>, function: &Function, place: usize, out: &mut Findings<'_>) {
    let Some(kind) = file.return_type(function).filter(|kind| is_narrow(file, *kind)) else { return };
    let Some((first, last)) = hipify_syntax::variables::without_specifiers(&file.code, kind) else { return };
    let name = function.name.map_or("", |at| file.text(at));
    let finding = out.report(file.span(place), format!("a mask of 64 lanes is returned in 32 bits by `{name}`"));
    finding.help(HELP).related(file.code.span(first, last), "the type that is returned");
    finding.unsafe_fix(format!("return an `{MASK}`"), vec![Edit::replace(file.code.span(first, last), MASK)]);
}

fn check_parameter(file: &File<'_>, call: &Call, name: usize, number: usize, out: &mut Findings<'_>) {
    if file.functions().named(file.code.text(name)).next().is_none() {
        return check_parameter_outside(file, call, name, number, out);
    }
    let Some(function) = file.functions().only(file.code.text(name)) else { return };
    let (open, close) = function.parameters;
    let parameters = file.code.split(open, close).unwrap_or_default();
    let Some(parameter) = parameters.get(number) else { return };
    let narrow = file.variable(parameter.last).filter(|v| v.name == parameter.last && !v.indirect && is_narrow(file, v.kind));
    let Some(variable) = narrow else { return };
    let message = format!("a mask of 64 lanes is passed in 32 bits to `{}`", file.text(name));
    let finding = out.report(file.span(call.name), message);
    finding.help(HELP).related(file.span(variable.name), "the parameter");
    if let Some(edits) = widen_variable(file, variable) {
        finding.unsafe_fix(format!("make the parameter an `{MASK}`"), edits);
    }
}

/// The same for a function of a local header.
fn check_parameter_outside(file: &File<'_>, call: &Call, name: usize, number: usize, out: &mut Findings<'_>) {
    let callee = file.outside.function(file.code.text(name));
    if callee.is_some_and(|callee| number < 32 && callee.narrow >> number & 1 == 1) {
        let message = format!("a mask of 64 lanes is passed in 32 bits to `{}`", file.text(name));
        out.report(file.span(call.name), message).help("make the parameter 64 bits wide, and what is done with it");
    }
}

fn check_cast(file: &File<'_>, kind: (usize, usize), whole: (usize, usize), out: &mut Findings<'_>) {
    if !is_narrow(file, kind) {
        return;
    }
    let finding = out.report(file.code.span(whole.0, whole.1), "a mask of 64 lanes is cast to 32 bits");
    finding.help(HELP);
    finding.unsafe_fix(format!("cast to `{MASK}`"), vec![Edit::replace(file.code.span(kind.0, kind.1), MASK)]);
}
