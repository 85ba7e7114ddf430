//! Byte offsets of one file to lines and columns, as the outputs count them.

use hipify_diagnostics::LineIndex;
use hipify_engine::located_diagnostic::{Line, line_around};
use serde::Serialize;
use std::ops::Range;

/// A place in a file; all counts are from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize)]
pub struct SourcePosition {
    /// The line.
    pub line: usize,
    /// In bytes.
    pub column: usize,
    /// In UTF-16 code units, as SARIF and editors count.
    #[serde(skip)]
    pub utf16: usize,
}

/// The lines of one file.
pub struct Lines<'a> {
    bytes: &'a [u8],
    index: LineIndex,
}

impl<'a> Lines<'a> {
    /// The lines of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, index: LineIndex::new(bytes) }
    }

    /// Offsets after the end of the file mean its end.
    pub fn place(&self, offset: usize) -> SourcePosition {
        let offset = offset.min(self.bytes.len());
        let (line, column) = self.index.position(offset);
        let before = &self.bytes[offset - (column - 1)..offset];
        let utf16 = 1 + if before.is_ascii() { before.len() } else { String::from_utf8_lossy(before).encode_utf16().count() };
        SourcePosition { line, column, utf16 }
    }

    /// The line that a span starts in, cut to what frames show.
    pub fn shown(&self, span: &Range<usize>) -> Line {
        let start = span.start.min(self.bytes.len());
        line_around(self.bytes, start..span.end.clamp(start, self.bytes.len()))
    }

    /// The whole line that holds `offset`, without its line break.
    pub fn text(&self, offset: usize) -> &'a [u8] {
        let offset = offset.min(self.bytes.len());
        let start = memchr::memrchr(b'\n', &self.bytes[..offset]).map_or(0, |at| at + 1);
        let end = memchr::memchr(b'\n', &self.bytes[offset..]).map_or(self.bytes.len(), |at| offset + at);
        let line = &self.bytes[start..end];
        line.strip_suffix(b"\r").unwrap_or(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_bytes_and_utf_16_units() {
        let text = "a\n\u{e4}\u{1f600}x";
        let place = Lines::new(text.as_bytes()).place(text.find('x').unwrap());
        assert_eq!(place, SourcePosition { line: 2, column: 7, utf16: 4 });
    }

    #[test]
    fn the_end_of_the_file_is_a_place() {
        assert_eq!(Lines::new(b"a\n").place(99), SourcePosition { line: 2, column: 1, utf16: 1 });
    }
}
