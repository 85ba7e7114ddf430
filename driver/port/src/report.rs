//! The JSON report: everything a run found, for other programs. Fields are added, never renamed or dropped, while
//! `schema_version` stays the same.

use crate::plan::Plan;
use crate::run::Run;
use crate::summary::{Counts, Left, names_left};
use hipify_diagnostics::Level;
use hipify_engine::located_diagnostic::LocatedDiagnostic;
use hipify_engine::outcome::{Failure, Outcome, Status, TOOL, Tool};
use hipify_error::Error;
use hipify_tree::platform;
use hipify_tree::write;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Report<'a> {
    schema_version: u32,
    tool: Tool,
    exit_code: u8,
    mode: &'static str,
    summary: Counts,
    seconds: f64,
    /// Names left, with their number and first places.
    names_left: BTreeMap<&'a str, Left>,
    files: Vec<File<'a>>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct File<'a> {
    path: &'a str,
    status: Status,
    reused: bool,
    bytes: u64,
    edits: u32,
    launches: u64,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    converted: &'a BTreeMap<String, u64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    unconverted: &'a BTreeMap<String, u64>,
    diagnostics: Vec<DiagnosticView<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<&'a Failure>,
}

#[derive(Serialize)]
struct DiagnosticView<'a> {
    path: &'a str,
    line: usize,
    /// In bytes, from 1.
    column: usize,
    code: &'a str,
    name: &'a str,
    level: Level,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

/// The report as JSON with a final line break.
pub(crate) fn json(plan: &Plan, run: &Run) -> Vec<u8> {
    let report = Report {
        schema_version: SCHEMA,
        tool: TOOL,
        exit_code: run.exit_code(&plan.sink),
        mode: plan.sink.word(),
        summary: Counts::of(run),
        seconds: run.elapsed.as_secs_f64(),
        names_left: names_left(run),
        files: run.outcomes.iter().map(file).collect(),
        notes: &run.notes,
    };
    let mut text = serde_json::to_vec_pretty(&report).expect("the report has text keys only");
    text.push(b'\n');
    text
}

/// Writes the report, over an earlier one.
pub(crate) fn save(path: &Path, plan: &Plan, run: &Run) -> Result<(), Error> {
    write::replace(path, &json(plan, run), |file| platform::set_mode(file, 0o644))
}

fn file(outcome: &Outcome) -> File<'_> {
    File {
        path: &outcome.path,
        status: outcome.status,
        reused: outcome.reused,
        bytes: outcome.bytes,
        edits: outcome.edits,
        launches: outcome.launches,
        converted: &outcome.converted,
        unconverted: &outcome.unconverted,
        diagnostics: outcome.findings.iter().map(|finding| diagnostic(&outcome.path, finding)).collect(),
        failure: outcome.failure.as_ref(),
    }
}

fn diagnostic<'a>(path: &'a str, finding: &'a LocatedDiagnostic) -> DiagnosticView<'a> {
    DiagnosticView {
        path,
        line: finding.line,
        column: finding.column,
        code: &finding.code,
        name: &finding.name,
        level: finding.level,
        message: &finding.message,
        help: finding.help.as_deref(),
    }
}
