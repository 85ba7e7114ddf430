//! One replacement of source bytes, and how far it may be trusted.

use std::borrow::Cow;
use std::ops::Range;

/// How far an edit may be trusted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Applicability {
    /// Same meaning: always applied.
    Safe,
    /// May change behaviour: applied with `--unsafe-fixes`.
    Review,
    /// A hint for a person: never applied.
    Manual,
}

/// Replace the bytes of `span` by `text`; an empty span inserts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// Byte offsets in the source.
    pub span: Range<usize>,
    pub text: Cow<'static, str>,
    pub applicability: Applicability,
}

impl Edit {
    pub fn replace(span: Range<usize>, text: impl Into<Cow<'static, str>>) -> Self {
        Self { span, text: text.into(), applicability: Applicability::Safe }
    }

    pub fn insert(at: usize, text: impl Into<Cow<'static, str>>) -> Self {
        Self::replace(at..at, text)
    }

    pub fn delete(span: Range<usize>) -> Self {
        Self::replace(span, "")
    }

    /// The same edit, applied only with `--unsafe-fixes`.
    pub fn for_review(mut self) -> Self {
        self.applicability = Applicability::Review;
        self
    }
}
