//! Parts -> a bill of materials by CycloneDX 1.5 (ECMA-424 has its successor). Without a date and a serial number: the same source
//! gives the same bytes.

use crate::parts::{Part, Parts};
use anyhow::Result;
use serde_json::{Value, json};

/// The bill.
///
/// # Errors
/// None that is known; serialisation says it could fail.
pub(crate) fn text(parts: &Parts) -> Result<String> {
    let root = format!("hipify-rs@{}", parts.version);
    let all: Vec<String> = parts.others.iter().map(Part::reference).collect();
    let edges = parts.others.iter().map(|part| json!({ "ref": part.reference(), "dependsOn": part.needs }));
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": {
            "type": "application",
            "bom-ref": root,
            "name": "hipify-rs",
            "version": parts.version,
            "purl": format!("pkg:cargo/{root}"),
            "licenses": [{ "expression": "MIT OR Apache-2.0" }],
            "externalReferences": [{ "type": "vcs", "url": parts.repository }],
        }},
        "components": parts.others.iter().map(component).collect::<Vec<_>>(),
        "dependencies": std::iter::once(json!({ "ref": root, "dependsOn": all })).chain(edges).collect::<Vec<_>>(),
    });
    Ok(serde_json::to_string_pretty(&bill)? + "\n")
}

fn component(part: &Part) -> Value {
    let mut component = json!({
        "type": "library",
        "bom-ref": part.reference(),
        "name": part.name,
        "version": part.version,
        "purl": format!("pkg:cargo/{}", part.reference()),
        "licenses": [{ "expression": part.licence }],
        "hashes": [{ "alg": "SHA-256", "content": part.checksum }],
    });
    if let Some(url) = &part.repository {
        component["externalReferences"] = json!([{ "type": "vcs", "url": url }]);
    }
    component
}
