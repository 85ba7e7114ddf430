//! What can be found: the engine's lints, the codes of the run itself, and the user's own rules, as one catalogue.

use hipify_diagnostics::{Applicability, Code, Level};
use hipify_error::suggest::nearest_of;
use hipify_lint::{Applies, Confidence, Lint, lints};
use hipify_rules::{Gfx, gfx_targets};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::HashSet;

/// A suppression that suppresses nothing.
pub(crate) const UNUSED_ALLOW: &str = "HIP9005";
/// An entry of a baseline that no finding matches.
pub(crate) const STALE_BASELINE: &str = "HIP9006";
/// A user's rule that matched nothing.
pub(crate) const IDLE_RULE: &str = "HIP9008";

/// One thing that can be found.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Rule {
    pub(crate) code: Cow<'static, str>,
    pub(crate) name: Cow<'static, str>,
    pub(crate) level: Level,
    /// How sure a finding is: `high`, `medium` or `low`.
    pub(crate) confidence: &'static str,
    /// On without `--select`.
    pub(crate) default: bool,
    /// What its fix may be trusted with, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fix: Option<Applicability>,
    /// What it applies to, such as `wave64`; `any` without a limit.
    pub(crate) targets: Cow<'static, str>,
    /// One sentence.
    pub(crate) summary: String,
    /// The manual page, in Markdown.
    #[serde(skip)]
    pub(crate) page: Cow<'static, str>,
}

/// A code that speaks of the run, or of a whole file.
struct RunCode {
    code: &'static str,
    name: &'static str,
    level: Level,
    page: &'static str,
}

const RUN_CODES: &[RunCode] = &[
    RunCode { code: "HIP8001", name: "fortran-not-parsed", level: Level::Error, page: include_str!("pages/HIP8001.md") },
    RunCode { code: "HIP8002", name: "fortran-unsupported", level: Level::Error, page: include_str!("pages/HIP8002.md") },
    RunCode { code: "HIP8003", name: "fortran-api-unsupported", level: Level::Error, page: include_str!("pages/HIP8003.md") },
    RunCode { code: "HIP8004", name: "fortran-branch", level: Level::Warning, page: include_str!("pages/HIP8004.md") },
    RunCode { code: "HIP8010", name: "fortran-device-data", level: Level::Error, page: include_str!("pages/HIP8010.md") },
    RunCode { code: "HIP8020", name: "openacc", level: Level::Warning, page: include_str!("pages/HIP8020.md") },
    RunCode { code: "HIP9001", name: "unconverted-identifier", level: Level::Warning, page: include_str!("pages/HIP9001.md") },
    RunCode { code: "HIP9002", name: "not-parsed-region", level: Level::Warning, page: include_str!("pages/HIP9002.md") },
    RunCode { code: UNUSED_ALLOW, name: "unused-suppression", level: Level::Warning, page: include_str!("pages/HIP9005.md") },
    RunCode { code: STALE_BASELINE, name: "stale-baseline", level: Level::Note, page: include_str!("pages/HIP9006.md") },
    RunCode { code: "HIP9007", name: "encoding", level: Level::Error, page: include_str!("pages/HIP9007.md") },
    RunCode { code: IDLE_RULE, name: "idle-rule", level: Level::Note, page: include_str!("pages/HIP9008.md") },
    RunCode { code: "HIP9010", name: "internal-error", level: Level::Error, page: include_str!("pages/HIP9010.md") },
];

/// All that can be found in a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Catalogue {
    /// By code.
    pub(crate) rules: Vec<Rule>,
}

impl Catalogue {
    /// The built-in rules and the user's.
    pub(crate) fn new(custom: impl IntoIterator<Item = Rule>) -> Self {
        let mut rules: Vec<Rule> = lints().map(|(lint, page)| engine_rule(lint, page)).collect();
        let held: HashSet<&str> = lints().map(|(lint, _)| lint.code).chain(RUN_CODES.iter().map(|row| row.code)).collect();
        rules.extend(Code::ALL.iter().filter(|code| !held.contains(code.id)).map(|code| port_rule(*code)));
        rules.extend(RUN_CODES.iter().map(run_rule));
        rules.extend(custom);
        rules.sort_by(|one, other| one.code.cmp(&other.code));
        Self { rules }
    }

