//! The include of the tree's support header in files that use a part of it.

use super::Context;
use super::runtime_header::{RUNTIME, insertion_point, newline};
use super::supplied::SUPPORT_HEADER;
use super::sweep::Found;
use hipify_condition::Branching;
use hipify_diagnostics::{Edit, Source};
use hipify_rules::header;
use hipify_syntax::includes::Form;

/// What it begins with.
const MARK: &[u8] = b"// Written by hipify-rs: ";

/// Whether the file is that header.
pub(super) fn is_header(source: &Source<'_>) -> bool {
    source.path.rsplit('/').next() == Some(SUPPORT_HEADER) && source.bytes.starts_with(MARK)
}

pub(super) fn include_header(context: &mut Context<'_>, found: &Found) {
    if context.supplied.is_empty() || includes_it(context, found) {
        return;
    }
    let newline = newline(context);
    let up = "../".repeat(context.source.path.matches('/').count());
    let at = place(context, found);
    context.edits.push(Edit::insert(at, format!("#include \"{up}{SUPPORT_HEADER}\"{newline}")));
}

fn includes_it(context: &Context<'_>, found: &Found) -> bool {
    let is_it = |name: &str| name.rsplit('/').next() == Some(SUPPORT_HEADER);
    memchr::memmem::find(context.source.bytes, SUPPORT_HEADER.as_bytes()).is_some()
        && found.directives.iter().any(|&hash| context.code.header(hash).is_some_and(|included| is_it(included.name)))
}

/// After the line that includes HIP's runtime, where no header comes before that could need the names or bring HIP's own classes of
/// cooperative groups, whose place the header's take; else before the first include.
fn place(context: &Context<'_>, found: &Found) -> usize {
    let first = insertion_point(context, found);
    let mut depth = 0usize;
    for &hash in found.directives.iter().filter(|&&hash| context.code.tokens[hash].start as usize >= first) {
        match context.code.branching(hash) {
            Some(Branching::Opens) => depth += 1,
            Some(Branching::Closes) => depth = depth.saturating_sub(1),
            _ => {}
        }
        let Some(included) = context.code.header(hash) else { continue };
        let ported = header(included.name).and_then(|header| header.hip(&context.options.choice)).unwrap_or(included.name);
        if ported == RUNTIME && depth == 0 {
            return after_line(context, hash).unwrap_or(first);
        }
        if included.form == Form::Quoted || ported.contains('/') && !ported.starts_with("sys/") {
            return first;
        }
    }
    first
}

/// Where the line after a directive begins; `None` where the file ends without a line break.
fn after_line(context: &Context<'_>, hash: usize) -> Option<usize> {
    let (_, end) = context.code.directive(hash)?;
    let stop = context.code.span(hash, end - 1).end;
    memchr::memchr(b'\n', &context.source.bytes[stop..]).map(|at| stop + at + 1)
}
