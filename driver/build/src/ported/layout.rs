//! A file and its edits to text that clang takes for the original: as many lines, and `#line` where that cannot be.

mod marks;
mod padded;

use hipify_diagnostics::Edit;
use hipify_syntax::{Tokens, lex};
use marks::Marks;
use padded::Padded;
use std::ops::Range;
use std::path::Path;

/// A byte order mark stays first in its file.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The ported text of a file named `name`, with `#line` where clang would count wrongly without. `edits` are sorted and do not
/// overlap; `tokens` are those of `bytes`.
pub(crate) fn laid_out(bytes: &[u8], tokens: &Tokens, edits: &[Edit], name: &Path) -> Vec<u8> {
    let Some(first) = first_line(name) else { return padded::plain(bytes, edits) };
    let padded = Padded::new(bytes, tokens, edits);
    let origins = padded.origins(bytes);
    let places = marks_of(&padded, &origins);
    let text = &padded.text;
    let mut out = Vec::with_capacity(text.len() + first.len() + 16 * places.len());
    let skip = if text.starts_with(MARK) { MARK.len() } else { 0 };
    out.extend_from_slice(&text[..skip]);
    out.extend_from_slice(&first);
    let mut done = skip;
    for (at, line) in places {
        out.extend_from_slice(&text[done..at]);
        out.extend_from_slice(format!("#line {line}\n").as_bytes());
        done = at;
    }
    out.extend_from_slice(&text[done..]);
    out
}

/// Where a `#line` goes in the padded text, and its number.
fn marks_of(padded: &Padded, origins: &[padded::Line]) -> Vec<(usize, usize)> {
    if origins.iter().enumerate().all(|(number, line)| line.origin == Some(number + 1)) {
        return Vec::new();
    }
    let tokens = lex(&padded.text);
    Marks::new(&padded.text, &tokens).run(origins)
}

/// `#line 1 "name"`; `None` for a name that no directive can hold.
fn first_line(name: &Path) -> Option<Vec<u8>> {
    let name = name.as_os_str().as_encoded_bytes();
    if name.iter().any(|byte| matches!(byte, b'\n' | b'\r' | 0)) {
        return None;
    }
    let mut line = b"#line 1 \"".to_vec();
    for &byte in name {
        if matches!(byte, b'"' | b'\\') {
            line.push(b'\\');
        }
        line.push(byte);
    }
    line.extend_from_slice(b"\"\n");
    Some(line)
}

/// Places that clang names, back in the original.
pub(crate) struct OriginalLocator<'a> {
    bytes: &'a [u8],
    padded: Padded,
    lines: Vec<padded::Line>,
    /// Where the text has a `#line` more than the padded text.
    marks: Vec<usize>,
}

impl<'a> OriginalLocator<'a> {
    pub(crate) fn new(bytes: &'a [u8], edits: &[Edit]) -> Self {
        let padded = Padded::new(bytes, &lex(bytes), edits);
        let lines = padded.origins(bytes);
        let marks = marks_of(&padded, &lines).into_iter().map(|(at, _)| at).collect();
        Self { bytes, padded, lines, marks }
    }

    /// The same for a line of the laid-out text itself, which clang gives for ranges.
    pub(crate) fn of_physical(&self, line: usize, column: usize) -> Option<Range<usize>> {
        let number = |index: usize| index + 2 + self.marks.partition_point(|mark| *mark <= self.lines[index].start);
        let (mut low, mut high) = (0, self.lines.len());
        while low < high {
            let middle = (low + high) / 2;
            if number(middle) < line { low = middle + 1 } else { high = middle }
        }
        let found = self.lines.get(low).filter(|_| number(low) == line)?;
        Some(self.padded.original((found.start + column.saturating_sub(1)).min(found.end)))
    }

    /// The bytes of the original at a line and column of clang's, both counted from 1; the column counts bytes. Empty where
    /// the text is the original's, all that an edit replaced where it is not; `None` when there is no such place.
    pub(crate) fn original(&self, line: usize, column: usize) -> Option<Range<usize>> {
        let candidates = self.lines.iter().rev().filter(|candidate| candidate.origin == Some(line));
        let offset = candidates.filter_map(|found| {
            let length = found.end - found.start;
            (column <= length + 1).then(|| found.start + column.saturating_sub(1))
        });
        offset.map(|offset| self.padded.original(offset)).next().filter(|span| span.end <= self.bytes.len())
    }
}

#[cfg(test)]
mod tests;