    /// The rule of a code or name.
    pub(crate) fn find(&self, text: &str) -> Option<&Rule> {
        let by_code = self.rules.binary_search_by(|rule| (*rule.code).cmp(text)).ok();
        let number = by_code.or_else(|| self.rules.iter().position(|rule| is_called(rule, text)))?;
        Some(&self.rules[number])
    }

    /// A code or name near `text`, for messages.
    pub(crate) fn nearest(&self, text: &str) -> Option<String> {
        let all = self.rules.iter().flat_map(|rule| [rule.code.to_string(), rule.name.to_string()]);
        nearest_of(text, all)
    }
}

fn is_called(rule: &Rule, text: &str) -> bool {
    rule.code.eq_ignore_ascii_case(text) || rule.name.eq_ignore_ascii_case(text)
}

fn engine_rule(lint: &Lint, page: &'static str) -> Rule {
    Rule {
        code: lint.code.into(),
        name: lint.name.into(),
        level: lint.level,
        confidence: confidence_word(lint.confidence),
        default: lint.default,
        fix: lint.fix,
        targets: targets(&lint.applies).into(),
        summary: summary(page),
        page: page.into(),
    }
}

/// A code that the port reports and no lint holds.
fn port_rule(code: Code) -> Rule {
    Rule {
        code: code.id.into(),
        name: code.name.into(),
        level: Level::Warning,
        confidence: "high",
        default: true,
        fix: None,
        targets: "any".into(),
        summary: code.name.replace('-', " "),
        page: "".into(),
    }
}

pub(crate) fn confidence_word(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::High => "high",
        Confidence::Medium => "medium",
        Confidence::Low => "low",
    }
}

/// What a lint is about, in words.
fn targets(applies: &Applies) -> String {
    let join = |parts: &[Applies], word: &str| parts.iter().map(targets).collect::<Vec<_>>().join(word);
    match applies {
        Applies::Always => "any".to_owned(),
        Applies::Device => "any GPU".to_owned(),
        Applies::Wave64 => "wave64".to_owned(),
        Applies::Where(holds) => generations(*holds),
        Applies::RocmBefore(version) => format!("ROCm before {version}"),
        Applies::RocmFrom(version) => format!("ROCm from {version}"),
        Applies::CudaBefore(version) => format!("CUDA before {version}"),
        Applies::CudaFrom(version) => format!("CUDA from {version}"),
        Applies::All(parts) => join(parts, " and "),
        Applies::Any(parts) => join(parts, " or "),
    }
}

/// The generations of GPUs of which some target is meant.
fn generations(holds: fn(&Gfx) -> bool) -> String {
    let mut titles: Vec<&str> = gfx_targets().filter(|gfx| holds(gfx)).map(|gfx| gfx.architecture.title()).collect();
    titles.sort_unstable();
    titles.dedup();
    titles.join(", ")
}

fn run_rule(code: &RunCode) -> Rule {
    Rule {
        code: code.code.into(),
        name: code.name.into(),
        level: code.level,
        confidence: "high",
        default: true,
        fix: (code.code == UNUSED_ALLOW).then_some(Applicability::Safe),
        targets: "any".into(),
        summary: summary(code.page),
        page: code.page.into(),
    }
}

/// The first sentence of a page, without its full stop.
pub(crate) fn summary(page: &str) -> String {
    let paragraph = page.trim_start().split("\n\n").next().unwrap_or_default();
    let text: Vec<&str> = paragraph.split_whitespace().collect();
    let text = text.join(" ");
    text.split_once(". ").map_or(text.as_str(), |(first, _)| first).trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_page_and_codes_and_names_are_used_once() {
        let rules = Catalogue::new([]).rules;
        for rule in &rules {
            assert!(rule.page.contains("## What") && !rule.summary.is_empty(), "{}", rule.code);
        }
        let distinct = |key: fn(&Rule) -> String| rules.iter().map(key).collect::<HashSet<String>>().len();
        assert_eq!((distinct(|rule| rule.code.to_string()), distinct(|rule| rule.name.to_string())), (rules.len(), rules.len()));
    }
}
