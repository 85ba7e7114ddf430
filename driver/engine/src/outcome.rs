//! What became of one file: small enough to keep for every file of a large tree, and to store between runs.

use crate::located_diagnostic::LocatedDiagnostic;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// This program, as its reports name it.
#[derive(Serialize)]
pub struct Tool {
    name: &'static str,
    version: &'static str,
}

/// The program that writes the report.
pub const TOOL: Tool = Tool { name: "hipify-rs", version: env!("CARGO_PKG_VERSION") };

/// What happened to a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Ported, and the text differs.
    Changed,
    /// A source that needed no edit.
    Unchanged,
    /// Not a source: taken along as it is.
    Copied,
    /// Could not be read or written; see the failure.
    Failed,
}

/// A name that is a CUDA name only if no file of the tree declares it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mention {
    /// The name as the file has it.
    pub name: String,
    /// What is said of it unless a file of the tree declares it.
    pub finding: LocatedDiagnostic,
}

/// What became of one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The path to show, as the user would type it.
    pub path: String,
    /// What happened to the file.
    pub status: Status,
    /// Taken over from the run before, since neither input nor options changed.
    #[serde(skip)]
    pub reused: bool,
    /// Bytes read.
    pub bytes: u64,
    /// Edits that were applied.
    pub edits: u32,
    /// Kernel launches found.
    pub launches: u64,
    /// What is said of it, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<LocatedDiagnostic>,
    /// Names that another file may declare.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mentions: Vec<Mention>,
    /// CUDA-like names that this file declares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub declared: Vec<String>,
    /// Parts of the support header that it uses.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub supplied: BTreeSet<String>,
    /// How often each CUDA name was replaced.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub converted: BTreeMap<String, u64>,
    /// How often each CUDA name was left.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unconverted: BTreeMap<String, u64>,
    /// Why it could not be read or written.
    #[serde(skip)]
    pub failure: Option<Failure>,
}

/// A file or folder that could not be read or written.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Failure {
    /// What went wrong.
    pub message: String,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl From<hipify_error::Error> for Failure {
    fn from(error: hipify_error::Error) -> Self {
        Failure { message: error.to_string(), help: error.remedy().map(str::to_owned) }
    }
}

impl From<hipify_tree::scan::Failure> for Outcome {
    fn from(failure: hipify_tree::scan::Failure) -> Self {
        Self::failed(failure.path, failure.error)
    }
}

impl Outcome {
    /// An outcome without findings.
    pub fn new(path: String, status: Status) -> Self {
        Self {
            path,
            status,
            reused: false,
            bytes: 0,
            edits: 0,
            launches: 0,
            findings: Vec::new(),
            mentions: Vec::new(),
            declared: Vec::new(),
            supplied: BTreeSet::new(),
            converted: BTreeMap::new(),
            unconverted: BTreeMap::new(),
            failure: None,
        }
    }

    /// A file that could not be read or written.
    pub fn failed(path: String, error: hipify_error::Error) -> Self {
        Self { failure: Some(error.into()), ..Self::new(path, Status::Failed) }
    }

    /// Whether it went through the engine.
    pub fn is_source(&self) -> bool {
        matches!(self.status, Status::Changed | Status::Unchanged)
    }
}
