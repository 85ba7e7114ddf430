//! Preprocessor conditions that ask for CUDA: made right for both compilers.
//!
//! A test of a macro that HIP leaves undefined gets an alternative. Tests of a value are answered as for a GPU of compute
//! capability 7.0 and for the CUDA version that the HIP API mirrors: where the undefined macro, which counts as 0, would give
//! the other answer, the comparison gets the alternative too. Where the macro is compared with another one, or stands in
//! arithmetic, it is replaced by an expression that has the value, so that the compiler answers with the values that the tree
//! gives its own macros. Both compilers then take the branch that fits them, however the tests are combined. A condition that
//! already asks for HIP is left alone.

use super::Context;
use super::comparison::{Comparison, comparison, defined_start, holds};
use super::dead_end::gives_up_as_counted;
use super::sweep::Found;
use hipify_diagnostics::{Code as DiagnosticCode, Edit, Level};
use hipify_rules::{GUARDS, Guard};
use hipify_syntax::{Code, TokenKind};
use std::ops::Range;

/// Whether the token stands in an `#if`, `#elif`, `#ifdef` or `#ifndef`.
pub(crate) fn in_condition(code: &Code<'_>, at: usize) -> bool {
    code.directive(at).is_some_and(|(hash, _)| code.is_condition(hash) || code.is_word(hash + 1, b"undef"))
}

pub(crate) fn port_guards(context: &mut Context<'_>, found: &Found) {
    for &hash in &found.directives {
        let code = context.code;
        let Some((_, end)) = code.directive(hash) else { continue };
        let body = hash + 2..end;
        if body.is_empty() || !code.is_condition(hash) || body.clone().any(|i| asks_for_hip(&code, i)) {
            continue;
        }
        match code.text(hash + 1) {
            b"ifdef" => port_ifdef(context, hash..end, "if ", false),
            b"ifndef" => port_ifdef(context, hash..end, "if ", true),
            b"elifdef" => port_ifdef(context, hash..end, "elif ", false),
            b"elifndef" => port_ifdef(context, hash..end, "elif ", true),
            _ => port_expression(context, body),
        }
    }
}

pub fn asks_for_hip(code: &Code<'_>, at: usize) -> bool {
    let text = code.text(at);
    code.kind(at) == TokenKind::Identifier
        && (text.starts_with(b"__HIP")
            || text.starts_with(b"HIP")
            || text.starts_with(b"__AMDGCN")
            || matches!(text, b"USE_ROCM" | b"USE_HIP" | b"__CLANG_RDC__"))
}

