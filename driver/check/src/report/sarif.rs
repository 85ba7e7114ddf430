//! Findings as SARIF 2.1.0 (OASIS).

use crate::finding::Finding;
use hipify_places::Call;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

pub(super) fn log(found: &[Finding]) -> Value {
    let rules: BTreeSet<String> = found.iter().map(Finding::code).collect();
    let results: Vec<Value> = found.iter().map(result).collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "hipify-rs",
                "version": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules.iter().map(|code| json!({ "id": code })).collect::<Vec<_>>(),
            } },
            "automationDetails": { "id": "hipify-rs/check/" },
            "results": results,
        }],
    })
}

fn result(finding: &Finding) -> Value {
    let related = finding.frames.iter().skip(1).map(|call| ("called here", call));
    let related = related.chain(finding.notes.iter().filter_map(|(label, calls)| Some((label.as_str(), calls.first()?))));
    let related: Vec<Value> = related
        .enumerate()
        .map(|(number, (label, call))| {
            json!({ "id": number + 1, "message": { "text": label }, "physicalLocation": physical(call) })
        })
        .collect();
    let mut result = json!({
        "ruleId": finding.code(),
        "level": "error",
        "message": { "text": finding.message },
        "locations": finding.frames.first().map(|call| json!({ "physicalLocation": physical(call) })).into_iter().collect::<Vec<_>>(),
        "relatedLocations": related,
        "occurrenceCount": finding.count,
    });
    if finding.suppressed {
        result["suppressions"] = json!([{ "kind": "inSource", "status": "accepted" }]);
    }
    result
}

fn physical(call: &Call) -> Value {
    let path = super::shown(&call.file);
    let uri = if path.starts_with('/') { format!("file://{path}") } else { path };
    let mut region = json!({ "startLine": call.line.max(1) });
    if call.column > 0 {
        region["startColumn"] = json!(call.column);
    }
    json!({ "artifactLocation": { "uri": uri }, "region": region })
}
