//! Comments that suppress findings: `// hipify-lint: allow(HIP1004) reason`, `NOLINT(HIP1004)`, `NOLINTNEXTLINE(HIP1004)`.

use crate::syntax::Syntax;
use hipify_diagnostics::LineIndex;
use hipify_syntax::{Token, TokenKind};
use memchr::memmem;
use std::ops::Range;

/// How a comment says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// `hipify-lint: allow(...)`: its line, or the next with code where it has a line of its own.
    Allow,
    /// `hipify-lint: allow-file(...)`.
    AllowFile,
    /// `NOLINT(...)`: its line.
    NoLint,
    /// `NOLINTNEXTLINE(...)`.
    NoLintNextLine,
}

/// The words of a command, up to the bracket that its list begins with.
pub type Words = &'static [(&'static str, Style)];

/// Of `lint`.
pub const LINT: Words = &[
    ("hipify-lint: allow-file(", Style::AllowFile),
    ("hipify-lint: allow(", Style::Allow),
    ("NOLINTNEXTLINE(", Style::NoLintNextLine),
    ("NOLINT(", Style::NoLint),
];

/// Of `check`.
pub const CHECK: Words = &[("hipify-check: allow-file(", Style::AllowFile), ("hipify-check: allow(", Style::Allow)];

/// The markers in comments of a file, which is in the language that its name says.
#[must_use]
pub fn markers(path: &str, bytes: &[u8], known: Words) -> Vec<Marker> {
    let may_hold_any = |bytes: &[u8]| known.iter().any(|(word, _)| memmem::find(bytes, word.as_bytes()).is_some());
    // A quick look, since few files have any.
    if !may_hold_any(bytes) {
        return Vec::new();
    }
    let syntax = Syntax::of(path);
    let lexed = syntax.lex(bytes);
    let lines = LineIndex::new(bytes);
    let mut out = Vec::new();
    for comment in syntax.comments(bytes, &lexed).into_iter().filter(|comment| may_hold_any(&bytes[comment.clone()])) {
        let mut from = comment.start;
        while let Some(mut marker) = next_marker(bytes, &comment, from, known) {
            from = marker.whole.end;
            marker.line = marker.line_of(bytes, &lines, &lexed.tokens, syntax);
            out.push(marker);
        }
    }
    out
}

/// A marker in a comment.
#[derive(Clone, Debug)]
pub struct Marker {
    /// How it says it.
    pub style: Style,
    /// The comment.
    pub comment: Range<usize>,
    /// From the marker's first letter to its closing bracket; for `hipify-lint`, with the reason.
    pub whole: Range<usize>,
    /// Each word in the brackets.
    pub words: Vec<Range<usize>>,
    /// What follows the brackets.
    pub reason: Option<String>,
    /// The line it holds for, from 1; `None` for the whole file.
    pub line: Option<usize>,
}

fn next_marker(bytes: &[u8], comment: &Range<usize>, from: usize, known: Words) -> Option<Marker> {
    let text = &bytes[from..comment.end];
    let place = |(word, style): &(&str, Style)| memmem::find(text, word.as_bytes()).map(|at| (from + at, word.len(), *style));
    let (start, length, style) = known.iter().filter_map(place).min_by_key(|(at, _, _)| *at)?;
    let list = start + length;
    let close = list + memchr::memchr(b')', &bytes[list..comment.end])?;
    let is_block = bytes[comment.clone()].starts_with(b"/*");
    let end = if is_block && bytes[comment.clone()].ends_with(b"*/") { comment.end - 2 } else { comment.end };
    // A reason ends where the next marker starts.
    let next = known.iter().filter_map(|(word, _)| memmem::find(&bytes[close..end.max(close)], word.as_bytes())).min();
    let end = next.map_or(end, |at| close + at);
    let reason = match style {
        Style::Allow | Style::AllowFile => {
            let rest = bytes[(close + 1).min(end)..end].split(|byte| *byte == b'\n').next().unwrap_or_default();
            let text = String::from_utf8_lossy(rest)
                .trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '-' | '/'))
                .to_owned();
            (!text.is_empty()).then_some(text)
        }
        Style::NoLint | Style::NoLintNextLine => None,
    };
    let whole = start..if reason.is_some() { end } else { close + 1 };
    Some(Marker { style, comment: comment.clone(), whole, words: words(bytes, list..close), reason, line: None })
}

fn words(bytes: &[u8], list: Range<usize>) -> Vec<Range<usize>> {
    let mut at = list.start;
    let mut found = Vec::new();
    for part in bytes[list].split(|byte| *byte == b',') {
        let lead = part.len() - part.trim_ascii_start().len();
        let word = part.trim_ascii();
        if !word.is_empty() {
            found.push(at + lead..at + lead + word.len());
        }
        at += part.len() + 1;
    }
    found
}

impl Marker {
    fn line_of(&self, bytes: &[u8], lines: &LineIndex, tokens: &[Token], syntax: Syntax) -> Option<usize> {
        let own = lines.position(self.comment.start).0;
        let last = lines.position(self.comment.end).0;
        match self.style {
            Style::AllowFile => None,
            Style::NoLint => Some(own),
            Style::NoLintNextLine => Some(last + 1),
            Style::Allow if syntax == Syntax::Cpp => Some(self.code_line(lines, tokens, own, last)),
            Style::Allow => Some(self.next_line(bytes, own, syntax)),
        }
    }

    /// The comment's own line if it has code, else the next that has.
    fn code_line(&self, lines: &LineIndex, tokens: &[Token], own: usize, last: usize) -> usize {
        let next = tokens.partition_point(|token| (token.start as usize) < self.comment.start);
        let line_of = |token: &Token| lines.position(token.start as usize).0;
        let real = |token: &&Token| token.kind != TokenKind::DirectiveEnd;
        if tokens[..next].iter().rev().find(real).is_some_and(|token| lines.position(token.end as usize).0 == own) {
            return own;
        }
        tokens[next..].iter().find(real).map_or(last + 1, line_of)
    }

    /// The same in languages whose comments end with their line.
    fn next_line(&self, bytes: &[u8], own: usize, syntax: Syntax) -> usize {
        let start = memchr::memrchr(b'\n', &bytes[..self.comment.start]).map_or(0, |at| at + 1);
        if !bytes[start..self.comment.start].trim_ascii().is_empty() {
            return own;
        }
        let rest = bytes[self.comment.end..].split(|byte| *byte == b'\n').skip(1);
        own + 1 + rest.take_while(|line| syntax.is_blank(line)).count()
    }
}
