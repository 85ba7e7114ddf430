//! Files that git tracks although an ignore file names them: they are part of the tree.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Variables by which a process above, such as a hook, points git at another index.
const OF_ANOTHER_CALL: &[&str] = &["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"];

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
    let mut git = Command::new("git");
    git.arg("-C").arg(top).args(["ls-files", "-z", "--cached", "--ignored", "--exclude-standard"]);
    for name in OF_ANOTHER_CALL {
        git.env_remove(name);
    }
    let said = git.stdin(Stdio::null()).stderr(Stdio::null()).output().map(|output| output.stdout).unwrap_or_default();
    let names = said.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    names.map(|name| top.join(&*String::from_utf8_lossy(name))).collect()
}
