//! Globs in .gitignore syntax, each with the lints that are off in the files it matches.

use crate::rule::{Catalogue, Rule};
use crate::select::Selector;
use hipify_error::Error;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::path::Path;

/// The lints that are off in some files.
#[derive(Clone, Debug, Default)]
pub(crate) struct PerFileIgnores(Vec<(Gitignore, Vec<Selector>)>);

impl PerFileIgnores {
    /// Adds a glob relative to `folder`.
    pub(crate) fn add(&mut self, folder: &Path, glob: &str, lints: &[String], catalogue: &Catalogue) -> Result<(), Error> {
        let bad = |error: ignore::Error| {
            Error::usage(format!("per-file ignore `{glob}`: {error}"), "use .gitignore syntax, such as `tests/` or `*.cuh`")
        };
        let mut builder = GitignoreBuilder::new(folder);
        builder.add_line(None, glob).map_err(bad)?;
        let globs = builder.build().map_err(bad)?;
        self.0.push((globs, Selector::parse_all(lints, catalogue)?));
        Ok(())
    }

    /// The lints that are off in the file at the real path `path`.
    pub(crate) fn of(&self, path: &Path) -> Vec<&Selector> {
        let matching = self
            .0
            .iter()
            .filter(|(globs, _)| path.starts_with(globs.path()) && globs.matched_path_or_any_parents(path, false).is_ignore());
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
