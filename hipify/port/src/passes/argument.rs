//! One argument of a call: text put around it, and whether it is a cast already.

use super::Context;
use hipify_diagnostics::Edit;
use hipify_syntax::Argument;

/// Puts text around an argument.
pub(super) fn wrap(
    context: &mut Context<'_>,
    argument: &Argument,
    before: impl Into<std::borrow::Cow<'static, str>>,
    after: &'static str,
) {
    let span = context.code.span(argument.first, argument.last);
    context.edits.push(Edit::insert(span.start, before));
    context.edits.push(Edit::insert(span.end, after));
}

/// Whether the argument already is a cast: `(void*)k`, `reinterpret_cast<...>(k)`.
pub(super) fn is_cast(context: &Context<'_>, argument: &Argument) -> bool {
    let code = &context.code;
    let first = argument.first;
    let named = [b"reinterpret_cast".as_slice(), b"static_cast", b"const_cast"].iter().any(|word| code.is_word(first, word));
    let c_style = code.is(first, b'(')
        && code.close(first).is_some_and(|close| {
            close < argument.last && code.previous_is(close, b'*') && code.close(first) != Some(argument.last)
        });
    named || c_style
}

/// Whether the argument is a cast to the type `target`: `(T)p`, `const_cast<T>(p)`.
pub(super) fn casts_to(context: &Context<'_>, argument: &Argument, target: &str) -> bool {
    let code = &context.code;
    let open = if code.is(argument.first, b'(') { Some(argument.first) } else { code.next(argument.first) };
    let Some(open) = open.filter(|_| is_cast(context, argument)) else { return false };
    let close = if code.is(open, b'<') { code.template_close(open) } else { code.close(open) };
    let Some(close) = close else { return false };
    let without_spaces = |text: &[u8]| text.iter().copied().filter(|b| !b.is_ascii_whitespace()).collect::<Vec<_>>();
    let inside = code.tokens[open].end as usize..code.tokens[close].start as usize;
    without_spaces(&code.source[inside]) == without_spaces(target.as_bytes())
}
