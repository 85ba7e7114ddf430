//! The plan: `rooms.toml`.

use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// What `rooms.toml` says; it explains each field.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Rooms {
    pub(crate) crates: Vec<String>,
    #[serde(default)]
    pub(crate) modules: BTreeMap<String, Vec<String>>,
    pub(crate) longest: usize,
    #[serde(default)]
    pub(crate) tables: BTreeMap<String, String>,
    pub(crate) documents: Vec<String>,
}

impl Rooms {
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        toml::from_str(&text).with_context(|| path.display().to_string())
    }
}
