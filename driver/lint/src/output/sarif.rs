//! Findings as SARIF.

use crate::finding::{Finding, LocatedFix, State};
use crate::place::SourcePosition;
use crate::plan::BaselineUse;
use crate::report::{FileReport, Report};
use crate::rule::Rule;
use hipify_diagnostics::Applicability;
use hipify_report::sarif::*;

pub(super) fn log(report: &Report<'_>) -> Vec<u8> {
    let mut all: Vec<(&FileReport, &Finding)> = report.all().collect();
    all.sort_by_key(|(_, found)| (!found.is_open(), std::cmp::Reverse(found.diagnostic.level)));
    let compared = matches!(report.plan.baseline, BaselineUse::Read { .. });
    hipify_report::sarif::log(Finished {
        command: "lint",
        rules: report.plan.rules.catalogue.rules.iter().map(descriptor).collect(),
        results: all.into_iter().map(|(file, found)| result(file, found, compared)).collect(),
        failures: report.files.iter().filter_map(|file| file.failure.as_ref()).map(|failure| failure.message.clone()).collect(),
        exit_code: report.exit_code(),
    })
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

fn result<'a>(file: &'a FileReport, found: &'a Finding, compared: bool) -> ResultView<'a> {
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
        rule_index: None,
        level: found.diagnostic.level.word(),
        message: Text { text },
        locations: vec![Location { physical_location: physical(&artifact, found), logical_locations: logical(found) }],
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
        occurrence_count: None,
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
