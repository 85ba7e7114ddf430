//! `--select`, `--extend-select` and `--ignore` to the set of lints that are on.

use crate::rule::{Catalogue, Rule};
use hipify_error::Error;
use std::collections::HashSet;

/// Words that stand for groups of lints.
const ALL: &str = "ALL";
const DEFAULT: &str = "DEFAULT";

/// One word of a selection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Selector {
    All,
    Default,
    /// Codes that start so.
    Prefix(String),
    /// One code.
    Code(String),
}

impl Selector {
    /// A code, a name, the start of codes, `ALL` or `DEFAULT`; `None` when no lint is meant.
    pub(crate) fn find(text: &str, catalogue: &Catalogue) -> Option<Self> {
        let text = text.trim();
        let upper = text.to_ascii_uppercase();
        match upper.as_str() {
            ALL => return Some(Self::All),
            DEFAULT => return Some(Self::Default),
            _ => {}
        }
        if let Some(rule) = catalogue.find(text) {
            return Some(Self::Code(rule.code.to_string()));
        }
        let starts_some = !upper.is_empty() && catalogue.rules.iter().any(|rule| rule.code.starts_with(&upper));
        starts_some.then_some(Self::Prefix(upper))
    }

    /// The same; where no lint is meant, an error that names a near one.
    pub(crate) fn parse(text: &str, catalogue: &Catalogue) -> Result<Self, Error> {
        Self::find(text, catalogue).ok_or_else(|| {
            let text = text.trim();
            let near = catalogue.nearest(text).map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
            Error::usage(
                format!("there is no lint `{text}`"),
                format!("{near}`hipify-rs lint --list-rules` lists codes and names; prefixes and ALL stand for many"),
            )
        })
    }

    pub(crate) fn parse_all(texts: &[String], catalogue: &Catalogue) -> Result<Vec<Self>, Error> {
        texts.iter().filter(|text| !text.trim().is_empty()).map(|text| Self::parse(text, catalogue)).collect()
    }

    pub(crate) fn matches(&self, rule: &Rule) -> bool {
        match self {
            Self::All => true,
            Self::Default => rule.default,
            Self::Prefix(prefix) => rule.code.starts_with(prefix.as_str()),
            Self::Code(code) => rule.code == *code,
        }
    }

    /// The longer of two that match a lint decides.
    fn length(&self) -> usize {
        match self {
            Self::All | Self::Default => 0,
            Self::Prefix(prefix) => prefix.len(),
            Self::Code(_) => usize::MAX,
        }
    }
}

/// The codes that are on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection(HashSet<String>);

impl Selection {
    pub(crate) fn new(catalogue: &Catalogue, select: &[Selector], ignore: &[Selector]) -> Self {
        let longest = |selectors: &[Selector], rule: &Rule| {
            selectors.iter().filter(|selector| selector.matches(rule)).map(Selector::length).max()
        };
        let is_on = |rule: &&Rule| match (longest(select, rule), longest(ignore, rule)) {
            (Some(select), Some(ignore)) => select > ignore,
            (select, _) => select.is_some(),
        };
        Self(catalogue.rules.iter().filter(is_on).map(|rule| rule.code.to_string()).collect())
    }

    pub(crate) fn codes(&self) -> &HashSet<String> {
        &self.0
    }

    pub(crate) fn has(&self, code: &str) -> bool {
        self.0.contains(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(select: &[&str], ignore: &[&str]) -> Selection {
        let catalogue = Catalogue::new([]);
        let parse = |texts: &[&str]| texts.iter().map(|text| Selector::parse(text, &catalogue).unwrap()).collect::<Vec<_>>();
        Selection::new(&catalogue, &parse(select), &parse(ignore))
    }

    #[test]
    fn the_longer_word_decides() {
        let selection = on(&["HIP3", "HIP3001"], &["HIP30"]);
        assert!(selection.has("HIP3001") && !selection.has("HIP3002") && !selection.has("HIP2001"));
    }

    #[test]
    fn names_and_groups_select_too() {
        assert!(on(&["inline-ptx"], &[]).has("HIP2001"));
        assert!(!on(&["ALL"], &["inline-ptx"]).has("HIP2001"));
        assert!(on(&["DEFAULT"], &[]).has("HIP9005"));
    }

    #[test]
    fn a_lint_that_is_not_there_is_an_error_with_a_near_one() {
        let error = Selector::parse("inline-ptxx", &Catalogue::new([])).unwrap_err();
        assert!(error.remedy().unwrap().contains("inline-ptx"), "{error}");
        assert!(Selector::parse("HIP99999", &Catalogue::new([])).is_err());
    }
}
