//! `--add-allow`: a suppression comment after every line that has findings.

use crate::file::put;
use crate::finding::Finding;
use crate::report::FileReport;
use hipify_diagnostics::Edit;
use hipify_error::Error;
use hipify_report::syntax::Syntax;
use hipify_syntax::TokenKind;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Writes the comments into a file that has open findings, and drops these; findings in lines that can have none stay.
pub(crate) fn allow_all(file: &mut FileReport) {
    if file.real.as_os_str().is_empty() || !file.found.iter().any(Finding::is_open) {
        return;
    }
    let written =
        fs::read(&file.real).map_err(Error::io("read", &file.real)).and_then(|bytes| match with_comments(file, &bytes) {
            Some(text) => put(&file.real, &text),
            None => Ok(()),
        });
    if let Err(error) = written {
        file.failure = Some(error.into());
    }
}

/// The text with comments, if it can have any; the report loses what they allow.
pub(crate) fn with_comments(file: &mut FileReport, bytes: &[u8]) -> Option<Vec<u8>> {
    let (edits, left) = edits(&file.path, bytes, &file.found);
    let text = hipify_diagnostics::apply(bytes, &edits).ok().filter(|text| text != bytes)?;
    file.found.retain(|one| !one.is_open() || left.contains(&one.diagnostic.line) || one.span.end == 0);
    file.changed = true;
    Some(text)
}

/// The edits, and the lines where no comment can stand.
pub fn edits(path: &str, bytes: &[u8], found: &[Finding]) -> (Vec<Edit>, Vec<usize>) {
    let mut codes: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
    for one in found.iter().filter(|one| one.is_open() && one.span.end > 0) {
        codes.entry(one.diagnostic.line).or_default().insert(one.code());
    }
    let syntax = Syntax::of(path);
    let lexed = syntax.lex(bytes);
    let ends = line_ends(bytes);
    let (mut edits, mut left) = (Vec::new(), Vec::new());
    for (line, codes) in codes {
        let list = codes.into_iter().collect::<Vec<_>>().join(", ");
        let end = ends.get(line - 1).copied().unwrap_or(bytes.len());
        let start = line.checked_sub(2).and_then(|number| ends.get(number)).map_or(0, |end| *end);
        let text = bytes[start..end].trim_ascii_end();
        let at = start + text.len();
        let edit = match (syntax, text.ends_with(b"\\")) {
            (Syntax::Fortran(_), _) => {
                Some((at, format!(" ! hipify-lint: allow({list})"))).filter(|_| !syntax.ends_in_string(text))
            }
            (Syntax::Hash, true) => None,
            (Syntax::Hash, false) => Some((at, format!(" # hipify-lint: allow({list})"))),
            // The line goes on in the next: a comment to its end would swallow that.
            (Syntax::Cpp, true) => Some((at - 1, format!("/* hipify-lint: allow({list}) */ "))),
            (Syntax::Cpp, false) => Some((at, format!(" // hipify-lint: allow({list})"))),
        }
        .filter(|(at, _)| is_code(&lexed, *at));
        match edit {
            Some((at, text)) => edits.push(Edit::insert(at, text)),
            None => left.push(line),
        }
    }
    (edits, left)
}

/// Offsets of the line breaks, and the end of the file.
fn line_ends(bytes: &[u8]) -> Vec<usize> {
    memchr::memchr_iter(b'\n', bytes).chain([bytes.len()]).collect()
}

/// Whether a comment may start at a place: not within a string, a character or a comment.
fn is_code(lexed: &hipify_syntax::Tokens, at: usize) -> bool {
    let number = lexed.tokens.partition_point(|token| (token.end as usize) <= at);
    let in_token = lexed.tokens.get(number).is_some_and(|token| {
        (token.start as usize) < at && matches!(token.kind, TokenKind::String | TokenKind::RawString | TokenKind::Character)
    });
    let number = lexed.comments.partition_point(|(_, end)| (*end as usize) < at);
    let in_comment = lexed.comments.get(number).is_some_and(|(start, end)| (*start as usize) < at && at < *end as usize);
    !in_token && !in_comment
}
