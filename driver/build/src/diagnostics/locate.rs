//! Places that compilers name, to lines of the files that people wrote.

use super::At;
use crate::fortran::{Original, Originals};
use crate::ported::{File, OriginalLocator, PortedTree};
use hipify_diagnostics::{Code, Diagnostic, Level};
use hipify_engine::located_diagnostic::{Line, LocatedDiagnostic, Locator};
use hipify_tree::scan::slashed;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

/// A message of a compiler has no code of ours until a cause is known.
const NONE: Code = Code { id: "", name: "" };

/// A file as far as messages need it.
enum Known<'a> {
    /// Ported: places lead back through its edits.
    Ported(&'a File, OriginalLocator<'a>),
    /// The text of a Fortran source.
    Fortran(&'a Original),
    /// As it is on disk.
    Plain(Vec<u8>),
    Absent,
}

/// The files that messages are about.
pub(super) struct Locations<'a> {
    tree: &'a PortedTree,
    pub(super) fortran: Option<&'a Originals>,
    known: HashMap<String, Known<'a>>,
}

impl<'a> Locations<'a> {
    pub(super) fn new(tree: &'a PortedTree) -> Self {
        Self { tree, fortran: None, known: HashMap::new() }
    }

    /// Whether clang's `path` is a file of the project that was ported.
    pub(super) fn is_ported(&self, path: &str) -> bool {
        self.tree.file(Path::new(path)).is_some()
    }

    /// The path to show, empty for no place, and the finding.
    pub(super) fn place(&mut self, at: Option<&At>, level: Level, text: String) -> (String, LocatedDiagnostic) {
        let Some(at) = at else { return remark(level, text) };
        if let Some(found) = self.of_kernels(at, level, &text) {
            return found;
        }
        let fortran = self.fortran;
        let known = self.known.entry(at.path.clone()).or_insert_with(|| know(self.tree, fortran, &at.path));
        let mut path = at.path.clone();
        let found = match known {
            Known::Ported(file, place) => {
                let span = place.original(at.line, at.column).map(|span| widened(&file.bytes, span, at, place));
                span.map(|span| (&file.bytes, span))
            }
            Known::Fortran(original) => {
                path = slashed(&original.path);
                original
                    .place(at.line, at.column)
                    .map(|span| (&original.bytes, ended(&original.bytes, named(&original.bytes, span))))
            }
            Known::Plain(bytes) => plain(bytes, at).map(|span| (&*bytes, span)),
            Known::Absent => None,
        };
        let finding = match found {
            Some((bytes, span)) => Locator::new(bytes).locate(Diagnostic::new(NONE, level, span, text)),
            None => LocatedDiagnostic { line: at.line, column: at.column.max(1), ..bare(level, text) },
        };
        (path, finding)
    }

    /// A place in generated kernels is shown as the procedure that it is in.
    fn of_kernels(&self, at: &At, level: Level, text: &str) -> Option<(String, LocatedDiagnostic)> {
        let (original, line) = self.fortran?.of_generated(&at.path, at.line)?;
        let name = at.path.rsplit('/').next().unwrap_or(&at.path);
        let text = format!("{text} (line {} of `{name}`, which is generated from it)", at.line);
        let head = At { path: String::new(), line: line.unwrap_or(1), column: 1, ranges: Vec::new() };
        let span = plain(&original.bytes, &head).map(|start| whole_line(&original.bytes, start.start)).unwrap_or(0..0);
        let finding = Locator::new(&original.bytes).locate(Diagnostic::new(NONE, level, span, text));
        Some((slashed(&original.path), finding))
    }
}

/// A message without a place.
pub(super) fn remark(level: Level, text: String) -> (String, LocatedDiagnostic) {
    (String::new(), bare(level, text))
}

fn bare(level: Level, message: String) -> LocatedDiagnostic {
    LocatedDiagnostic {
        code: Cow::Borrowed(""),
        name: Cow::Borrowed(""),
        level,
        line: 0,
        column: 0,
        message,
        help: None,
        source: Line::default(),
    }
}

fn know<'a>(tree: &'a PortedTree, fortran: Option<&'a Originals>, path: &str) -> Known<'a> {
    if let Some(original) = fortran.and_then(|fortran| fortran.source(path)) {
        return Known::Fortran(original);
    }
    if let Some(file) = tree.file(Path::new(path)) {
        return Known::Ported(file, file.places());
    }
    std::fs::read(path).map_or(Known::Absent, Known::Plain)
}

/// The bytes that a place of a ported file is about: what an edit replaced, the range that clang gave, or a name.
fn widened(bytes: &[u8], span: Range<usize>, at: &At, place: &OriginalLocator<'_>) -> Range<usize> {
    let span = named(bytes, span);
    for [start, end] in &at.ranges {
        let (Some(start), Some(end)) = (place.of_physical(start.0, start.1), place.of_physical(end.0, end.1)) else { continue };
        let range = start.start..end.start.max(start.end);
        if range.contains(&span.start) && range.end > span.end && !bytes[range.clone()].contains(&b'\n') {
            return range;
        }
    }
    span
}

/// What a place without an extent is about: the name that begins there.
fn named(bytes: &[u8], span: Range<usize>) -> Range<usize> {
    if span.is_empty() { name_at(bytes, span.start) } else { span }
}

/// gfortran gives the last letter of a name or the place after it: the whole name.
fn ended(bytes: &[u8], span: Range<usize>) -> Range<usize> {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let before = bytes[..span.start].iter().rev().take_while(|byte| is_name(byte)).count();
    let end = if before == 0 || bytes.get(span.start).is_some_and(is_name) { span.end } else { span.start };
    span.start - before..end
}

/// From the first character of the line that begins at `start` to its last.
fn whole_line(bytes: &[u8], start: usize) -> Range<usize> {
    let end = memchr::memchr(b'\n', &bytes[start..]).map_or(bytes.len(), |length| start + length);
    let blanks = bytes[start..end].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    start + blanks..end
}

/// The same for a file that clang read as it is.
fn plain(bytes: &[u8], at: &At) -> Option<Range<usize>> {
    let start = memchr::memchr_iter(b'\n', bytes).nth(at.line.checked_sub(2).unwrap_or(usize::MAX)).map_or(0, |end| end + 1);
    if at.line > 1 && start == 0 {
        return None;
    }
    let offset = start + at.column.saturating_sub(1);
    (offset <= bytes.len()).then(|| name_at(bytes, offset))
}

/// The identifier that starts at `offset`, or the one byte.
fn name_at(bytes: &[u8], offset: usize) -> Range<usize> {
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(**byte, b'_' | b'$');
    let length = bytes[offset.min(bytes.len())..].iter().take_while(is_name).count();
    let one = usize::from(bytes.get(offset).is_some_and(|byte| !matches!(byte, b'\n' | b'\r')));
    offset..offset + length.max(one)
}
