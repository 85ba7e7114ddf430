//! CUDA headers -> public names that no row knows, and the kinds that rows should state.

use std::collections::BTreeSet;

use hipify_rules::{SymbolKind, family, is_cuda_like, symbol};

use crate::check::Finding;
use crate::layout::{Set, Sets};
use hipify_rules::decl::{Decl, DeclKind};

/// `kind name header`, one line a name that a program may use and the table does not know.
pub(crate) fn unknown(sets: &Sets) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    for set in &sets.cuda {
        for decl in set.index.all().filter(|d| set.owns(&d.file) && is_public(d) && !is_internal(sets, &d.file)) {
            if symbol(decl.name.as_bytes()).is_none() && family(decl.name.as_bytes()).is_none() {
                lines.insert(format!("{}\t{}\t{}", word(decl), decl.name, short(set, &decl.file)));
            }
        }
    }
    lines
}

/// `name kind set` of all that the HIP headers declare.
pub(crate) fn hip_names(sets: &Sets) -> BTreeSet<String> {
    let own = |set: &Set, d: &Decl| set.owns(&d.file);
    let of_set = |set: &'_ Set| -> Vec<String> {
        let decls = set.index.all().filter(|d| own(set, d));
        decls.map(|d| format!("{}\t{}\t{}\t{}", d.name, word(d), set.name, short(set, &d.file))).collect()
    };
    sets.hip.iter().flat_map(of_set).collect()
}

/// `name kind` for each row whose kind the headers know and the row does not state.
pub(crate) fn kinds(findings: &[Finding], sets: &Sets) -> BTreeSet<String> {
    let blank = findings.iter().map(|f| f.symbol).filter(|s| s.kind() == SymbolKind::Unknown);
    let known = blank.filter_map(|s| {
        let decl = sets.cuda.iter().find_map(|set| set.index.get(s.cuda()).first().copied())?;
        Some(format!("{}\t{}", s.cuda(), word(decl)))
    });
    known.collect()
}

fn word(decl: &Decl) -> &'static str {
    match decl.kind {
        DeclKind::Function if decl.device => "device-function",
        DeclKind::Function => "function",
        DeclKind::Type => "type",
        DeclKind::EnumValue => "enum-value",
        DeclKind::Macro => "define",
        DeclKind::Variable | DeclKind::Alias => "",
        DeclKind::Namespace => "namespace",
    }
}

fn short(set: &Set, file: &str) -> String {
    let inside = set.folders.iter().filter_map(|f| std::path::Path::new(file).strip_prefix(f).ok());
    inside.min_by_key(|p| p.as_os_str().len()).map_or_else(|| file.to_owned(), |p| p.display().to_string())
}

fn is_internal(sets: &Sets, file: &str) -> bool {
    sets.internal.iter().any(|part| file.contains(part.as_str()))
}

/// Spelt like API, and not a word of the headers' own making: include guards, per-thread-stream variants and the like.
fn is_public(decl: &Decl) -> bool {
    const OWN: &[&str] = &["_ptsz", "_ptds", "_internal", "_H", "_H_", "_H__", "API", "CB"];
    let name = decl.name.as_str();
    let of_macro = name.contains("DEPRECATED");
    let kind = !of_macro && !matches!(decl.kind, DeclKind::Variable | DeclKind::Alias | DeclKind::Namespace);
    kind && !OWN.iter().any(|end| name.ends_with(end)) && (is_cuda_like(name.as_bytes()) || is_intrinsic(decl))
}

/// A function of the device headers, which are not spelt with a prefix.
fn is_intrinsic(decl: &Decl) -> bool {
    const HEADERS: &[&str] = &["texture_", "surface_", "/sm_", "crt/device_functions.h", "device_atomic", "cuda_fp", "cuda_bf16"];
    const STARTS: &[&str] = &["__", "tex", "surf", "atomic"];
    let api = STARTS.iter().any(|start| decl.name.starts_with(start)) && !decl.name.contains("internal");
    decl.kind == DeclKind::Function && api && !decl.name.contains("::") && HEADERS.iter().any(|part| decl.file.contains(part))
}
