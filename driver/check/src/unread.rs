//! Which of the calls that failed nobody looks at: those that stand in the source as statements of their own.

use crate::finding::Finding;
use hipify_places::Call;
use hipify_syntax::{TokenKind, lex};

/// Leaves out calls whose errors are looked at, or are dropped by a cast to void.
pub(crate) fn keep(found: &mut Vec<Finding>) {
    found.retain(|finding| finding.code() != "api/unread-error" || finding.frames.first().is_some_and(is_dropped));
}

/// Whether what a call returns is dropped, as the source has it.
fn is_dropped(call: &Call) -> bool {
    std::fs::read(&call.file).is_ok_and(|bytes| drops(&bytes, call.line as usize, call.column as usize))
}

/// Whether the call of a runtime's function that is nearest to a place stands alone: after the end of a statement or of a condition, before `;`.
fn drops(bytes: &[u8], line: usize, column: usize) -> bool {
    let tokens = lex(bytes).tokens;
    let lines = hipify_diagnostics::LineIndex::new(bytes);
    let text = |at: usize| {
        tokens.get(at).map_or("", |token| std::str::from_utf8(&bytes[token.start as usize..token.end as usize]).unwrap_or(""))
    };
    let is_call = |at: &usize| {
        let name = text(*at).trim_start_matches("cuda").trim_start_matches("hip").trim_start_matches("cu");
        tokens[*at].kind == TokenKind::Identifier
            && name.len() < text(*at).len()
            && name.starts_with(char::is_uppercase)
            && matches!(text(at + 1), "(" | "<")
    };
    let here = (0..tokens.len()).filter(|&at| lines.position(tokens[at].start as usize).0 == line).filter(is_call);
    let Some(at) = here.min_by_key(|&at| lines.position(tokens[at].start as usize).1.abs_diff(column)) else { return false };
    let is_after_statement = match at.checked_sub(1).map(text) {
        None | Some(";" | "{" | "}" | "else" | "do" | ":") => true,
        // The condition of an `if` or a loop, and no cast.
        Some(")") => at.checked_sub(2).map(text) != Some("void"),
        _ => false,
    };
    let mut depth = 0usize;
    let end = (at + 1..tokens.len()).find(|&next| {
        match text(next) {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        depth == 0 && text(next) == ")"
    });
    is_after_statement && end.is_some_and(|end| text(end + 1) == ";")
}

#[cfg(test)]
mod tests {
    use super::drops;

    #[test]
    fn a_call_that_stands_alone_is_dropped() {
        for text in ["f(); cudaFree(p);", "{ cudaMemcpy(a, b, f(n), k); }", "if (x) cudaFree(p);", "a: hipFree(p);"] {
            assert!(drops(text.as_bytes(), 1, 1), "{text}");
        }
        for text in [
            "x = cudaFree(p);",
            "if (cudaFree(p)) f();",
            "CHECK(cudaFree(p));",
            "(void)cudaFree(p);",
            "f(a, cudaFree(p));",
            "return cudaFree(p);",
            "kernel<<<1, 2>>>(p);",
        ] {
            assert!(!drops(text.as_bytes(), 1, 1), "{text}");
        }
    }
}
