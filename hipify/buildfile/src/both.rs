//! Build files that stay CUDA's and build for HIP by an option: what the kinds of files share.

use hipify_diagnostics::Edit;
use std::ops::Range;

/// The option, a variable of CMake, make and setup.py.
pub const OPTION: &str = "USE_HIP";

/// Where the line of a place begins.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// Where the line of a place ends, after its newline.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| at + newline + 1)
}

/// The text of `span` with those edits that lie in it.
pub(super) fn applied(text: &str, span: &Range<usize>, edits: &[Edit]) -> String {
    let mut inside: Vec<&Edit> = edits.iter().filter(|edit| span.start <= edit.span.start && edit.span.end <= span.end).collect();
    inside.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut out = String::new();
    let mut at = span.start;
    for edit in inside {
        out.push_str(&text[at..edit.span.start]);
        out.push_str(&edit.text);
        at = edit.span.end;
    }
    out + &text[at..span.end]
}

#[cfg(test)]
mod tests;
