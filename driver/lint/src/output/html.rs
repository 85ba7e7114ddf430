//! Findings as one HTML page that needs nothing else: the page's own script draws it from data within it.

use super::date;
use crate::changed;
use crate::finding::{Finding, State};
use crate::report::{Counts, Report};
use crate::rule::Rule;
use hipify_diagnostics::{Applicability, Level};
use serde::Serialize;
use std::collections::BTreeSet;

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// What the script draws.
#[derive(Serialize)]
struct Data<'a> {
    version: &'static str,
    date: String,
    /// The commit of the work tree that was linted.
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<String>,
    roots: Vec<String>,
    targets: Vec<String>,
    summary: Counts,
    rules: Vec<RuleView<'a>>,
    findings: Vec<Row<'a>>,
    failures: Vec<&'a str>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct RuleView<'a> {
    code: &'a str,
    name: &'a str,
    summary: &'a str,
    page: &'a str,
}

#[derive(Serialize)]
struct Row<'a> {
    path: &'a str,
    code: &'a str,
    level: Level,
    line: usize,
    column: usize,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<&'a str>,
    /// The source line in three parts: before, within and after what is marked.
    source: [&'a str; 3],
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<Applicability>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix_message: Option<&'a str>,
    /// Where it is not open: why.
    #[serde(skip_serializing_if = "Option::is_none")]
    settled: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<(usize, &'a str)>,
}

pub(super) fn page(report: &Report<'_>) -> Vec<u8> {
    let used: BTreeSet<&str> = report.all().map(|(_, found)| found.code()).collect();
    let data = Data {
        version: env!("CARGO_PKG_VERSION"),
        date: date::date(),
        commit: report.plan.roots.first().and_then(|root| changed::commit(root)),
        roots: report.plan.roots.iter().map(|root| hipify_tree::scan::slashed(root)).collect(),
        targets: report.plan.options.targets.iter().map(|gfx| gfx.name.to_owned()).collect(),
        summary: report.counts(),
        rules: report.plan.rules.catalogue.rules.iter().filter(|rule| used.contains(&*rule.code)).map(rule).collect(),
        findings: report.all().map(|(file, found)| row(&file.path, found)).collect(),
        failures: report.files.iter().filter_map(|file| Some(file.failure.as_ref()?.message.as_str())).collect(),
        notes: &report.notes,
    };
    let data = serde_json::to_string(&data).expect("the data has text keys only");
    // Within a script element only `<` can end it or start a comment.
    let data = data.replace('<', "\\u003c");
    PAGE.replace("/*STYLE*/", STYLE).replace("/*SCRIPT*/", SCRIPT).replace("/*DATA*/", &data).into_bytes()
}

fn rule(rule: &Rule) -> RuleView<'_> {
    RuleView { code: &rule.code, name: &rule.name, summary: &rule.summary, page: &rule.page }
}

fn row<'a>(path: &'a str, found: &'a Finding) -> Row<'a> {
    let diagnostic = &found.diagnostic;
    let (text, mark) = (diagnostic.source.text.as_str(), &diagnostic.source.mark);
    let fix = found.fix.as_ref();
    Row {
        path,
        code: &diagnostic.code,
        level: diagnostic.level,
        line: diagnostic.line,
        column: diagnostic.column,
        message: &diagnostic.message,
        help: diagnostic.help.as_deref(),
        function: found.function.as_deref(),
        source: [&text[..mark.start], &text[mark.clone()], &text[mark.end..]],
        fix: fix.map(|fix| fix.applicability),
        fix_message: fix.map(|fix| fix.message.as_str()),
        settled: match &found.state {
            State::Open => None,
            State::Known => Some("listed in the baseline".to_owned()),
            State::Allowed(None) => Some("allowed by a comment".to_owned()),
            State::Allowed(Some(reason)) => Some(format!("allowed: {reason}")),
        },
        related: found.related.iter().map(|one| (one.line, one.message.as_str())).collect(),
    }
}
