//! Globs in .gitignore syntax, each with the lints that are off in the files it matches.

use crate::rule::{Catalogue, Rule};
use crate::select::Selector;
use hipify_error::Error;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::path::Path;

/// A glob in .gitignore syntax, relative to a folder.
#[derive(Clone, Debug)]
pub struct Glob(Gitignore);

impl Glob {
    /// Relative to the real folder `folder`.
    ///
    /// # Errors
    /// What is no glob.
    pub fn new(folder: &Path, glob: &str) -> Result<Self, Error> {
        let bad = |error: ignore::Error| {
            Error::usage(format!("the glob `{glob}`: {error}"), "use .gitignore syntax, such as `tests/` or `*.cuh`")
        };
        let mut builder = GitignoreBuilder::new(folder);
        builder.add_line(None, glob).map_err(bad)?;
        builder.build().map(Self).map_err(bad)
    }

    /// Whether it matches the file at the real path `path`, or a folder above it.
    pub fn matches(&self, path: &Path) -> bool {
        path.starts_with(self.0.path()) && self.0.matched_path_or_any_parents(path, false).is_ignore()
    }
}

/// The lints that are off in some files.
#[derive(Clone, Debug, Default)]
pub(crate) struct PerFileIgnores(Vec<(Glob, Vec<Selector>)>);

impl PerFileIgnores {
    /// Adds a glob relative to `folder`.
    pub(crate) fn add(&mut self, folder: &Path, glob: &str, lints: &[String], catalogue: &Catalogue) -> Result<(), Error> {
        self.0.push((Glob::new(folder, glob)?, Selector::parse_all(lints, catalogue)?));
        Ok(())
    }

    /// The lints that are off in the file at the real path `path`.
    pub(crate) fn of(&self, path: &Path) -> Vec<&Selector> {
        let matching = self.0.iter().filter(|(glob, _)| glob.matches(path));
        matching.flat_map(|(_, lints)| lints).collect()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Whether one of `selectors` names `rule`.
pub(crate) fn any_matches(selectors: &[&Selector], rule: &Rule) -> bool {
    selectors.iter().any(|selector| selector.matches(rule))
}
