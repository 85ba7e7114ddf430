//! Findings as SARIF.

use crate::Tool;
use crate::finding::Finding;
use crate::session::Ending;
use crate::source::{line, shown};
use hipify_diagnostics::Level;
use hipify_places::Call;
use hipify_report::sarif::*;
use std::collections::{BTreeMap, HashMap};

pub(super) fn log(found: &[Finding], endings: &[Ending], exit_code: u8) -> Vec<u8> {
    let mut all: Vec<&Finding> = found.iter().collect();
    all.sort_by_key(|finding| (finding.suppression.is_some(), std::cmp::Reverse(finding.level)));
    let codes: Vec<String> = all.iter().map(|finding| finding.code()).collect();
    let mut rules: BTreeMap<&str, Descriptor> = BTreeMap::new();
    for (finding, code) in all.iter().zip(&codes) {
        rules.entry(code).or_insert_with(|| descriptor(finding, code));
    }
    let mut seen: HashMap<u64, u32> = HashMap::new();
    let results = all.iter().zip(&codes).map(|(finding, code)| result(finding, code, &mut seen)).collect();
    hipify_report::sarif::log(Finished {
        command: "check",
        rules: rules.into_values().collect(),
        results,
        failures: endings.iter().map(Ending::said).collect(),
        exit_code,
    })
}

fn descriptor<'a>(finding: &'a Finding, code: &'a str) -> Descriptor<'a> {
    let tool = Tool::ALL.iter().find(|row| row.1 == finding.tool);
    let page = tool.map_or("What the command itself has to say.", |row| row.2);
    let text = || Text { text: format!("{}: {}", finding.kind.replace('-', " "), page) };
    Descriptor {
        id: code,
        name: code,
        short_description: Text { text: finding.kind.replace('-', " ") },
        full_description: text(),
        help: Markdown { text: page, markdown: page },
        default_configuration: Configuration { level: finding.level.word(), enabled: true },
        properties: Properties { tags: vec!["correctness"], precision: "high", severity: severity(finding.level) },
    }
}

fn result<'a>(finding: &Finding, code: &'a str, seen: &mut HashMap<u64, u32>) -> ResultView<'a> {
    let first = finding.frames.first();
    let source_line = first.map(line).unwrap_or_default();
    let kernel = finding.place.as_ref().map(|place| place.kernel.clone());
    let function = kernel.clone().or_else(|| first.map(|call| call.function.clone())).unwrap_or_default();
    let key = hipify_report::key(code, source_line.text.as_bytes(), &function);
    let occurrence = seen.entry(key).or_default();
    let fingerprint = hipify_report::fingerprint(key, *occurrence);
    *occurrence += 1;
    let remarks = finding.place.as_ref().map(super::described);
    let text = std::iter::once(finding.message.clone()).chain(remarks).collect::<Vec<_>>().join("\n");
    let related = super::places(finding).into_iter().enumerate().map(|(number, (label, call))| RelatedLocation {
        id: number + 1,
        message: Text { text: label },
        physical_location: physical(call),
    });
    let logical = (!function.is_empty()).then(|| Logical { fully_qualified_name: function.clone(), kind: "function" });
    let location =
        first.map(|call| Location { physical_location: physical(call), logical_locations: logical.into_iter().collect() });
    let suppression = finding.suppression.as_ref().map(|suppression| Suppression {
        kind: if suppression.in_source { "inSource" } else { "external" },
        status: "accepted",
        justification: suppression.reason.clone(),
    });
    ResultView {
        rule_id: code,
        rule_index: None,
        level: finding.level.word(),
        message: Text { text },
        locations: location.into_iter().collect(),
        related_locations: related.collect(),
        partial_fingerprints: Fingerprints { line: fingerprint, own: format!("{key:016x}") },
        suppressions: suppression.into_iter().collect(),
        baseline_state: None,
        fixes: Vec::new(),
        occurrence_count: (finding.level > Level::Note).then_some(finding.count),
        properties: ResultProperties { confidence: "high" },
    }
}

/// Columns of SARIF count UTF-16 units, those of debug information bytes.
fn physical(call: &Call) -> Physical {
    let line = line(call);
    let before = line.text.get(..(call.column as usize).saturating_sub(1)).map_or(0, |text| text.encode_utf16().count());
    let start_column = (call.column > 0).then_some(before + 1);
    let snippet = (!line.text.is_empty()).then(|| Region {
        start_line: call.line.max(1) as usize,
        snippet: Some(Text { text: line.text.clone() }),
        ..Region::default()
    });
    Physical {
        artifact_location: artifact(&shown(&call.file)),
        region: Some(Region { start_line: call.line.max(1) as usize, start_column, ..Region::default() }),
        context_region: snippet,
    }
}
