//! What git says of the files: for `--diff-base REV` which lines have changed since, for reports the commit.

use hipify_error::Error;
use std::collections::HashMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;

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
        let top = fs::canonicalize(String::from_utf8_lossy(&top).trim_end()).map_err(Error::io("read", folder))?;
        if revision.starts_with('-') {
            return Err(bad_revision(revision, "a revision does not start with `-`"));
        }
        let words =
            ["-c", "core.quotePath=false", "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-renames", revision, "--"];
        let diff = git(&top, &words, revision)?;
        let mut changed = Self(hunks(&diff).into_iter().map(|(path, lines)| (top.join(path), lines)).collect());
        let others = git(&top, &["ls-files", "-z", "--others", "--exclude-standard"], revision)?;
        for name in others.split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
            changed.0.insert(top.join(&*String::from_utf8_lossy(name)), ChangedLines::All);
        }
        Ok(changed)
    }

    /// The changed lines of a file; none for one that did not change.
    pub(crate) fn of(&self, path: &Path) -> &ChangedLines {
        fs::canonicalize(path).ok().and_then(|real| self.0.get(&real)).unwrap_or(NONE)
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
    let output = Command::new("git").arg("-C").arg(folder).args(words).output();
    let output = output.map_err(|error| Error::usage(format!("--diff-base: cannot run git: {error}"), "install git"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(bad_revision(revision, said.lines().next().unwrap_or("git failed")))
}

fn bad_revision(revision: &str, reason: &str) -> Error {
    Error::usage(format!("--diff-base `{revision}`: {reason}"), "name a revision of the git work tree that the files are in")
}

/// The new side of each hunk, by path.
fn hunks(diff: &[u8]) -> Vec<(String, ChangedLines)> {
    let mut files: Vec<(String, Vec<RangeInclusive<usize>>)> = Vec::new();
    // Lines of hunks that are still to come: text there may look like a header.
    let mut left = 0usize;
    for line in diff.split(|byte| *byte == b'\n') {
        if left > 0 && matches!(line.first(), Some(b'+' | b'-')) {
            left -= 1;
        } else if let Some(path) = line.strip_prefix(b"+++ ") {
            files.push((path_of(path), Vec::new()));
        } else if let Some(hunk) = line.strip_prefix(b"@@ -")
            && let Some((old, new)) = sides(&String::from_utf8_lossy(hunk))
        {
            left = old + new.1;
            if let (Some((_, ranges)), true) = (files.last_mut(), new.1 > 0) {
                ranges.push(new.0..=new.0 + new.1 - 1);
            }
        }
    }
    files.into_iter().map(|(path, ranges)| (path, ChangedLines::Some(ranges))).collect()
}

/// Of `12,3 +14,2 @@ ...`: the number of old lines, the first new line and the number of new lines.
fn sides(hunk: &str) -> Option<(usize, (usize, usize))> {
    let (old, rest) = hunk.split_once(" +")?;
    let new = rest.split(' ').next()?;
    let pair = |text: &str| match text.split_once(',') {
        Some((first, count)) => Some((first.parse().ok()?, count.parse().ok()?)),
        None => Some((text.parse().ok()?, 1)),
    };
    let (_, old): (usize, usize) = pair(old)?;
    Some((old, pair(new)?))
}

/// A path without git's `b/`, quotes and the tab after a name with a space.
fn path_of(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let text = text.trim_end_matches(['\t', '\r']);
    let plain = match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        Some(quoted) => quoted.replace("\\\"", "\"").replace("\\\\", "\\"),
        None => text.to_owned(),
    };
    plain.strip_prefix("b/").unwrap_or(&plain).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_new_side_of_hunks_counts() {
        let diff =
            b"diff --git a/a.cu b/a.cu\n--- a/a.cu\n+++ b/a.cu\n@@ -1 +1,2 @@ f\n-x\n+++ y\n+z\n@@ -9,2 +10,0 @@\n-a\n-b\n";
        assert_eq!(hunks(diff), [("a.cu".to_owned(), ChangedLines::Some(vec![1..=2]))]);
    }

    #[test]
    fn a_finding_over_several_lines_counts_when_one_changed() {
        let lines = ChangedLines::Some(vec![5..=6]);
        assert!(lines.touches(4, 5) && lines.touches(6, 6) && !lines.touches(1, 4) && !lines.touches(7, 9));
    }
}
