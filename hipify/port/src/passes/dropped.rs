//! Variables of types without a counterpart that only arguments name which HIP's calls do without: their declarations go too.

use super::Context;
use hipify_diagnostics::Edit;
use hipify_syntax::TokenKind;
use std::ops::Range;

/// Deletes the declaration that begins with the type at `at`, if nothing that stays names its variable; whether it did.
pub(super) fn port_declaration(context: &mut Context<'_>, at: usize) -> bool {
    let Some((variable, last)) = declaration(context, at) else { return false };
    let name = context.code.text(variable);
    let type_name = context.code.text(at);
    let others = (0..context.code.tokens.len()).filter(|&i| i != variable && context.code.is_word(i, name));
    let mut dropped = 0;
    for other in others {
        let declares = context.code.previous(other).is_some_and(|before| context.code.is_word(before, type_name));
        if !declares && !is_dropped(context, other) {
            return false;
        }
        dropped += usize::from(!declares);
    }
    if dropped > 0 {
        let span = context.code.span(at, last);
        context.edits.push(Edit::delete(with_line(context.source.bytes, span)));
    }
    dropped > 0
}

/// The variable and the last token of `TYPE name;` or `TYPE name = {};`.
fn declaration(context: &Context<'_>, at: usize) -> Option<(usize, usize)> {
    let code = &context.code;
    let starts = code.previous(at).is_none_or(|before| b";{}".iter().any(|byte| code.is(before, *byte)));
    let variable = code.next(at).filter(|&name| starts && code.kind(name) == TokenKind::Identifier)?;
    let mut end = code.next(variable)?;
    if code.is(end, b'=') {
        end = code.next(end)?;
    }
    if code.is(end, b'{') {
        end = code.next(code.close(end)?)?;
    }
    code.is(end, b';').then_some((variable, end))
}

/// Whether an edit deletes the token.
fn is_dropped(context: &Context<'_>, at: usize) -> bool {
    let token = context.code.tokens[at].range();
    context.edits.iter().any(|edit| edit.text.is_empty() && edit.span.start <= token.start && token.end <= edit.span.end)
}

/// The span with its line, where nothing else stands there.
fn with_line(bytes: &[u8], span: Range<usize>) -> Range<usize> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
    let start = bytes[..span.start].iter().rposition(|byte| !is_blank(byte)).map_or(0, |before| before + 1);
    let end = bytes[span.end..].iter().position(|byte| !is_blank(byte)).map_or(bytes.len(), |length| span.end + length);
    let starts = start == 0 || bytes[start - 1] == b'\n';
    if starts && bytes.get(end) == Some(&b'\n') { start..end + 1 } else { span }
}
