//! The programs of `corpora/run/api`: which cases their sources hold, what a run says of each, and the groups of HIP's reference
//! that cases and functions belong to.

use crate::root;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;

/// One checked statement about the runtime API.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Case {
    /// The group's name in HIP's sources, `StreamM`.
    pub group: String,
    /// Begins with the function that it is about.
    pub statement: String,
}

/// What a run printed about a case.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict<'a> {
    Holds,
    /// With the line that says more, if there is one.
    DoesNotHold(Option<&'a str>),
    NotReached,
}

/// A group of HIP's API reference.
#[derive(Deserialize)]
pub struct Group {
    pub id: String,
    pub title: String,
    /// Those that the bundled runtime exports.
    pub functions: Vec<String>,
}

/// The groups in the reference's order.
///
/// # Panics
///
/// Where their table cannot be read.
pub fn groups() -> Vec<Group> {
    #[derive(Deserialize)]
    struct Table {
        group: Vec<Group>,
    }
    let path = root().join("runtime-shim/hip/data/groups.toml");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    toml::from_str::<Table>(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())).group
}

impl Group {
    /// The function of the group that a word names. Headers rename some functions to those of a release's layouts.
    pub fn function(&self, word: &str) -> Option<&str> {
        let named = |name: &str| self.functions.iter().map(String::as_str).find(|function| *function == name);
        named(&format!("{word}R0600")).or_else(|| named(word))
    }
}

impl Case {
    /// The words of the statement that may name functions.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        self.statement.split(move |letter| !is_part(letter)).filter(|word| word.starts_with("hip") || word.starts_with("__hip"))
    }

    /// As it is printed, after the verdict.
    pub fn label(&self) -> String {
        format!("{}: {}", self.group, self.statement)
    }

    /// What `out` says about the case.
    pub fn verdict<'a>(&self, out: &'a str) -> Verdict<'a> {
        let label = self.label();
        let mut before = None;
        for line in out.lines() {
            match line.strip_suffix(label.as_str()) {
                Some("ok ") => return Verdict::Holds,
                Some("not ok ") => return Verdict::DoesNotHold(before),
                _ => before = Some(line).filter(|line| line.starts_with('#')),
            }
        }
        Verdict::NotReached
    }
}

/// The cases of a source: calls of the macros of `case.h` with literals.
///
/// # Panics
///
/// Where such a call does not begin with two literals.
pub fn in_source(text: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    for (at, _) in text.match_indices("(\"") {
        let called = text[..at].rsplit(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').next();
        if !matches!(called, Some("CASE" | "GIVES")) {
            continue;
        }
        let arguments = &text[at + 1..];
        let (group, rest) = literal(arguments).expect("it begins with a quote");
        let rest = rest.trim_start().strip_prefix(',').map(str::trim_start);
        let statement = rest.and_then(literal).unwrap_or_else(|| panic!("no statement: {}", arguments.lines().next().unwrap()));
        cases.push(Case { group: group.to_owned(), statement: statement.0.to_owned() });
    }
    cases
}

/// The lines of a run that say something of a case, without the verdict.
pub fn printed(out: &str) -> BTreeSet<&str> {
    out.lines().filter_map(|line| line.strip_prefix("ok ").or_else(|| line.strip_prefix("not ok "))).collect()
}

/// The text of a literal without escapes, and what comes after it.
fn literal(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('"')?;
    inner.split_once('"').filter(|(literal, _)| !literal.contains('\\'))
}
