//! What can be found: the engine's lints, the codes of the run itself, and the user's own rules, as one catalogue.

use crate::lint::custom::CustomRule;
use crate::query::nearest_of;
use hipify::lint::{Applies, Confidence, Lint, lints};
use hipify::{Applicability, Code, Level};
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

/// Codes that speak of the run and not of the source.
struct RunCode {
    code: &'static str,
    name: &'static str,
    level: Level,
    page: &'static str,
}

const RUN_CODES: &[RunCode] = &[
    RunCode {
        code: UNUSED_ALLOW,
        name: "unused-suppression",
        level: Level::Warning,
        page: "A suppression comment that suppresses nothing.\n\n## What\n\nA `hipify-lint: allow(...)` or `NOLINT(...)` names a lint \
               that finds nothing in its line, or one that does not exist. It is reported when that lint is on.\n\n## Fix\n\nRemove \
               the name from the comment; `--fix` does so.\n",
    },
    RunCode {
        code: STALE_BASELINE,
        name: "stale-baseline",
        level: Level::Note,
        page: "An entry of the baseline that nothing matches any more.\n\n## What\n\nThe finding was fixed, or its line or function \
               changed so that it counts as new.\n\n## Fix\n\nRun with `--update-baseline`, which takes stale entries out and adds \
               none.\n",
    },
    RunCode {
        code: IDLE_RULE,
        name: "idle-rule",
        level: Level::Note,
        page: "A rule of the configuration that matched nothing in the run.\n\n## What\n\nThe rule is misspelt, or what it looks for \
               is gone.\n\n## Fix\n\nGive the rule `fires` lines and run `hipify-rs lint --test-rules`, or remove it.\n",
    },
    RunCode {
        code: "HIP9010",
        name: "internal-error",
        level: Level::Error,
        page: "The linter failed on a file.\n\n## What\n\nA defect of `hipify-rs`: the file was left out, the others were linted.\n\n\
               ## Fix\n\nPlease report it, with the file if you can.\n",
    },
];

/// All that can be found in a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Catalogue {
    /// By code.
    pub(crate) rules: Vec<Rule>,
}

impl Catalogue {
    /// The built-in rules and the user's.
    pub(crate) fn new(custom: &[CustomRule]) -> Self {
        let mut rules: Vec<Rule> = lints().map(|(lint, page)| engine_rule(lint, page)).collect();
        let held: HashSet<&str> = lints().map(|(lint, _)| lint.code).collect();
        rules.extend(Code::ALL.iter().filter(|code| !held.contains(code.id)).map(|code| port_rule(*code)));
        rules.extend(RUN_CODES.iter().map(run_rule));
        rules.extend(custom.iter().map(CustomRule::rule));
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
        Applies::Cdna => "CDNA".to_owned(),
        Applies::Rdna => "RDNA".to_owned(),
        Applies::Gfx(names) => names.join(", "),
        Applies::RocmBefore(version) => format!("ROCm before {version}"),
        Applies::RocmFrom(version) => format!("ROCm from {version}"),
        Applies::CudaBefore(version) => format!("CUDA before {version}"),
        Applies::CudaFrom(version) => format!("CUDA from {version}"),
        Applies::All(parts) => join(parts, " and "),
        Applies::Any(parts) => join(parts, " or "),
    }
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
