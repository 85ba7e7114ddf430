//! Pragmas that only nvcc knows, put behind a guard so that clang does not warn of them.

use super::Context;
use super::sweep::Found;
use hipify_condition::Branching;
use hipify_diagnostics::Edit;
use hipify_syntax::TokenKind;

const GUARD: &str = "#if defined(__NVCC__) && !defined(__HIPCC__)";

pub(crate) fn port_pragmas(context: &mut Context<'_>, found: &Found) {
    // Of each conditional around the directive at hand: whether its branch keeps clang out already.
    let mut guarded = Vec::new();
    for &hash in &found.directives {
        match context.code.branching(hash) {
            Some(Branching::Opens) => guarded.push(is_guard(context, hash)),
            Some(Branching::Continues | Branching::Else) => {
                guarded.pop();
                guarded.push(is_guard(context, hash));
            }
            Some(Branching::Closes) => {
                guarded.pop();
            }
            None if is_nv_pragma(context, hash) && guarded.last() != Some(&true) => guard(context, hash),
            None => {}
        }
    }
}

fn is_guard(context: &Context<'_>, hash: usize) -> bool {
    context.source.bytes[context.code.tokens[hash].start as usize..].starts_with(GUARD.as_bytes())
}

fn is_nv_pragma(context: &Context<'_>, hash: usize) -> bool {
    let code = &context.code;
    if hash + 2 >= code.tokens.len() || !code.is_word(hash + 1, b"pragma") {
        return false;
    }
    let name = code.text(hash + 2);
    name.starts_with(b"nv_")
        || matches!(name, b"hd_warning_disable" | b"nvcc" | b"diag_suppress" | b"diag_default" | b"diag_error" | b"diag_warning")
}

fn guard(context: &mut Context<'_>, hash: usize) {
    let code = context.code;
    let bytes = context.source.bytes;
    let Some(end) = code.tokens[hash..].iter().find(|t| t.kind == TokenKind::DirectiveEnd) else { return };
    let newline = if bytes[end.end as usize..].starts_with(b"\r\n") { "\r\n" } else { "\n" };
    let start = code.tokens[hash].start as usize;
    let line_end = memchr::memchr(b'\n', &bytes[end.end as usize..]).map_or(bytes.len(), |at| end.end as usize + at);
    let line_end =
        if line_end > start && bytes[line_end - 1] == b'\r' && line_end < bytes.len() { line_end - 1 } else { line_end };
    context.edits.push(Edit::insert(start, format!("{GUARD}{newline}")));
    context.edits.push(Edit::insert(line_end, format!("{newline}#endif")));
    context.converted.push("#pragma nv_*");
}
