//! Collects edits and diagnostics of one build file. The first edit that claims a byte keeps it, so that specific rules run
//! before general ones and never fight.

use hipify_diagnostics::{Code, Diagnostic, Edit, Level};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

pub(super) struct Findings {
    edits: Vec<Edit>,
    diagnostics: Vec<Diagnostic>,
    /// Start to end of the replaced spans, which are disjoint.
    claimed: BTreeMap<usize, usize>,
    /// Where deleted spans start.
    deleted: BTreeSet<usize>,
    newline: &'static str,
}

/// How a file ends its lines.
pub(super) fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

impl Findings {
    pub(super) fn new(text: &str) -> Self {
        let newline = newline(text);
        Self { edits: Vec::new(), diagnostics: Vec::new(), claimed: BTreeMap::new(), deleted: BTreeSet::new(), newline }
    }

    /// How the file ends its lines.
    pub(super) fn newline(&self) -> &'static str {
        self.newline
    }

    /// Whether some byte of `span` is replaced already; for an empty span, whether it lies inside a replacement.
    pub(super) fn is_claimed(&self, span: &Range<usize>) -> bool {
        let last = self.claimed.range(..span.end.max(span.start + 1)).next_back();
        last.is_some_and(|(start, end)| *end > span.start && (span.start < span.end || *start < span.start))
    }

    /// Replaces, unless an earlier edit claimed some of the bytes.
    pub(super) fn replace(&mut self, span: Range<usize>, text: impl Into<String>) {
        if self.is_claimed(&span) {
            return;
        }
        if span.start < span.end {
            self.claimed.insert(span.start, span.end);
        }
        let text: String = text.into();
        if text.is_empty() {
            self.deleted.insert(span.start);
        }
        self.edits.push(Edit::replace(span, text));
    }

    /// Whether all of `span` is deleted by one edit.
    pub(super) fn is_deleted(&self, span: &Range<usize>) -> bool {
        let last = self.claimed.range(..=span.start).next_back();
        last.is_some_and(|(start, end)| *end >= span.end && self.deleted.contains(start))
    }

    pub(super) fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.replace(at..at, text);
    }

    pub(super) fn delete(&mut self, span: Range<usize>) {
        self.replace(span, String::new());
    }

    /// Deletes the wider span, or the narrow one where the wider one is claimed in part.
    pub(super) fn delete_either(&mut self, wide: Range<usize>, narrow: Range<usize>) {
        let span = if self.is_claimed(&wide) { narrow } else { wide };
        self.delete(span);
    }

    /// Where the first edit begins.
    pub(super) fn first_edit(&self) -> Option<usize> {
        self.edits.iter().map(|edit| edit.span.start).min()
    }

    pub(super) fn has_edits(&self) -> bool {
        !self.edits.is_empty()
    }

    /// Reports once for each place and code.
    pub(super) fn report(&mut self, code: Code, level: Level, span: Range<usize>, message: impl Into<String>, help: &str) {
        if self.diagnostics.iter().rev().take(16).any(|d| d.span == span && d.code == code) {
            return;
        }
        let diagnostic = Diagnostic::new(code, level, span, message);
        self.diagnostics.push(if help.is_empty() { diagnostic } else { diagnostic.with_help(help) });
    }

    /// The edits of `text` that change something.
    pub(super) fn into_parts(mut self, text: &str) -> (Vec<Edit>, Vec<Diagnostic>) {
        // An insertion that a later replacement swallowed would be refused by the applier.
        let claimed = std::mem::take(&mut self.claimed);
        self.edits.retain(|edit| edit.span.start < edit.span.end || !is_inside(&claimed, edit.span.start));
        self.edits.retain(|edit| text[edit.span.clone()] != *edit.text);
        (self.edits, self.diagnostics)
    }
}

fn is_inside(claimed: &BTreeMap<usize, usize>, at: usize) -> bool {
    claimed.range(..at).next_back().is_some_and(|(_, end)| *end > at)
}
