//! One row of the table + the headers -> what the headers say about it.

use hipify_rules::{Symbol, SymbolKind, Version};

use crate::layout::{Set, Sets};
use crate::signature::{Agreement, compare};

/// What the headers say about the HIP side of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// The row has no counterpart to prove.
    None,
    /// Every name of the row stands in a header; the set that has the HIP name.
    Proven(String),
    /// Added after the newest headers at hand.
    Newer(String),
    /// No header of the library can be had.
    NoHeader(String),
    /// The headers of the version that should have it, have it not.
    Missing(String),
}

/// What was found about a row.
pub(crate) struct Finding {
    pub(crate) symbol: Symbol,
    /// The CUDA set that declares it.
    pub(crate) cuda: Option<String>,
    pub(crate) target: Target,
    pub(crate) signature: Agreement,
}

/// Checks one row.
pub(crate) fn check(symbol: Symbol, sets: &Sets) -> Finding {
    let cuda = sets.cuda.iter().find(|set| set.index.has(symbol.cuda()));
    let target = target(symbol, sets);
    let signature = match &target {
        Target::Proven(_) => signature(symbol, sets),
        _ => Agreement::NoFunction,
    };
    Finding { symbol, cuda: cuda.map(|set| set.name.clone()), target, signature }
}

fn target(symbol: Symbol, sets: &Sets) -> Target {
    let names = [symbol.hip(), symbol.roc(), symbol.miopen()];
    let mut names: Vec<&str> = names.into_iter().flatten().collect();
    names.dedup();
    let mut result = Target::None;
    for name in names {
        let found = one_target(symbol, name, sets);
        if rank(&found) > rank(&result) {
            result = found;
        }
    }
    result
}

/// The worst of a row's names decides.
fn rank(target: &Target) -> u8 {
    match target {
        Target::None => 0,
        Target::Proven(_) => 1,
        Target::Newer(_) => 2,
        Target::NoHeader(_) => 3,
        Target::Missing(_) => 4,
    }
}

fn one_target(symbol: Symbol, name: &str, sets: &Sets) -> Target {
    let name = name.split('<').next().unwrap_or(name);
    if let Some(set) = sets.hip.iter().find(|set| set.index.has(name)) {
        return Target::Proven(set.name.clone());
    }
    if symbol.kind() == SymbolKind::Qualifier || sets.language.iter().any(|word| word == name) {
        return Target::Proven("the compiler".to_owned());
    }
    if symbol.library() == "caffe2" || sets.no_headers.iter().any(|prefix| name.starts_with(prefix.as_str())) {
        return Target::NoHeader(name.to_owned());
    }
    let newest = sets.hip.iter().filter(|set| set.covers(name)).map(|set| set.version(symbol.library())).max();
    if symbol.hip_added().is_some_and(|added| newest.is_none_or(|newest| added > newest)) {
        return Target::Newer(name.to_owned());
    }
    Target::Missing(name.to_owned())
}

/// Compares with the newest headers that have both, for each version of CUDA.
fn signature(symbol: Symbol, sets: &Sets) -> Agreement {
    let Some(name) = symbol.hip() else { return Agreement::NoFunction };
    let Some(hip) = sets.hip.iter().find(|set| set.index.has(name)) else { return Agreement::NoFunction };
    let theirs = hip.index.get(name);
    let mut result = Agreement::NoFunction;
    for cuda in sets.cuda.iter().filter(|set| is_current(symbol, set)) {
        match compare(&cuda.index.get(symbol.cuda()), &theirs, &hip.index) {
            Agreement::Differs(text) => return Agreement::Differs(format!("{text} ({})", cuda.name)),
            Agreement::Equal => result = Agreement::Equal,
            Agreement::NoFunction => {}
        }
    }
    result
}

/// CUDA 11 counts only for what CUDA 12 no longer has.
fn is_current(symbol: Symbol, set: &Set) -> bool {
    let twelve = Version::new(12, 0, 0);
    set.index.has(symbol.cuda()) && (set.version("") >= twelve || symbol.removed().is_some_and(|v| v <= twelve))
}

/// A set of headers that should have the row's HIP name, by the row's version, and has it not.
pub(crate) fn too_early(symbol: Symbol, sets: &Sets) -> Option<&str> {
    let (name, added) = (symbol.hip()?, symbol.hip_added()?);
    let found = sets.hip.iter().find(|set| set.index.has(name))?;
    let newest = found.version(symbol.library());
    let lacks = |set: &&Set| {
        let version = set.version(symbol.library());
        version >= added && version < newest && set.covers(name) && !set.index.has(name)
    };
    sets.hip.iter().find(lacks).map(|set| set.name.as_str())
}
