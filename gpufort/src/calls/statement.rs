//! Spans of statements and their parts, widened so that nothing but a clean line is left when they go.

use crate::ast::{Attribute, Declare, Form, Span, Unit};
use crate::layout::{line_start, next_line};

/// The span to delete so that `stmt` is gone with its line, its continuation lines and the comment after it; where other
/// statements share the line, the statement with its `;`.
pub(super) fn whole(source: &[u8], span: Span) -> Span {
    let start = line_start(source, span.start as usize);
    let before = &source[start..span.start as usize];
    let end = next_line(source, span.end as usize);
    let after = source[span.end as usize..end].trim_ascii();
    let alone = before.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'&') || byte.is_ascii_digit())
        || before.trim_ascii().eq_ignore_ascii_case(b"!@cuf");
    if alone && (after.is_empty() || after.starts_with(b"!")) {
        return Span { start: start as u32, end: end as u32 };
    }
    if after.starts_with(b";") {
        let semicolon = source[span.end as usize..end].iter().position(|byte| *byte == b';').unwrap_or(0) as u32;
        return Span { start: span.start, end: span.end + semicolon + 1 };
    }
    // The last of several on a line goes with the `;` before it.
    let semicolon = before.iter().rposition(|byte| *byte == b';').map_or(span.start, |at| (start + at) as u32);
    Span { start: semicolon, end: span.end }
}

/// `span` with the blanks after it, a continuation of the line too.
pub(super) fn with_blanks(source: &[u8], form: Form, span: Span) -> Span {
    let blanks = |mut at: usize| {
        while source.get(at).is_some_and(|byte| matches!(byte, b' ' | b'\t')) {
            at += 1;
        }
        at
    };
    let end = blanks(span.end as usize);
    if form == Form::Free && source.get(end) == Some(&b'&') {
        let line = next_line(source, end);
        if source[end + 1..line].trim_ascii().is_empty() {
            if source.get(line) == Some(&b'#') {
                return before_directive(source, span, end, line);
            }
            let next = blanks(line);
            let next = if source.get(next) == Some(&b'&') { blanks(next + 1) } else { next };
            return Span { start: span.start, end: next as u32 };
        }
    }
    Span { start: span.start, end: end as u32 }
}

/// What goes where a line of the preprocessor follows the `&` at `end`: the whole line, or what comes after others' words in it.
fn before_directive(source: &[u8], span: Span, end: usize, next: usize) -> Span {
    let start = line_start(source, span.start as usize);
    match source[start..span.start as usize].trim_ascii().is_empty() {
        true => Span { start: start as u32, end: next as u32 },
        false => Span { start: span.start, end: end as u32 },
    }
}

/// `attribute` of a declaration with the comma before it.
pub(super) fn attribute(declare: &Declare, attribute: &Attribute) -> Span {
    let before =
        declare.attributes.iter().filter(|other| other.span.end <= attribute.span.start).map(|other| other.span.end).max();
    Span { start: before.unwrap_or(declare.spec.span.end), end: attribute.span.end }
}

/// The prefixes that only CUDA Fortran has, with the blanks after them.
pub(super) fn prefixes(source: &[u8], form: Form, unit: &Unit) -> Vec<Span> {
    let prefix = &unit.prefix;
    let spans = [
        prefix.attributes.as_ref().map(|(span, _)| *span),
        prefix.launch_bounds.as_ref().map(|(span, _)| *span),
        prefix.cluster_dims.as_ref().map(|(span, _)| *span),
    ];
    spans.into_iter().flatten().map(|span| with_blanks(source, form, span)).collect()
}
