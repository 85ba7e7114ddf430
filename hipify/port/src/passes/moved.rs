//! Arguments of a call that stand elsewhere, or once more, in the call's HIP form.

use super::Context;
use hipify_diagnostics::{Code, Edit, Level};
use hipify_rules::{Target, symbol};
use hipify_syntax::{Argument, TokenKind};
use std::ops::Range;

/// Moves `count` arguments from `from` on to before argument `to`, or to the end when there are but `to` arguments.
pub(super) fn move_arguments(
    context: &mut Context<'_>,
    open: usize,
    arguments: &[Argument],
    from: usize,
    to: usize,
    count: usize,
) {
    let (Some(first), Some(last)) = (arguments.get(from), arguments.get(from + count - 1)) else { return };
    if to > arguments.len() {
        return;
    }
    let text = ported_text(context, first.first..last.last + 1);
    put(context, open, arguments, to, &text);
    let start = context.code.tokens[first.first].start as usize;
    let span = match (arguments.get(from + count), from.checked_sub(1)) {
        (Some(next), _) => start..context.code.tokens[next.first].start as usize,
        (None, Some(before)) => {
            context.code.tokens[arguments[before].last].end as usize..context.code.tokens[last.last].end as usize
        }
        (None, None) => return,
    };
    context.edits.push(Edit::delete(span));
}

/// Writes argument `from` once more before argument `to`, or at the end.
pub(super) fn copy_argument(context: &mut Context<'_>, open: usize, arguments: &[Argument], from: usize, to: usize) {
    let Some(argument) = arguments.get(from).filter(|_| to <= arguments.len()) else { return };
    let text = ported_text(context, argument.first..argument.last + 1);
    put(context, open, arguments, to, &text);
}

/// The calls of another function in the file, by the tokens of their names, and which of their arguments count.
pub(super) struct Lender<'a> {
    pub(super) function: &'static str,
    pub(super) shared: usize,
    pub(super) taken: usize,
    pub(super) calls: &'a [(usize, Vec<Argument>)],
}

/// Writes as argument `to` what the call of another function with the same argument has: the last one before `at`, else the first.
pub(super) fn borrow_argument(
    context: &mut Context<'_>,
    at: usize,
    open: usize,
    arguments: &[Argument],
    to: usize,
    from: &Lender<'_>,
) {
    let text = |argument: &Argument| &context.source.bytes[context.code.span(argument.first, argument.last)];
    let Some(shared) = arguments.get(from.shared).map(text) else { return };
    let is_lender = |call: &&(usize, Vec<Argument>)| call.1.get(from.shared).is_some_and(|other| text(other) == shared);
    let lenders: Vec<_> = from.calls.iter().filter(is_lender).collect();
    let lender = lenders.iter().rfind(|call| call.0 < at).or(lenders.first());
    if let Some(argument) = lender.and_then(|call| call.1.get(from.taken)) {
        let text = ported_text(context, argument.first..argument.last + 1);
        return put(context, open, arguments, to, &text);
    }
    let span = context.code.tokens[at].range();
    let number = to + 1;
    let message =
        format!("the HIP counterpart has an argument {number}, which the file's calls of `{}` do not show", from.function);
    let help = format!("pass what `{}` gets as its argument {}", from.function, from.taken + 1);
    context.report(Code::PARTIAL_API, Level::Error, span, message).help = Some(help);
}

fn put(context: &mut Context<'_>, open: usize, arguments: &[Argument], to: usize, text: &str) {
    let tokens = context.code.tokens;
    let edit = match (arguments.get(to), arguments.last()) {
        (Some(next), _) => Edit::insert(tokens[next.first].start as usize, format!("{text}, ")),
        (None, Some(last)) => Edit::insert(tokens[last.last].end as usize, format!(", {text}")),
        (None, None) => Edit::insert(tokens[open].end as usize, text.to_owned()),
    };
    context.edits.push(edit);
}

/// The text of `tokens` with its CUDA names ported, as the passes over the place it leaves do not reach the copy.
fn ported_text(context: &Context<'_>, tokens: Range<usize>) -> String {
    let code = &context.code;
    let mut text = Vec::new();
    let mut end = code.tokens[tokens.start].start as usize;
    for at in tokens {
        let token = code.tokens[at].range();
        text.extend_from_slice(&context.source.bytes[end..token.start]);
        let known = if code.kind(at) == TokenKind::Identifier { symbol(&code.spelling(at)) } else { None };
        match known.map(|symbol| context.options.choice.target(symbol)) {
            Some(Target::Renamed(name)) => text.extend_from_slice(name.as_bytes()),
            _ => text.extend_from_slice(&context.source.bytes[token.clone()]),
        }
        end = token.end;
    }
    String::from_utf8_lossy(&text).into_owned()
}
