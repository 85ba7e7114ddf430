//! Edits applied so that no line is lost: what replaces three lines ends with the line breaks it lacks.

use hipify_diagnostics::Edit;
use hipify_syntax::{TokenKind, Tokens};
use std::ops::Range;

/// A stretch of the ported text and the bytes of the original it stands for.
struct Piece {
    at: usize,
    from: Range<usize>,
    edited: bool,
}

/// The ported text, in pieces.
pub(super) struct Padded {
    pub(super) text: Vec<u8>,
    pieces: Vec<Piece>,
}

/// A line of the ported text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Line {
    pub(super) start: usize,
    /// After the last byte, without the line break.
    pub(super) end: usize,
    /// The line of the original, counted from 1; `None` for one that an edit added.
    pub(super) origin: Option<usize>,
}

/// Edits applied and nothing else.
pub(super) fn plain(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    Padded::with(bytes, edits, |_, _| Vec::new()).text
}

impl Padded {
    pub(super) fn new(bytes: &[u8], tokens: &Tokens, edits: &[Edit]) -> Self {
        let directives = if edits.is_empty() { Vec::new() } else { directives(tokens) };
        Self::with(bytes, edits, |edit, missing| {
            let inside = directives.partition_point(|range| range.end < edit.span.end);
            let in_directive = directives.get(inside).is_some_and(|range| range.start < edit.span.end);
            if in_directive { b" \\\n".repeat(missing) } else { b"\n".repeat(missing) }
        })
    }

    fn with(bytes: &[u8], edits: &[Edit], pad: impl Fn(&Edit, usize) -> Vec<u8>) -> Self {
        let mut padded = Self { text: Vec::with_capacity(bytes.len() + bytes.len() / 16), pieces: Vec::new() };
        let mut done = 0;
        for edit in edits {
            padded.push(done..edit.span.start, &bytes[done..edit.span.start], false);
            let missing = breaks(&bytes[edit.span.clone()]).saturating_sub(breaks(edit.text.as_bytes()));
            padded.push(edit.span.clone(), edit.text.as_bytes(), true);
            if missing > 0 {
                padded.text.extend(pad(edit, missing));
            }
            done = edit.span.end;
        }
        padded.push(done..bytes.len(), &bytes[done..], false);
        padded
    }

    fn push(&mut self, from: Range<usize>, text: &[u8], edited: bool) {
        self.pieces.push(Piece { at: self.text.len(), from, edited });
        self.text.extend_from_slice(text);
    }

    /// The lines of the text, with the lines of `bytes` that they are.
    pub(super) fn origins(&self, bytes: &[u8]) -> Vec<Line> {
        let original = starts(bytes);
        let text = starts(&self.text);
        let mut number = 0;
        let mut lines = Vec::with_capacity(text.len());
        for (index, &start) in text.iter().enumerate() {
            while self.pieces.get(number + 1).is_some_and(|next| next.at <= start) {
                number += 1;
            }
            let piece = &self.pieces[number];
            let offset = match piece.edited {
                false => Some(piece.from.start + (start - piece.at)),
                true if start == piece.at && !(piece.from.is_empty() && self.breaks_in(number)) => Some(piece.from.start),
                true => None,
            };
            let origin = offset.map(|offset| original.partition_point(|start| *start <= offset));
            let next = text.get(index + 1).copied().unwrap_or(self.text.len());
            lines.push(Line { start, end: start + content(&self.text[start..next]), origin });
        }
        lines
    }

    fn breaks_in(&self, number: usize) -> bool {
        let end = self.pieces.get(number + 1).map_or(self.text.len(), |next| next.at);
        breaks(&self.text[self.pieces[number].at..end]) > 0
    }

    /// The bytes of the original that the text at `offset` stands for.
    pub(super) fn original(&self, offset: usize) -> Range<usize> {
        let number = self.pieces.partition_point(|piece| piece.at <= offset).saturating_sub(1);
        let piece = &self.pieces[number];
        if piece.edited {
            return piece.from.clone();
        }
        let at = (piece.from.start + (offset - piece.at)).min(piece.from.end);
        at..at
    }
}

/// From the `#` of each directive to its end.
fn directives(tokens: &Tokens) -> Vec<Range<usize>> {
    let mut hash = 0;
    let mut ranges = Vec::new();
    for token in &tokens.tokens {
        match token.kind {
            TokenKind::Hash => hash = token.range().start,
            TokenKind::DirectiveEnd => ranges.push(hash..token.range().end),
            _ => {}
        }
    }
    ranges
}

/// Where lines start, as clang counts: a carriage return alone ends a line too.
fn starts(text: &[u8]) -> Vec<usize> {
    let ends = memchr::memchr2_iter(b'\n', b'\r', text).filter(|&at| text[at] == b'\n' || text.get(at + 1) != Some(&b'\n'));
    std::iter::once(0).chain(ends.map(|at| at + 1)).collect()
}

fn breaks(text: &[u8]) -> usize {
    memchr::memchr2_iter(b'\n', b'\r', text).filter(|&at| text[at] == b'\n' || text.get(at + 1) != Some(&b'\n')).count()
}

/// Length of a line without its line break.
fn content(line: &[u8]) -> usize {
    line.len() - line.iter().rev().take_while(|byte| matches!(byte, b'\n' | b'\r')).count()
}
