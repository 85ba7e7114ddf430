//! What a lint says, and where it puts it.

use hipify_diagnostics::{Applicability, Code, Diagnostic, Edit, Level, Related};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// How often a finding of this kind is right: what a rule sees of a program decides it, not how bad the consequence is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    Low,
    Medium,
    High,
}

/// Edits that do away with a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What the edits do, in the imperative: "write `~0ull`".
    pub message: String,
    pub edits: Vec<Edit>,
    pub applicability: Applicability,
}

/// A diagnostic of a lint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub diagnostic: Diagnostic,
    pub confidence: Confidence,
    pub fix: Option<Fix>,
    /// The function that it stands in.
    pub function: Option<String>,
}

impl Finding {
    pub(crate) fn level(&mut self, level: Level) -> &mut Self {
        self.diagnostic.level = level;
        self
    }

    pub(crate) fn confidence(&mut self, confidence: Confidence) -> &mut Self {
        self.confidence = confidence;
        self
    }

    /// What to do about it.
    pub(crate) fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.diagnostic.help = Some(help.into());
        self
    }

    /// A second place that explains it.
    pub(crate) fn related(&mut self, span: Range<usize>, message: impl Into<String>) -> &mut Self {
        self.diagnostic.related.push(Related { span, message: message.into() });
        self
    }

    /// A further place of the same kind; those beyond what a reader looks at are left out.
    pub(crate) fn also(&mut self, span: Range<usize>, message: impl Into<String>) -> &mut Self {
        if self.diagnostic.related.len() < MOST_RELATED { self.related(span, message) } else { self }
    }

    /// Edits that keep the meaning on every target.
    pub(crate) fn safe_fix(&mut self, message: impl Into<String>, edits: Vec<Edit>) -> &mut Self {
        self.fixed_by(message, edits, Applicability::Safe)
    }

    /// Edits that a person should look at.
    pub(crate) fn unsafe_fix(&mut self, message: impl Into<String>, edits: Vec<Edit>) -> &mut Self {
        self.fixed_by(message, edits, Applicability::Review)
    }

    fn fixed_by(&mut self, message: impl Into<String>, mut edits: Vec<Edit>, applicability: Applicability) -> &mut Self {
        for edit in &mut edits {
            edit.applicability = applicability;
        }
        self.fix = Some(Fix { message: message.into(), edits, applicability });
        self
    }
}

/// Related places of a finding that stands for a whole file.
const MOST_RELATED: usize = 20;

/// All findings of a file.
#[derive(Default)]
pub(crate) struct Collected {
    pub(crate) all: Vec<Finding>,
    /// Numbers of findings by code and place of the cause.
    causes: FxHashMap<(&'static str, usize), usize>,
}

/// The place of a cause that is the file itself.
const WHOLE_FILE: usize = usize::MAX;

/// The lint that findings are of, and what they have where they do not say otherwise.
#[derive(Clone, Copy)]
pub(crate) struct Origin {
    pub(crate) code: Code,
    pub(crate) level: Level,
    pub(crate) confidence: Confidence,
}

/// Takes the findings of one lint at a time.
pub(crate) struct Findings<'a> {
    pub(crate) origin: Origin,
    pub(crate) collected: &'a mut Collected,
}

impl Findings<'_> {
    /// Reports what stands at `span`, at the lint's level and confidence. Lower case, no full stop, names in backticks.
    pub(crate) fn report(&mut self, span: Range<usize>, message: impl Into<String>) -> &mut Finding {
        let Origin { code, level, confidence } = self.origin;
        let diagnostic = Diagnostic::new(code, level, span, message);
        let all = &mut self.collected.all;
        all.push(Finding { diagnostic, confidence, fix: None, function: None });
        all.last_mut().expect("pushed above")
    }

    /// The lint's finding of the cause that starts where `span` does, for more related places; `None` if there is none yet.
    pub(crate) fn of_cause(&mut self, span: &Range<usize>) -> Option<&mut Finding> {
        let number = *self.collected.causes.get(&(self.origin.code.id, span.start))?;
        self.collected.all.get_mut(number)
    }

    /// [`Self::report`] of the first of a file's places; the others are related places of it.
    pub(crate) fn report_first(&mut self, span: Range<usize>, message: impl Into<String>) -> Option<&mut Finding> {
        let whole_file = (self.origin.code.id, WHOLE_FILE);
        if let Some(&number) = self.collected.causes.get(&whole_file) {
            self.collected.all[number].also(span, "here too");
            return None;
        }
        self.collected.causes.insert(whole_file, self.collected.all.len());
        Some(self.report(span, message))
    }

    /// [`Self::report`] of what several places have in common: [`Self::of_cause`] gives it again.
    pub(crate) fn report_cause(&mut self, span: Range<usize>, message: impl Into<String>) -> &mut Finding {
        self.report_cause_at(span.clone(), span, message)
    }

    /// [`Self::report_cause`], reported at `span`, whose cause stands elsewhere.
    pub(crate) fn report_cause_at(
        &mut self,
        cause: Range<usize>,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> &mut Finding {
        self.collected.causes.insert((self.origin.code.id, cause.start), self.collected.all.len());
        self.report(span, message)
    }

    /// The lint's one finding of the file, if there is one yet.
    pub(crate) fn of_file(&mut self) -> Option<&mut Finding> {
        self.of_cause(&(WHOLE_FILE..WHOLE_FILE))
    }

    /// [`Self::report`] of what is said once a file: [`Self::of_file`] gives it again.
    pub(crate) fn report_once(&mut self, span: Range<usize>, message: impl Into<String>) -> &mut Finding {
        self.collected.causes.insert((self.origin.code.id, WHOLE_FILE), self.collected.all.len());
        self.report(span, message)
    }
}
