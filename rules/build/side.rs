//! Rows that few names have, kept beside the main table and ordered by the number of the name: what becomes of a call under
//! `--roc` and `--miopen`, and what hipify-clang writes (`hipify.toml`).

use super::{Strings, SymbolRow};
use std::fs;
use std::path::Path;

/// One line of `rules/hipify.toml`.
#[derive(serde::Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct HipifyRow {
    hip: String,
    roc: String,
    miopen: String,
    call: String,
    roc_call: String,
    v2_only: bool,
    unsupported: bool,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct HipifyFile {
    headers: toml::Table,
    names: toml::Table,
}

/// The rows of `hipify.toml` with the numbers of their names.
pub(super) struct Hipify {
    pub(super) headers: Vec<(u32, String)>,
    pub(super) names: Vec<(u32, String)>,
}

pub(super) fn hipify(path: &Path, strings: &mut Strings) -> Hipify {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let file: HipifyFile = toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut rows = |table: toml::Table| {
        let mut rows: Vec<_> = table.into_iter().map(|(name, value)| hipify_row(path, &name, value, strings)).collect();
        rows.sort();
        rows
    };
    Hipify { headers: rows(file.headers), names: rows(file.names) }
}

fn hipify_row(path: &Path, name: &str, value: toml::Value, strings: &mut Strings) -> (u32, String) {
    let row: HipifyRow = value.try_into().unwrap_or_else(|e| panic!("{}: {name}: {e}", path.display()));
    let number = strings.number(name);
    let mut text = |s: &str| strings.number(s);
    let (hip, roc, miopen) = (text(&row.hip), text(&row.roc), text(&row.miopen));
    let (call, roc_call) = (text(&row.call), text(&row.roc_call));
    let row = format!(
        "HipifyRow {{ name: Text({number}), hip: Text({hip}), roc: Text({roc}), miopen: Text({miopen}), call: Text({call}), roc_call: Text({roc_call}), v2_only: {}, unsupported: {} }}",
        row.v2_only, row.unsupported
    );
    (number, row)
}

/// The row of a name whose call changes under `--roc` or `--miopen`.
pub(super) fn family_row(name: &str, row: &SymbolRow, strings: &mut Strings) -> Option<(u32, String)> {
    if [&row.roc_call, &row.miopen_call, &row.roc_differs].iter().all(|field| field.is_empty()) {
        return None;
    }
    let number = strings.number(name);
    let mut text = |s: &str| strings.number(s);
    let (roc, miopen, differs) = (text(&row.roc_call), text(&row.miopen_call), text(&row.roc_differs));
    let row = format!(
        "FamilyRow {{ name: Text({number}), roc_call: Text({roc}), miopen_call: Text({miopen}), roc_differs: Text({differs}) }}"
    );
    Some((number, row))
}
