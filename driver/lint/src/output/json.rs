//! The run as JSON, whole or a line a finding. Fields are added, never renamed or dropped, while `schema_version` stays.

use crate::finding::{Change, Finding, LocatedFix, State};
use crate::place::SourcePosition;
use crate::report::{Counts, Report};
use hipify_diagnostics::{Applicability, Level};
use hipify_engine::located_diagnostic::LocatedDiagnostic;
use hipify_engine::outcome::{Failure, TOOL, Tool};
use serde::Serialize;

const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Whole<'a> {
    schema_version: u32,
    tool: Tool,
    exit_code: u8,
    summary: Counts,
    seconds: f64,
    findings: Vec<View<'a>>,
    failures: Vec<Failed<'a>>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct Failed<'a> {
    path: &'a str,
    #[serde(flatten)]
    failure: &'a Failure,
}

/// A finding. Lines and columns count from 1, columns in bytes.
#[derive(Serialize)]
pub(super) struct View<'a> {
    path: &'a str,
    code: &'a str,
    name: &'a str,
    level: Level,
    confidence: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    start: SourcePosition,
    end: SourcePosition,
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<&'a str>,
    source: &'a str,
    fingerprint: String,
    /// `open`, `allowed` by a comment, or `known` to the baseline.
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<Related<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<FixView<'a>>,
}

#[derive(Serialize)]
struct Related<'a> {
    line: usize,
    column: usize,
    message: &'a str,
}

#[derive(Serialize)]
struct FixView<'a> {
    message: &'a str,
    applicability: Applicability,
    changes: &'a [Change],
}

impl<'a> View<'a> {
    pub(super) fn new(path: &'a str, found: &'a Finding) -> Self {
        let LocatedDiagnostic { code, name, level, message, help, source, .. } = &found.diagnostic;
        let (state, reason) = match &found.state {
            State::Open => ("open", None),
            State::Allowed(reason) => ("allowed", reason.as_deref()),
            State::Known => ("known", None),
        };
        let related = |one: &'a LocatedDiagnostic| Related { line: one.line, column: one.column, message: &one.message };
        let fix =
            |fix: &'a LocatedFix| FixView { message: &fix.message, applicability: fix.applicability, changes: &fix.changes };
        Self {
            path,
            code,
            name,
            level: *level,
            confidence: found.confidence,
            message,
            help: help.as_deref(),
            start: found.start,
            end: found.end,
            function: found.function.as_deref(),
            source: &source.text,
            fingerprint: found.fingerprint(),
            state,
            reason,
            related: found.related.iter().map(related).collect(),
            fix: found.fix.as_ref().map(fix),
        }
    }
}

pub(super) fn whole(report: &Report<'_>) -> Vec<u8> {
    let failed = report.files.iter().filter_map(|file| Some(Failed { path: &file.path, failure: file.failure.as_ref()? }));
    let whole = Whole {
        schema_version: SCHEMA,
        tool: TOOL,
        exit_code: report.exit_code(),
        summary: report.counts(),
        seconds: report.elapsed.as_secs_f64(),
        findings: report.all().map(|(file, found)| View::new(&file.path, found)).collect(),
        failures: failed.collect(),
        notes: &report.notes,
    };
    let mut text = serde_json::to_vec_pretty(&whole).expect("the report has text keys only");
    text.push(b'\n');
    text
}

/// The open findings, each on a line of its own.
pub(super) fn lines(report: &Report<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    for (file, found) in report.open() {
        serde_json::to_writer(&mut out, &View::new(&file.path, found)).expect("the report has text keys only");
        out.push(b'\n');
    }
    out
}
