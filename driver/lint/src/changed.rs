//! What git says of the files: for `--diff-base REV` which lines have changed since, for reports the commit.

use hipify_error::Error;
use hipify_git::Git;
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// The lines of a file that changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ChangedLines {
    /// A file that git did not know.
    All,
    Some(Vec<RangeInclusive<usize>>),
}

/// What changed, by real path.
#[derive(Debug, Default)]
pub(crate) struct Changed(HashMap<PathBuf, ChangedLines>);

const NONE: &ChangedLines = &ChangedLines::Some(Vec::new());

impl ChangedLines {
    /// Whether a line from `first` to `last` changed.
    pub(crate) fn touches(&self, first: usize, last: usize) -> bool {
        match self {
            Self::All => true,
            Self::Some(ranges) => ranges.iter().any(|range| first <= *range.end() && last.max(first) >= *range.start()),
        }
    }
}

impl Changed {
    /// Asks git about the work tree that `root` lies in.
    pub(crate) fn since(revision: &str, root: &Path) -> Result<Self, Error> {
        let folder = folder_of(root);
        let top = git(folder, &["rev-parse", "--show-toplevel"], revision)?;
        let top = hipify_tree::platform::real(Path::new(String::from_utf8_lossy(&top).trim_end()))
            .map_err(Error::io("read", folder))?;
        if revision.starts_with('-') {
            return Err(bad_revision(revision, "a revision does not start with `-`"));
        }
        let words = ["diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", revision, "--"];
        let mut changed = Self::default();
        for hunk in hipify_git::hunks(&git(&top, &words, revision)?) {
            let lines = changed.0.entry(top.join(&hunk.path)).or_insert_with(|| ChangedLines::Some(Vec::new()));
            if let (ChangedLines::Some(lines), count @ 1..) = (lines, hunk.new_lines()) {
                lines.push(hunk.line..=hunk.line + count - 1);
            }
        }
        let others = git(&top, &["ls-files", "-z", "--others", "--exclude-standard"], revision)?;
        for name in hipify_git::fields(&others) {
            changed.0.insert(top.join(name), ChangedLines::All);
        }
        Ok(changed)
    }

    /// The changed lines of a file; none for one that did not change.
    pub(crate) fn of(&self, path: &Path) -> &ChangedLines {
        hipify_tree::platform::real(path).ok().and_then(|real| self.0.get(&real)).unwrap_or(NONE)
    }
}

/// The commit of the work tree that `root` lies in, and whether files have changed since; `None` outside of any.
pub(crate) fn commit(root: &Path) -> Option<String> {
    let folder = folder_of(root);
    let commit = git(folder, &["rev-parse", "--short=12", "HEAD"], "HEAD").ok()?;
    // Fails where something differs.
    let is_clean = git(folder, &["diff", "--quiet", "HEAD", "--"], "HEAD").is_ok();
    let changes = if is_clean { "" } else { " with changes" };
    Some(format!("{}{changes}", String::from_utf8_lossy(&commit).trim_end()))
}

fn folder_of(root: &Path) -> &Path {
    let folder = if root.is_dir() { root } else { root.parent().unwrap_or(root) };
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

fn git(folder: &Path, words: &[&str], revision: &str) -> Result<Vec<u8>, Error> {
    let output = Git::at(folder).words(words).ends(b"")?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(bad_revision(revision, said.lines().next().unwrap_or("git failed")))
}

fn bad_revision(revision: &str, reason: &str) -> Error {
    Error::usage(format!("--diff-base `{revision}`: {reason}"), "name a revision of the git work tree that the files are in")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_over_several_lines_counts_when_one_changed() {
        let lines = ChangedLines::Some(vec![5..=6]);
        assert!(lines.touches(4, 5) && lines.touches(6, 6) && !lines.touches(1, 4) && !lines.touches(7, 9));
    }
}
