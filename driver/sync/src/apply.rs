//! The merged tree to the files of the folder: what is not the same is written, and no other file is touched.

use crate::merge::Merged;
use crate::trees::Trees;
use hipify_error::Error;
use hipify_git::Git;
use std::fs;
use std::path::Path;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChangeKind {
    Added,
    Changed,
    Deleted,
}

/// What becomes of a file of the folder.
pub(crate) struct Change {
    /// Relative to the folder.
    pub(crate) path: String,
    pub(crate) kind: ChangeKind,
}

pub(crate) fn changes(trees: &Trees, merged: &Merged) -> Result<Vec<Change>, Error> {
    let words = ["diff-tree", "-r", "-z", "--no-renames", "--name-status", &trees.edited, &merged.tree];
    let mut words = trees.git().words(words).fields()?.into_iter();
    let mut changes = Vec::new();
    while let (Some(status), Some(path)) = (words.next(), words.next()) {
        let kind = match status.as_str() {
            "A" => ChangeKind::Added,
            "D" => ChangeKind::Deleted,
            _ => ChangeKind::Changed,
        };
        changes.push(Change { path, kind });
    }
    Ok(changes)
}

pub(crate) fn write(trees: &Trees, merged: &Merged, changes: &[Change], into: &Path) -> Result<(), Error> {
    let into = hipify_tree::platform::real(into).map_err(Error::io("find", into))?;
    // A folder may take the place of a file, and a file that of a folder.
    for change in changes.iter().filter(|change| change.kind == ChangeKind::Deleted) {
        let path = into.join(&change.path);
        fs::remove_file(&path).map_err(Error::io("remove", &path))?;
        let folders = path.ancestors().skip(1).take_while(|folder| *folder != into);
        // One that is not empty stays, and so do those around it.
        folders.take_while(|folder| fs::remove_dir(folder).is_ok()).for_each(drop);
    }
    let written = changes.iter().filter(|change| change.kind != ChangeKind::Deleted);
    let paths: Vec<&str> = written.map(|change| change.path.as_str()).collect();
    let index = trees.repository().join("merged-index");
    let git = || {
        Git::at(&into).variable("GIT_DIR", trees.repository()).variable("GIT_WORK_TREE", &into).variable("GIT_INDEX_FILE", &index)
    };
    git().words(["read-tree", &merged.tree]).run(b"")?;
    git().words(["checkout-index", "-f", "-z", "--stdin"]).run(paths.join("\0").as_bytes())?;
    Ok(())
}
