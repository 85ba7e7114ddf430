//! Turns `compiler-faults.toml` into the static table of compilers' known faults.

use super::gfx;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Facts {
    fault: BTreeMap<String, FaultRow>,
}

/// One fault; `compiler-faults.toml` explains each field.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct FaultRow {
    code: String,
    summary: String,
    clang: Vec<Vec<String>>,
    #[serde(default)]
    architectures: Vec<String>,
    #[serde(default)]
    cpu: bool,
    workaround: Vec<String>,
    workaround_clang: Option<Vec<Vec<String>>>,
    workaround_architectures: Option<Vec<String>>,
    probe: ProbeRow,
    page: String,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ProbeRow {
    emit: String,
    healthy: Vec<String>,
    at_least: usize,
    source: String,
}

/// Rust text of `static FAULTS: [CompilerFault; N]`, sorted by code.
pub(crate) fn table(path: &Path, gfx: &Path) -> String {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let facts: Facts = toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let variants = gfx::variants(gfx);
    let mut rows: Vec<_> = facts.fault.iter().collect();
    rows.sort_by_key(|(_, fault)| &fault.code);
    let mut out = String::new();
    writeln!(out, "static FAULTS: [CompilerFault; {}] = [", rows.len()).expect("string");
    for (name, fault) in rows {
        writeln!(out, "{},", row(name, fault, &variants)).expect("string");
    }
    out.push_str("];\n");
    out
}

fn row(name: &str, fault: &FaultRow, variants: &BTreeMap<String, String>) -> String {
    let ranges = |ranges: &[Vec<String>]| ranges.iter().map(|range| releases(name, range)).collect::<Vec<_>>().join(", ");
    let architecture = |key: &String| {
        let variant = variants.get(key).unwrap_or_else(|| panic!("compiler-faults.toml: {name}: unknown architecture `{key}`"));
        format!("Architecture::{variant}")
    };
    let architectures = |keys: &[String]| keys.iter().map(architecture).collect::<Vec<_>>().join(", ");
    let emit = match fault.probe.emit.as_str() {
        "assembly" => "Assembly",
        "ir" => "Ir",
        other => panic!("compiler-faults.toml: {name}: unknown output `{other}`"),
    };
    format!(
        "CompilerFault {{ name: {name:?}, code: {:?}, summary: {:?}, releases: &[{}], architectures: &[{}], cpu: {}, workaround: &{:?}, \
         workaround_releases: &[{}], workaround_architectures: &[{}], is_worked_around_everywhere: {}, \
         probe: Probe {{ source: {:?}, emit: Emit::{emit}, healthy: &{:?}, at_least: {} }}, page: {:?} }}",
        fault.code,
        fault.summary,
        ranges(&fault.clang),
        architectures(&fault.architectures),
        fault.cpu,
        fault.workaround,
        ranges(fault.workaround_clang.as_ref().unwrap_or(&fault.clang)),
        architectures(fault.workaround_architectures.as_ref().unwrap_or(&fault.architectures)),
        fault.workaround_clang.is_none() && fault.workaround_architectures.is_none(),
        fault.probe.source,
        fault.probe.healthy,
        fault.probe.at_least,
        fault.page,
    )
}

/// The first and the last release of a range.
fn releases(name: &str, range: &[String]) -> String {
    match range {
        [first] => format!("({:?}, None)", release(name, first)),
        [first, last] => format!("({:?}, Some({:?}))", release(name, first), release(name, last)),
        _ => panic!("compiler-faults.toml: {name}: a range has a first release, and perhaps a last one"),
    }
}

/// `19.1` as its two numbers.
fn release(name: &str, text: &str) -> (u32, u32) {
    let parts = text.split_once('.').and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
    parts.unwrap_or_else(|| panic!("compiler-faults.toml: {name}: `{text}` is no release as in `19.1`"))
}
