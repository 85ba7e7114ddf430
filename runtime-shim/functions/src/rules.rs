//! `data/functions.toml`: which functions of CUDA's headers are left out, and which arguments some are limited to.

use crate::function::Function;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Rules {
    /// Files of CUDA's headers whose functions count.
    pub headers: Vec<String>,
    left_out: Vec<LeftOut>,
    limit: Vec<Limit>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct LeftOut {
    names: Vec<String>,
    #[allow(dead_code, reason = "for readers")]
    why: String,
}

/// One argument's range, since others take too long or have no meaning.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    functions: Vec<String>,
    pub parameter: usize,
    pub least: i64,
    pub most: i64,
}

/// The rules that come with the program.
///
/// # Panics
/// Never: the file is a part of the program, and tests read it.
#[must_use]
pub fn rules() -> Rules {
    toml::from_str(include_str!("../data/functions.toml")).expect("data/functions.toml is well-formed")
}

impl Rules {
    /// Whether the function is to be called at all.
    #[must_use]
    pub fn takes(&self, function: &Function) -> bool {
        !function.parameters.is_empty() && !self.left_out.iter().flat_map(|row| &row.names).any(|p| matches(p, &function.name))
    }

    /// The limit of a function's parameter.
    #[must_use]
    pub fn limit(&self, function: &Function, parameter: usize) -> Option<&Limit> {
        let concerns = |l: &&Limit| l.parameter == parameter && l.functions.iter().any(|p| matches(p, &function.name));
        self.limit.iter().find(concerns)
    }
}

/// A name against a pattern that may end or start in `*`.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (_, Some(start)) if !pattern.starts_with('*') => name.starts_with(start),
        (Some(end), None) => name.ends_with(end),
        (Some(_), Some(_)) => name.contains(pattern.trim_matches('*')),
        _ => name == pattern,
    }
}
