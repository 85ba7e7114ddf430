//! Rules of the user's own, from the configuration: names, headers and patterns of tokens to findings and fixes.

mod pattern;
mod search;
mod tests_of_rules;

pub(crate) use search::Search;
pub(crate) use tests_of_rules::run as run_tests;

use crate::level::LevelName;
use crate::rule::{self, Rule};
use hipify_diagnostics::Applicability;
use schemars::JsonSchema;
use serde::Deserialize;

/// A rule of your own.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct CustomRule {
    /// Capital letters and digits, such as "ACME001"; codes that start with HIP are taken.
    pub(crate) code: String,
    /// Lower case with hyphens; reads well after "allow".
    pub(crate) name: String,
    pub(crate) kind: RuleKind,
    /// What is looked for: names, `*` at the end stands for any end; headers; patterns, in which `$X` stands for one
    /// expression and `$$X` for any number of arguments.
    #[serde(rename = "match")]
    pub(crate) wanted: OneOrMany,
    #[serde(default = "default_level")]
    pub(crate) level: LevelName,
    /// What is said; `$0` is what was found, `$X` what stands for it.
    pub(crate) message: String,
    /// What to do about it.
    pub(crate) help: Option<String>,
    /// What --fix writes instead, with the same variables.
    pub(crate) replace: Option<String>,
    /// Whether --fix alone may do it; by default only with --unsafe-fixes.
    #[serde(default)]
    pub(crate) safe: bool,
    /// Code that the rule must find something in.
    #[serde(default)]
    pub(crate) fires: Vec<String>,
    /// Code that the rule must find nothing in.
    #[serde(default)]
    pub(crate) silent: Vec<String>,
    /// Code before and after the fix.
    #[serde(default)]
    pub(crate) fixes: Vec<FixTest>,
}

/// What a rule looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RuleKind {
    /// A function that is called, perhaps in a namespace.
    Api,
    /// A name anywhere, in preprocessor conditions too.
    Macro,
    /// An included file.
    Header,
    /// A name outside of preprocessor conditions.
    Type,
    /// A run of tokens.
    Pattern,
}

/// One text or several.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(missing_docs, reason = "documentation would stand in the configuration's schema")]
pub enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl OneOrMany {
    /// All of them.
    pub fn all(&self) -> &[String] {
        match self {
            Self::One(text) => std::slice::from_ref(text),
            Self::Many(texts) => texts,
        }
    }
}

/// Code before and after a rule's fix.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FixTest {
    pub(crate) from: String,
    pub(crate) to: String,
}

fn default_level() -> LevelName {
    LevelName::Warning
}

impl CustomRule {
    /// Why the rule cannot be used, if so.
    pub(crate) fn check(&self) -> Result<(), String> {
        let of = |reason: &str| Err(format!("rule `{}`: {reason}", self.code));
        let digits = self.code.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
        if digits.len() == self.code.len() || digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return of("a code is capital letters and then digits, such as `ACME001`");
        }
        if self.code.starts_with("HIP") {
            return of("codes that start with `HIP` are taken");
        }
        if self.name.is_empty()
            || !self.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        {
            return of("a name is lower case letters, digits and hyphens");
        }
        if self.wanted.all().is_empty() || self.wanted.all().iter().any(|text| text.trim().is_empty()) {
            return of("`match` is empty");
        }
        if self.kind == RuleKind::Pattern
            && let Some(bad) = self.wanted.all().iter().find(|text| pattern::Pattern::new(text).is_none())
        {
            return of(&format!("the pattern `{bad}` starts with a variable, or has no token"));
        }
        Ok(())
    }

    pub(crate) fn rule(&self) -> Rule {
        Rule {
            code: self.code.clone().into(),
            name: self.name.clone().into(),
            level: self.level.into(),
            confidence: "high",
            default: true,
            fix: self.replace.as_ref().map(|_| self.applicability()),
            targets: "any".into(),
            summary: rule::summary(&self.message),
            page: format!("{}\n\nA rule of the configuration.\n\n{}\n", self.message, self.help.as_deref().unwrap_or_default())
                .into(),
        }
    }

    fn applicability(&self) -> Applicability {
        if self.safe { Applicability::Safe } else { Applicability::Review }
    }
}
