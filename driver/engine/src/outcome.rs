//! What became of one file: small enough to keep for every file of a large tree, and to store between runs.

use crate::located_diagnostic::LocatedDiagnostic;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What happened to a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
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
pub(crate) struct Mention {
    pub(crate) name: String,
    pub(crate) finding: LocatedDiagnostic,
}

/// What became of one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// The path to show, as the user would type it.
    pub(crate) path: String,
    pub(crate) status: Status,
    /// Taken over from the run before, since neither input nor options changed.
    #[serde(skip)]
    pub(crate) reused: bool,
    /// Bytes read.
    pub(crate) bytes: u64,
    pub(crate) edits: u32,
    pub(crate) launches: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) findings: Vec<LocatedDiagnostic>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) mentions: Vec<Mention>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) declared: Vec<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) converted: BTreeMap<String, u64>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) unconverted: BTreeMap<String, u64>,
    #[serde(skip)]
    pub(crate) failure: Option<Failure>,
}

/// A file or folder that could not be read or written.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Failure {
    pub(crate) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) help: Option<String>,
}

impl From<crate::error::Error> for Failure {
    fn from(error: crate::error::Error) -> Self {
        Failure { message: error.to_string(), help: error.remedy().map(str::to_owned) }
    }
}

impl From<hipify_tree::scan::Failure> for Outcome {
    fn from(failure: hipify_tree::scan::Failure) -> Self {
        Self::failed(failure.path, failure.error)
    }
}

impl Outcome {
    pub(crate) fn new(path: String, status: Status) -> Self {
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
            converted: BTreeMap::new(),
            unconverted: BTreeMap::new(),
            failure: None,
        }
    }

    pub(crate) fn failed(path: String, error: crate::error::Error) -> Self {
        Self { failure: Some(error.into()), ..Self::new(path, Status::Failed) }
    }

    /// Whether it went through the engine.
    pub(crate) fn is_source(&self) -> bool {
        matches!(self.status, Status::Changed | Status::Unchanged)
    }
}
