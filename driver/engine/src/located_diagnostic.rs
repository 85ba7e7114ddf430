//! A diagnostic with its place worked out, so that the file's bytes can be let go.

use hipify_diagnostics::{Diagnostic, Level};
use memchr::{memchr, memchr_iter, memrchr};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ops::Range;

/// Bytes of a line shown on either side of a finding; longer lines are cut.
const CONTEXT: usize = 160;

/// The source line of a finding, as text; empty for a finding about the whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The line without its line break, perhaps cut at either end; bytes that are not UTF-8 are replaced.
    pub text: String,
    /// What to underline in `text`.
    pub mark: Range<usize>,
    /// The line's start was cut off, so that columns cannot be counted in `text`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

/// A diagnostic at a line and column, both counted from 1; the column counts bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LocatedDiagnostic {
    /// What identifies the lint or the message, such as `HIP9001`; empty for what a compiler says.
    pub code: Cow<'static, str>,
    /// The same in words, such as `unconverted-identifier`.
    pub name: Cow<'static, str>,
    /// How grave it is.
    pub level: Level,
    /// From 1; 0 where it is not known.
    pub line: usize,
    /// In bytes, from 1.
    pub column: usize,
    /// The fact.
    pub message: String,
    /// What to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The line to show.
    pub source: Line,
}

impl LocatedDiagnostic {
    /// Whether it makes the exit code 1.
    pub fn counts(&self) -> bool {
        self.level >= Level::Warning
    }
}

/// Works out places in one file; quick when asked in source order.
pub struct Locator<'a> {
    bytes: &'a [u8],
    /// Where the search for line breaks stands, the line number there and the start of that line.
    at: usize,
    line: usize,
    line_start: usize,
}

impl<'a> Locator<'a> {
    /// A locator at the start of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 1, line_start: 0 }
    }

    /// The diagnostic with its line, column and source line; a span outside of the file is clamped.
    pub fn locate(&mut self, diagnostic: Diagnostic) -> LocatedDiagnostic {
        let start = diagnostic.span.start.min(self.bytes.len());
        let end = diagnostic.span.end.clamp(start, self.bytes.len());
        let (line, column) = self.position(start);
        LocatedDiagnostic {
            code: Cow::Borrowed(diagnostic.code.id),
            name: Cow::Borrowed(diagnostic.code.name),
            level: diagnostic.level,
            line,
            column,
            message: diagnostic.message,
            help: diagnostic.help,
            source: if end == 0 { Line::default() } else { line_around(self.bytes, start..end) },
        }
    }

    fn position(&mut self, offset: usize) -> (usize, usize) {
        if offset < self.at {
            *self = Self::new(self.bytes);
        }
        for newline in memchr_iter(b'\n', &self.bytes[self.at..offset]) {
            self.line += 1;
            self.line_start = self.at + newline + 1;
        }
        self.at = offset;
        (self.line, offset - self.line_start + 1)
    }
}

/// The line that `span` starts in, cut to what frames show.
pub fn line_around(bytes: &[u8], span: Range<usize>) -> Line {
    let window_start = span.start.saturating_sub(CONTEXT);
    let line_start = memrchr(b'\n', &bytes[window_start..span.start]).map(|at| window_start + at + 1);
    let cut = line_start.is_none() && window_start > 0;
    let start = line_start.unwrap_or(window_start);
    let window_end = bytes.len().min(span.start + CONTEXT);
    let end = memchr(b'\n', &bytes[span.start..window_end]).map_or(window_end, |at| span.start + at);
    let end = if end > span.start && bytes[end - 1] == b'\r' { end - 1 } else { end };
    let mark_end = span.end.min(end).max(span.start);
    let mut text = if cut { String::from("...") } else { String::new() };
    text.push_str(&String::from_utf8_lossy(&bytes[start..span.start]));
    let mark_start = text.len();
    text.push_str(&String::from_utf8_lossy(&bytes[span.start..mark_end]));
    let mark = mark_start..text.len();
    text.push_str(&String::from_utf8_lossy(&bytes[mark_end..end.max(mark_end)]));
    Line { text, mark, cut }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hipify_diagnostics::Code;

    fn finding(bytes: &[u8], span: Range<usize>) -> LocatedDiagnostic {
        Locator::new(bytes).locate(Diagnostic::new(Code::UNCONVERTED, Level::Warning, span, "m"))
    }

    #[test]
    fn a_finding_knows_its_line_and_column() {
        let found = finding(b"ab\r\ncd\r\n", 5..6);
        assert_eq!((found.line, found.column), (2, 2));
        assert_eq!(found.source, Line { text: "cd".into(), mark: 1..2, cut: false });
    }

    #[test]
    fn a_huge_line_is_cut_on_both_sides() {
        let bytes = vec![b'x'; 1_000_000];
        let found = finding(&bytes, 500_000..500_004);
        assert_eq!(found.column, 500_001);
        assert!(found.source.cut && found.source.text.len() < 3 * CONTEXT);
        assert_eq!(found.source.mark, CONTEXT + 3..CONTEXT + 7);
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_replaced() {
        let found = finding(b"\xff\xfe cudaX", 3..8);
        assert_eq!(&found.source.text[found.source.mark.clone()], "cudaX");
    }

    #[test]
    fn spans_outside_the_file_are_clamped() {
        let found = finding(b"a\n", 9..12);
        assert_eq!((found.line, found.column), (2, 1));
    }
}