pub(super) fn guard_at(code: &Code<'_>, at: usize) -> Option<&'static Guard> {
    let text = code.text(at);
    if code.kind(at) != TokenKind::Identifier {
        return None;
    }
    GUARDS.iter().find(|guard| guard.cuda.as_bytes() == text)
}

/// `#ifdef M` as `#if defined(M) || defined(H)`. Tokens after the name, which compilers ignore, go.
fn port_ifdef(context: &mut Context<'_>, tokens: Range<usize>, directive: &'static str, negated: bool) {
    let Some(guard) = guard_at(&context.code, tokens.start + 2) else { return };
    let (not, join) = if negated { ("!", "&&") } else { ("", "||") };
    let text = format!("{directive}{not}defined({}) {join} {not}defined({})", guard.cuda, guard.hip);
    let span = context.code.span(tokens.start + 1, tokens.end - 1);
    context.edits.push(Edit::replace(span, text));
    count(context, guard);
}

fn count(context: &mut Context<'_>, guard: &'static Guard) {
    context.converted.push(guard.cuda);
}

fn port_expression(context: &mut Context<'_>, body: Range<usize>) {
    let mut at = body.start;
    while at < body.end {
        at = match guard_at(&context.code, at) {
            Some(guard) => port_test(context, body.clone(), at, guard),
            None => at + 1,
        };
    }
}

/// Ports the test of `guard` at `at` and gives the token after it.
fn port_test(context: &mut Context<'_>, body: Range<usize>, at: usize, guard: &'static Guard) -> usize {
    let code = context.code;
    if let Some(first) = defined_start(&code, &body, at) {
        let last = if code.is(at - 1, b'(') { at + 1 } else { at };
        if !is_covered(&code, &body, first, guard) {
            port_defined(context, &body, first..last + 1, guard);
        }
        return last + 1;
    }
    let Some(test) = comparison(&code, &body, at) else {
        port_truth(context, &body, at, guard);
        return at + 1;
    };
    port_comparison(context, &body, &test, guard);
    test.tokens.end.max(at + 1)
}

/// Whether an earlier test of the same chain has got the same alternative: `defined(__NVCC__) || defined(__CUDACC__)`.
fn is_covered(code: &Code<'_>, body: &Range<usize>, first: usize, guard: &'static Guard) -> bool {
    let negated = |at: usize| at > body.start && code.is(at - 1, b'!');
    let other = if negated(first) { b'|' } else { b'&' };
    let chain = !body.clone().any(|i| code.is(i, other) || code.is(i, b'<') || code.is(i, b'>'));
    let mut earlier = (body.start..first).filter(|&i| guard_at(code, i).is_some_and(|g| g.hip == guard.hip));
    chain && earlier.any(|i| defined_start(code, body, i).is_some_and(|d| negated(d) == negated(first)))
}

fn port_defined(context: &mut Context<'_>, body: &Range<usize>, test: Range<usize>, guard: &'static Guard) {
    let code = context.code;
    let end = code.tokens[test.end - 1].end as usize;
    let start = code.tokens[test.start].start as usize;
    count(context, guard);
    let negated = test.start > body.start && code.is(test.start - 1, b'!');
    if negated && stands_alone(&code, body, &(test.start - 1..test.end), b'&') {
        context.edits.push(Edit::insert(end, format!(" && !defined({})", guard.hip)));
    } else if stands_alone(&code, body, &test, b'|') {
        context.edits.push(Edit::insert(end, format!(" || defined({})", guard.hip)));
    } else {
        context.edits.push(Edit::insert(start, "("));
        context.edits.push(Edit::insert(end, format!(" || defined({}))", guard.hip)));
    }
}

/// Whether an `||` (or, with `&`, an `&&`) may be added after the test without parentheses: around it stand only the ends
/// of the expression, parentheses, or the same operator.
fn stands_alone(code: &Code<'_>, body: &Range<usize>, test: &Range<usize>, operator: u8) -> bool {
    let joins = |i: usize, bracket: u8| code.is(i, operator) || code.is(i, bracket);
    let before = test.start == body.start || joins(test.start - 1, b'(');
    let after = test.end == body.end || joins(test.end, b')');
    before && after
}

/// A bare `M`: true where the macro is not 0.
fn port_truth(context: &mut Context<'_>, body: &Range<usize>, at: usize, guard: &'static Guard) {
    let code = context.code;
    if !is_truth(&code, body, at) {
        return port_value(context, body, at, guard);
    }
    count(context, guard);
    let token = code.tokens[at].range();
    context.edits.push(Edit::insert(token.start, "("));
    context.edits.push(Edit::insert(token.end, format!(" || defined({}))", guard.hip)));
}

/// Whether only logical operators and parentheses stand around the token, so that its truth alone counts.
fn is_truth(code: &Code<'_>, body: &Range<usize>, at: usize) -> bool {
    let (mut first, mut last) = (at, at);
    loop {
        let doubled = |i: usize| b"&|".iter().any(|b| code.is(i, *b) && code.is(i + 1, *b));
        let starts = first == body.start || code.is(first - 1, b'!') || first >= body.start + 2 && doubled(first - 2);
        let ends = last + 1 == body.end || last + 2 < body.end && doubled(last + 1);
        let opens = first > body.start && code.is(first - 1, b'(');
        let closes = last + 1 < body.end && code.is(last + 1, b')');
        match (opens, closes) {
            (true, true) => (first, last) = (first - 1, last + 1),
            _ => return (starts || opens) && (ends || closes),
        }
    }
}

/// `M + 1`, `M >= OTHER_MACRO`: the macro as an expression that has its value for either compiler.
fn port_value(context: &mut Context<'_>, body: &Range<usize>, at: usize, guard: &'static Guard) {
    let code = context.code;
    if guard.value.is_none() || is_argument(&code, body, at) {
        return report_value(context, at, guard, Level::Warning);
    }
    count(context, guard);
    if is_exact(&code, body, at, guard) {
        return report_exact(context, at);
    }
    report_value(context, at, guard, Level::Note);
    let value = value_of(context, guard);
    let token = code.tokens[at].range();
    context.edits.push(Edit::replace(token, format!("(defined({}) ? {value} : {})", guard.hip, guard.cuda)));
}

/// Whether the token stands in the arguments of a macro, where `defined` has no meaning.
fn is_argument(code: &Code<'_>, body: &Range<usize>, at: usize) -> bool {
    let calls = |open: usize| {
        code.is(open, b'(')
            && open > body.start
            && code.kind(open - 1) == TokenKind::Identifier
            && code.close(open).is_none_or(|close| close > at)
    };
    (body.start..at).any(calls)
}

/// `__CUDA_ARCH__ == 700` asks for one architecture of NVIDIA, which no AMD GPU is: what it chooses is that one's assembly.
fn is_exact(code: &Code<'_>, body: &Range<usize>, at: usize, guard: &Guard) -> bool {
    let is_equality = |i: usize| i + 1 < body.end && code.is(i + 1, b'=') && (code.is(i, b'=') || code.is(i, b'!'));
    guard.cuda == "__CUDA_ARCH__" && (is_equality(at + 1) || at >= body.start + 2 && is_equality(at - 2))
}

fn port_comparison(context: &mut Context<'_>, body: &Range<usize>, test: &Comparison, guard: &'static Guard) {
    count(context, guard);
    if guard.cuda == "__CUDA_ARCH__" && test.number != 0 && matches!(test.operator, b"==" | b"!=") {
        return report_exact(context, test.tokens.start);
    }
    let value = value_of(context, guard);
    let is_ported = |at: usize| {
        let start = context.code.tokens[at].start as usize;
        context.edits.iter().any(|edit| edit.span.contains(&start))
    };
    let gives_up = gives_up_as_counted(&context.code, body.start - 2, is_ported);
    let (wanted, undefined) = (holds(test.operator, value, test.number) != gives_up, holds(test.operator, 0, test.number));
    if gives_up {
        report_other(context, test.tokens.start);
    } else {
        report_value(context, test.tokens.start, guard, Level::Note);
    }
    if wanted == undefined {
        return;
    }
    let code = context.code;
    let operator = if wanted { b'|' } else { b'&' };
    let text = if wanted { format!(" || defined({})", guard.hip) } else { format!(" && !defined({})", guard.hip) };
    let span = code.span(test.tokens.start, test.tokens.end - 1);
    if stands_alone(&code, body, &test.tokens, operator) {
        context.edits.push(Edit::insert(span.end, text));
    } else {
        context.edits.push(Edit::insert(span.start, "("));
        context.edits.push(Edit::insert(span.end, format!("{text})")));
    }
}

pub(super) fn value_of(context: &Context<'_>, guard: &Guard) -> u32 {
    let asked = context.options.choice.cuda.and_then(|cuda| match guard.cuda {
        "CUDART_VERSION" | "CUDA_VERSION" | "__CUDA_API_VERSION" => Some(cuda.cuda_macro()),
        "__CUDACC_VER_MAJOR__" => Some(cuda.major()),
        "__CUDACC_VER_MINOR__" => Some(cuda.minor()),
        _ => None,
    });
    asked.or(guard.value).unwrap_or(1)
}

fn report_other(context: &mut Context<'_>, at: usize) {
    let span = context.code.tokens[at].range();
    let message = "HIP takes the other branch than `__CUDA_ARCH__ == 700` would in this test: that one only gives up";
    context.report(DiagnosticCode::CUDA_ARCH_GUARD, Level::Note, span, message).help =
        Some("check that AMD GPUs have what the branch taken needs".to_owned());
}

fn report_exact(context: &mut Context<'_>, at: usize) {
    let span = context.code.tokens[at].range();
    let message = "no AMD GPU counts as the one architecture that this test asks for";
    context.report(DiagnosticCode::CUDA_ARCH_GUARD, Level::Note, span, message).help =
        Some("check that the branch taken on AMD GPUs is the one you want".to_owned());
}

pub(super) fn report_value(context: &mut Context<'_>, at: usize, guard: &'static Guard, level: Level) {
    let code = match guard.cuda {
        "__CUDA_ARCH__" => DiagnosticCode::CUDA_ARCH_GUARD,
        name if name.starts_with("__CUDACC") => DiagnosticCode::CUDACC_GUARD,
        _ => DiagnosticCode::CUDA_VERSION_GUARD,
    };
    let span = context.code.tokens[at].range();
    let place = if in_condition(&context.code, at) { "in this test" } else { "here" };
    let (message, help) = match level {
        Level::Note => (
            format!("HIP counts as `{} == {}` {place}", guard.cuda, value_of(context, guard)),
            "check that the branch taken on AMD GPUs is the one you want",
        ),
        _ => (
            format!("`{}` is used here in a way that cannot be ported", guard.cuda),
            "HIP leaves the macro undefined, which counts as 0: add a test of the HIP macro by hand",
        ),
    };
    context.report(code, level, span, message).help = Some(help.to_owned());
}
