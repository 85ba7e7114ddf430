//! Findings as SARIF 2.1.0 (OASIS), in the bounds of what GitHub takes.

mod shape;

use crate::finding::{Finding, LocatedFix, State};
use crate::output::relative_path;
use crate::place::SourcePosition;
use crate::plan::BaselineUse;
use crate::report::{FileReport, Report};
use crate::rule::Rule;
use hipify_diagnostics::{Applicability, Level};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use shape::*;
use std::collections::HashMap;

/// GitHub keeps no more of a run's results (its documentation of SARIF support); those of lower level go first.
const MOST: usize = 5_000;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
const ROOT: &str = "%SRCROOT%";

pub(super) fn log(report: &Report<'_>) -> Vec<u8> {
    let rules = &report.plan.rules.catalogue.rules;
    let numbers: HashMap<&str, usize> = rules.iter().enumerate().map(|(number, rule)| (&*rule.code, number)).collect();
    let mut all: Vec<(&FileReport, &Finding)> = report.all().collect();
    all.sort_by_key(|(_, found)| (!found.is_open(), std::cmp::Reverse(found.diagnostic.level)));
    let total = all.len();
    all.truncate(MOST);
    let compared = matches!(report.plan.baseline, BaselineUse::Read { .. });
    let log = Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "hipify-rs",
                    version: env!("CARGO_PKG_VERSION"),
                    semantic_version: env!("CARGO_PKG_VERSION"),
                    information_uri: env!("CARGO_PKG_REPOSITORY"),
                    rules: rules.iter().map(descriptor).collect(),
                },
            },
            automation_details: Automation { id: "hipify-rs/lint/" },
            column_kind: "utf16CodeUnits",
            original_uri_base_ids: bases(),
            invocations: [invocation(report, total)],
            results: all.into_iter().map(|(file, found)| result(file, found, &numbers, compared)).collect(),
        }],
    };
    let mut text = serde_json::to_vec_pretty(&log).expect("the log has text keys only");
    text.push(b'\n');
    text
}

fn descriptor(rule: &Rule) -> Descriptor<'_> {
    let page = if rule.page.is_empty() { rule.name.as_ref() } else { rule.page.as_ref() };
    let summary = if rule.summary.is_empty() { rule.name.as_ref() } else { rule.summary.as_str() };
    let mut tags = vec!["portability"];
    tags.extend((rule.targets != "any").then_some(&*rule.targets));
    Descriptor {
        id: &rule.code,
        name: &rule.name,
        short_description: Text { text: summary.to_owned() },
        full_description: Text { text: summary.to_owned() },
        help: Markdown { text: page, markdown: page },
        default_configuration: Configuration { level: rule.level.word(), enabled: rule.default },
        properties: Properties { tags, precision: rule.confidence, severity: severity(rule.level) },
    }
}

/// What GitHub calls the levels.
fn severity(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "recommendation",
    }
}

fn bases() -> HashMap<&'static str, Base> {
    let here = std::env::current_dir().and_then(std::fs::canonicalize).unwrap_or_default();
    HashMap::from([(ROOT, Base { uri: format!("{}/", file_uri(&hipify_tree::scan::slashed(&here)).trim_end_matches('/')) })])
}

fn invocation(report: &Report<'_>, total: usize) -> Invocation {
    let mut notifications: Vec<Notification> = report
        .files
        .iter()
        .filter_map(|file| file.failure.as_ref())
        .map(|failure| Notification { level: "error", message: Text { text: failure.message.clone() } })
        .collect();
    if total > MOST {
        let text = format!("{total} findings, of which the {MOST} of the highest level are listed: GitHub takes no more");
        notifications.push(Notification { level: "warning", message: Text { text } });
    }
    Invocation {
        execution_successful: !report.files.iter().any(|file| file.failure.is_some()),
        exit_code: report.exit_code(),
        notifications,
    }
}

