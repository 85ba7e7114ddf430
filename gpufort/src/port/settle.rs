//! The edits of all passes to edits that do not overlap, whose lines are as long as the form allows.

use super::assumed::cuda_lines;
use super::has_cuda;
use crate::context::Context;
use crate::layout;
use crate::source::Ported;
use hipify_diagnostics::{Code, Diagnostic, Edit, Level};
use std::ops::Range;

pub(super) fn run(context: Context<'_, '_>) -> Ported {
    let Context { tree, source, file, mut edits, mut out, .. } = context;
    // Branches that the preprocessor leaves out stay as they are.
    let off = |span: &Range<usize>| {
        file.inactive.iter().any(|off| off.range().start <= span.start && span.end <= off.range().end && !span.is_empty())
            || file.inactive.iter().any(|off| off.range().start < span.start && span.end < off.range().end)
    };
    // The last line of a file may have no end where included text follows it.
    let end = file.end as usize;
    edits.iter_mut().filter(|edit| edit.span == (end + 1..end + 1)).for_each(|edit| edit.span = end..end);
    edits.retain(|edit| !off(&edit.span) && edit.span.end <= end);
    out.diagnostics.retain(|diagnostic| !off(&diagnostic.span));
    let mut unported = Vec::new();
    if tree.options.assume {
        for branch in &file.inactive {
            let Some(line) = cuda_lines(source, *branch, file.form).next() else { continue };
            let text = "CUDA Fortran in a branch that the preprocessor leaves out is not ported";
            let warning = Diagnostic::new(Code::FORTRAN_BRANCH, Level::Warning, line.range(), text);
            let help = "port once more with --define or --undefine for the macros of its condition, and join the two by hand";
            out.diagnostics.push(warning.with_help(help));
            unported.push(*branch);
        }
    }
    for span in
        file.left_out.iter().filter(|span| !unported.iter().any(|branch| branch.start <= span.start && span.end <= branch.end))
    {
        let text = "a branch that the preprocessor leaves out is not ported";
        let note = Diagnostic::new(Code::FORTRAN_NOT_PARSED, Level::Note, span.range(), text);
        out.diagnostics.push(note.with_help("port once more with the other macros defined, and join the two by hand"));
    }
    let (edits, lost) = without_overlaps(edits);
    for edit in lost {
        let text = edit.text.trim().to_owned();
        let mut diagnostic = Diagnostic::new(
            Code::FORTRAN_UNSUPPORTED,
            Level::Error,
            edit.span,
            format!("two changes of this place: `{text}` is left out"),
        );
        diagnostic.help = Some("write the statement as several simpler ones".to_owned());
        out.diagnostics.push(diagnostic);
    }
    out.edits = layout::fit(&source[..end], file.form, edits);
    if out.edits.is_empty() {
        soften(&mut out.diagnostics, source);
    }
    out.diagnostics.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.span.end));
    out
}

/// In a file that needs no change, what is not understood is the other compiler's business, unless it speaks of CUDA.
fn soften(diagnostics: &mut [Diagnostic], source: &[u8]) {
    let plain =
        |diagnostic: &&mut Diagnostic| diagnostic.code == Code::FORTRAN_NOT_PARSED && !has_cuda(&source[diagnostic.span.clone()]);
    diagnostics.iter_mut().filter(plain).for_each(|diagnostic| diagnostic.level = Level::Note);
}

/// Edits inside of larger ones are dropped: the larger one's text has what they say. Those that overlap in part are the second
/// list.
fn without_overlaps(mut edits: Vec<Edit>) -> (Vec<Edit>, Vec<Edit>) {
    // Insertions stay in the order of the passes, `use` statements first; at one place they come before what replaces the bytes
    // after it.
    edits.sort_by_key(|edit| {
        let is_use = edit.text.trim_start().starts_with("use ") || edit.text.trim_start().starts_with("use, ");
        (edit.span.start, if edit.span.is_empty() { usize::from(!is_use) } else { usize::MAX - edit.span.end })
    });
    let (mut kept, mut lost): (Vec<Edit>, Vec<Edit>) = (Vec::new(), Vec::new());
    let mut end = 0;
    for edit in edits {
        let inside = edit.span.end <= end && edit.span.start < end;
        if inside {
            continue;
        }
        if edit.span.start < end {
            lost.push(edit);
            continue;
        }
        end = end.max(edit.span.end);
        kept.push(edit);
    }
    (kept, lost)
}
