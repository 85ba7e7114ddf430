//! Reports what keeps a file from being understood to its end. The rest of it is ported all the same.

use super::Context;
use super::sweep::Found;
use hipify_condition::Branching;
use hipify_diagnostics::{Code, Level};
use hipify_syntax::Unterminated;
use std::ops::Range;

pub(crate) fn report_broken(context: &mut Context<'_>, found: &Found) {
    for &(start, what) in context.unterminated {
        let start = start as usize;
        let (level, message) = match what {
            Unterminated::Comment => (Level::Warning, "a comment without end: the rest of the file is read as comment"),
            Unterminated::RawString => (Level::Warning, "a raw string without end: the rest of the file is read as string"),
            Unterminated::String => (Level::Note, "a string without end is read up to the end of its line"),
        };
        report(context, start..start + 1, level, message.to_owned());
    }
    report_conditionals(context, found);
    report_conflict_markers(context);
}

fn report(context: &mut Context<'_>, span: Range<usize>, level: Level, message: String) {
    context.report(Code::NOT_PARSED, level, span, message).help = Some("mend the file, then port it again".to_owned());
}

/// `#if` without `#endif` and the reverse.
fn report_conditionals(context: &mut Context<'_>, found: &Found) {
    let mut open = Vec::new();
    for &hash in &found.directives {
        match context.code.branching(hash) {
            Some(Branching::Opens) => open.push(hash),
            Some(Branching::Closes) if open.pop().is_none() => {
                let span = context.code.span(hash, hash + 1);
                report(context, span, Level::Warning, "an `#endif` without its `#if`".to_owned());
            }
            _ => {}
        }
    }
    for hash in open {
        let span = context.code.span(hash, hash + 1);
        report(context, span, Level::Warning, "an `#if` without its `#endif`".to_owned());
    }
}

/// Lines that start with seven `<`, as version control leaves them.
fn report_conflict_markers(context: &mut Context<'_>) {
    let bytes = context.source.bytes;
    let starts: Vec<usize> =
        memchr::memmem::find_iter(bytes, b"<<<<<<< ").filter(|&at| at == 0 || bytes[at - 1] == b'\n').collect();
    for at in starts {
        report(context, at..at + 7, Level::Warning, "a merge conflict marker".to_owned());
    }
}
