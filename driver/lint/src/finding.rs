//! A finding of lint with everything that outputs say of it, free of the file's bytes.

use crate::place::{Lines, SourcePosition};
use hipify_diagnostics::{Applicability, Diagnostic, Edit};
use hipify_engine::located_diagnostic::LocatedDiagnostic;
use serde::Serialize;
use std::ops::Range;

/// What a finding counts as.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum State {
    /// It counts.
    #[default]
    Open,
    /// A comment suppresses it, with the reason it gives.
    Allowed(Option<String>),
    /// The baseline lists it.
    Known,
}

/// A finding in one file.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// Code, level and message, with line and column.
    pub diagnostic: LocatedDiagnostic,
    /// The bytes it is about.
    pub span: Range<usize>,
    /// Where that starts.
    pub start: SourcePosition,
    /// And ends.
    pub end: SourcePosition,
    pub(crate) confidence: &'static str,
    /// Other lines that explain it.
    pub related: Vec<LocatedDiagnostic>,
    /// What ends it.
    pub fix: Option<LocatedFix>,
    /// The function that it is in.
    pub(crate) function: Option<String>,
    /// Code, line and function as a number that stays when lines move.
    pub(crate) key: u64,
    /// How many findings of the same key come before it in the file.
    pub(crate) occurrence: u32,
    pub(crate) state: State,
}

/// A change that ends a finding.
#[derive(Clone, PartialEq, Debug)]
pub struct LocatedFix {
    /// What it does.
    pub message: String,
    /// How safe it is.
    pub applicability: Applicability,
    /// All of them together end the finding.
    pub changes: Vec<Change>,
}

/// Replace what lies between two places.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Change {
    /// The first place.
    pub start: SourcePosition,
    /// The place after the last.
    pub end: SourcePosition,
    /// What stands there afterwards.
    pub text: String,
    /// The bytes between them.
    #[serde(skip)]
    pub span: Range<usize>,
}

impl Finding {
    pub(crate) fn code(&self) -> &str {
        &self.diagnostic.code
    }

    pub(crate) fn is_open(&self) -> bool {
        self.state == State::Open
    }

    /// The fix, if it is one that may be applied up to `most`.
    pub fn fix_up_to(&self, most: Applicability) -> Option<&LocatedFix> {
        self.fix.as_ref().filter(|fix| fix.applicability <= most && fix.applicability < Applicability::Manual)
    }

    /// 16 hexadecimal digits that name the finding whatever its line number is.
    pub(crate) fn fingerprint(&self) -> String {
        hipify_report::fingerprint(self.key, self.occurrence)
    }
}

/// A diagnostic at its place. Key and function are set when the whole file is known.
pub(crate) fn found(lines: &Lines<'_>, diagnostic: Diagnostic, confidence: &'static str, fix: Option<LocatedFix>) -> Finding {
    let Diagnostic { code, level, span, message, help, related } = diagnostic;
    let related =
        related.into_iter().map(|place| at(lines, code, hipify_diagnostics::Level::Note, &place.span, place.message, None));
    Finding {
        related: related.collect(),
        start: lines.place(span.start),
        end: lines.place(span.end.max(span.start)),
        diagnostic: at(lines, code, level, &span, message, help),
        span,
        confidence,
        fix,
        function: None,
        key: 0,
        occurrence: 0,
        state: State::Open,
    }
}

fn at(
    lines: &Lines<'_>,
    code: hipify_diagnostics::Code,
    level: hipify_diagnostics::Level,
    span: &Range<usize>,
    message: String,
    help: Option<String>,
) -> LocatedDiagnostic {
    let place = lines.place(span.start);
    // A finding about the whole file has no line to show.
    let source = if span.end == 0 { hipify_engine::located_diagnostic::Line::default() } else { lines.shown(span) };
    let (line, column) = (place.line, place.column);
    LocatedDiagnostic { code: code.id.into(), name: code.name.into(), level, line, column, message, help, source }
}

impl LocatedFix {
    /// Edits as changes between places.
    pub(crate) fn new(lines: &Lines<'_>, message: String, applicability: Applicability, edits: &[Edit]) -> Self {
        let change = |edit: &Edit| Change {
            start: lines.place(edit.span.start),
            end: lines.place(edit.span.end),
            text: edit.text.to_string(),
            span: edit.span.clone(),
        };
        Self { message, applicability, changes: edits.iter().map(change).collect() }
    }

    /// The changes as edits of the bytes.
    pub fn edits(&self) -> Vec<Edit> {
        self.changes.iter().map(|change| Edit::replace(change.span.clone(), change.text.clone())).collect()
    }
}
