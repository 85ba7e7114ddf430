//! The names of levels in a configuration.

use hipify_diagnostics::Level;
use schemars::JsonSchema;
use serde::Deserialize;

/// A level in a configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LevelName {
    Note,
    Warning,
    Error,
}

impl From<LevelName> for Level {
    fn from(name: LevelName) -> Self {
        match name {
            LevelName::Note => Level::Note,
            LevelName::Warning => Level::Warning,
            LevelName::Error => Level::Error,
        }
    }
}