fn result<'a>(file: &'a FileReport, found: &'a Finding, numbers: &HashMap<&str, usize>, compared: bool) -> ResultView<'a> {
    let artifact = artifact(&file.path);
    let text = match &found.diagnostic.help {
        Some(help) => format!("{}\n{help}", found.diagnostic.message),
        None => found.diagnostic.message.clone(),
    };
    let related = found.related.iter().enumerate().map(|(number, one)| RelatedLocation {
        id: number + 1,
        message: Text { text: one.message.clone() },
        physical_location: Physical {
            artifact_location: artifact.clone(),
            region: Some(Region { start_line: one.line, ..Region::default() }),
            context_region: None,
        },
    });
    ResultView {
        rule_id: &found.diagnostic.code,
        rule_index: numbers.get(found.code()).copied(),
        level: found.diagnostic.level.word(),
        message: Text { text },
        locations: [Location { physical_location: physical(&artifact, found), logical_locations: logical(found) }],
        related_locations: related.collect(),
        partial_fingerprints: Fingerprints { line: found.fingerprint(), own: format!("{:016x}", found.key) },
        suppressions: suppressions(found),
        baseline_state: compared.then_some(if found.state == State::Known { "unchanged" } else { "new" }),
        fixes: found
            .fix
            .iter()
            .filter(|fix| fix.applicability < Applicability::Manual)
            .map(|fix| fix_view(&artifact, fix))
            .collect(),
        properties: ResultProperties { confidence: found.confidence },
    }
}

fn physical(artifact: &Artifact, found: &Finding) -> Physical {
    let has_place = found.span.end > 0;
    let source = &found.diagnostic.source;
    let context = Region { start_line: found.start.line, snippet: Some(Text { text: source.text.clone() }), ..Region::default() };
    Physical {
        artifact_location: artifact.clone(),
        region: has_place.then(|| region(found.start, found.end)),
        context_region: (has_place && !source.text.is_empty() && !source.cut).then_some(context),
    }
}

fn logical(found: &Finding) -> Vec<Logical> {
    found.function.iter().map(|name| Logical { fully_qualified_name: name.clone(), kind: "function" }).collect()
}

fn region(start: SourcePosition, end: SourcePosition) -> Region {
    Region {
        start_line: start.line,
        start_column: Some(start.utf16),
        end_line: Some(end.line),
        end_column: Some(end.utf16),
        snippet: None,
    }
}

fn suppressions(found: &Finding) -> Vec<Suppression> {
    match &found.state {
        State::Open => Vec::new(),
        State::Allowed(reason) => vec![Suppression { kind: "inSource", status: "accepted", justification: reason.clone() }],
        State::Known => {
            vec![Suppression { kind: "external", status: "accepted", justification: Some("listed in the baseline".to_owned()) }]
        }
    }
}

fn fix_view(artifact: &Artifact, fix: &LocatedFix) -> FixView {
    let replacement = |change: &crate::finding::Change| Replacement {
        deleted_region: region(change.start, change.end),
        inserted_content: Text { text: change.text.clone() },
    };
    let replacements = fix.changes.iter().map(replacement).collect();
    FixView {
        description: Text { text: fix.message.clone() },
        artifact_changes: [ArtifactChange { artifact_location: artifact.clone(), replacements }],
    }
}

fn artifact(path: &str) -> Artifact {
    let path = relative_path(path);
    if path.starts_with('/') {
        return Artifact { uri: file_uri(&path), uri_base_id: None };
    }
    Artifact { uri: encoded(path.trim_start_matches("./")), uri_base_id: Some(ROOT) }
}

fn file_uri(path: &str) -> String {
    format!("file://{}{}", if path.starts_with('/') { "" } else { "/" }, encoded(path))
}

/// What a URI's path holds as it is (RFC 3986, unreserved characters, and `/`).
const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

fn encoded(path: &str) -> String {
    utf8_percent_encode(path, KEPT).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_uri() {
        assert_eq!(encoded("a b/\u{e4}%.cu"), "a%20b/%C3%A4%25.cu");
        assert_eq!(file_uri("/x/y"), "file:///x/y");
    }
}
