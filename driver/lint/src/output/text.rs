//! Findings for people: source frames with carets, or one line each.

use crate::finding::Finding;
use crate::report::Report;
use crate::rule::{IDLE_RULE, STALE_BASELINE};
use hipify_diagnostics::{Applicability, Level};
use hipify_engine::located_diagnostic::LocatedDiagnostic;
use hipify_engine::render::{explained, renderer, severity};
use std::collections::HashSet;
use std::fmt::Write;

/// Frames printed without `--verbose`; the summary counts the rest.
const FRAMES: usize = 50;

/// One line a finding.
pub(super) fn concise(report: &Report<'_>) -> Vec<u8> {
    let mut out = String::new();
    for (file, found) in report.open() {
        let LocatedDiagnostic { line, column, message, .. } = &found.diagnostic;
        let severity = severity(&found.diagnostic);
        let _ = writeln!(out, "{}:{line}:{column}: {severity}{} {message}", file.path, mark(found));
    }
    out.into_bytes()
}

/// What `--fix` can do about a finding.
fn mark(found: &Finding) -> &'static str {
    match found.fix.as_ref().map(|fix| fix.applicability) {
        Some(Applicability::Safe) => " [fix]",
        Some(Applicability::Review) => " [unsafe fix]",
        _ => "",
    }
}

/// Frames; without `--verbose` notes about the source are left out, and of many findings the first of each message comes before any repetition.
pub(super) fn frames(report: &Report<'_>, colored: bool) -> Vec<u8> {
    let verbose = report.plan.voice.verbose;
    let all: Vec<(&str, &Finding)> = report
        .open()
        .filter(|(_, found)| {
            verbose || found.diagnostic.level > Level::Note || [STALE_BASELINE, IDLE_RULE].contains(&found.code())
        })
        .map(|(file, found)| (file.path.as_str(), found))
        .collect();
    let chosen = if verbose { all.clone() } else { most_telling(&all) };
    let renderer = renderer(colored);
    let mut out = String::new();
    for (path, found) in &chosen {
        let mut notes: Vec<(String, LocatedDiagnostic)> =
            found.related.iter().map(|related| ((*path).to_owned(), related.clone())).collect();
        notes.extend(fix_remark(found).map(|remark| (String::new(), remark)));
        let _ = writeln!(out, "{}\n", explained(&renderer, path, &found.diagnostic, &notes));
    }
    if chosen.len() < all.len() {
        let _ = writeln!(out, "{} more findings; --verbose prints all\n", all.len() - chosen.len());
    }
    out.into_bytes()
}

fn fix_remark(found: &Finding) -> Option<LocatedDiagnostic> {
    let fix = found.fix.as_ref()?;
    let how = match fix.applicability {
        Applicability::Safe => "--fix can ",
        Applicability::Review => "--fix --unsafe-fixes can ",
        Applicability::Manual => "by hand: ",
    };
    Some(LocatedDiagnostic { level: Level::Note, message: format!("{how}{}", fix.message), ..found.diagnostic.clone() })
}

fn most_telling<'a>(all: &[(&'a str, &'a Finding)]) -> Vec<(&'a str, &'a Finding)> {
    let mut seen = HashSet::new();
    let (first, again): (Vec<usize>, Vec<usize>) =
        (0..all.len()).partition(|&number| seen.insert(&all[number].1.diagnostic.message));
    let mut chosen: Vec<usize> = first.into_iter().chain(again).take(FRAMES).collect();
    chosen.sort_unstable();
    chosen.into_iter().map(|number| all[number]).collect()
}
