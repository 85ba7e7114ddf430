//! The record in a prefix of what was unpacked there.

use super::wanted::Package;
use hipify_toolchain::hip::MANIFEST;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What a prefix holds.
#[derive(Debug, Serialize, Deserialize, PartialEq, Eq)]
pub(crate) struct Manifest {
    /// Version of the hipify-rs that wrote it.
    pub(crate) tool: String,
    pub(crate) packages: Vec<Unpacked>,
}

/// A package that was unpacked.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
pub(crate) struct Unpacked {
    pub(crate) suite: String,
    pub(crate) name: String,
    /// The version that was asked for, and the one that the suite had.
    pub(crate) asked: String,
    pub(crate) version: String,
    /// Of the `.deb` file.
    pub(crate) sha256: String,
}

impl Manifest {
    pub(crate) fn new(packages: Vec<Unpacked>) -> Self {
        Self { tool: env!("CARGO_PKG_VERSION").to_owned(), packages }
    }

    /// The record of a prefix; `None` when there is none that can be read.
    pub(crate) fn read(prefix: &Path) -> Option<Self> {
        serde_json::from_slice(&std::fs::read(prefix.join(MANIFEST)).ok()?).ok()
    }

    pub(crate) fn write(&self, prefix: &Path) -> std::io::Result<()> {
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        std::fs::write(prefix.join(MANIFEST), text)
    }

    /// Whether all of these are there.
    pub(crate) fn has(&self, wanted: &[Package]) -> bool {
        wanted.iter().all(|package| self.packages.iter().any(|held| held.name == package.name && held.asked == package.version))
    }
}
