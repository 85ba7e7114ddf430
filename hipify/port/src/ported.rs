//! What the port of one file gives: edits, diagnostics, names to settle when all files are known, and counts.

use hipify_diagnostics::{Diagnostic, Edit};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// A name that is a CUDA API name only if no file of the tree declares it. The caller, who sees all files, turns those that
/// are declared nowhere into diagnostics.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mention {
    pub name: String,
    /// What to report when nothing declares the name.
    pub diagnostic: Diagnostic,
}

/// What was found in one file, for the summary and for `-print-stats`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// CUDA names converted, or known to be the same in HIP, with their number, by name.
    pub converted: BTreeMap<Cow<'static, str>, u64>,
    /// CUDA names left, by name.
    pub unconverted: BTreeMap<String, u64>,
    /// Kernel launches seen.
    pub launches: u64,
}

/// The result of porting one file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ported {
    pub edits: Vec<Edit>,
    pub diagnostics: Vec<Diagnostic>,
    /// Names to report if the tree declares them nowhere.
    pub mentions: Vec<Mention>,
    /// CUDA-like names that this file declares.
    pub declared: Vec<String>,
    /// Parts of the support header that it uses, as the rules name them.
    pub supplied: BTreeSet<&'static str>,
    pub stats: Stats,
}
