//! `__shared__ alignas(16) float tile[64]` to `alignas(16) __shared__ float tile[64]`: to clang `__shared__` is an attribute of
//! GNU's form, after which it takes none of C++'s.

use super::Context;
use super::sweep::Found;
use hipify_diagnostics::Edit;
use hipify_syntax::Code;

/// What may stand before the type of a variable, and before what `alignas` may stand.
const SPECIFIERS: &[&[u8]] = &[b"extern", b"static", b"const", b"volatile", b"constexpr", b"inline"];
const SPACES: &[&[u8]] = &[b"__shared__", b"__device__", b"__constant__", b"__managed__"];

pub(crate) fn port_alignments(context: &mut Context<'_>, found: &Found) {
    for &at in &found.alignments {
        let code = context.code;
        let Some(first) = first_specifier(&code, at) else { continue };
        let Some(close) = code.next(at).filter(|&open| code.is(open, b'(')).and_then(|open| code.close(open)) else { continue };
        let (span, start) = (code.span(at, close), code.tokens[first].range().start);
        let Ok(text) = std::str::from_utf8(&context.source.bytes[span.clone()]) else { continue };
        let blanks = context.source.bytes[span.end..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        context.edits.push(Edit::insert(start, format!("{text} ")));
        context.edits.push(Edit::delete(span.start..span.end + blanks));
    }
}

/// The first of the specifiers directly before an `alignas`, if a memory space is among them.
fn first_specifier(code: &Code<'_>, at: usize) -> Option<usize> {
    let (mut first, mut has_space) = (at, false);
    while let Some(before) = code.previous(first) {
        has_space |= SPACES.contains(&code.text(before));
        if !SPACES.contains(&code.text(before)) && !SPECIFIERS.contains(&code.text(before)) {
            break;
        }
        first = before;
    }
    has_space.then_some(first)
}
