//! Files that git tracks although an ignore file names them: they are part of the tree.

use hipify_git::Git;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The tracked files of a git work tree that its ignore files name, as absolute paths; git is asked when the first of them matters.
pub(super) struct Tracked {
    /// The top folder of the work tree.
    top: Option<PathBuf>,
    paths: Option<BTreeSet<PathBuf>>,
}

impl Tracked {
    pub(super) fn of(top: Option<&Path>) -> Self {
        Self { top: top.map(Path::to_path_buf), paths: None }
    }

    /// Whether `path` is one, or a folder with one in it.
    pub(super) fn has(&mut self, path: &Path, is_folder: bool) -> bool {
        let Some(top) = &self.top else { return false };
        let paths = self.paths.get_or_insert_with(|| listed(top));
        if is_folder {
            paths.range(path.to_path_buf()..).next().is_some_and(|found| found.starts_with(path))
        } else {
            paths.contains(path)
        }
    }
}

/// What git says; nothing where it is not installed or refuses the folder, so that ignore files alone decide.
fn listed(top: &Path) -> BTreeSet<PathBuf> {
    let said = Git::at(top).words(["ls-files", "-z", "--cached", "--ignored", "--exclude-standard"]).fields();
    said.unwrap_or_default().into_iter().map(|name| top.join(name)).collect()
}
